import { formatPaise } from "#shared/money.ts"
import type { Language } from "#ui/language.ts"
import { type Membership, type Pickup, tableOf } from "./policy-tables.ts"
import { formatsHi, hourOf as hourInHindi, spanOf as spanInHindi } from "./policy-words.hi.ts"

/* How a policy's figures are written in a sentence. The figures themselves are only in
   content/policies.json. */

/** Formats the wall-clock time "10:00" as "10 AM", "18:30" as "6:30 PM". */
export function hourOf(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  const shown = `${hours % 12 || 12}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""}`
  return `${shown} ${hours < 12 ? "AM" : "PM"}`
}

/** Formats minutes as "10 minutes"; whole hours as "6 hours". */
export function spanOf(minutes: number): string {
  return minutes % 60 === 0 ? countOf(minutes / 60, "hour") : countOf(minutes, "minute")
}

function countOf(count: number, word: string, plural = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`
}

function ordinalOf(count: number): string {
  const ending = { one: "st", two: "nd", few: "rd" } as Record<string, string>
  return `${count}${ending[new Intl.PluralRules("en", { type: "ordinal" }).select(count)] ?? "th"}`
}

/** The formats allowed after the bar of a placeholder. Each gets the value at the placeholder's path. */
const formats: Record<string, (value: never) => string> = {
  money: (paise: number) => formatPaise(paise),
  hour: hourOf,
  span: spanOf,
  ordinal: ordinalOf,
  classes: (count: number) => countOf(count, "class", "classes"),
  times: (count: number) => (count === 1 ? "once" : `${count} times`),
  list: (items: string[]) => new Intl.ListFormat("en-IN").format(items),
  memberships: (rows: Membership[]) =>
    tableOf(
      ["Membership", "Discount"],
      ...rows.map(({ months, discountPercent }) => [
        countOf(months, "month"),
        discountPercent ? `${discountPercent}%` : "none",
      ]),
    ),
  pickup: (rows: Pickup[]) =>
    tableOf(
      ["Days a week", "Charge a month"],
      ...rows.map(({ daysPerWeek, pricePaise }) => [countOf(daysPerWeek, "day"), formatPaise(pricePaise)]),
    ),
}

/** The formats of hours and spans by language. */
export const policyWords: Record<Language, { hourOf: typeof hourOf; spanOf: typeof spanOf }> = {
  en: { hourOf, spanOf },
  hi: { hourOf: hourInHindi, spanOf: spanInHindi },
}

/**
 * Fills each `{{path}}` or `{{path|format}}` of a text with the value at that path. Throws if a path or
 * format does not exist, so that a mistyped placeholder is never published.
 */
export function fillPlaceholders(text: string, values: object, language: Language = "en"): string {
  const known = language === "hi" ? formatsHi : formats
  return text.replace(/\{\{([\w.]+)(?:\|(\w+))?\}\}/g, (placeholder, path: string, name?: string) => {
    const value = path
      .split(".")
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], values)
    if (value === undefined) throw new Error(`${placeholder}: there is no such value`)
    if (!name) return String(value)
    const format = known[name]
    if (!format) throw new Error(`${placeholder}: there is no such format`)
    return format(value as never)
  })
}
