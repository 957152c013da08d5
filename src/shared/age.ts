/** Ages are reckoned from wall-clock dates (YYYY-MM-DD). Today's date is always that of the institution's zone. */

export const ADULT_AGE = 18
/** What a date of birth may say of a person who registers. */
export const YOUNGEST = 3
export const OLDEST = 100

export type BirthDateProblem = "BIRTH_DATE_FUTURE" | "BIRTH_DATE_TOO_YOUNG" | "BIRTH_DATE_TOO_OLD"

/**
 * Whether a person is under 18 on a day. They turn 18 on their birthday; a person born on 29 February does so
 * on 1 March of a year without that day.
 */
export function isUnder18(dateOfBirth: string, today: string): boolean {
  return today < laterByYears(dateOfBirth, ADULT_AGE)
}

/** How old a person is on a day, in whole years. Neither is checked: an earlier day gives a negative age. */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** Returns the day on which a person turns 18. */
export function eighteenthBirthday(dateOfBirth: string): string {
  const date = laterByYears(dateOfBirth, ADULT_AGE)
  return isRealDate(date) ? date : `${date.slice(0, 4)}-03-01`
}

/** Returns the day by which a person known only to be under 18 today is certainly 18. */
export function certainlyAdultOn(today: string): string {
  return eighteenthBirthday(laterByYears(today, -YOUNGEST))
}

/** Returns the latest date of birth of a person who is 18 on a day: anyone born after it is under 18. */
export function latestAdultBirthday(today: string): string {
  const date = laterByYears(today, -ADULT_AGE)
  // 18 years before a leap day there was none.
  return date.endsWith("-02-29") ? `${date.slice(0, 4)}-02-28` : date
}

/** What is wrong with a date of birth, or null. */
export function birthDateProblem(dateOfBirth: string, today: string): BirthDateProblem | null {
  if (dateOfBirth >= today) return "BIRTH_DATE_FUTURE"
  if (today < laterByYears(dateOfBirth, YOUNGEST)) return "BIRTH_DATE_TOO_YOUNG"
  if (today >= laterByYears(dateOfBirth, OLDEST + 1)) return "BIRTH_DATE_TOO_OLD"
  return null
}

/** A day, month and year as typed, as YYYY-MM-DD; null where there is no such day. */
export function dateFromParts(parts: { day: string; month: string; year: string }): string | null {
  const [day, month, year] = [parts.day, parts.month, parts.year].map((part) => part.trim())
  if (!/^\d{1,2}$/.test(day ?? "") || !/^\d{1,2}$/.test(month ?? "") || !/^\d{4}$/.test(year ?? ""))
    return null
  const date = `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`
  return isRealDate(date) ? date : null
}

/** Whether a date of birth, as typed so far, is a minor's by this device's own date. It only decides which fields to show. */
export function isMinorHere(parts: { day: string; month: string; year: string }, now = new Date()): boolean {
  const date = dateFromParts(parts)
  const today = dateFromParts({
    day: String(now.getDate()),
    month: String(now.getMonth() + 1),
    year: String(now.getFullYear()),
  })
  return date !== null && today !== null && date < today && isUnder18(date, today)
}

/** Reads 27/03/2014, 27-3-2014, 27.03.2014 or 2014-03-27, the day always before the month; null for anything else. */
export function readTypedDate(typed: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed.trim()) ?? []
  if (year && month && day) return dateFromParts({ day, month, year })
  const [, first, second, third] = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(typed.trim()) ?? []
  return first && second && third ? dateFromParts({ day: first, month: second, year: third }) : null
}

function isRealDate(date: string): boolean {
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
}

/** The same day and month of another year, which need not exist. Dates compare as texts all the same. */
function laterByYears(date: string, years: number): string {
  return `${String(Number(date.slice(0, 4)) + years).padStart(4, "0")}${date.slice(4)}`
}
