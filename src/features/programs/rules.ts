import type { Role } from "#shared/roles.ts"

const HOURS: Record<string, number> = { hour: 1, day: 24, week: 168, month: 730, year: 8_760 }

/**
 * Returns the length of a duration such as "6 months", "20 hours" or "1 week" in hours of calendar time, so
 * that durations sort by length and not by their leading number. Throws for text that names no length.
 */
export function durationHours(duration: string): number {
  const match = /^(\d+)\s+(hour|day|week|month|year)s?$/.exec(duration.trim())
  const unit = match?.[2] && HOURS[match[2]]
  if (!match || !unit) throw new Error(`"${duration}" is not a duration such as "6 months"`)
  return Number(match[1]) * unit
}

const PERIODS: Record<string, string> = { hour: "PT#H", day: "P#D", week: "P#W", month: "P#M", year: "P#Y" }

/** Returns a duration such as "6 months" in ISO 8601, "P6M", or null for text that names no length. */
export function durationPeriod(duration: string): string | null {
  const match = /^(\d+)\s+(hour|day|week|month|year)s?$/.exec(duration.trim())
  return match?.[1] && match[2] ? (PERIODS[match[2]]?.replace("#", match[1]) ?? null) : null
}

/** The highest grade a range may name. */
const LAST_GRADE = 12

/**
 * Returns every other program grade that includes `grade`: "All" and the ranges around it, so "4" returns
 * "All", "1-4", "3-6" and so on. A full list can be looked up by an index. Empty if `grade` is not from 1 to
 * 12.
 */
export function gradesTakingIn(grade: string): string[] {
  const wanted = Number(grade)
  if (!/^\d{1,2}$/.test(grade) || wanted < 1 || wanted > LAST_GRADE) return []
  const ranges: string[] = ["All"]
  for (let from = 1; from <= wanted; from += 1) {
    for (let to = wanted; to <= LAST_GRADE; to += 1) if (from < to) ranges.push(`${from}-${to}`)
  }
  return ranges
}

/** Returns the words of a search that are long enough to contain a typing error; at most four. */
export function searchWords(search: string): string[] {
  const words = search.toLowerCase().match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? []
  return [...new Set(words)].slice(0, 4)
}

/** What a student earns by the first enrolment in a program (the specification's +50 XP). */
export const ENROLMENT_POINTS = 50

/** Whether the viewer can enrol in programs: students can, others only look at them. */
export function canEnrol(viewer: { role: Role | null }): boolean {
  return viewer.role === "student"
}

/** Returns a title as a slug: "Art & Culture" is "art-and-culture". Letters of other scripts are kept. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll("&", " and ")
    .replace(/\p{Mn}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
}
