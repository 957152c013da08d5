import { and, asc, eq, isNull, max, sql } from "drizzle-orm"
import { type ManagedLesson, MOST_LESSONS } from "#contract/lessons.ts"
import { LARGEST_VIDEO_BYTES, putInOrder, spoolKey } from "#features/lessons/rules.ts"
import { programs } from "#features/programs/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { binStart } from "#platform/bin.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { StorageFull } from "#platform/storage/port.ts"
import type { VideoKind } from "#shared/video.ts"
import { programLessons } from "./table.ts"
import { describeLesson, editableBy } from "./view.ts"

export const PROCESS_QUEUE = "lessons.process"

type LessonRow = typeof programLessons.$inferSelect
type NewVideo = { upload_id: string; file_name: string; file_size: number; file_kind: VideoKind }

/** Notifies those who manage a program that its lessons changed. */
export async function emitLessons(tx: Pick<Ctx, "db">, courseId: string): Promise<void> {
  await emit(tx, "program.lessons", courseId)
}

/**
 * Checks that the viewer manages the program and locks it, so that its lessons have one order. Throws
 * NOT_FOUND.
 */
async function lockProgram(tx: SignedInCtx, courseId: string): Promise<void> {
  const [course] = await tx.db
    .select({ id: programs.id })
    .from(programs)
    .where(and(eq(programs.id, courseId), editableBy(tx.viewer)))
    .for("no key update")
  if (!course) notFound()
}

/** Returns a lesson that the viewer manages, locked. Throws NOT_FOUND. */
async function lockLesson(
  tx: SignedInCtx,
  lessonId: string,
  where = isNull(programLessons.deleted_at),
): Promise<LessonRow> {
  const [row] = await tx.db
    .select({ lesson: programLessons })
    .from(programLessons)
    .innerJoin(programs, eq(programs.id, programLessons.course_id))
    .where(and(eq(programLessons.id, lessonId), where, editableBy(tx.viewer)))
    .for("update", { of: programLessons })
  return row?.lesson ?? notFound()
}

async function change(tx: SignedInCtx, lessonId: string, values: Partial<LessonRow>): Promise<LessonRow> {
  const [row] = await tx.db
    .update(programLessons)
    .set({ ...values, updated_at: tx.clock.now() })
    .where(eq(programLessons.id, lessonId))
    .returning()
  if (!row) notFound()
  await emitLessons(tx, row.course_id)
  return row
}

async function openUpload(ctx: Ctx, { upload_id, file_size }: NewVideo): Promise<void> {
  try {
    await ctx.spool.begin(spoolKey(upload_id), file_size)
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    ctx.log.error({ err: error }, "a lesson found no space")
    refuse("STORAGE_FULL")
  }
}

function uploadColumns(tx: SignedInCtx, video: NewVideo) {
  if (video.file_size > LARGEST_VIDEO_BYTES) refuseFields({ file_size: "VIDEO_TOO_LARGE" })
  return {
    upload_id: video.upload_id,
    upload_name: video.file_name,
    upload_kind: video.file_kind,
    upload_size: video.file_size,
    upload_status: "uploading" as const,
    received_bytes: 0,
    received_at: tx.clock.now(),
    failure: null,
    uploaded_by: tx.viewer.user_id,
  }
}

/** The columns of a lesson without an upload. */
export const NO_UPLOAD = {
  ...{ upload_id: null, upload_name: null, upload_kind: null, upload_size: null, upload_status: null },
  ...{ received_bytes: 0, received_at: null, failure: null },
}

/**
 * Adds a lesson at the end of a program that the viewer manages, and opens the upload of its video. Repeating
 * an id returns the same lesson. Throws NOT_FOUND, STORAGE_FULL and FIELD_ERRORS (VIDEO_TOO_LARGE,
 * LESSONS_TOO_MANY).
 */
export async function addLesson(
  ctx: SignedInCtx,
  input: NewVideo & { course_id: string; id: string; title: string },
): Promise<ManagedLesson> {
  const { course_id, id, title, ...video } = input
  const lesson = await inTransaction(ctx, async (tx) => {
    await lockProgram(tx, course_id)
    const [known] = await tx.db.select().from(programLessons).where(eq(programLessons.id, id))
    if (known) return known.course_id === course_id ? known : notFound()
    const kept = and(eq(programLessons.course_id, course_id), isNull(programLessons.deleted_at))
    if ((await tx.db.$count(programLessons, kept)) >= MOST_LESSONS)
      refuseFields({ file_size: "LESSONS_TOO_MANY" })
    const [last] = await tx.db
      .select({ position: max(programLessons.position) })
      .from(programLessons)
      .where(eq(programLessons.course_id, course_id))
    const now = tx.clock.now()
    const [row] = await tx.db
      .insert(programLessons)
      .values({
        ...{ id, course_id, title, created_at: now, updated_at: now },
        ...uploadColumns(tx, video),
        position: (last?.position ?? -1) + 1,
      })
      .onConflictDoNothing()
      .returning()
    // The upload's id belongs to another lesson.
    if (!row) notFound()
    await openUpload(tx, video)
    await recordAct(tx, "lesson.add", course_id, { lesson_id: id })
    await emitLessons(tx, course_id)
    return row
  })
  return describeLesson(lesson)
}

/**
 * Opens the upload of another video for a lesson; students see the present one until the new one is ready.
 * Repeating an upload id returns the same upload. Throws as `addLesson`.
 */
export async function replaceVideo(
  ctx: SignedInCtx,
  { lesson_id, ...video }: NewVideo & { lesson_id: string },
): Promise<ManagedLesson> {
  const { row, before } = await inTransaction(ctx, async (tx) => {
    const before = await lockLesson(tx, lesson_id)
    if (before.upload_id === video.upload_id) return { row: before, before: null }
    const columns = uploadColumns(tx, video)
    const taken = await tx.db.$count(programLessons, eq(programLessons.upload_id, video.upload_id))
    if (taken > 0) notFound()
    const row = await change(tx, lesson_id, columns)
    await openUpload(tx, video)
    await recordAct(tx, "lesson.replace", before.course_id, { lesson_id })
    return { row, before: before.upload_id }
  })
  if (before) await ctx.spool.remove(spoolKey(before))
  return describeLesson(row)
}

/**
 * Cancels a lesson's upload, and removes the lesson if it never had a video. An upload that another one replaced or
 * that is over changes nothing. Throws NOT_FOUND.
 */
export async function cancelUpload(
  ctx: SignedInCtx,
  { lesson_id, upload_id }: { lesson_id: string; upload_id: string },
): Promise<void> {
  const cancelled = await inTransaction(ctx, async (tx) => {
    const row = await lockLesson(tx, lesson_id, sql`true`)
    if (row.upload_id !== upload_id) return false
    if (row.file_path !== null) await change(tx, lesson_id, NO_UPLOAD)
    else {
      await tx.db.delete(programLessons).where(eq(programLessons.id, lesson_id))
      await recordAct(tx, "lesson.delete", row.course_id, { lesson_id })
      await emitLessons(tx, row.course_id)
    }
    return true
  })
  if (cancelled) await ctx.spool.remove(spoolKey(upload_id))
}

/** Processes a failed video again while its bytes exist. Throws NOT_FOUND. */
export async function retryLesson(ctx: SignedInCtx, lessonId: string): Promise<ManagedLesson> {
  const row = await inTransaction(ctx, async (tx) => {
    const before = await lockLesson(tx, lessonId)
    const { upload_id } = before
    if (before.upload_status !== "failed" || upload_id === null) return before
    if ((await tx.spool.received(spoolKey(upload_id))) !== before.upload_size) notFound()
    const row = await change(tx, lessonId, { upload_status: "processing", failure: null })
    await tx.jobs.send(tx, PROCESS_QUEUE, { lesson_id: lessonId, upload_id })
    return row
  })
  return describeLesson(row)
}

/** Renames a lesson. Throws NOT_FOUND. */
export async function renameLesson(
  ctx: SignedInCtx,
  { lesson_id, title }: { lesson_id: string; title: string },
): Promise<ManagedLesson> {
  return inTransaction(ctx, async (tx) => {
    await lockLesson(tx, lesson_id)
    return describeLesson(await change(tx, lesson_id, { title }))
  })
}

/**
 * Orders the lessons of a program; those that aren't named follow in their present order. Throws NOT_FOUND.
 */
export async function orderLessons(
  ctx: SignedInCtx,
  { course_id, lesson_ids }: { course_id: string; lesson_ids: string[] },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockProgram(tx, course_id)
    const rows = await tx.db
      .select({ id: programLessons.id })
      .from(programLessons)
      .where(eq(programLessons.course_id, course_id))
      .orderBy(asc(programLessons.position), asc(programLessons.id))
    const order = putInOrder(
      rows.map(({ id }) => id),
      lesson_ids,
    )
    await tx.db.execute(sql`
      update ${programLessons} lesson set position = wanted.at
      from unnest(${sql.param(order)}::uuid[]) with ordinality as wanted(id, at)
      where lesson.id = wanted.id and lesson.position <> wanted.at`)
    await emitLessons(tx, course_id)
  })
}

/** Moves a lesson into the bin, where nobody can play it. Repeating it changes nothing. Throws NOT_FOUND. */
export async function deleteLesson(ctx: SignedInCtx, lessonId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockLesson(tx, lessonId, sql`true`)
    if (row.deleted_at) return
    await change(tx, lessonId, { deleted_at: tx.clock.now() })
    await recordAct(tx, "lesson.delete", row.course_id, { lesson_id: lessonId })
  })
}

/** Restores a lesson from the bin at its old position. Throws NOT_FOUND after 30 days. */
export async function restoreLesson(ctx: SignedInCtx, lessonId: string): Promise<ManagedLesson> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockLesson(tx, lessonId, sql`true`)
    if (!row.deleted_at) return describeLesson(row)
    if (row.deleted_at < binStart(tx)) notFound()
    await recordAct(tx, "lesson.restore", row.course_id, { lesson_id: lessonId })
    return describeLesson(await change(tx, lessonId, { deleted_at: null }))
  })
}
