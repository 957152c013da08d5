import type { MonthStanding } from "#contract/attendance-sheets.ts"
import { percentOf } from "#shared/share.ts"

/** From this few absences left on, a month is shown as one to watch. */
const FEW_LEFT = 2

/** What a month's register holds of one student. Who was excused counts on neither side. */
export type MonthCount = {
  attended: number
  absent: number
  excused: number
  /** Classes of the month with a seat that are not over yet. */
  toCome: number
  /** Such as 90. */
  requiredPercent: number
}

/**
 * A month's attendance against the rule that asks for a share of it, and how many more absences it bears: counted
 * over the whole month, the classes still to come included, so that it warns before the share is missed.
 */
export function standingOfMonth(count: MonthCount): Omit<MonthStanding, "month"> {
  const { attended, absent, excused, toCome, requiredPercent } = count
  const total = attended + absent + toCome
  // In whole classes: of 21, ninety per cent leave 2 to miss.
  const absences_left = Math.floor((total * (100 - requiredPercent)) / 100) - absent
  return {
    attended,
    held: attended + absent,
    excused,
    to_come: toCome,
    required_percent: requiredPercent,
    absences_left,
    state: stateOf(total, absences_left, toCome),
  }
}

function stateOf(total: number, left: number, toCome: number): MonthStanding["state"] {
  if (total === 0) return "none"
  if (left < 0) return "missed"
  if (left >= toCome) return "met"
  return left <= FEW_LEFT ? "close" : "on-course"
}

/** The share attended of what was held, in whole per cent, or null before anything was held. */
export function percentAttended({ attended, held }: Pick<MonthStanding, "attended" | "held">): number | null {
  return percentOf(attended, held)
}

/** What the rule means for the rest of the month, one sentence. */
export function explainStanding(standing: Omit<MonthStanding, "month">): string {
  const { required_percent, absences_left, to_come } = standing
  switch (standing.state) {
    case "none":
      return `At least ${required_percent}% of each month's classes are needed to progress.`
    case "missed":
      return `Below the ${required_percent}% that progress asks for, and this month can't reach it any more.`
    case "met":
      return to_come === 0
        ? `The ${required_percent}% that progress asks for are reached.`
        : `The ${required_percent}% that progress asks for are safe, whatever the rest of the month brings.`
    case "close":
    case "on-course": {
      const more = absences_left === 0 ? "One more absence" : `${absences_left + 1} more absences`
      return `${more} this month and attendance falls below the ${required_percent}% that progress asks for.`
    }
  }
}
