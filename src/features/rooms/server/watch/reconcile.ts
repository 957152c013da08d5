import { planPoll } from "#features/rooms/presence-plan.ts"
import type { Ctx } from "#platform/context.ts"
import { tellRoom } from "../board/broadcast.ts"
import { reconcileMeeting } from "../meetings/reconcile-meeting.ts"
import { readConnections, recordPresence } from "../presence.ts"
import { type ClassWithRoom, ensureRoom, readAllowances, readClassWithRoom, readRoles } from "../room.ts"
import { applyRuling, listInside } from "./enforce.ts"
import { noteLook } from "./note-look.ts"

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
  if (ctx.video.meetings) return reconcileMeeting(ctx, held)
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
