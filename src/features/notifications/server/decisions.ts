import { and, eq, inArray } from "drizzle-orm"
import type { NoticeDecision, NoticeStatus } from "#contract/attendance-notices.ts"
import { recordAct } from "#platform/audit.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emitChange, enqueued, enqueueSending } from "./service.ts"
import { notices, type StoredStatus } from "./table.ts"

/** From which states a decision is taken, and where it leads. */
const WAYS: Record<NoticeDecision, { from: StoredStatus[]; to: StoredStatus }> = {
  send: { from: ["held", "failed"], to: "queued" },
  drop: { from: ["held", "failed", "unknown"], to: "withdrawn" },
  told: { from: ["held", "failed", "unknown"], to: "told" },
  // What is not known to have left is never sent again blindly: somebody says first that it did not.
  not_sent: { from: ["unknown"], to: "failed" },
}

/** The states in which a notice waits for staff. */
export const OPEN_STATES = ["held", "failed", "unknown"] as const

/** What may be decided about a notice in a state. */
export function decisionsIn(status: StoredStatus): NoticeDecision[] {
  return (Object.keys(WAYS) as NoticeDecision[]).filter((decision) => WAYS[decision].from.includes(status))
}

/**
 * Decides about a notice that waits for staff, in the caller's transaction, who has checked that the viewer may.
 * Of several people at once one decides; the same decision once more changes nothing. Throws NOT_FOUND,
 * NOTICE_UNKNOWN for sending what may have left, and NOTICE_SETTLED for what does not wait any more.
 */
export async function decideNotice(
  tx: SignedInCtx,
  {
    notice_id,
    decision,
    reason,
  }: { notice_id: string; decision: NoticeDecision; reason?: string | undefined },
): Promise<{ status: NoticeStatus }> {
  const { from, to } = WAYS[decision]
  const now = tx.clock.now()
  const [decided] = await tx.db
    .update(notices)
    .set({
      status: to,
      reason: wordsFor(tx, decision, reason),
      due_at: to === "queued" ? now : null,
      decision,
      decided_by: tx.viewer.user_id,
      decided_at: now,
      ...(decision === "told" && { sent_at: now }),
      // What is sent again is another message.
      ...(decision === "send" && { provider_id: null, delivery: null }),
    })
    .where(and(eq(notices.id, notice_id), inArray(notices.status, from), eq(notices.secret, false)))
    .returning(enqueued)
  if (!decided) return explainSettled(tx, notice_id, decision)
  await recordAct(tx, `notice.${decision}`, notice_id, { cause_id: decided.cause_id })
  await enqueueSending(tx, decided)
  await emitChange(tx, decided.cause_id)
  return { status: to }
}

function wordsFor(tx: SignedInCtx, decision: NoticeDecision, reason: string | undefined): string | null {
  const who = `${tx.viewer.first_name} ${tx.viewer.last_name}`.trim()
  const why = reason ? `: ${reason}` : ""
  if (decision === "drop") return `Dropped by ${who}${why}`
  if (decision === "told") return `Told by phone by ${who}${why}`
  if (decision === "not_sent") return `${who} found that it was not sent${why}`
  return null
}

async function explainSettled(
  tx: SignedInCtx,
  noticeId: string,
  decision: NoticeDecision,
): Promise<{ status: NoticeStatus }> {
  const [row] = await tx.db
    .select({ status: notices.status, decision: notices.decision, secret: notices.secret })
    .from(notices)
    .where(eq(notices.id, noticeId))
  if (!row || row.secret) notFound()
  if (row.decision === decision) return { status: row.status }
  if (row.status === "unknown") refuse("NOTICE_UNKNOWN")
  refuse("NOTICE_SETTLED")
}
