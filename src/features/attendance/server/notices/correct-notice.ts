import { isDeepStrictEqual } from "node:util"
import { correctionDecision } from "#features/attendance/notice-rules.ts"
import { type ParentReach, parentChain } from "#features/notifications/server/push/parent-chain.ts"
import {
  type NoticeDraft,
  type QueuedNotice,
  queueNotices,
  reviseNotice,
} from "#features/notifications/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import type { Sheet } from "../sheet.ts"
import { correctionWords } from "./absence-words.ts"
import { type Contacts, isContact } from "./contacts.ts"
import { isTold, kindFor, LATER_ABSENCE, listAbout, timesTold } from "./notice-chains.ts"
import { SEND_ABSENCE_NOTICE } from "./send-notice.ts"

export const CORRECTION = "absence-correction"
/** The reason of a correction whose child no longer counts as present. */
const NOT_PRESENT = { code: "not-present" } as const

export type CorrectedParent = {
  phone: string
  reach: ParentReach | undefined
  /** What this number got after the absence notice, on any channel: corrections, and notices of who is absent again. */
  later: readonly QueuedNotice[]
  contacts: Contacts
}

/**
 * Corrects a notice that was or may have been sent, once for each child it names who was not absent after all, and once
 * more for each notice since then that said so.
 */
export async function correctNotice(
  tx: Ctx,
  sheet: Sheet,
  notice: QueuedNotice,
  { phone, reach, later, contacts }: CorrectedParent,
): Promise<boolean> {
  const decided = sheet.rows.map(({ student, decision: { verdict } }) => ({
    student,
    verdict,
    needs: correctionDecision({ verdict, notice: statusFor(student.student_id, notice, later) }),
  }))
  // An absence excused later was reported correctly, so it needs no correction.
  const wrong = decided.filter(
    ({ student, verdict, needs }) =>
      needs === "correct" &&
      verdict === "present" &&
      student.sms_notifications_enabled !== false &&
      isContact(contacts, student, phone),
  )
  const drafts = wrong.flatMap(({ student }): NoticeDraft[] => {
    const again = timesTold(later, LATER_ABSENCE, student.student_id)
    const kind = kindFor(CORRECTION, student.student_id, again + 1)
    if (later.some((one) => one.kind === kind)) return []
    const subject_ids = [student.student_id]
    const { recipient_name } = notice
    const about = { reach, named: subject_ids }
    const [first, ...next] = parentChain(
      tx.env,
      phone,
      about,
      correctionWords(tx, sheet.class, student, recipient_name),
    )
    const via = SEND_ABSENCE_NOTICE
    return [{ kind, cause_id: sheet.class.id, subject_ids, recipient_name, held: null, via, ...first, next }]
  })
  await queueNotices(tx, drafts)
  return decided.some(({ needs }) => needs === "wait")
}

/**
 * Returns the status of the notice that told this number of a child's absence: the child's own, else the one about all who
 * were absent; null if neither names the child.
 */
function statusFor(
  studentId: string,
  notice: QueuedNotice,
  later: readonly QueuedNotice[],
): QueuedNotice["status"] | null {
  const own = listAbout(later, LATER_ABSENCE, studentId).filter(isTold)
  const [first] = own
  // One that is just being sent may still fail.
  if (first) return own.find(({ status }) => status === "sending")?.status ?? first.status
  return notice.subject_ids.includes(studentId) ? notice.status : null
}

/**
 * Holds the unsent corrections of children who don't count as present any more, and queues them again once they do.
 */
export async function settleCorrections(
  tx: Ctx,
  sheet: Sheet,
  corrections: readonly QueuedNotice[],
): Promise<void> {
  for (const notice of corrections) {
    if (notice.status !== "queued" && notice.status !== "held") continue
    const row = sheet.rows.find(({ student }) => notice.subject_ids.includes(student.student_id))
    if (!row) continue
    const before = notice.status === "held" ? notice.reasons : null
    const wasTakenBack = before?.some(({ code }) => code === NOT_PRESENT.code) ?? false
    const isWanted = wasTakenBack && row.student.sms_notifications_enabled !== false
    const held = row.decision.verdict !== "present" ? [NOT_PRESENT] : isWanted ? null : before
    if (isDeepStrictEqual(held, before)) continue
    const { subject_ids, recipient_name, text, variables, next } = notice
    await reviseNotice(tx, notice.id, { subject_ids, recipient_name, text, variables, next, held })
  }
}
