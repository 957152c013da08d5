import { lt, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { roomHands, roomMessages } from "./board-tables.ts"

/** In days: by then all webhooks of a class have arrived. */
const COMPACTED_AFTER = 2
/** In days: a worker that was down for this long still finds every class. */
const COMPACTED_WITHIN = 60

/**
 * Deletes the looks between the first and the last of each connection to the rooms of past classes. Presence
 * is computed from those two and from joining and leaving alone, so every register stays the same, to the
 * second.
 */
export async function compactPresence({ db, clock }: Ctx): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY).toISOString()
  await db.execute(sql`
    delete from presence_events where id in (
      select id from (
        select presence_events.id,
          row_number() over (connection order by at, presence_events.id) as nth,
          row_number() over (connection order by at desc, presence_events.id desc) as nth_from_end
        from presence_events
        join scheduled_classes on scheduled_classes.id = class_id
        where kind = 'seen' and scheduled_classes.status in ('completed', 'cancelled')
          and scheduled_classes.starts_at between ${daysAgo(COMPACTED_WITHIN)} and ${daysAgo(COMPACTED_AFTER)}
        window connection as (partition by class_id, person_id, connection_id)
      ) looks
      where nth > 1 and nth_from_end > 1)`)
}

/** Deletes chat and raised hands older than the academy keeps them. Reads all of them, once a night. */
export async function dropOldChat({ db, clock, env }: Ctx): Promise<void> {
  const before = new Date(clock.now().getTime() - env.CHAT_DAYS * DAY)
  await db.delete(roomMessages).where(lt(roomMessages.created_at, before))
  await db.delete(roomHands).where(lt(roomHands.raised_at, before))
}
