import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { deleteOld } from "#platform/database/delete-old.ts"
import { DAY, SECOND } from "#shared/time.ts"
import { roomHands, roomMessages } from "./board-tables.ts"
import { classRooms, presenceEvents } from "./table.ts"

/** In days: by then all webhooks of a class have arrived. */
const COMPACTED_AFTER = 2
const CLASSES_AT_ONCE = 500
/** How often the log says how far it is, in milliseconds. */
const SAID_EVERY = 10 * SECOND

/**
 * Deletes the looks between the first and the last of each connection to the rooms of past classes. Presence
 * is computed from those two and from joining and leaving alone, so every register stays the same, to the
 * second. Each class is one short transaction and done once, however long no worker ran.
 */
export async function compactPresence(ctx: Ctx): Promise<void> {
  let [classes, deleted, said] = [0, 0, Date.now()]
  for (;;) {
    const due = await listUncompacted(ctx)
    for (const id of due) {
      deleted += await compactClass(ctx, id)
      classes += 1
      if (Date.now() - said < SAID_EVERY) continue
      ctx.log.info({ classes, deleted }, "compacting presence")
      said = Date.now()
    }
    if (due.length < CLASSES_AT_ONCE) break
  }
  if (classes > 0) ctx.log.info({ classes, deleted }, "compacted presence")
}

async function listUncompacted({ db, clock }: Ctx): Promise<string[]> {
  const before = new Date(clock.now().getTime() - COMPACTED_AFTER * DAY)
  const rows = await db
    .select({ id: classRooms.class_id })
    .from(classRooms)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, classRooms.class_id))
    .where(
      and(
        isNull(classRooms.compacted_at),
        inArray(scheduledClasses.status, ["completed", "cancelled"]),
        lt(scheduledClasses.starts_at, before),
      ),
    )
    .limit(CLASSES_AT_ONCE)
  return rows.map(({ id }) => id)
}

/** Returns how many looks were deleted. */
async function compactClass({ db, clock }: Ctx, classId: string): Promise<number> {
  const { rows } = await db.execute<{ deleted: number }>(sql`
    with marked as (
      update ${classRooms} set compacted_at = ${clock.now().toISOString()}::timestamptz where class_id = ${classId}::uuid),
    looks as (
      select id,
        row_number() over (connection order by at, id) as nth,
        row_number() over (connection order by at desc, id desc) as nth_from_end
      from ${presenceEvents}
      where class_id = ${classId}::uuid and kind = 'seen'
      window connection as (partition by person_id, connection_id)),
    gone as (
      delete from ${presenceEvents} using looks
      where ${presenceEvents.id} = looks.id and nth > 1 and nth_from_end > 1
      returning 1)
    select count(*)::int as deleted from gone`)
  return rows[0]?.deleted ?? 0
}

/** Deletes chat and raised hands older than the academy keeps them. */
export async function dropOldChat(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.env.CHAT_DAYS * DAY)
  await deleteOld(ctx, roomMessages.created_at, before)
  await ctx.db.delete(roomHands).where(lt(roomHands.raised_at, before))
}
