import { lt } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { outbox, personNotices } from "./table.ts"

/**
 * Deletes notices inside the product and a trial's outbox once they are older than the academy keeps them.
 * Notices to parents are kept: they are part of the register.
 */
export async function dropOldNotifications({ db, clock, env }: Ctx): Promise<void> {
  const before = new Date(clock.now().getTime() - env.NOTIFICATION_DAYS * DAY)
  await db.delete(personNotices).where(lt(personNotices.created_at, before))
  await db.delete(outbox).where(lt(outbox.created_at, before))
}
