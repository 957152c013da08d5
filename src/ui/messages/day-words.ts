import { dateInZone, formatDateIn, formatTimeIn } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { LANGUAGE_TAGS, type Language } from "../language.ts"

const words = {
  en: { today: "today", tomorrow: "tomorrow" },
  hi: { today: "आज", tomorrow: "कल" },
} satisfies Record<Language, object>

/** The reader's language, and now and where it is now. */
type Told = { language: Language; now: Date; zone: string }

/** Returns a wall-clock date as people say it: "today", "tomorrow" or "Tue, 1 Dec, 2026". For servers. */
export function sayDay({ language, now, zone }: Told, date: string): string {
  const today = dateInZone(now, zone)
  if (date === today) return words[language].today
  return date === addDays(today, 1) ? words[language].tomorrow : formatDateIn(LANGUAGE_TAGS[language], date)
}

/** Returns a day and a wall-clock time as people say them: "today, 5:00 pm". */
export function sayStart(told: Told, start: { scheduled_date: string; start_time: string }): string {
  return `${sayDay(told, start.scheduled_date)}, ${formatTimeIn(LANGUAGE_TAGS[told.language], start.start_time)}`
}
