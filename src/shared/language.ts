export const LANGUAGE_COOKIE = "kaksha.lang"

/** Returns the language that a browser chose before, from its Cookie header; null if it chose none. */
export function keptLanguage(cookies: string | null | undefined): "en" | "hi" | null {
  const kept = cookies?.split(/;\s*/).find((part) => part.startsWith(`${LANGUAGE_COOKIE}=`))
  const value = kept?.slice(LANGUAGE_COOKIE.length + 1)
  return value === "en" || value === "hi" ? value : null
}
