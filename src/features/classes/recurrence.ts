import { DAY, weekdayOf } from "#shared/time.ts"

/** The most classes scheduled at once: more than a year of weekly ones. */
export const MAX_OCCURRENCES = 60

export type Repetition = {
  /** The first date, YYYY-MM-DD. */
  from: string
  /** 1 is Monday and 7 Sunday. The first date's own weekday is always included. */
  weekdays: readonly number[]
  /** The last possible date, or the number of weeks. */
  end: { until: string } | { weeks: number }
}

/**
 * Returns the dates of a weekly series, YYYY-MM-DD, earliest first. Returns at most one more than the limit,
 * so that the caller can tell that the series is too long. Dates have no zone, so no clock change can shift
 * them.
 */
export function weeklyDates({ from, weekdays, end }: Repetition): string[] {
  const days = new Set([...weekdays, weekdayOf(from)])
  const first = Date.parse(`${from}T00:00:00Z`)
  const last = "until" in end ? Date.parse(`${end.until}T00:00:00Z`) : first + (end.weeks * 7 - 1) * DAY
  const dates: string[] = []
  for (let day = first; day <= last && dates.length <= MAX_OCCURRENCES; day += DAY) {
    const date = new Date(day).toISOString().slice(0, 10)
    if (days.has(weekdayOf(date))) dates.push(date)
  }
  return dates
}

/** What a series comes to. Its weekdays are in the order of the week; 1 is Monday. */
export type Repeated = { classes: number; weekdays: number[]; last: string }

/** Returns how many classes the dates of a series are, on which weekdays, and the last one. */
export function summariseSeries(dates: readonly string[]): Repeated {
  const weekdays = [...new Set(dates.map(weekdayOf))].toSorted((one, other) => one - other)
  return { classes: dates.length, weekdays, last: dates.at(-1) ?? "" }
}
