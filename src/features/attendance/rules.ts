import { SECOND } from "#shared/time.ts"
import { arrivalOf, type CheckIn, earliest } from "./arrivals.ts"
import { type CoachMark, isThere } from "./coach-marks.ts"
import { JUDGED_FROM_MS, type NoVerdictCause, type Possible, presenceWithin, requiredMs } from "./possible.ts"
import { type Interval, sumPresenceMs } from "./presence.ts"

/** Average level, 0 to 100, of a student's own audio from which it counts as voice. */
export const VOICE_LEVEL_THRESHOLD = 50

/** `none` if presence was hardly possible: no notice is sent, and the class is left out of every share. */
export type Verdict = "pending" | "present" | "absent" | "excused" | "none"

/** A decision by hand, by an instructor or by staff correcting the register. */
export type AttendanceMark = { verdict: "present" | "absent" | "excused"; reason: string | null; by: string }

/** What a guardian answers to an absence notice. */
export type AbsenceAnswer = "ill" | "forgot" | "could_not_join"

/**
 * Why a verdict was reached. Seconds of presence and of possible time are rounded down, required seconds up.
 */
export type VerdictReason =
  | { kind: "marked-by-hand"; by: string; reason: string | null }
  | { kind: "coach-marked"; state: CoachMark["state"]; at: Date; by: string }
  | { kind: "checked-in"; way: CheckIn["way"]; at: Date }
  /** On premises, where nobody is absent without a mark. */
  | { kind: "not-marked" }
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
  /** Presence that is required. */
  requiredMs: number
  /** Null for a verdict from before it was counted. */
  possibleMs: number | null
  /** The deciding reason first; the reason by presence time is included, on premises for who joined the room. */
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
   * From `possibleTime`; null for a verdict from before it was counted. Then all presence counts, and
   * `minimumMs` is what was required at the time.
   */
  possible: Possible | null
  /** The class's minimum presence. */
  minimumMs: number
  voiceHeardAt?: Date | null
  voiceEvidenceCounts: boolean
  mark?: AttendanceMark | null
  /** What counts of the marks of coaches' devices. */
  coach?: CoachMark | null
  /** At the centre, of a class on premises. */
  checkIns?: readonly CheckIn[]
  /** Taught in a hall, where the room shows only who joined from elsewhere. */
  onPremises?: boolean
  /** The guardian's answer, for a verdict from a time when answers excused. */
  excuse?: AbsenceAnswer | null
  classState: "live" | "completed"
  /** Open intervals count to this moment: now while live, the actual end after. */
  until: Date
  /** The scheduled time left of a live class, in ms; the class is expected to last that long. */
  remainingMs?: number
}

/**
 * Returns present, absent, excused, pending or no verdict, with the reasons. All presence is judged here. A
 * mark by hand outranks all evidence. Then whatever shows that the student was there: a coach's mark, a check-in
 * that no later mark contradicts, voice, if it is switched on and the guardian consented, or presence in possible
 * time. On premises only a coach's mark makes absent; elsewhere there is no verdict below JUDGED_FROM_MS of possible time. Somebody who never
 * came is never present by minutes, even with a minimum of zero.
 */
export function decideVerdict(evidence: Evidence): VerdictDecision {
  const measured = measure(evidence)
  const { classState, intervals, mark, excuse } = evidence
  const voiceAt = evidence.voiceEvidenceCounts ? (evidence.voiceHeardAt ?? null) : null
  const byClock = explainMeasured(evidence, measured)
  const heard: VerdictReason[] = voiceAt ? [{ kind: "voice-heard", at: voiceAt }] : []
  const reasons = withHall(evidence, [...heard, byClock], byClock)
  const known = {
    joinedAt: intervals[0]?.joinedAt ?? voiceAt ?? arrivalOf(evidence)?.at ?? null,
    ...measured,
  }
  if (mark) {
    const { verdict, by, reason } = mark
    return { ...known, verdict, reasons: [{ kind: "marked-by-hand", by, reason }, ...reasons] }
  }
  if (evidence.coach && isThere(evidence.coach.state)) return { ...known, verdict: "present", reasons }
  if (arrivalOf(evidence)) return { ...known, verdict: "present", reasons }
  const observed = voiceAt !== null || byClock.kind === "came-long-enough"
  if (evidence.onPremises) return { ...known, verdict: observed ? "present" : inHall(evidence), reasons }
  if (byClock.kind === "hardly-possible") return { ...known, verdict: "none", reasons: [byClock] }
  if (observed) return { ...known, verdict: "present", reasons }
  if (classState === "live") return { ...known, verdict: "pending", reasons }
  if (excuse) {
    const why = { kind: "guardian-answered", answer: excuse } as const
    return { ...known, verdict: "excused", reasons: [why, ...reasons] }
  }
  return { ...known, verdict: "absent", reasons }
}

/** An excuse that a coach asked for is an absence until staff confirm it. */
function inHall({ coach, classState }: Evidence): Verdict {
  if (coach) return "absent"
  return classState === "live" ? "pending" : "none"
}

/**
 * The coach's mark and the check-in first, the one that decides before the other. What the room shows of somebody in
 * a hall is left out if they were never in it.
 */
function withHall(
  evidence: Evidence,
  observed: VerdictReason[],
  byClock: VerdictReason,
): [VerdictReason, ...VerdictReason[]] {
  const { coach, checkIns = [], onPremises, intervals } = evidence
  const marked: VerdictReason[] = coach
    ? [{ kind: "coach-marked", state: coach.state, at: coach.at, by: coach.by }]
    : []
  const arrival = arrivalOf(evidence)
  const came = [arrival ?? earliest(checkIns)].flatMap((one): VerdictReason[] =>
    one ? [{ kind: "checked-in", ...one }] : [],
  )
  const decided = coach && isThere(coach.state)
  const inHall = arrival && !decided ? [...came, ...marked] : [...marked, ...came]
  const inRoom = onPremises && intervals.length === 0 ? observed.filter((one) => one !== byClock) : observed
  const unmarked: VerdictReason[] = onPremises && inHall.length === 0 ? [{ kind: "not-marked" }] : []
  const [first = byClock, ...others] = [...inHall, ...unmarked, ...inRoom]
  return [first, ...others]
}

/** How much presence is still missing, in ms; less than 0 for more than is needed. */
export function lacksMs({
  presentMs,
  requiredMs,
}: Pick<VerdictDecision, "presentMs" | "requiredMs">): number {
  return requiredMs - presentMs
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

/** Returns the possible time expected by the end of the class, in ms. */
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
 * Returns the length of class, in ms, below which staff check absences before notices are sent: the class's
 * minimum, or half of its scheduled length if that is less.
 */
export function shortestToldMs(startsAt: Date, endsAt: Date, minimumMs: number): number {
  return Math.min(minimumMs, Math.floor(Math.max(0, endsAt.getTime() - startsAt.getTime()) / 2))
}
