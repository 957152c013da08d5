import { dateInZone, formatDateIn, formatTimeIn, HOUR, MINUTE, timeInZone } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"

/**
 * Support answers calls between these times, wall-clock in the institution's zone, every day. Source: the
 * terms, section Support.
 */
export const SUPPORT_HOURS = { opens: "10:00", closes: "20:00" } as const
/** A demo request is called back within this time, counted only inside support hours. Source: the same. */
export const CALLBACK_AFTER_MS = 10 * MINUTE
export const CALLBACK_WITHIN_MS = 6 * HOUR

export type CallbackWindow = { from: Date; by: Date }

/**
 * Returns the window of the call-back promised for a request: from 10 minutes to 6 hours after it, counted
 * only inside support hours in the institution's zone.
 */
export function callbackWindow(requestedAt: Date, zone: string): CallbackWindow {
  return {
    from: addSupportTime(requestedAt, CALLBACK_AFTER_MS, zone),
    by: addSupportTime(requestedAt, CALLBACK_WITHIN_MS, zone),
  }
}

/**
 * Returns the instant after `ms` milliseconds of support time. The hours are wall-clock times, also when
 * clocks change.
 */
function addSupportTime(from: Date, ms: number, zone: string): Date {
  let left = ms
  for (let date = dateInZone(from, zone); ; date = addDays(date, 1)) {
    const begins = Math.max(from.getTime(), instantInZone(date, SUPPORT_HOURS.opens, zone).getTime())
    const room = instantInZone(date, SUPPORT_HOURS.closes, zone).getTime() - begins
    if (room >= left) return new Date(begins + left)
    left -= Math.max(room, 0)
  }
}

/**
 * Returns "2:10 pm today", "11:00 am tomorrow" or "11:00 am on Mon, 23 Nov, 2026", in the institution's zone and
 * the reader's language.
 */
export function callbackTime(by: Date, now: Date, zone: string, language: "en" | "hi"): string {
  const date = dateInZone(by, zone)
  const today = dateInZone(now, zone)
  const time = formatTimeIn(language, timeInZone(by, zone))
  const isTomorrow = date === addDays(today, 1)
  if (language === "hi") {
    const day = date === today ? "आज" : isTomorrow ? "कल" : formatDateIn("hi-IN", date)
    return `${day} ${time}`
  }
  if (date === today) return `${time} today`
  return isTomorrow ? `${time} tomorrow` : `${time} on ${formatDateIn("en-IN", date)}`
}
