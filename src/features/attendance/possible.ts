import type { Outage } from "#features/rooms/rules.ts"
import { MINUTE } from "#shared/time.ts"
import { type Interval, MERGE_GAP_MS } from "./presence.ts"
import { intersectSpans, lengthOf, type Span, subtractSpans, uniteSpans } from "./spans.ts"

/** Students who could have been present for less than this get no verdict. */
export const JUDGED_FROM_MS = 3 * MINUTE

/** Why a student could hardly have been present. */
export type NoVerdictCause = "class-short" | "seat-late" | "not-admitted" | "staff-away" | "room-down"

/**
 * When a student could have been present. `cause` says why that is too little for a verdict; null if it is
 * enough.
 */
export type Possible = { spans: Span[]; ms: number; cause: NoVerdictCause | null }

export type PossibleInput = {
  startedAt: Date
  /** When the student took the seat; null counts as before the class. */
  seatedAt: Date | null
  /** When the room would have let the student in, from `admittedTime`; null if always. */
  admitted?: readonly Span[] | null
  /** The end of the class, or now. */
  until: Date
  /** Presence of each instructor and admin, from `reduceIntervals`. */
  staff: readonly (readonly Interval[])[]
  /** When the room could not be looked into, in any order. */
  outages: readonly Outage[]
}

/**
 * Returns when a student could have been present: from the later of class start and taking the seat until the
 * end, while the room let the student in, staff were there and the room was up. Absences of staff under MERGE_GAP_MS don't count.
 */
export function possibleTime({
  startedAt,
  seatedAt,
  admitted,
  until,
  staff,
  outages,
}: PossibleInput): Possible {
  const end = until.getTime()
  const ran = uniteSpans([{ from: startedAt.getTime(), to: end }])
  const from = Math.max(startedAt.getTime(), seatedAt?.getTime() ?? 0)
  const seated = uniteSpans([{ from, to: end }])
  const letIn = admitted ? intersectSpans(seated, admitted) : seated
  const attended = uniteSpans(
    staff.flatMap((intervals) => spansOf(intervals, until)),
    MERGE_GAP_MS,
  )
  const withStaff = intersectSpans(letIn, attended)
  const spans = subtractSpans(
    withStaff,
    outages.map((outage) => ({ from: outage.from.getTime(), to: outage.to.getTime() })),
  )
  const steps: [NoVerdictCause, Span[]][] = [
    ["class-short", ran],
    ["seat-late", seated],
    ["not-admitted", letIn],
    ["staff-away", withStaff],
    ["room-down", spans],
  ]
  const cause = steps.find(([, left]) => lengthOf(left) < JUDGED_FROM_MS)?.[0] ?? null
  return { spans, ms: lengthOf(spans), cause }
}

/** Returns how much of the possible time somebody was present, in ms; never more than the possible time. */
export function presenceWithin(possible: Possible, intervals: readonly Interval[], until: Date): number {
  return lengthOf(intersectSpans(possible.spans, spansOf(intervals, until)))
}

/**
 * Returns the presence in ms that makes a student present: the class's minimum, or half of the possible time
 * if that is less.
 */
export function requiredMs(possibleMs: number, minimumMs: number): number {
  return Math.min(minimumMs, Math.floor(possibleMs / 2))
}

function spansOf(intervals: readonly Interval[], until: Date): Span[] {
  return uniteSpans(
    intervals.map(({ joinedAt, leftAt }) => ({
      from: joinedAt.getTime(),
      to: Math.min(leftAt?.getTime() ?? until.getTime(), until.getTime()),
    })),
  )
}
