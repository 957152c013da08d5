import type { RoomAllowance } from "#contract/rooms/room-board.ts"
import { NO_ALLOWANCE, type RoomRole, rightsOf } from "#features/rooms/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { parseIdentity } from "#platform/video/identity.ts"
import type { VideoParticipant } from "#platform/video/port.ts"
import { isId } from "#shared/ids.ts"
import { readRoles } from "../roles.ts"
import {
  type ClassWithRoom,
  isGranted,
  readAllowances,
  readClassWithRoom,
  readLiveClasses,
  toGrant,
} from "../room.ts"

/** One device of a person in a room. */
export type Inside = VideoParticipant & { personId: string; deviceId: string; connectionId: string }

/**
 * Returns the people in a room. Other participants, such as a recorder of the video server, have other
 * identities.
 */
export async function listInside(ctx: Pick<Ctx, "video">, roomName: string): Promise<Inside[]> {
  return (await ctx.video.port.listParticipants(roomName)).flatMap((participant) => {
    const identity = parseIdentity(participant.identity)
    if (participant.state === "disconnected" || !identity || !isId(identity.personId)) return []
    return [{ ...participant, ...identity, connectionId: participant.sid }]
  })
}

/** What decides the rights of the people in a room. */
export type Ruling = {
  held: ClassWithRoom
  roomName: string
  /** Students are held because there is no instructor. */
  alone: boolean
  roles: ReadonlyMap<string, RoomRole | null>
  allowances: ReadonlyMap<string, RoomAllowance>
}

/**
 * Removes everybody who may not be in the room, and gives all others exactly the rights they should have. Returns
 * whether all were as they should be before.
 */
export async function applyRuling(ctx: Ctx, ruling: Ruling, inside: readonly Inside[]): Promise<boolean> {
  const were = await Promise.all(inside.map((one) => applyTo(ctx, ruling, one)))
  return were.every(Boolean)
}

async function applyTo(ctx: Ctx, ruling: Ruling, { identity, personId, grant }: Inside): Promise<boolean> {
  const { held, roomName, alone, roles, allowances } = ruling
  const role = roles.get(personId) ?? null
  try {
    if (role === null) {
      await ctx.video.port.removeParticipant(roomName, identity)
      ctx.log.info({ room: roomName, person_id: personId }, "somebody without a place was sent out")
      return false
    }
    const wanted = toGrant(rightsOf(role, alone, held.policy, allowances.get(personId) ?? NO_ALLOWANCE))
    if (isGranted(grant, wanted)) return true
    await ctx.video.port.setGrant(roomName, identity, wanted)
  } catch (error) {
    // The next look repeats it; meanwhile the others must not wait for this one.
    ctx.log.warn({ err: error, room: roomName, person_id: personId }, "a room rule could not be applied")
  }
  return false
}

/**
 * Applies the stored rules of a live class's room to everybody in it, or to these people, at once. A failure
 * is logged: the poll repeats it.
 */
export async function enforceNow(ctx: Ctx, classId: string, personIds?: readonly string[]): Promise<void> {
  try {
    const held = await readClassWithRoom(ctx, classId)
    if (!held?.room || held.status !== "live") return
    const all = await listInside(ctx, held.room.name)
    const inside = personIds ? all.filter((one) => personIds.includes(one.personId)) : all
    const [roles, allowances] = await Promise.all([
      readRoles(
        ctx,
        held,
        inside.map((one) => one.personId),
      ),
      readAllowances(ctx, classId),
    ])
    const alone = held.room.held_since !== null
    await applyRuling(ctx, { held, roomName: held.room.name, alone, roles, allowances }, inside)
  } catch (error) {
    ctx.log.warn({ err: error, class_id: classId }, "room rules could not be applied, the poll repeats it")
  }
}

/** Applies the rules to one person in every live class, for example when their account was disabled. */
export async function putOutOfRooms(ctx: Ctx, personId: string): Promise<void> {
  for (const held of await readLiveClasses(ctx)) await enforceNow(ctx, held.id, [personId])
}
