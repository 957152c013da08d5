import { formatTimeIn, shortDate } from "#shared/time.ts"
import { LANGUAGE_TAGS, type Language } from "../language.ts"

/** Without the academy's date, dates are said with their year. */
const LONG_AGO = "1970-01-01"
const MOST_NAMED = 4

const WORDS: Record<
  Language,
  { and: string; more: (count: number) => string; codes: Record<string, string> }
> = {
  en: {
    and: "and",
    more: (count) => `and ${count} more`,
    codes: { demo: "demo", regular: "regular", online: "online", on_premises: "on premises" },
  },
  hi: {
    and: "और",
    more: (count) => `और ${count} दूसरी तारीख़ें`,
    codes: { demo: "डेमो", regular: "नियमित", online: "ऑनलाइन", on_premises: "केंद्र पर" },
  },
}

/** Splits a field code from the values that came with it, as `withValues` joined them. */
export function splitValues(text: string): { code: string; values: string[] } {
  const [code = "", ...values] = text.split("|")
  return { code, values }
}

/**
 * Fills `{dates}` and `{value}` of a field's text with the values that came with its code, days and times as the
 * language says them. Of many dates the first ones are named. `today` is the academy's date.
 */
export function fillValues(
  text: string,
  values: readonly string[],
  language: Language,
  today = LONG_AGO,
): string {
  return text
    .replace("{dates}", () => nameDates(values, language, today))
    .replace("{value}", () => sayValue(values.join("|"), language, today))
}

function nameDates(dates: readonly string[], language: Language, today: string): string {
  const { and, more } = WORDS[language]
  const named = dates.slice(0, MOST_NAMED).map((date) => shortDate(LANGUAGE_TAGS[language], date, today))
  const others = dates.length - named.length
  if (others > 0) return `${named.join("; ")} ${more(others)}`
  if (named.length < 2) return named.join("")
  return `${named.slice(0, -1).join("; ")} ${and} ${named.at(-1)}`
}

function sayValue(value: string, language: Language, today: string): string {
  const { codes } = WORDS[language]
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return shortDate(LANGUAGE_TAGS[language], value, today)
  if (/^\d\d:\d\d$/.test(value)) return formatTimeIn(LANGUAGE_TAGS[language], value)
  return Object.hasOwn(codes, value) ? (codes[value] ?? value) : value
}
