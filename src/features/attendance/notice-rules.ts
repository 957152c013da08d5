import { JUDGED_FROM_MS } from "./possible.ts"
import type { Verdict, VerdictDecision } from "./rules.ts"

/** From this share of the class on, an outage alone holds every notice: people gave up for good reason. */
export const OUTAGE_SHARE_THAT_HOLDS = 0.25

export type HoldReason =
  | { kind: "hardly-possible"; possibleMs: number }
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
        | "none"
        | "no-parent-phone"
        | "sms-switched-off"
    }

export type NoticeInput = {
  /** The stored status; a class nobody started is stored as cancelled, 'not held'. */
  classState: "scheduled" | "live" | "completed" | "cancelled"
  startedAt: Date | null
  endedAt: Date | null
  /** From `shortestToldMs`. */
  shortestMs: number
  /** How long of the class the video server was down, or could not be asked, in ms. */
  videoDownMs: number
  /** Null where no attendance was recorded: that counts as absent. */
  attendance: Pick<VerdictDecision, "verdict" | "presentMs" | "requiredMs" | "possibleMs"> | null
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
  const { startedAt, endedAt, shortestMs, videoDownMs: downMs } = input
  const classMs = startedAt && endedAt ? Math.max(0, endedAt.getTime() - startedAt.getTime()) : 0
  const possibleMs = input.attendance?.possibleMs ?? null
  const why: HoldReason[] = []
  // Only a mark by hand says absent of somebody who could hardly have been present.
  if (possibleMs !== null && possibleMs < JUDGED_FROM_MS) why.push({ kind: "hardly-possible", possibleMs })
  if (couldOutageDecide(downMs, classMs, input)) why.push({ kind: "video-was-down", downMs, classMs })
  if (classMs === 0 || classMs < shortestMs)
    why.push({ kind: "class-too-short", classMs, minimumMs: shortestMs })
  if (input.confirmationRequired && !input.student.parentPhoneConfirmed)
    why.push({ kind: "number-unconfirmed" })
  return why
}

/** An outage counts when the student would be present had it been attended, or when it was much of the class. */
function couldOutageDecide(
  downMs: number,
  classMs: number,
  { attendance, shortestMs }: NoticeInput,
): boolean {
  if (downMs <= 0) return false
  const mightHaveReached = (attendance?.presentMs ?? 0) + downMs >= (attendance?.requiredMs ?? shortestMs)
  return mightHaveReached || downMs >= classMs * OUTAGE_SHARE_THAT_HOLDS
}

/** Where a notice stands: written and waiting, held for staff, given to the provider, or ended. */
export type NoticeState = "queued" | "held" | "sending" | "sent" | "failed" | "unknown" | "withdrawn" | "told"

/**
 * What a notice needs once the verdict is no longer absent: taken back while it has not left, corrected by a
 * second message when it has or may have, nothing when it never arrived. One being sent is waited for.
 * An absence that is excused afterwards was told rightly, and of one without a verdict nothing better is known: what
 * has left needs no correction.
 */
export function correctionDecision(input: {
  verdict: Verdict
  notice: NoticeState | null
}): "none" | "withdraw" | "wait" | "correct" {
  const { verdict, notice } = input
  if (verdict === "absent" || verdict === "pending") return "none"
  if (notice === "queued" || notice === "held") return "withdraw"
  if (verdict !== "present" || notice === null || notice === "failed" || notice === "withdrawn") return "none"
  return notice === "sending" ? "wait" : "correct"
}
