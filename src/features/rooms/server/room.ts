import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { RoomAllowance, RoomPolicy } from "#contract/rooms/room-board.ts"
import { user } from "#features/accounts/server/table.ts"
import { roomName } from "#features/classes/rules.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { NO_ALLOWANCE, OPEN_POLICY, type RoomRights, roomNameAgain } from "#features/rooms/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { type Db, prepared } from "#platform/database/db.ts"
import type { RoomGrant } from "#platform/video/grant.ts"
import { HOUR, SECOND } from "#shared/time.ts"
import { roomAdmissions, roomAllowances, roomPolicies } from "./board-tables.ts"
import { isMeetingName, nameMeeting } from "./meetings/meeting-name.ts"
import { classRooms, roomBans } from "./table.ts"

export type ClassRoom = typeof classRooms.$inferSelect

/** A class with what its room needs; `room` is null before the first one was made. */
export type ClassWithRoom = {
  id: string
  title: string
  status: ScheduledClass["status"]
  class_type: ScheduledClass["class_type"]
  instructor_id: string
  substitutes_for: string | null
  ends_at: Date
  started_at: Date | null
  room: ClassRoom | null
  policy: RoomPolicy
  /** How often the room's board changed. */
  revision: number
  /** Since when it is being recorded. */
  recording_since: Date | null
  /** The slides that are shown, and their page. */
  slides: { deck_id: string; page: number } | null
}

/** Built once: every request to a room begins with it. */
const classWithRoom = prepared("class_with_room", (db) =>
  selectClassesWithRooms(db).where(eq(scheduledClasses.id, sql.placeholder("class"))),
)

function selectClassesWithRooms(db: Db) {
  const { id, title, status, class_type, ends_at, started_at } = scheduledClasses
  const { instructor_id, substitutes_for } = scheduledClasses
  const columns = { id, title, status, class_type, instructor_id, substitutes_for, ends_at, started_at }
  return db
    .select({ ...columns, room: classRooms, stored: roomPolicies })
    .from(scheduledClasses)
    .leftJoin(classRooms, eq(classRooms.class_id, id))
    .leftJoin(roomPolicies, eq(roomPolicies.class_id, id))
}

type Selected = Awaited<ReturnType<typeof selectClassesWithRooms>>[number]

async function readClassesWithRooms(ctx: Pick<Ctx, "db">, where: SQL | undefined): Promise<ClassWithRoom[]> {
  return (await selectClassesWithRooms(ctx.db).where(where)).map(withRoom)
}

function withRoom({ stored, ...row }: Selected): ClassWithRoom {
  return {
    ...row,
    policy: readPolicy(stored),
    revision: stored?.revision ?? 0,
    recording_since: stored?.recording_since ?? null,
    slides: stored?.slides_deck ? { deck_id: stored.slides_deck, page: stored.slides_page } : null,
  }
}

/** Returns a stored policy in the contract's form. */
export function readPolicy(stored: typeof roomPolicies.$inferSelect | null): RoomPolicy {
  if (!stored) return OPEN_POLICY
  const { microphones, cameras, screen_share, chat, locked_at, whiteboard, drawing } = stored
  return { microphones, cameras, screen_share, chat, locked: locked_at !== null, whiteboard, drawing }
}

/** Returns what single students of a class are allowed or denied, by person. One query. */
export async function readAllowances(
  ctx: Pick<Ctx, "db">,
  classId: string,
): Promise<Map<string, RoomAllowance>> {
  return byPerson(await allowancesOfClass(ctx.db, { class: classId }))
}

const allowancesOfClass = prepared("room_allowances", (db) =>
  db
    .select()
    .from(roomAllowances)
    .where(eq(roomAllowances.class_id, sql.placeholder("class"))),
)

function byPerson(rows: (typeof roomAllowances.$inferSelect)[] = []): Map<string, RoomAllowance> {
  return new Map(
    rows.map(({ person_id, microphone, camera, screen_share, chat, drawing }) => [
      person_id,
      { microphone, camera, screen_share, chat, drawing },
    ]),
  )
}

/** The same of each of these classes, in their order. One query. */
export async function readAllowancesOf(
  ctx: Pick<Ctx, "db">,
  classIds: readonly string[],
): Promise<Map<string, RoomAllowance>[]> {
  const rows = await ctx.db
    .select()
    .from(roomAllowances)
    .where(inArray(roomAllowances.class_id, [...classIds]))
  const byClass = Map.groupBy(rows, ({ class_id }) => class_id)
  return classIds.map((classId) => byPerson(byClass.get(classId)))
}

/** Returns the class with its room, or null. One query. */
export async function readClassWithRoom(
  ctx: Pick<Ctx, "db">,
  classId: string,
): Promise<ClassWithRoom | null> {
  const [row] = await classWithRoom(ctx.db, { class: classId })
  return row ? withRoom(row) : null
}

/** The same of each of these classes, in their order. One query. */
export async function readClassesWithRoomsOf(
  ctx: Pick<Ctx, "db">,
  classIds: readonly string[],
): Promise<(ClassWithRoom | null)[]> {
  const rows = await readClassesWithRooms(ctx, inArray(scheduledClasses.id, [...classIds]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return classIds.map((id) => byId.get(id) ?? null)
}

/** Returns every live class; with `endedBy`, those scheduled to end by then. One query. */
export function readLiveClasses(ctx: Pick<Ctx, "db">, endedBy?: Date): Promise<ClassWithRoom[]> {
  const ended = endedBy && lte(scheduledClasses.ends_at, endedBy)
  return readClassesWithRooms(ctx, and(eq(scheduledClasses.status, "live"), ended))
}

/** Into how many shares the watching of live rooms is cut; also the most processes that can watch. */
export const WATCH_SHARES = 64

/** Returns the live classes of these shares of all. One query. */
export async function readLiveClassesOf(
  ctx: Pick<Ctx, "db">,
  shares: ReadonlySet<number>,
): Promise<ClassWithRoom[]> {
  if (shares.size === 0) return []
  const live = eq(scheduledClasses.status, "live")
  if (shares.size === WATCH_SHARES) return readClassesWithRooms(ctx, live)
  // The last byte of an id is random.
  const share = sql`get_byte(uuid_send(${scheduledClasses.id}), 15) % ${WATCH_SHARES}`
  const ours = sql`${share} = any(${sql.param([...shares])}::int[])`
  return readClassesWithRooms(ctx, and(live, ours))
}

// The product closes a room when its class ends. Until then the room outlasts any break, so that people who
// lose the connection find it under the same name. This limit is for rooms whose class could not be closed.
const IDLE_SECONDS = (2 * HOUR) / SECOND

/**
 * Returns the room of a live class, and makes it on the video server if it isn't there; null if the class is over by
 * now. Read `held` before: a room is made first and recorded after, so many callers at once all make the same one. The
 * video server is asked for this room alone, and not if the caller just saw people in it (`seen`). A meeting needs
 * nothing but its name. Throws VideoUnavailable.
 */
export async function ensureRoom(ctx: Ctx, held: ClassWithRoom, seen = false): Promise<ClassRoom | null> {
  const { meetings } = ctx.video
  const firstName = meetings ? nameMeeting(held) : roomName(held)
  if (held.room === null) {
    if (!(await openRoom(ctx, held.id, firstName))) return null
    const unattended_since = held.started_at ?? ctx.clock.now()
    const [made] = await ctx.db
      .insert(classRooms)
      .values({ class_id: held.id, name: firstName, unattended_since, created_at: ctx.clock.now() })
      .onConflictDoNothing()
      .returning()
    return made ?? readRoom(ctx, held.id)
  }
  const { name: known } = held.room
  if (meetings ? isMeetingName(known) : seen || (await isOpen(ctx, known))) return held.room
  const suffix = held.room.suffix + 1
  const name = roomNameAgain(firstName, suffix)
  if (!(await openRoom(ctx, held.id, name))) return null
  const [renewed] = await ctx.db
    .update(classRooms)
    .set({ name, suffix })
    .where(and(eq(classRooms.class_id, held.id), eq(classRooms.suffix, held.room.suffix)))
    .returning()
  if (renewed)
    ctx.log.warn({ class_id: held.id, room: name }, "the video server had forgotten a room, made it again")
  return renewed ?? readRoom(ctx, held.id)
}

/** Opens a room if its class is still live. Once it is over, its room is closed by a job and stays so. */
async function openRoom(ctx: Ctx, classId: string, name: string): Promise<boolean> {
  if (!(await isLive(ctx, classId))) return false
  await ctx.video.port.ensureRoom({
    name,
    emptyTimeoutSeconds: IDLE_SECONDS,
    departureTimeoutSeconds: IDLE_SECONDS,
  })
  return true
}

async function isLive(ctx: Pick<Ctx, "db">, classId: string): Promise<boolean> {
  const { id, status } = scheduledClasses
  return (await ctx.db.$count(scheduledClasses, and(eq(id, classId), eq(status, "live")))) > 0
}

async function readRoom(ctx: Pick<Ctx, "db">, classId: string): Promise<ClassRoom> {
  const [room] = await ctx.db.select().from(classRooms).where(eq(classRooms.class_id, classId))
  if (!room) throw new Error(`class ${classId} lost its room while it was made`)
  return room
}

async function isOpen(ctx: Pick<Ctx, "video">, name: string): Promise<boolean> {
  return (await ctx.video.port.listRooms([name])).length > 0
}

/** Returns what keeps a person out of a room or limits them in it. One query. */
export async function readLimits(
  ctx: Pick<Ctx, "db">,
  classId: string,
  personId: string,
): Promise<{ banned: boolean; admitted: boolean; allowance: RoomAllowance }> {
  const [row] = await limitsOfPerson(ctx.db, { class: classId, person: personId })
  return {
    banned: row?.ban != null,
    admitted: row?.admission != null,
    allowance: row?.allowance ?? NO_ALLOWANCE,
  }
}

const limitsOfPerson = prepared("limits_in_room", (db) => {
  const classId = sql.placeholder("class")
  const [{ id }, bans, admissions, allowances] = [user, roomBans, roomAdmissions, roomAllowances]
  return db
    .select({ ban: bans.person_id, admission: admissions.person_id, allowance: allowances })
    .from(user)
    .leftJoin(bans, and(eq(bans.person_id, id), eq(bans.class_id, classId)))
    .leftJoin(admissions, and(eq(admissions.person_id, id), eq(admissions.class_id, classId)))
    .leftJoin(allowances, and(eq(allowances.person_id, id), eq(allowances.class_id, classId)))
    .where(eq(id, sql.placeholder("person")))
})

/** Returns the rights in the video server's form; it refuses anything that isn't listed. */
export function toGrant({ publish, data }: RoomRights): RoomGrant {
  return { canPublish: publish.length > 0, sources: [...publish], canPublishData: data, canSubscribe: true }
}

/** Whether a participant's rights are exactly those of the grant. */
export function isGranted(has: RoomGrant, wanted: RoomGrant): boolean {
  return (
    has.canPublish === wanted.canPublish &&
    has.canPublishData === wanted.canPublishData &&
    has.canSubscribe === wanted.canSubscribe &&
    has.hidden !== true &&
    new Set(has.sources).size === wanted.sources.length &&
    wanted.sources.every((source) => has.sources.includes(source))
  )
}
