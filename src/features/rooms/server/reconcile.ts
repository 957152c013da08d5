import { eq, sql } from "drizzle-orm"
import { planPoll } from "#features/rooms/presence-plan.ts"
import { isUnattended, outageSeconds, type RoomRole, rightsOf } from "#features/rooms/rules.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { parseIdentity } from "#platform/video/identity.ts"
import type { VideoParticipant } from "#platform/video/port.ts"
import { isId } from "#shared/ids.ts"
import { SECOND } from "#shared/time.ts"
import { readConnections, recordPresence } from "./presence.ts"
import { type ClassRoom, type ClassWithRoom, ensureRoom, isGranted, readRoles, toGrant } from "./room.ts"
import { classRooms } from "./table.ts"

type Inside = VideoParticipant & { personId: string; deviceId: string; connectionId: string }

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
  const inside = (await ctx.video.port.listParticipants(room.name)).flatMap(readPerson)
  const roles = await readRoles(
    ctx,
    held,
    inside.map((one) => one.personId),
  )
  // The events of somebody whose account is gone could not be stored.
  const listed = inside.filter((one) => roles.has(one.personId))
  await recordPresence(ctx, planPoll({ classId: held.id, known, listed, at }))
  const attended = inside.some((one) => roles.get(one.personId) === "instructor")
  const after = await noteLook(ctx, held, { at, attended, watchedUntil })
  await Promise.all(
    inside.map((one) =>
      applyPolicy(ctx, room.name, one, roles.get(one.personId) ?? null, after.held_since !== null),
    ),
  )
}

// Others than people, such as a recorder of the video server, have identities of their own kind.
function readPerson(participant: VideoParticipant): Inside[] {
  const identity = parseIdentity(participant.identity)
  if (participant.state === "disconnected" || !identity || !isId(identity.personId)) return []
  return [{ ...participant, ...identity, connectionId: participant.sid }]
}

/** Stores what a look into the room showed; what is older than the stored one changes nothing. */
function noteLook(
  ctx: Ctx,
  held: ClassWithRoom,
  look: { at: Date; attended: boolean; watchedUntil: Date | null },
): Promise<ClassRoom> {
  const { at, attended } = look
  return inTransaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select()
      .from(classRooms)
      .where(eq(classRooms.class_id, held.id))
      .for("update")
    if (!before) throw new Error(`class ${held.id} lost its room`)
    if (before.polled_at && before.polled_at > at) return before
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
    if ((before.held_since === null) !== (held_since === null)) {
      tx.log.info({ class_id: held.id, held: held_since !== null }, "students were held or released")
      await emit(tx, "class.room", held.id)
    }
    return after ?? before
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

/** Sends out whoever may not be in the room, and gives everybody else exactly the rights they should have. */
async function applyPolicy(
  ctx: Ctx,
  roomName: string,
  participant: Inside,
  role: RoomRole | null,
  held: boolean,
): Promise<void> {
  const { identity } = participant
  try {
    if (role === null) {
      await ctx.video.port.removeParticipant(roomName, identity)
      ctx.log.info(
        { room: roomName, person_id: participant.personId },
        "somebody without a place was sent out",
      )
      return
    }
    const grant = toGrant(rightsOf(role, held))
    if (!isGranted(participant.grant, grant)) await ctx.video.port.setGrant(roomName, identity, grant)
  } catch (error) {
    // The next look repeats it; meanwhile the others must not wait for this one.
    ctx.log.warn(
      { err: error, room: roomName, person_id: participant.personId },
      "a room rule could not be applied",
    )
  }
}
