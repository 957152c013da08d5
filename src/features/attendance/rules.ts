import { type Interval, sumPresenceMs } from "./presence.ts"

const MINUTE_MS = 60_000

/** Presence that counts as having attended, unless the class says otherwise. */
export const DEFAULT_MINIMUM_MINUTES = 10
/** Average level, 0 to 100, of a student's own audio from which it counts as voice. */
export const VOICE_LEVEL_THRESHOLD = 50
/** From this share of the class on, an outage alone holds every notice: people gave up for good reason. */
export const OUTAGE_SHARE_THAT_HOLDS = 0.25

export type Verdict = "pending" | "present" | "absent" | "excused"

/** What an instructor, or staff correcting the sheet, decided by hand. */
export type AttendanceMark = { verdict: "present" | "absent" | "excused"; reason: string | null; by: string }

/** What a guardian answers to an absence notice. */
export type AbsenceAnswer = "ill" | "forgot" | "could_not_join"

/** Why a verdict is what it is. `minutes` are whole minutes of presence, `minimumMinutes` may be a fraction. */
export type VerdictReason =
  | { kind: "marked-by-hand"; by: string; reason: string | null }
  | { kind: "voice-heard"; at: Date }
  | { kind: "minimum-reached"; minutes: number; minimumMinutes: number }
  | { kind: "minimum-not-reached"; minutes: number; minimumMinutes: number }
  | { kind: "guardian-answered"; answer: AbsenceAnswer }
  | { kind: "not-come-yet" }
  | { kind: "never-came" }

export type VerdictDecision = {
  verdict: Verdict
  joinedAt: Date | null
  totalMs: number
  /** The deciding reason first; what the clock says is always among them. */
  reasons: [VerdictReason, ...VerdictReason[]]
}

/** Whether an average audio level, 0 to 100, counts as voice: 50 does. */
export function isVoiceLevelHeard(level: number): boolean {
  return level >= VOICE_LEVEL_THRESHOLD
}

/**
 * Presence in ms that makes a student present: 10 minutes, or what the academy asks for, or half the scheduled class, whichever is shorter.
 * `minimumMinutes` is what this class itself asks for; it stands as given, but never exceeds the class.
 */
export function presenceMinimumMs(input: {
  startsAt: Date
  endsAt: Date
  minimumMinutes?: number | null
  /** What the academy asks for where the class asks for nothing. */
  usualMinutes?: number
}): number {
  const scheduledMs = Math.max(0, input.endsAt.getTime() - input.startsAt.getTime())
  const asked = input.minimumMinutes
  if (asked === undefined || asked === null) {
    return Math.min((input.usualMinutes ?? DEFAULT_MINIMUM_MINUTES) * MINUTE_MS, Math.floor(scheduledMs / 2))
  }
  return Math.min(Math.max(0, asked) * MINUTE_MS, scheduledMs)
}

/**
 * Present, absent, excused or still pending, and why. A mark by hand wins over all evidence; then voice, where
 * it counts (switched on, and the guardian consented); then the total. Who never came is never present by
 * minutes, even where the minimum is zero. A guardian's answer excuses an absence and nothing else.
 *
 * @param input.intervals this student's, from `reduceIntervals`
 * @param input.until the moment open intervals count to: now while live, the actual end after
 */
export function decideVerdict(input: {
  intervals: readonly Interval[]
  minimumMs: number
  voiceHeardAt?: Date | null
  voiceEvidenceCounts: boolean
  mark?: AttendanceMark | null
  /** The guardian's, where it is one that excuses. */
  excuse?: AbsenceAnswer | null
  classState: "live" | "completed"
  until: Date
}): VerdictDecision {
  const totalMs = sumPresenceMs(input.intervals, input.until)
  const voiceAt = input.voiceEvidenceCounts ? (input.voiceHeardAt ?? null) : null
  const byClock = explainTotal(input, totalMs)
  const evidence: [VerdictReason, ...VerdictReason[]] = voiceAt
    ? [{ kind: "voice-heard", at: voiceAt }, byClock]
    : [byClock]
  const joinedAt = input.intervals[0]?.joinedAt ?? voiceAt
  if (input.mark) {
    const { verdict, by, reason } = input.mark
    return { verdict, joinedAt, totalMs, reasons: [{ kind: "marked-by-hand", by, reason }, ...evidence] }
  }
  const undecided = input.classState === "live" ? "pending" : "absent"
  const attended = voiceAt !== null || byClock.kind === "minimum-reached"
  if (!attended && undecided === "absent" && input.excuse) {
    const why = { kind: "guardian-answered", answer: input.excuse } as const
    return { verdict: "excused", joinedAt, totalMs, reasons: [why, ...evidence] }
  }
  return { verdict: attended ? "present" : undecided, joinedAt, totalMs, reasons: evidence }
}

function explainTotal(
  input: { intervals: readonly Interval[]; minimumMs: number; classState: "live" | "completed" },
  totalMs: number,
): VerdictReason {
  if (input.intervals.length === 0)
    return { kind: input.classState === "live" ? "not-come-yet" : "never-came" }
  return {
    kind: totalMs >= input.minimumMs ? "minimum-reached" : "minimum-not-reached",
    // Rounded down, so that nobody is told '10 of 10 minutes' and 'absent' in one line.
    minutes: Math.floor(totalMs / MINUTE_MS),
    minimumMinutes: input.minimumMs / MINUTE_MS,
  }
}

export type HoldReason =
  | { kind: "instructor-never-came" }
  | { kind: "video-was-down"; downMs: number; classMs: number }
  | { kind: "class-too-short"; classMs: number; minimumMs: number }
  | { kind: "number-unconfirmed" }

export type NoticeDecision =
  | { kind: "send" }
  | { kind: "held"; why: [HoldReason, ...HoldReason[]] }
  | {
      kind: "not-due"
      why:
        | "class-cancelled"
        | "class-not-ended"
        | "verdict-pending"
        | "present"
        | "excused"
        | "no-parent-phone"
        | "sms-switched-off"
    }

export type NoticeInput = {
  /** The stored status; a class nobody started is stored as cancelled, 'not held'. */
  classState: "scheduled" | "live" | "completed" | "cancelled"
  startedAt: Date | null
  endedAt: Date | null
  /** From `presenceMinimumMs`. */
  minimumMs: number
  instructorCame: boolean
  /** How long of the class the video server was down, or could not be asked, in ms. */
  videoDownMs: number
  /** Null where no attendance was recorded: that counts as absent. */
  attendance: { verdict: Verdict; totalMs: number } | null
  student: {
    parentPhone: string | null
    /** Only false switches notices off. */
    smsNotificationsEnabled?: boolean | null
    parentPhoneConfirmed: boolean
  }
  confirmationRequired: boolean
}

/**
 * Whether the guardian is told of an absence: sent, held for staff with every reason, or not due.
 * What makes a notice not due comes first, so staff are never asked to release one nobody may get.
 */
export function noticeDecision(input: NoticeInput): NoticeDecision {
  if (input.classState === "cancelled") return { kind: "not-due", why: "class-cancelled" }
  if (input.classState !== "completed") return { kind: "not-due", why: "class-not-ended" }
  const verdict = input.attendance?.verdict ?? "absent"
  if (verdict === "pending") return { kind: "not-due", why: "verdict-pending" }
  if (verdict !== "absent") return { kind: "not-due", why: verdict }
  if (!input.student.parentPhone?.trim()) return { kind: "not-due", why: "no-parent-phone" }
  if (input.student.smsNotificationsEnabled === false) return { kind: "not-due", why: "sms-switched-off" }
  const [first, ...others] = findHoldReasons(input)
  return first ? { kind: "held", why: [first, ...others] } : { kind: "send" }
}

function findHoldReasons(input: NoticeInput): HoldReason[] {
  const { startedAt, endedAt, minimumMs, videoDownMs: downMs } = input
  const classMs = startedAt && endedAt ? Math.max(0, endedAt.getTime() - startedAt.getTime()) : 0
  const why: HoldReason[] = []
  if (!input.instructorCame) why.push({ kind: "instructor-never-came" })
  if (couldOutageDecide(downMs, classMs, input)) why.push({ kind: "video-was-down", downMs, classMs })
  if (classMs === 0 || classMs < minimumMs) why.push({ kind: "class-too-short", classMs, minimumMs })
  if (input.confirmationRequired && !input.student.parentPhoneConfirmed)
    why.push({ kind: "number-unconfirmed" })
  return why
}

/** An outage counts when the student would be present had it been attended, or when it was much of the class. */
function couldOutageDecide(downMs: number, classMs: number, input: NoticeInput): boolean {
  if (downMs <= 0) return false
  const mightHaveReached = (input.attendance?.totalMs ?? 0) + downMs >= input.minimumMs
  return mightHaveReached || downMs >= classMs * OUTAGE_SHARE_THAT_HOLDS
}

/** Where a notice stands: written and waiting, held for staff, given to the provider, or ended. */
export type NoticeState = "queued" | "held" | "sending" | "sent" | "failed" | "unknown" | "withdrawn" | "told"

/**
 * What a notice needs once the verdict is no longer absent: taken back while it has not left, corrected by a
 * second message when it has or may have, nothing when it never arrived. One being sent is waited for.
 * An absence that is excused afterwards was told rightly, so what has left needs no correction.
 */
export function correctionDecision(input: {
  verdict: Verdict
  notice: NoticeState | null
}): "none" | "withdraw" | "wait" | "correct" {
  const { verdict, notice } = input
  if (verdict === "absent" || verdict === "pending") return "none"
  if (notice === "queued" || notice === "held") return "withdraw"
  if (verdict === "excused" || notice === null || notice === "failed" || notice === "withdrawn") return "none"
  return notice === "sending" ? "wait" : "correct"
}
