import type { Ctx } from "#platform/context.ts"
import { deleteOld } from "#platform/database/delete-old.ts"
import { DAY } from "#shared/time.ts"
import { isPassing, notices, outbox, personNotices } from "./table.ts"

/**
 * Deletes notices inside the product, a trial's outbox, and messages that nobody will ask about, such as reminders, once
 * they are older than the academy keeps them. What families were told is kept: it is part of the register.
 */
export async function dropOldNotifications(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.env.NOTIFICATION_DAYS * DAY)
  await deleteOld(ctx, personNotices.created_at, before)
  await deleteOld(ctx, outbox.created_at, before)
  await deleteOld(ctx, notices.created_at, before, isPassing(notices))
}
