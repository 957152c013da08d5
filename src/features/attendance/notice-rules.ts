import type { NoticeReason } from "#contract/notice-reasons.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import type { CoachState, ListState } from "./coach-marks.ts"
import { JUDGED_FROM_MS } from "./possible.ts"
import type { Verdict, VerdictDecision } from "./rules.ts"

/** An outage of this share of the class or more holds every notice: people had good reason to give up. */
export const OUTAGE_SHARE_THAT_HOLDS = 0.25

export type HoldReason =
  | Extract<NoticeReason, { code: "hardly-possible" | "video-was-down" | "class-too-short" }>
  | { code: "number-unconfirmed" | "list-open" | "count-differs" | "excuse-asked" | "corrected-before" }

/** Reasons that end without a decision by staff, once the coach's device has said more. */
export const WAITS_FOR_LIST: readonly string[] = ["list-open", "count-differs"] satisfies HoldReason["code"][]

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
  /** The stored status; a class nobody started is stored as cancelled ('not held'). */
  classState: "scheduled" | "live" | "completed" | "cancelled"
  startedAt: Date | null
  endedAt: Date | null
  /** From `shortestToldMs`. */
  shortestMs: number
  /** How long during the class the video server was down, or could not be asked, in ms. */
  videoDownMs: number
  /** Null without recorded attendance: that counts as absent. */
  attendance: Pick<VerdictDecision, "verdict" | "presentMs" | "requiredMs" | "possibleMs"> | null
  student: {
    parentPhone: string | null
    /** Only `false` switches notices off. */
    smsNotificationsEnabled?: boolean | null
    parentPhoneConfirmed: boolean
  }
  confirmationRequired: boolean
  /** Of a class on premises; null for one in the room alone. */
  list?: ListState | null
  /** What the coach's device marked, if anything. */
  coachState?: CoachState | null
}

/**
 * Decides whether the guardian is notified of an absence: sent, held for staff with every reason, or not due.
 * Reasons for not due are checked first, so that staff are never asked to release a notice that nobody may
 * get.
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
  const why = input.list ? holdsInHall(input.list) : holdsInRoom(input)
  if (input.coachState === "excused") why.push({ code: "excuse-asked" })
  if (input.confirmationRequired && !input.student.parentPhoneConfirmed)
    why.push({ code: "number-unconfirmed" })
  return why
}

/** The room says nothing about a hall. What counts is whether the coach had marked everybody. */
function holdsInHall(list: ListState): HoldReason[] {
  return list === "complete" ? [] : [{ code: list === "open" ? "list-open" : "count-differs" }]
}

function holdsInRoom(input: NoticeInput): HoldReason[] {
  const { startedAt, endedAt, shortestMs, videoDownMs: downMs } = input
  const classMs = startedAt && endedAt ? Math.max(0, endedAt.getTime() - startedAt.getTime()) : 0
  const possibleMs = input.attendance?.possibleMs ?? null
  const why: HoldReason[] = []
  // Only a mark by hand can make somebody absent who could hardly have been present.
  if (possibleMs !== null && possibleMs < JUDGED_FROM_MS)
    why.push({ code: "hardly-possible", seconds: Math.floor(possibleMs / SECOND) })
  if (couldOutageDecide(downMs, classMs, input))
    why.push({ code: "video-was-down", minutes: Math.ceil(downMs / MINUTE) })
  if (classMs === 0 || classMs < shortestMs) {
    const [seconds, needed] = [Math.floor(classMs / SECOND), Math.ceil(shortestMs / SECOND)]
    why.push({ code: "class-too-short", seconds, needed })
  }
  return why
}

/**
 * Whether the outage could have changed the verdict: with it the student would be present, or it took up much
 * of the class.
 */
function couldOutageDecide(
  downMs: number,
  classMs: number,
  { attendance, shortestMs }: NoticeInput,
): boolean {
  if (downMs <= 0) return false
  const mightHaveReached = (attendance?.presentMs ?? 0) + downMs >= (attendance?.requiredMs ?? shortestMs)
  return mightHaveReached || downMs >= classMs * OUTAGE_SHARE_THAT_HOLDS
}

/** A notice's state: written and waiting, held for staff, given to the provider, or ended. */
export type NoticeState = "queued" | "held" | "sending" | "sent" | "failed" | "unknown" | "withdrawn" | "told"

/**
 * Decides what happens to a notice when the verdict is no longer absent. An unsent one is withdrawn, one that
 * was or may have been sent is corrected by a second message, and one that never arrived needs nothing. One
 * that is just being sent is waited for. If the absence is excused later or has no verdict, the message was
 * not wrong and a sent one needs no correction.
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
