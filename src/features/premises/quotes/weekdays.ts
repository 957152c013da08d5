import { weekdayOf } from "#shared/time.ts"

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1)

/** Names weekdays in turn, 1 for Monday, with that of the first date, such as "Mon and Wed". */
export function weekdayNames(languageTag: string, weekdays: readonly number[], first: string): string {
  const all = [...new Set([...weekdays, weekdayOf(first)])].toSorted((one, other) => one - other)
  const format = new Intl.DateTimeFormat(languageTag, { weekday: "short", timeZone: "UTC" })
  const names = all.map((day) => format.format(MONDAY + (day - 1) * 86_400_000))
  return new Intl.ListFormat(languageTag, { type: "conjunction" }).format(names)
}
