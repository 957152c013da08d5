import type { MonthStanding } from "#contract/attendance-sheets.ts"
import { percentOf } from "#shared/share.ts"

/** From this few absences left on, a month is shown as one to watch. */
const FEW_LEFT = 2

/** What a month's register holds of one student. What is on neither side is no part of the share. */
export type MonthCount = {
  attended: number
  absent: number
  excused: number
  noVerdict: number
  /** Classes of the month with a seat that are not over yet, without make-ups. */
  toCome: number
  /** Make-ups to come: each can still turn an absence of the month into a class attended. */
  makeUps: number
  /** Such as 90. */
  requiredPercent: number
}

/**
 * A month's attendance against the rule that asks for a share of it: counted over the whole month, the classes still
 * to come included, so that it warns before the share is missed.
 */
export function standingOfMonth(count: MonthCount): Omit<MonthStanding, "month"> {
  const { attended, absent, excused, noVerdict, toCome, makeUps, requiredPercent } = count
  const total = attended + absent + toCome
  const chances = toCome + makeUps
  // In whole classes: of 21, ninety per cent are 19.
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
 * The share attended of what was held, in whole per cent, or null before anything was held. Nobody reads the share
 * that is required who has less.
 */
export function percentAttended({ attended, held, required_percent }: Share): number | null {
  return percentOf(attended, held, required_percent)
}

/** What the rule means for the rest of a month: which sentence is true of it. */
export type StandingSentence =
  | { kind: "none" | "missed" | "met" | "safe" }
  /** All classes to come have to be attended, or a part of them; to get there, or to stay there. */
  | { kind: "attend-all" | "attend-some"; aim: "reach" | "stay"; needed: number; chances: number }

export function sentenceOf(standing: Omit<MonthStanding, "month">): StandingSentence {
  const { state, attended, held, required_percent, needed, to_come, make_ups } = standing
  const chances = to_come + make_ups
  if (state === "none" || state === "missed") return { kind: state }
  if (state === "met") return { kind: chances === 0 ? "met" : "safe" }
  const isThere = held > 0 && attended * 100 >= held * required_percent
  const kind = needed === chances ? "attend-all" : "attend-some"
  return { kind, aim: isThere ? "stay" : "reach", needed, chances }
}
