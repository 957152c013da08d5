import { isReporting, planSilence } from "#features/rooms/presence-plan.ts"
import type { Ctx } from "#platform/context.ts"
import { readConnections, recordPresence } from "../presence.ts"
import { readRoles } from "../roles.ts"
import { type ClassWithRoom, ensureRoom } from "../room.ts"
import { type LastLook, noteLook } from "../watch/note-look.ts"

/**
 * Updates one live class whose people meet on Jitsi, by what their browsers report: records who fell silent,
 * and decides whether students wait for an instructor. Every step can be repeated.
 */
export async function reconcileMeeting(ctx: Ctx, held: ClassWithRoom, last?: LastLook): Promise<void> {
  if (!(await ensureRoom(ctx, held))) return
  const known = await readConnections(ctx, held.id)
  const at = ctx.clock.now()
  await recordPresence(ctx, planSilence({ classId: held.id, known, at }))
  const there = known.filter((one) => isReporting(one, at)).map((one) => one.personId)
  const roles = await readRoles(ctx, held, there)
  await noteLook(ctx, held, { at, attended: [...roles.values()].includes("instructor") }, last)
}
