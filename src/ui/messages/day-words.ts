import { dateInZone, formatTimeIn, sayDate } from "#shared/time.ts"
import { LANGUAGE_TAGS, type Language } from "../language.ts"

const weekdayTexts = {
  en: { everyDay: "Every day", range: (first: string, last: string) => `${first} to ${last}` },
  hi: { everyDay: "हर दिन", range: (first: string, last: string) => `${first} से ${last}` },
}

/** The reader's language, and now and where it is now. */
type Told = { language: Language; now: Date; zone: string }

/** Returns a wall-clock date as people say it in a sentence: "today", "tomorrow" or "Tue, 1 Dec". For servers. */
export function sayDay({ language, now, zone }: Told, date: string): string {
  const said = sayDate(LANGUAGE_TAGS[language], date, dateInZone(now, zone))
  return /\d/.test(said) ? said : said.toLowerCase()
}

/** Returns a day and a wall-clock time as people say them: "today, 5:00 pm". */
export function sayStart(told: Told, start: { scheduled_date: string; start_time: string }): string {
  return `${sayDay(told, start.scheduled_date)}, ${formatTimeIn(LANGUAGE_TAGS[told.language], start.start_time)}`
}

/** Returns weekdays as "Mon to Sat", "Tue, Thu" or "Every day". 1 is Monday and 7 Sunday. */
export function sayWeekdays(language: Language, weekdays: readonly number[]): string {
  const text = weekdayTexts[language]
  const days = [...weekdays].sort((one, other) => one - other)
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { weekday: "short", timeZone: "UTC" })
  // The first of January 2024 was a Monday.
  const name = (day: number | undefined) => format.format(Date.UTC(2024, 0, day))
  const isRow = days.every((day, index) => day === (days[0] ?? 0) + index)
  if (days.length === 7) return text.everyDay
  return days.length > 2 && isRow ? text.range(name(days[0]), name(days.at(-1))) : days.map(name).join(", ")
}
