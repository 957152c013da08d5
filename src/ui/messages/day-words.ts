import { dateInZone, formatTimeIn, sayDate } from "#shared/time.ts"
import { LANGUAGE_TAGS, type Language } from "../language.ts"

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
