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

export const CORRECTION = "absence-correction"
/** The reason of a correction whose child no longer counts as present. */
const NOT_PRESENT = { code: "not-present" } as const

type CorrectedParent = {
  phone: string
  reach: ParentReach | undefined
  /** The corrections that this number got before, on any channel. */
  known: readonly QueuedNotice[]
}

/**
 * Corrects a notice that was or may have been sent, once for each child it names who was not absent after all.
 */
export async function correctNotice(
  tx: Ctx,
  sheet: Sheet,
  notice: QueuedNotice,
  { phone, reach, known }: CorrectedParent,
): Promise<boolean> {
  const named = sheet.rows.filter((row) => notice.subject_ids.includes(row.student.student_id))
  const decided = named.map(({ student, decision }) => ({
    student,
    verdict: decision.verdict,
    needs: correctionDecision({ verdict: decision.verdict, notice: notice.status }),
  }))
  // An absence excused later was reported correctly, so it needs no correction.
  const wrong = decided.filter(
    ({ student, verdict, needs }) =>
      needs === "correct" && verdict === "present" && student.sms_notifications_enabled !== false,
  )
  const drafts = wrong.flatMap(({ student }): NoticeDraft[] => {
    const kind = `${CORRECTION}:${student.student_id}`
    if (known.some((one) => one.kind === kind)) return []
    const subject_ids = [student.student_id]
    const { recipient_name } = notice
    const about = { reach, named: subject_ids }
    const [first, ...next] = parentChain(
      tx.env,
      phone,
      about,
      correctionWords(tx, sheet.class, student, recipient_name),
    )
    return [{ kind, cause_id: sheet.class.id, subject_ids, recipient_name, held: null, ...first, next }]
  })
  await queueNotices(tx, drafts)
  return decided.some(({ needs }) => needs === "wait")
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
