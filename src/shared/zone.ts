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
