import type { Role } from "#shared/roles.ts"

const HOURS: Record<string, number> = { hour: 1, day: 24, week: 168, month: 730, year: 8_760 }

/**
 * The length of a duration such as "6 months", "20 hours" or "1 week" in hours of calendar time, so that
 * durations sort by real length and not by their leading number. Throws for text that names no length.
 */
export function durationHours(duration: string): number {
  const match = /^(\d+)\s+(hour|day|week|month|year)s?$/.exec(duration.trim())
  const unit = match?.[2] && HOURS[match[2]]
  if (!match || !unit) throw new Error(`"${duration}" is not a duration such as "6 months"`)
  return Number(match[1]) * unit
}

/** Students enrol in programs; others look at them. */
export function canEnrol(viewer: { role: Role | null }): boolean {
  return viewer.role === "student"
}
