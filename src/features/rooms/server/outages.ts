import { and, asc, eq, gte, lt, sql } from "drizzle-orm"
import { type Outage, outageOf } from "#features/rooms/rules.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import type { ClassRoom, ClassWithRoom } from "./room.ts"
import { classRooms, roomOutages } from "./table.ts"

type Look = { answered: boolean; at: Date }

/**
 * Stores the outage that a look shows, if any, or extends the one that an earlier failed look began. The
 * room's row, `before`, is locked in the caller's transaction.
 */
export async function noteOutage(
  tx: Pick<Ctx, "db">,
  held: ClassWithRoom,
  before: ClassRoom,
  { answered, at }: Look,
): Promise<void> {
  const startedAt = held.started_at ?? before.created_at
  const look = { at, startedAt, lookedAt: before.polled_at }
  const outage = outageOf({ ...look, answered })
  if (outage) {
    await tx.db
      .insert(roomOutages)
      .values({ class_id: held.id, began_at: outage.from, ended_at: outage.to })
      .onConflictDoUpdate({
        target: [roomOutages.class_id, roomOutages.began_at],
        set: { ended_at: sql`greatest(${roomOutages.ended_at}, excluded.ended_at)` },
      })
    return
  }
  const began = outageOf({ ...look, answered: false })
  if (!began) return
  await tx.db
    .update(roomOutages)
    .set({ ended_at: at })
    .where(and(eq(roomOutages.class_id, held.id), eq(roomOutages.began_at, began.from)))
}

/**
 * Records that a look into the room of a live class failed, and when the last one before succeeded, if that was
 * not stored yet. Without a room nobody had come yet.
 */
export function noteFailedLook(ctx: Ctx, held: ClassWithRoom, lookedAt: Date | null = null): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const room = await lockRoom(tx, held.id, lookedAt)
    if (!room) return
    await tx.db.update(classRooms).set({ polled_at: room.polled_at }).where(eq(classRooms.class_id, held.id))
    await noteOutage(tx, held, room, { answered: false, at: tx.clock.now() })
  })
}

/** Returns the start of the outage of a class's room that lasted until `at`; without one `at` itself. */
export async function beforeOutage(ctx: Pick<Ctx, "db">, classId: string, at: Date): Promise<Date> {
  const { class_id, began_at, ended_at } = roomOutages
  const [outage] = await ctx.db
    .select({ began_at })
    .from(roomOutages)
    .where(and(eq(class_id, classId), lt(began_at, at), gte(ended_at, at)))
    .orderBy(asc(began_at))
    .limit(1)
  return outage?.began_at ?? at
}

/** Returns the room's row, locked in the caller's transaction, with its last successful look where that is later. */
export async function lockRoom(
  tx: Pick<Ctx, "db">,
  classId: string,
  lookedAt: Date | null,
): Promise<ClassRoom | null> {
  const [room] = await tx.db.select().from(classRooms).where(eq(classRooms.class_id, classId)).for("update")
  if (!room) return null
  return lookedAt && (!room.polled_at || room.polled_at < lookedAt) ? { ...room, polled_at: lookedAt } : room
}

/** Stores when rooms were last looked into, in one statement for all of them. */
export async function noteLookedAt(
  ctx: Pick<Ctx, "db">,
  looks: readonly { classId: string; at: Date }[],
): Promise<void> {
  if (looks.length === 0) return
  const ids = sql.param(looks.map(({ classId }) => classId))
  const times = sql.param(looks.map(({ at }) => at.toISOString()))
  // In one order everywhere, so that no two statements wait for each other.
  await ctx.db.execute(sql`
    with looks as (select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) as look (class_id, at)),
    locked as (
      select ${classRooms.class_id} as class_id, looks.at from ${classRooms}
      join looks on looks.class_id = ${classRooms.class_id} and looks.at > ${classRooms.polled_at}
      order by ${classRooms.class_id} for update of class_rooms)
    update ${classRooms} set polled_at = locked.at from locked where locked.class_id = ${classRooms.class_id}`)
}

/**
 * Returns the outages of a class's room, the oldest first, up to `until`: now, or when the class ended. The
 * time after the room's last successful look counts too, if it is long or began with a failed look. Two
 * queries.
 */
export async function listOutages(
  ctx: Pick<Ctx, "db">,
  { id, started_at }: { id: string; started_at: Date },
  until: Date,
): Promise<Outage[]> {
  const [stored, [room]] = await Promise.all([
    ctx.db
      .select({ from: roomOutages.began_at, to: roomOutages.ended_at })
      .from(roomOutages)
      .where(eq(roomOutages.class_id, id))
      .orderBy(asc(roomOutages.began_at)),
    ctx.db.select({ lookedAt: classRooms.polled_at }).from(classRooms).where(eq(classRooms.class_id, id)),
  ])
  const lookedAt = room?.lookedAt ?? null
  // If the room was never looked into, the class was not monitored, as with imported ones.
  if (!lookedAt) return stored
  const look = { at: until, startedAt: started_at, lookedAt }
  const last = outageOf({ ...look, answered: true })
  const failed = outageOf({ ...look, answered: false })
  const began = failed && stored.find(({ from }) => from.getTime() === failed.from.getTime())
  if (began && failed) return stored.map((one) => (one === began ? failed : one))
  return last ? [...stored, last] : stored
}
