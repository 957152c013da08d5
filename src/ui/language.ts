export const LANGUAGES = ["en", "hi"] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language as it calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", hi: "हिन्दी" }

/** What stands in the `lang` of a page. */
export const LANGUAGE_TAGS: Record<Language, string> = { en: "en-IN", hi: "hi-IN" }

export const LANGUAGE_COOKIE = "kaksha.lang"
const YEAR_IN_SECONDS = 31_536_000

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}

/** What a request says of the language it wants, the strongest first. */
export type LanguageWishes = {
  /** `?lang=` of the address. */
  asked: string | null
  cookies: string | null | undefined
  accepts: string | null | undefined
}

/** The language of an answer: the address's, else the one chosen before, else what the browser prefers. */
export function chooseLanguage({ asked, cookies, accepts }: LanguageWishes): Language {
  if (isLanguage(asked)) return asked
  const kept = cookies?.split(/;\s*/).find((part) => part.startsWith(`${LANGUAGE_COOKIE}=`))
  const value = kept?.slice(LANGUAGE_COOKIE.length + 1)
  return isLanguage(value) ? value : preferredLanguage(accepts)
}

/** Hindi where the browser names it before any English; English otherwise. */
function preferredLanguage(accepts: string | null | undefined): Language {
  const wanted = (accepts ?? "").split(",").map((part, place) => {
    const [tag = "", ...rest] = part.trim().toLowerCase().split(";")
    const weight = Number(/^q=([\d.]+)$/.exec(rest.join("").trim())?.[1] ?? 1)
    return { language: tag.split("-")[0], weight, place }
  })
  const [first] = wanted
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
  return first?.language === "hi" ? "hi" : "en"
}

/** The Set-Cookie value that keeps a chosen language for a year. */
export function languageCookie(language: Language, secure: boolean): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax${secure ? "; Secure" : ""}`
}

/** The address of a page in a language, everything else of it as it was. */
export function addressIn(language: Language, path: string, search: string): string {
  const params = new URLSearchParams(search)
  params.set("lang", language)
  return `${path}?${params}`
}

/** The language of a page, by what the root's loader answered. */
export function languageOf(matches: readonly ({ loaderData?: unknown } | undefined)[]): Language {
  const { language } = (matches[0]?.loaderData ?? {}) as { language?: Language }
  return language ?? "en"
}
