import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { RestoredCopyState } from "#contract/notifications.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { findUndecidedCopy, type MessagesDecision, restoredCopies } from "#platform/restored.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { because } from "./reasons.ts"
import { emitChange, HELD_BY_RESTORE } from "./service.ts"
import { noticeAttempts, notices } from "./table.ts"

/**
 * How overdue released messages are made, so that a sweep sends them at its own pace per minute, however many
 * were held.
 */
const OVERDUE_MS = 10 * MINUTE

/**
 * Records that this database was restored from a backup made at `backup_made_at`, and holds every message
 * that was waiting then, because the original may send it too. Sign-in codes and links are withdrawn. With
 * `releases` messages are sent as usual. Returns how many are held.
 */
export function holdAfterRestore(
  ctx: Ctx,
  { backup_made_at, releases }: { backup_made_at: Date; releases: boolean },
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const id = newId()
    const decided = releases ? { decision: "send" as const, decided_at: now } : {}
    if (releases) await tx.db.update(restoredCopies).set(decided).where(isNull(restoredCopies.decision))
    await tx.db.insert(restoredCopies).values({ id, backup_made_at, restored_at: now, ...decided })
    if (releases) return 0
    // The requests behind these jobs were made at the original, which runs the jobs too.
    await tx.db.execute(
      sql`update pgboss.job set data = data #- '{_origin,asked}' where data -> '_origin' ? 'asked'`,
    )
    return holdWaiting(tx, id)
  })
}

async function holdWaiting(tx: Ctx, restored_copy_id: string): Promise<number> {
  const waiting = inArray(notices.status, ["queued", "sending"])
  await tx.db
    .update(notices)
    .set({ status: "withdrawn", ...because([HELD_BY_RESTORE]), due_at: null, text: "", mail: null })
    .where(and(waiting, eq(notices.secret, true)))
  const held = await tx.db
    .update(notices)
    .set({ status: "held", ...because([HELD_BY_RESTORE]), due_at: null, restored_copy_id })
    .where(waiting)
    .returning({ id: notices.id })
  await tx.db
    .update(noticeAttempts)
    .set({ finished_at: tx.clock.now(), outcome: "lost" })
    .where(
      and(
        isNull(noticeAttempts.finished_at),
        sql`${noticeAttempts.notice_id} in (select id from notices where restored_copy_id = ${restored_copy_id})`,
      ),
    )
  return held.length
}

/**
 * Returns the restore whose messages wait for a decision, with their number; null without one. Two queries.
 */
export async function readRestoredCopy(ctx: SignedInCtx): Promise<RestoredCopyState | null> {
  const copy = await findUndecidedCopy(ctx)
  if (!copy) return null
  const [held] = await ctx.db
    .select({ messages: sql<number>`count(*)::int` })
    .from(notices)
    .where(isHeldByRestore)
  const { id, backup_made_at, restored_at } = copy
  return { copy_id: id, backup_made_at, restored_at, messages: held?.messages ?? 0 }
}

const isHeldByRestore = and(
  eq(notices.status, "held"),
  eq(notices.secret, false),
  sql`${notices.restored_copy_id} is not null`,
)

/**
 * Sends or drops all messages that a restored copy holds, and stops holding new ones. Repeating the same
 * decision changes nothing; another one throws NOTICE_SETTLED. Returns the number of messages affected.
 */
export function decideRestoredCopy(
  ctx: SignedInCtx,
  { copy_id, decision }: { copy_id: string; decision: MessagesDecision },
): Promise<{ messages: number }> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const [last] = await tx.db
      .select()
      .from(restoredCopies)
      .orderBy(desc(restoredCopies.restored_at))
      .limit(1)
      .for("update")
    if (last?.id === copy_id && last.decision === decision) return { messages: 0 }
    if (last?.id !== copy_id || last.decision !== null) refuse("NOTICE_SETTLED")
    await tx.db
      .update(restoredCopies)
      .set({ decision, decided_at: now })
      .where(isNull(restoredCopies.decision))
    const settled = await settleHeld(tx, decision)
    await recordAct(tx, `restored-copy.${decision}`, copy_id, { messages: settled.length })
    for (const cause of new Set(settled.map((row) => row.cause_id))) await emitChange(tx, cause)
    return { messages: settled.length }
  })
}

/** The sweep sends the released messages, some hundreds a minute. */
function settleHeld(tx: SignedInCtx, decision: MessagesDecision): Promise<{ cause_id: string }[]> {
  const now = tx.clock.now()
  const decided = { decision, decided_by: tx.viewer.user_id, decided_at: now }
  const settled =
    decision === "send"
      ? { status: "queued" as const, ...because([]), due_at: new Date(now.getTime() - OVERDUE_MS) }
      : { status: "withdrawn" as const, ...because([{ code: "dropped-after-restore" }]), due_at: null }
  return tx.db
    .update(notices)
    .set({ ...decided, ...settled })
    .where(isHeldByRestore)
    .returning({ cause_id: notices.cause_id })
}
