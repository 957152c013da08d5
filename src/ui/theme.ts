export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

export const THEME_COOKIE = "theme"
const YEAR_IN_SECONDS = 31_536_000

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value)
}

/** Returns the theme of a Cookie header; "system" if none was chosen. */
export function readTheme(cookieHeader: string | null | undefined): Theme {
  const pair = cookieHeader?.split(/;\s*/).find((part) => part.startsWith(`${THEME_COOKIE}=`))
  const value = pair?.slice(THEME_COOKIE.length + 1)
  return isTheme(value) ? value : "system"
}

/** The Set-Cookie value that keeps a choice for a year; scripts may read and write it, it is no secret. */
export function themeCookie(theme: Theme, secure: boolean): string {
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax${secure ? "; Secure" : ""}`
}

/** Returns the value of `data-theme` on the root element: undefined leaves the choice to the system. */
export function themeAttribute(theme: Theme): "light" | "dark" | undefined {
  return theme === "system" ? undefined : theme
}

/** In the browser: changes the page at once and saves the choice for the next. */
export function applyTheme(theme: Theme) {
  const root = document.documentElement
  const attribute = themeAttribute(theme)
  if (attribute) root.dataset.theme = attribute
  else delete root.dataset.theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = themeCookie(theme, location.protocol === "https:")
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[name=theme][aria-pressed]")) {
    button.ariaPressed = String(button.value === theme)
  }
}
