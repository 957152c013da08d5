import { SECOND } from "#shared/time.ts"
import { JUDGED_FROM_MS, type NoVerdictCause, type Possible, presenceWithin, requiredMs } from "./possible.ts"
import { type Interval, sumPresenceMs } from "./presence.ts"

/** Average level, 0 to 100, of a student's own audio from which it counts as voice. */
export const VOICE_LEVEL_THRESHOLD = 50

/** `none` where presence was hardly possible: nobody is told, and the class counts on neither side of any share. */
export type Verdict = "pending" | "present" | "absent" | "excused" | "none"

/** What an instructor, or staff correcting the register, decided by hand. */
export type AttendanceMark = { verdict: "present" | "absent" | "excused"; reason: string | null; by: string }

/** What a guardian answers to an absence notice. */
export type AbsenceAnswer = "ill" | "forgot" | "could_not_join"

/** Why a verdict is what it is. Seconds of presence and of what was possible are rounded down, those needed up. */
export type VerdictReason =
  | { kind: "marked-by-hand"; by: string; reason: string | null }
  | { kind: "voice-heard"; at: Date }
  | {
      kind: "came-long-enough" | "came-too-briefly"
      seconds: number
      needed: number
      possible: number | null
    }
  | { kind: "hardly-possible"; possible: number; cause: NoVerdictCause }
  /** From before possible time was counted. */
  | { kind: "minimum-reached" | "minimum-not-reached"; minutes: number; minimumMinutes: number }
  | { kind: "guardian-answered"; answer: AbsenceAnswer }
  | { kind: "not-come-yet" }
  | { kind: "never-came" }

export type VerdictDecision = {
  verdict: Verdict
  joinedAt: Date | null
  /** Presence that counts. */
  presentMs: number
  /** Presence that is asked for. */
  requiredMs: number
  /** Null where the verdict is from before it was counted. */
  possibleMs: number | null
  /** The deciding reason first; what the clock says is always among them. */
  reasons: [VerdictReason, ...VerdictReason[]]
}

/** Whether an average audio level, 0 to 100, counts as voice: 50 does. */
export function isVoiceLevelHeard(level: number): boolean {
  return level >= VOICE_LEVEL_THRESHOLD
}

/** What is known of a student and a class. */
export type Evidence = {
  /** This student's, from `reduceIntervals`. */
  intervals: readonly Interval[]
  /**
   * From `possibleTime`; null for a verdict from before it was counted, where all presence counts and `minimumMs` is
   * what was asked then.
   */
  possible: Possible | null
  /** What the class asks for. */
  minimumMs: number
  voiceHeardAt?: Date | null
  voiceEvidenceCounts: boolean
  mark?: AttendanceMark | null
  /** The guardian's answer, where the verdict is from a time when answers excused. */
  excuse?: AbsenceAnswer | null
  classState: "live" | "completed"
  /** The moment open intervals count to: now while live, the actual end after. */
  until: Date
  /** What the timetable leaves of a live class, in ms: it is expected to be held. */
  remainingMs?: number
}

/**
 * Present, absent, excused, still pending or without a verdict, and why: the one place that judges presence. A mark by
 * hand wins over all evidence. Below JUDGED_FROM_MS of possible time there is no verdict. Then voice counts, where it
 * is switched on and the guardian consented, and else presence in possible time. Who never came is never present by
 * minutes, even where the minimum is zero.
 */
export function decideVerdict(evidence: Evidence): VerdictDecision {
  const measured = measure(evidence)
  const { classState, intervals, mark, excuse } = evidence
  const voiceAt = evidence.voiceEvidenceCounts ? (evidence.voiceHeardAt ?? null) : null
  const byClock = explainMeasured(evidence, measured)
  const reasons: [VerdictReason, ...VerdictReason[]] = voiceAt
    ? [{ kind: "voice-heard", at: voiceAt }, byClock]
    : [byClock]
  const known = { joinedAt: intervals[0]?.joinedAt ?? voiceAt, ...measured }
  if (mark) {
    const { verdict, by, reason } = mark
    return { ...known, verdict, reasons: [{ kind: "marked-by-hand", by, reason }, ...reasons] }
  }
  if (byClock.kind === "hardly-possible") return { ...known, verdict: "none", reasons: [byClock] }
  if (voiceAt !== null || byClock.kind === "came-long-enough")
    return { ...known, verdict: "present", reasons }
  if (classState === "live") return { ...known, verdict: "pending", reasons }
  if (excuse) {
    const why = { kind: "guardian-answered", answer: excuse } as const
    return { ...known, verdict: "excused", reasons: [why, ...reasons] }
  }
  return { ...known, verdict: "absent", reasons }
}

type Measured = Pick<VerdictDecision, "presentMs" | "requiredMs" | "possibleMs">

function measure(evidence: Evidence): Measured {
  const { intervals, possible, minimumMs, until } = evidence
  if (!possible) {
    return { presentMs: sumPresenceMs(intervals, until), requiredMs: minimumMs, possibleMs: null }
  }
  return {
    presentMs: presenceWithin(possible, intervals, until),
    requiredMs: requiredMs(expectedMs(evidence, possible), minimumMs),
    possibleMs: possible.ms,
  }
}

/** Possible time by the end of the class, as far as is known now. */
function expectedMs({ classState, remainingMs = 0 }: Evidence, possible: Possible): number {
  return possible.ms + (classState === "live" ? remainingMs : 0)
}

function explainMeasured(evidence: Evidence, { presentMs, requiredMs, possibleMs }: Measured): VerdictReason {
  const { intervals, possible, classState } = evidence
  const isLive = classState === "live"
  if (possible?.cause && !isLive) {
    return { kind: "hardly-possible", possible: Math.floor(possible.ms / SECOND), cause: possible.cause }
  }
  if (intervals.length === 0) return { kind: isLive ? "not-come-yet" : "never-came" }
  const willBeJudged = !possible || expectedMs(evidence, possible) >= JUDGED_FROM_MS
  return {
    kind: willBeJudged && presentMs >= requiredMs ? "came-long-enough" : "came-too-briefly",
    seconds: Math.floor(presentMs / SECOND),
    needed: Math.ceil(requiredMs / SECOND),
    possible: possibleMs === null ? null : Math.floor(possibleMs / SECOND),
  }
}

/**
 * The shortest class, in ms, of which absences are told without staff looking at it: what the class asks for, or half
 * of its timetable where that is less.
 */
export function shortestToldMs(startsAt: Date, endsAt: Date, minimumMs: number): number {
  return Math.min(minimumMs, Math.floor(Math.max(0, endsAt.getTime() - startsAt.getTime()) / 2))
}
