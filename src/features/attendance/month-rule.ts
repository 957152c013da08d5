import type { MonthStanding } from "#contract/attendance/attendance-sheets.ts"
import { percentOf } from "#shared/share.ts"

/** From this few remaining absences on, the month is shown as one to watch. */
const FEW_LEFT = 2

/** A student's counts for a month. Classes on neither side are no part of the share. */
export type MonthCount = {
  attended: number
  absent: number
  excused: number
  noVerdict: number
  /** Classes of the month with a seat that are not over yet, without make-ups. */
  toCome: number
  /** Upcoming make-ups: each can still turn an absence of the month into a class attended. */
  makeUps: number
  /** In per cent, such as 90. */
  requiredPercent: number
}

/**
 * Compares a month's attendance with the required share. It counts the whole month, upcoming classes
 * included, so that it can warn before the share is missed.
 */
export function standingOfMonth(count: MonthCount): Omit<MonthStanding, "month"> {
  const { attended, absent, excused, noVerdict, toCome, makeUps, requiredPercent } = count
  const total = attended + absent + toCome
  const chances = toCome + makeUps
  // In whole classes: 90 per cent of 21 are 19.
  const lacking = Math.ceil((total * requiredPercent) / 100) - attended
  return {
    attended,
    held: attended + absent,
    excused,
    no_verdict: noVerdict,
    to_come: toCome,
    make_ups: makeUps,
    required_percent: requiredPercent,
    absences_left: chances - lacking,
    needed: Math.max(0, lacking),
    state: stateOf(total, chances - lacking, chances),
  }
}

function stateOf(total: number, left: number, chances: number): MonthStanding["state"] {
  if (total === 0) return "none"
  if (left < 0) return "missed"
  if (left >= chances) return "met"
  return left <= FEW_LEFT ? "close" : "on-course"
}

type Share = Pick<MonthStanding, "attended" | "held" | "required_percent">

/**
 * Returns the share attended of the classes held, in whole per cent, or null before any was held. Never shows
 * the required per cent to a student who has less.
 */
export function percentAttended({ attended, held, required_percent }: Share): number | null {
  return percentOf(attended, held, required_percent)
}

/** Which sentence explains the rule for the rest of a month. */
export type StandingSentence =
  | { kind: "none" | "met" }
  /** Out of reach, or reached, whatever becomes of the classes that are left. */
  | { kind: "missed" | "safe"; chances: number }
  /** All or some of the upcoming classes have to be attended, to reach the required share or to keep it. */
  | { kind: "attend-all" | "attend-some"; aim: "reach" | "stay"; needed: number; chances: number }

export function sentenceOf(standing: Omit<MonthStanding, "month">): StandingSentence {
  const { state, attended, held, required_percent, needed, to_come, make_ups } = standing
  const chances = to_come + make_ups
  if (state === "none") return { kind: "none" }
  if (state === "missed") return { kind: "missed", chances }
  if (state === "met") return chances === 0 ? { kind: "met" } : { kind: "safe", chances }
  const isThere = held > 0 && attended * 100 >= held * required_percent
  const kind = needed === chances ? "attend-all" : "attend-some"
  return { kind, aim: isThere ? "stay" : "reach", needed, chances }
}
