import type { Batch } from "#contract/classes/batches.ts"
import { dateInZone, formatTimeIn, sayDate } from "#shared/time.ts"
import type { PageRequest } from "#ui/api.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { sayDay, sayWeekdays } from "#ui/messages/day-words.ts"
import { partsTexts } from "./program-parts.texts.ts"

type Told = Pick<PageRequest, "language" | "now" | "zone">

/** A batch in the reader's words. */
export type ToldBatch = {
  id: string
  when: string
  next: string
  /** The day of its next class alone. */
  day: string
  until: string
  seats: string
  by: string
  /** Every class's date. */
  dates: string[]
  full: boolean
}

/** Returns a program's batches as people say them, the dates in the institution's zone. */
export function tellBatches(page: Told, batches: readonly Batch[]): ToldBatch[] {
  const { language } = page
  const text = partsTexts[language]
  const tag = LANGUAGE_TAGS[language]
  const today = dateInZone(page.now, page.zone)
  return batches.map((batch) => ({
    id: batch.id,
    when: text.batch(
      sayWeekdays(language, batch.weekdays),
      formatTimeIn(tag, batch.start_time),
      formatTimeIn(tag, batch.end_time),
    ),
    next: text.starts(sayDay(page, batch.next_date)),
    day: sayDate(tag, batch.next_date, today),
    until: text.until(batch.classes, sayDay(page, batch.last_date)),
    seats: text.seats(batch.free_seats),
    by: text.by(batch.instructor_name),
    dates: batch.dates.map((date) => sayDate(tag, date, today)),
    full: batch.free_seats === 0,
  }))
}
