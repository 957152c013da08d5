import { weekdayOf } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"

const SUNDAY = 7
/** A list of holidays that leaves no working day in this many days is refused rather than searched for ever. */
const MOST_DAYS = 1_000

/** Whether the academy packs and carriers bring on a date: Monday to Saturday, but for holidays. */
export function isWorkingDay(date: string, holidays: readonly string[]): boolean {
  return weekdayOf(date) !== SUNDAY && !holidays.includes(date)
}

/**
 * Returns the date by which something is promised that is ordered on `from`: so many working days later, where the day of
 * the order doesn't count. Dates are YYYY-MM-DD in the academy's zone. Throws RangeError where there is no such day.
 */
export function promisedOn(from: string, workingDays: number, holidays: readonly string[]): string {
  let left = workingDays
  for (let days = 1; days <= MOST_DAYS; days += 1) {
    const date = addDays(from, days)
    if (!isWorkingDay(date, holidays)) continue
    left -= 1
    if (left <= 0) return date
  }
  throw new RangeError(`${workingDays} working days after ${from} are too far away`)
}
