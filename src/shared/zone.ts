import { Temporal } from "temporal-polyfill"

/**
 * The instant of a wall-clock date (YYYY-MM-DD) and time (HH:MM) in a zone. A time that a clock change skips
 * moves forward, a doubled one means its first occurrence, as calendars do.
 */
export function instantInZone(date: string, time: string, zone: string): Date {
  const wall = Temporal.PlainDateTime.from(`${date}T${time.slice(0, 5)}:00`)
  return new Date(wall.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds)
}

/** A date (YYYY-MM-DD) some days later, or earlier when negative. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/**
 * The last day of some months that begin on a date: the day before the same day of a later month. Where that month has
 * no such day, it is the month's last.
 */
export function endOfMonths(from: string, months: number): string {
  const first = Temporal.PlainDate.from(from)
  const later = first.add({ months })
  return (later.day < first.day ? later : later.subtract({ days: 1 })).toString()
}

/** The first and last day of a month (YYYY-MM). */
export function daysOfMonth(month: string): { first: string; last: string } {
  const first = `${month}-01`
  return { first, last: endOfMonths(first, 1) }
}

/** When the days from one date to another, both included, begin and are over in a zone. */
export function spanInZone(
  { first, last }: { first: string; last: string },
  zone: string,
): { from: Date; until: Date } {
  return {
    from: instantInZone(first, "00:00", zone),
    until: instantInZone(addDays(last, 1), "00:00", zone),
  }
}
