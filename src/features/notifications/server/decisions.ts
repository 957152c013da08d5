import { and, eq, inArray, isNull } from "drizzle-orm"
import type { NoticeDecision, NoticeStatus } from "#contract/attendance/attendance-notices.ts"
import type { NoticeReason } from "#contract/notice-reasons.ts"
import { recordAct } from "#platform/audit.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { tryNextChannel } from "./next-channel.ts"
import { because } from "./reasons.ts"
import { emitChange, enqueued, enqueueSending } from "./service.ts"
import { notices, type StoredStatus } from "./table.ts"

/** The states from which each decision can be taken, and the state it leads to. */
const WAYS: Record<NoticeDecision, { from: StoredStatus[]; to: StoredStatus }> = {
  send: { from: ["held", "failed"], to: "queued" },
  drop: { from: ["held", "failed", "unknown"], to: "withdrawn" },
  told: { from: ["held", "failed", "unknown"], to: "told" },
  // A message that may have been sent is never sent again until staff say that it wasn't.
  not_sent: { from: ["unknown"], to: "failed" },
}

/** The states in which a notice waits for staff. */
export const OPEN_STATES = ["held", "failed", "unknown"] as const

/** Returns the decisions that are possible for a notice in this state. */
export function decisionsIn(status: StoredStatus): NoticeDecision[] {
  return (Object.keys(WAYS) as NoticeDecision[]).filter((decision) => WAYS[decision].from.includes(status))
}

/**
 * Decides about a notice that waits for staff, in the caller's transaction; the caller has checked the
 * viewer's rights. If several people decide at once, the first one counts; repeating the same decision
 * changes nothing. Throws NOT_FOUND, NOTICE_UNKNOWN when sending what may already have been sent, and
 * NOTICE_SETTLED for a notice that no longer waits.
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
      ...because(reasonFor(decision, reason || null)),
      due_at: to === "queued" ? now : null,
      decision,
      decided_by: tx.viewer.user_id,
      decided_at: now,
      ...(decision === "told" && { sent_at: now }),
      // Sending again creates a new message at the provider.
      ...(decision === "send" && { provider_id: null, delivery: null }),
    })
    .where(
      and(
        eq(notices.id, notice_id),
        inArray(notices.status, from),
        isNull(notices.replaced_by),
        eq(notices.secret, false),
      ),
    )
    .returning(enqueued)
  if (!decided) return explainSettled(tx, notice_id, decision)
  await recordAct(tx, `notice.${decision}`, notice_id, { cause_id: decided.cause_id })
  await enqueueSending(tx, decided)
  // Only now is it certain that another channel says nothing twice.
  if (decision === "not_sent") await tryNextChannel(tx, notice_id)
  await emitChange(tx, decided.cause_id)
  return { status: to }
}

function reasonFor(decision: NoticeDecision, said: string | null): NoticeReason[] {
  const codes = { drop: "dropped", told: "told-by-phone", not_sent: "found-not-sent" } as const
  return decision === "send" ? [] : [{ code: codes[decision], said }]
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
