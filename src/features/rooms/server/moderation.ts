import { and, eq } from "drizzle-orm"
import type { RoomAllowance, RoomPolicy } from "#contract/rooms/room-board.ts"
import { user } from "#features/accounts/server/table.ts"
import { recordAct, recordChange } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { VideoUnavailable } from "#platform/video/errors.ts"
import { changeBoard, nextRevision } from "./board/board-revision.ts"
import { tellRoom } from "./board/broadcast.ts"
import { roomAdmissions, roomAllowances, roomHands, roomPolicies } from "./board-tables.ts"
import { requireStaffOfLive, requireStudent } from "./members.ts"
import { readRoles } from "./roles.ts"
import { type ClassWithRoom, readPolicy } from "./room.ts"
import { presenceEvents, roomBans } from "./table.ts"
import { enforceNow, listInside } from "./watch/enforce.ts"

type PolicyChange = { class_id: string } & { [K in keyof RoomPolicy]?: RoomPolicy[K] | undefined }
type AllowanceChange = { class_id: string; person_id: string } & {
  [K in keyof RoomAllowance]?: RoomAllowance[K] | undefined
}

/**
 * Allows or stops what all students send, the chat, and entering the room. The video server unpublishes what
 * they may no longer send. Throws NOT_FOUND, CLASS_NOT_LIVE.
 */
export async function setPolicy(ctx: SignedInCtx, { class_id, locked, ...allow }: PolicyChange) {
  const held = await requireStaffOfLive(ctx, class_id)
  const present = locked ? await listPresent(ctx, held) : []
  const lock = locked === undefined ? {} : { locked_at: locked ? ctx.clock.now() : null }
  const stored = await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select()
      .from(roomPolicies)
      .where(eq(roomPolicies.class_id, class_id))
      .for("update")
    const row = await nextRevision(tx, class_id, { ...dropUndefined(allow), ...lock })
    if (locked) await admit(tx, held, present)
    else if (locked === false) await tx.db.delete(roomAdmissions).where(eq(roomAdmissions.class_id, class_id))
    await recordChange(tx, "room.policy", class_id, {
      from: readPolicy(before ?? null),
      to: dropUndefined({ ...allow, locked }),
    })
    return row
  })
  const policy = readPolicy(stored)
  await Promise.all([
    enforceNow(ctx, class_id),
    tellRoom(ctx, class_id, { revision: stored.revision, policy }),
  ])
  return { revision: stored.revision, policy }
}

function dropUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}

/** Returns who is inside by the video server's list. If it doesn't answer, by earlier observations. */
async function listPresent(ctx: SignedInCtx, held: ClassWithRoom): Promise<string[]> {
  if (!held.room) return []
  try {
    return (await listInside(ctx, held.room.name)).map((one) => one.personId)
  } catch (error) {
    if (!(error instanceof VideoUnavailable)) throw error
    ctx.log.warn({ err: error, class_id: held.id }, "a room was locked without a look into it")
    return []
  }
}

/** Lets everybody who is or was in the class before it was locked come back. */
async function admit(tx: SignedInCtx, held: ClassWithRoom, present: string[]): Promise<void> {
  const classId = held.id
  const seen = await tx.db
    .selectDistinct({ person_id: presenceEvents.person_id })
    .from(presenceEvents)
    .where(eq(presenceEvents.class_id, classId))
  const known = await readRoles(tx, { ...held, policy: { locked: false } }, present)
  const people = new Set([...seen.map((row) => row.person_id), ...known.keys()])
  if (people.size === 0) return
  await tx.db
    .insert(roomAdmissions)
    .values([...people].map((person_id) => ({ class_id: classId, person_id })))
    .onConflictDoNothing()
}

/**
 * Allows or denies one student something, regardless of the class's policy. Throws NOT_FOUND, CLASS_NOT_LIVE.
 */
export async function setAllowance(ctx: SignedInCtx, { class_id, person_id, ...allow }: AllowanceChange) {
  const held = await requireStaffOfLive(ctx, class_id)
  await requireStudent(ctx, held, person_id)
  const set = dropUndefined(allow)
  const { revision, allowance } = await changeBoard(ctx, class_id, async (tx, revision) => {
    const [before] = await tx.db
      .select()
      .from(roomAllowances)
      .where(and(eq(roomAllowances.class_id, class_id), eq(roomAllowances.person_id, person_id)))
    const [row] = await tx.db
      .insert(roomAllowances)
      .values({ class_id, person_id, ...set })
      // An empty update is not a valid statement.
      .onConflictDoUpdate({
        target: [roomAllowances.class_id, roomAllowances.person_id],
        set: { class_id, ...set },
      })
      .returning()
    if (!row) throw new Error("an allowance was not written")
    await recordChange(tx, "room.allowance", class_id, { from: { ...before }, to: set }, { person_id })
    const { microphone, camera, screen_share, chat, drawing } = row
    return { revision, allowance: { microphone, camera, screen_share, chat, drawing } }
  })
  const change = { revision, allowance: { person_id, ...allowance } }
  await Promise.all([
    enforceNow(ctx, class_id, [person_id]),
    tellRoom(ctx, class_id, change, { staff: true, person: person_id }),
  ])
  return { revision, allowance }
}

/**
 * Mutes the microphones of one student or of all. They may unmute themselves, unless microphones are held.
 * Returns how many were muted. Throws NOT_FOUND, CLASS_NOT_LIVE, VIDEO_UNAVAILABLE.
 */
export async function muteStudents(
  ctx: SignedInCtx,
  { class_id, person_id }: { class_id: string; person_id?: string | undefined },
): Promise<{ muted: number }> {
  const held = await requireStaffOfLive(ctx, class_id)
  if (person_id) await requireStudent(ctx, held, person_id)
  const room = held.room?.name
  let muted = 0
  try {
    const inside = room ? await listInside(ctx, room) : []
    const roles = await readRoles(
      ctx,
      held,
      inside.map((one) => one.personId),
    )
    const meant = inside.filter((one) =>
      person_id ? one.personId === person_id : roles.get(one.personId) === "student",
    )
    const open = meant.flatMap(({ identity, tracks }) =>
      tracks
        .filter((track) => track.kind === "audio" && track.source !== "screen_share_audio" && !track.muted)
        .map((track) => ({ identity, sid: track.sid })),
    )
    const done = await Promise.all(
      open.map(({ identity, sid }) => ctx.video.port.muteTrack(room ?? "", identity, sid)),
    )
    muted = done.filter(Boolean).length
  } catch (error) {
    if (!(error instanceof VideoUnavailable)) throw error
    ctx.log.warn({ err: error, class_id }, "students could not be muted")
    refuse("VIDEO_UNAVAILABLE")
  }
  await recordAct(ctx, "room.mute", class_id, { person_id: person_id ?? null, muted })
  return { muted }
}

type Student = { class_id: string; person_id: string }

/** Removes a student from the room on every device, until readmitted. Throws NOT_FOUND, CLASS_NOT_LIVE. */
export async function removeStudent(ctx: SignedInCtx, { class_id, person_id }: Student) {
  const held = await requireStaffOfLive(ctx, class_id)
  await requireStudent(ctx, held, person_id)
  const change = await changeBoard(ctx, class_id, async (tx, revision) => {
    const now = tx.clock.now()
    const ban = { class_id, person_id, banned_by: tx.viewer.user_id, created_at: now }
    await tx.db.insert(roomBans).values(ban).onConflictDoNothing()
    await tx.db
      .delete(roomHands)
      .where(and(eq(roomHands.class_id, class_id), eq(roomHands.person_id, person_id)))
    await recordAct(tx, "room.remove", class_id, { person_id })
    await emit(tx, "class.room", class_id)
    return { revision, removed: { person_id, name: await nameOf(tx, person_id), back: false } }
  })
  const lowered = { person_id, name: "", raised_at: null }
  await Promise.all([
    enforceNow(ctx, class_id, [person_id]),
    tellRoom(ctx, class_id, change, { staff: true }),
    tellRoom(ctx, class_id, { revision: change.revision, hand: lowered }),
  ])
  return { revision: change.revision }
}

/** Readmits a removed student, also while the room is locked. Throws NOT_FOUND, CLASS_NOT_LIVE. */
export async function readmitStudent(ctx: SignedInCtx, { class_id, person_id }: Student) {
  const held = await requireStaffOfLive(ctx, class_id)
  await requireStudent(ctx, held, person_id)
  const change = await changeBoard(ctx, class_id, async (tx, revision) => {
    const ban = and(eq(roomBans.class_id, class_id), eq(roomBans.person_id, person_id))
    await tx.db.delete(roomBans).where(ban)
    if (held.policy.locked)
      await tx.db.insert(roomAdmissions).values({ class_id, person_id }).onConflictDoNothing()
    await recordAct(tx, "room.readmit", class_id, { person_id })
    return { revision, removed: { person_id, name: await nameOf(tx, person_id), back: true } }
  })
  await tellRoom(ctx, class_id, change, { staff: true })
  return { revision: change.revision }
}

async function nameOf(tx: Pick<SignedInCtx, "db">, personId: string): Promise<string> {
  const [row] = await tx.db.select({ name: user.name }).from(user).where(eq(user.id, personId))
  return row?.name ?? ""
}
