import { asc, desc, eq, inArray, lt } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import type { Snapshot } from "#contract/attendance/attendance.ts"
import { students } from "#features/accounts/server/table.ts"
import { teaches } from "#features/classes/rules.ts"
import { listRoster } from "#features/classes/server/service.ts"
import { hasConsent } from "#features/guardians/server/consents.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { StorageFull } from "#platform/storage/port.ts"
import { newId } from "#shared/ids.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { readOwnClass } from "./sheet.ts"
import { attendanceSnapshots } from "./table.ts"

export const DROP_SNAPSHOTS_QUEUE = "attendance.drop-snapshots"
const LARGEST_BYTES = 200_000
const LINK_SECONDS = 300
const MOST_SHOWN = 300
/** Per run; there is one an hour. */
const MOST_DROPPED = 5_000
/** At most one picture of a student is kept in each stretch of this length. */
const STRETCH_MS = policies.attendance.snapshotMinMinutes * MINUTE

const folderOf = (studentId: string) => `snapshots/${studentId}/`
const keyOf = ({ id, student_id }: { id: string; student_id: string }) => `${folderOf(student_id)}${id}.jpg`

/**
 * Stores a picture of a student taken by the instructor's client. Nothing is stored without consent, if the
 * institution did not switch snapshots on, or twice within five minutes. Throws NOT_FOUND unless the viewer
 * teaches the class and the student is in it, and FIELD_ERRORS for anything but a small JPEG.
 */
export async function recordSnapshot(
  ctx: SignedInCtx,
  { class_id, student_id, image }: { class_id: string; student_id: string; image: File },
): Promise<{ kept: boolean }> {
  const row = await readOwnClass(ctx, class_id)
  if (!teaches(row, ctx.viewer)) notFound()
  const roster = await listRoster(ctx, class_id)
  if (!roster.some((student) => student.student_id === student_id)) notFound()
  if (!ctx.env.SNAPSHOTS || row.status !== "live" || !row.started_at) return { kept: false }
  if (!(await hasConsent(ctx, [student_id], "snapshots")).has(student_id)) return { kept: false }
  const bytes = await readJpeg(image)
  const id = newId()
  const taken_at = ctx.clock.now()
  const stretch = Math.floor((taken_at.getTime() - row.started_at.getTime()) / STRETCH_MS)
  const [claimed] = await ctx.db
    .insert(attendanceSnapshots)
    .values({ id, class_id, student_id, stretch, taken_at })
    .onConflictDoNothing()
    .returning({ id: attendanceSnapshots.id })
  if (!claimed) return { kept: false }
  try {
    await ctx.files.put(keyOf({ id, student_id }), bytes, "image/jpeg")
    // Consent may have been withdrawn in between, when the file wasn't there yet.
    if ((await ctx.db.$count(attendanceSnapshots, eq(attendanceSnapshots.id, id))) > 0) return { kept: true }
    await ctx.files.remove(keyOf({ id, student_id }))
    return { kept: false }
  } catch (error) {
    await ctx.db.delete(attendanceSnapshots).where(eq(attendanceSnapshots.id, id))
    if (!(error instanceof StorageFull)) throw error
    ctx.log.error({ err: error }, "a snapshot found no room")
    return { kept: false }
  }
}

async function readJpeg(image: File): Promise<Uint8Array> {
  if (image.size > LARGEST_BYTES) refuseFields({ image: "SNAPSHOT_INVALID" })
  const bytes = new Uint8Array(await image.arrayBuffer())
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) refuseFields({ image: "SNAPSHOT_INVALID" })
  return bytes
}

/** Returns the pictures of a class, newest first, for its instructor or an admin. Throws NOT_FOUND. */
export async function listSnapshots(ctx: SignedInCtx, classId: string): Promise<Snapshot[]> {
  await readOwnClass(ctx, classId)
  const rows = await ctx.db
    .select({
      id: attendanceSnapshots.id,
      student_id: attendanceSnapshots.student_id,
      first_name: students.first_name,
      last_name: students.last_name,
      taken_at: attendanceSnapshots.taken_at,
    })
    .from(attendanceSnapshots)
    .innerJoin(students, eq(students.user_id, attendanceSnapshots.student_id))
    .where(eq(attendanceSnapshots.class_id, classId))
    .orderBy(desc(attendanceSnapshots.taken_at), asc(attendanceSnapshots.id))
    .limit(MOST_SHOWN)
  const link = { seconds: LINK_SECONDS, contentType: "image/jpeg" }
  return Promise.all(
    rows.map(async ({ first_name, last_name, ...row }) => ({
      ...row,
      student_name: `${first_name} ${last_name}`.trim(),
      url: await ctx.links.make(keyOf(row), link),
    })),
  )
}

/** Returns those of these students who may be pictured: none if the institution did not switch it on. */
export async function snapshotsOf(ctx: Ctx, studentIds: readonly string[]): Promise<string[]> {
  return ctx.env.SNAPSHOTS ? [...(await hasConsent(ctx, studentIds, "snapshots"))] : []
}

/**
 * Deletes pictures older than the institution keeps them. Files go first, because a row is needed to find its
 * file.
 */
export async function dropOldSnapshots(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.env.SNAPSHOT_DAYS * DAY)
  const old = await ctx.db
    .select({ id: attendanceSnapshots.id, student_id: attendanceSnapshots.student_id })
    .from(attendanceSnapshots)
    .where(lt(attendanceSnapshots.taken_at, before))
    .limit(MOST_DROPPED)
  for (const row of old) await ctx.files.remove(keyOf(row))
  const ids = old.map((row) => row.id)
  if (ids.length > 0) await ctx.db.delete(attendanceSnapshots).where(inArray(attendanceSnapshots.id, ids))
}

/**
 * Deletes every picture of a student, even after the student's own rows are gone. Rows go first: a file that is stored
 * meanwhile finds its row gone afterwards, and removes it again.
 */
export async function dropSnapshotsOf(ctx: Ctx, studentId: string): Promise<void> {
  await ctx.db.delete(attendanceSnapshots).where(eq(attendanceSnapshots.student_id, studentId))
  for await (const key of ctx.files.list(folderOf(studentId))) await ctx.files.remove(key)
}
