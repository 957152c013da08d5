import { eq, sql } from "drizzle-orm"
import { planPoll } from "#features/rooms/presence-plan.ts"
import { isUnattended, outageSeconds } from "#features/rooms/rules.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { SECOND } from "#shared/time.ts"
import { nextRevision } from "./board-revision.ts"
import { tellRoom } from "./broadcast.ts"
import { applyRuling, listInside } from "./enforce.ts"
import { readConnections, recordPresence } from "./presence.ts"
import {
  type ClassRoom,
  type ClassWithRoom,
  ensureRoom,
  readAllowances,
  readClassWithRoom,
  readRoles,
} from "./room.ts"
import { classRooms } from "./table.ts"

/**
 * Brings one live class and its room together: makes the room where the video server forgot it, writes down
 * who is in it, decides whether students are held, and sends out or corrects whoever is there against the
 * rules. Every step may be repeated. `held` must have been read before `openRooms` was asked for;
 * `watchedUntil` is when the caller last looked into the live rooms. Throws VideoUnavailable.
 */
export async function reconcileRoom(
  ctx: Ctx,
  held: ClassWithRoom,
  openRooms: ReadonlySet<string>,
  watchedUntil: Date | null,
): Promise<void> {
  const room = await ensureRoom(ctx, held, openRooms)
  const known = await readConnections(ctx, held.id)
  const at = ctx.clock.now()
  const inside = await listInside(ctx, room.name)
  // Read anew, for what the instructor decided while the list was on its way stands from now on.
  const ruled = (await readClassWithRoom(ctx, held.id)) ?? held
  const [roles, allowances] = await Promise.all([
    readRoles(
      ctx,
      ruled,
      inside.map((one) => one.personId),
    ),
    readAllowances(ctx, held.id),
  ])
  // The events of somebody whose account is gone could not be stored.
  const listed = inside.filter((one) => roles.has(one.personId))
  await recordPresence(ctx, planPoll({ classId: held.id, known, listed, at }))
  const attended = inside.some((one) => roles.get(one.personId) === "instructor")
  const { after, revision } = await noteLook(ctx, held, { at, attended, watchedUntil })
  const alone = after.held_since !== null
  await applyRuling(ctx, { held: ruled, roomName: room.name, alone, roles, allowances }, inside)
  if (revision !== null) await tellRoom(ctx, held.id, { revision, waiting: alone })
}

/**
 * Stores what a look into the room showed; what is older than the stored one changes nothing. `revision` is the
 * board's where students were held or released by it.
 */
function noteLook(
  ctx: Ctx,
  held: ClassWithRoom,
  look: { at: Date; attended: boolean; watchedUntil: Date | null },
): Promise<{ after: ClassRoom; revision: number | null }> {
  const { at, attended } = look
  return inTransaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select()
      .from(classRooms)
      .where(eq(classRooms.class_id, held.id))
      .for("update")
    if (!before) throw new Error(`class ${held.id} lost its room`)
    if (before.polled_at && before.polled_at > at) return { after: before, revision: null }
    const unattended_since = attended ? null : (before.unattended_since ?? at)
    const held_since = isUnattended(unattended_since, at) ? (before.held_since ?? at) : null
    const startedAt = held.started_at ?? before.created_at
    const outage = outageSeconds({ ...look, answered: true, startedAt, polledAt: before.polled_at })
    const [after] = await tx.db
      .update(classRooms)
      .set({
        polled_at: at,
        unattended_since,
        held_since,
        video_down_seconds: addOutage(outage, startedAt, at),
      })
      .where(eq(classRooms.class_id, held.id))
      .returning()
    if ((before.held_since === null) === (held_since === null)) {
      return { after: after ?? before, revision: null }
    }
    tx.log.info({ class_id: held.id, held: held_since !== null }, "students were held or released")
    await emit(tx, "class.room", held.id)
    return { after: after ?? before, revision: (await nextRevision(tx, held.id)).revision }
  })
}

/** Stores that the room of a live class could not be looked into. Without a room nobody ever came to one. */
export async function noteOutage(ctx: Ctx, held: ClassWithRoom, watchedUntil: Date | null): Promise<void> {
  if (!held.room) return
  const at = ctx.clock.now()
  const startedAt = held.started_at ?? held.room.created_at
  const polledAt = held.room.polled_at
  const seconds = outageSeconds({ answered: false, at, startedAt, polledAt, watchedUntil })
  await ctx.db
    .update(classRooms)
    .set({ video_down_seconds: addOutage(seconds, startedAt, at) })
    .where(eq(classRooms.class_id, held.id))
}

function addOutage(seconds: number, startedAt: Date, at: Date) {
  const longest = Math.max(0, Math.round((at.getTime() - startedAt.getTime()) / SECOND))
  return sql`least(${classRooms.video_down_seconds} + ${seconds}::int, ${longest}::int)`
}
