import { keptLanguage, LANGUAGE_COOKIE } from "#shared/language.ts"

export const LANGUAGES = ["en", "hi"] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language as it calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", hi: "हिन्दी" }

/** The `lang` attribute of a page. */
export const LANGUAGE_TAGS: Record<Language, string> = { en: "en-IN", hi: "hi-IN" }

const YEAR_IN_SECONDS = 31_536_000

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}

/** The signs of a request's language, the strongest first. */
export type LanguageWishes = {
  /** `?lang=` of the address. */
  asked: string | null
  cookies: string | null | undefined
  accepts: string | null | undefined
}

/**
 * Returns the language of a response: the address's, else the one chosen before, else what the browser
 * prefers.
 */
export function chooseLanguage({ asked, cookies, accepts }: LanguageWishes): Language {
  if (isLanguage(asked)) return asked
  return keptLanguage(cookies) ?? preferredLanguage(accepts)
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

/** Returns the address of a page in a language, otherwise unchanged. */
export function addressIn(language: Language, path: string, search: string): string {
  const params = new URLSearchParams(search)
  params.set("lang", language)
  return `${path}?${params}`
}

/** The matched routes as a page's `meta` gets them, the root first. */
export type Matches = readonly ({ loaderData?: unknown } | undefined)[]

/** Returns the language of a page, from the root loader's data. */
export function languageOf(matches: Matches): Language {
  const { language } = (matches[0]?.loaderData ?? {}) as { language?: Language }
  return language ?? "en"
}
