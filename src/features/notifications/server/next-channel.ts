import { and, eq, isNull } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { because, reasonsOf } from "./reasons.ts"
import { emitChange, queueNotices } from "./service.ts"
import { notices } from "./table.ts"

/**
 * Goes on by the next channel that a person wants after a notice failed for good, in the caller's transaction.
 * One whose outcome is unknown stays where it is, as do those that came too late on every channel.
 */
export async function tryNextChannel(tx: Ctx, noticeId: string): Promise<void> {
  const [failed] = await tx.db
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), eq(notices.status, "failed"), isNull(notices.replaced_by)))
    .for("update")
  const [next, ...later] = failed?.next ?? []
  if (!failed || !next) return
  if (failed.send_before && failed.send_before <= tx.clock.now()) return
  const { kind, cause_id, subject_ids, recipient_name, change, via, send_before, needed_before } = failed
  await queueNotices(tx, [
    {
      ...{ kind, cause_id, subject_ids, recipient_name, held: null, ...next, next: later },
      ...(change && { change }),
      ...(via && { via }),
      ...(send_before && { send_before }),
      ...(needed_before && { needed_before }),
    },
  ])
  const [written] = await tx.db
    .select({ id: notices.id })
    .from(notices)
    .where(
      and(
        eq(notices.kind, kind),
        eq(notices.cause_id, cause_id),
        eq(notices.recipient, next.recipient),
        eq(notices.channel, next.channel),
      ),
    )
  if (!written) return
  const reasons = [...reasonsOf(failed), { code: "next-channel", channel: next.channel } as const]
  await tx.db
    .update(notices)
    .set({ ...because(reasons), replaced_by: written.id, next: [] })
    .where(eq(notices.id, noticeId))
  await emitChange(tx, cause_id)
}
