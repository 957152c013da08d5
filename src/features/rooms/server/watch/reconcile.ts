import { eq } from "drizzle-orm"
import { planPoll } from "#features/rooms/presence-plan.ts"
import { isUnattended } from "#features/rooms/rules.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { nextRevision } from "../board/board-revision.ts"
import { tellRoom } from "../board/broadcast.ts"
import { noteOutage } from "../outages.ts"
import { readConnections, recordPresence } from "../presence.ts"
import {
  type ClassRoom,
  type ClassWithRoom,
  ensureRoom,
  readAllowances,
  readClassWithRoom,
  readRoles,
} from "../room.ts"
import { classRooms } from "../table.ts"
import { applyRuling, listInside } from "./enforce.ts"

/**
 * Updates one live class from its room: makes the room if the video server forgot it, records who is in it,
 * decides whether students are held, and removes or corrects people according to the rules. Every step can be
 * repeated. Read `held` before asking for `openRooms`; without `openRooms` the room is assumed to be there.
 * Throws VideoUnavailable.
 */
export async function reconcileRoom(
  ctx: Ctx,
  held: ClassWithRoom,
  openRooms: ReadonlySet<string> | null,
): Promise<void> {
  const room = await ensureRoom(ctx, held, openRooms)
  const known = await readConnections(ctx, held.id)
  const at = ctx.clock.now()
  const inside = await listInside(ctx, room.name)
  // Read again, because the instructor may have changed the rules while the list was loading.
  const ruled = (await readClassWithRoom(ctx, held.id)) ?? held
  const [roles, allowances] = await Promise.all([
    readRoles(
      ctx,
      ruled,
      inside.map((one) => one.personId),
    ),
    readAllowances(ctx, held.id),
  ])
  // Events of a deleted account can't be stored.
  const listed = inside.filter((one) => roles.has(one.personId))
  await recordPresence(ctx, planPoll({ classId: held.id, known, listed, at }))
  const attended = inside.some((one) => roles.get(one.personId) === "instructor")
  const { after, revision } = await noteLook(ctx, held, { at, attended })
  const alone = after.held_since !== null
  await applyRuling(ctx, { held: ruled, roomName: room.name, alone, roles, allowances }, inside)
  if (revision !== null) await tellRoom(ctx, held.id, { revision, waiting: alone })
}

/**
 * Stores what a look into the room showed, unless a newer look is stored. `revision` is the board's if the
 * look held or released students.
 */
function noteLook(
  ctx: Ctx,
  held: ClassWithRoom,
  { at, attended }: { at: Date; attended: boolean },
): Promise<{ after: ClassRoom; revision: number | null }> {
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
    await noteOutage(tx, held, before, { answered: true, at })
    const [after] = await tx.db
      .update(classRooms)
      .set({ polled_at: at, unattended_since, held_since })
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
