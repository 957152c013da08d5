import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { and, eq, isNotNull, lt, lte } from "drizzle-orm"
import type { LessonFailure } from "#contract/lessons.ts"
import {
  ABANDONED_AFTER_MS,
  failureOf,
  filePath,
  isSpoolKey,
  LOST_AFTER_MS,
  QUIET_AFTER_MS,
  REPLACED_STAYS_MS,
  spoolKey,
} from "#features/lessons/rules.ts"
import { binStart } from "#platform/bin.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { eachByItself } from "#platform/jobs/each.ts"
import { makeSeekable, readMedia, Unplayable } from "#platform/media/media.ts"
import { FileExists } from "#platform/storage/port.ts"
import { kindInSpool } from "#platform/storage/receive.ts"
import { DAY } from "#shared/time.ts"
import { emitLessons, NO_UPLOAD, PROCESS_QUEUE } from "./service.ts"
import { lessonProgress, programLessons, replacedLessonFiles } from "./table.ts"
import { noteReceived } from "./uploads.ts"

/** The most rows handled at once. */
const MOST_AT_ONCE = 200

type Row = typeof programLessons.$inferSelect
type Made = Pick<Row, "file_path" | "file_size" | "duration_seconds" | "file_kind">

/**
 * Publishes the video that arrived for a lesson: checked to play in every browser, with duration and index,
 * picture and sound unchanged. Running twice makes no second file.
 */
export async function processLesson(
  ctx: Ctx,
  { lesson_id, upload_id }: { lesson_id: string; upload_id: string },
): Promise<void> {
  const [row] = await ctx.db.select().from(programLessons).where(ofUpload(lesson_id, upload_id))
  if (!row) return
  const made = await makeVideo(ctx, row, upload_id)
  if (typeof made === "string") {
    const lost = made === "MISSING" && { received_bytes: 0 }
    await settle(ctx, row, upload_id, { upload_status: "failed", failure: made, ...lost })
    return
  }
  await settle(ctx, row, upload_id, { ...made, ...NO_UPLOAD })
}

function ofUpload(lessonId: string, uploadId: string) {
  return and(
    eq(programLessons.id, lessonId),
    eq(programLessons.upload_id, uploadId),
    eq(programLessons.upload_status, "processing"),
  )
}

/** Stores what arrived as a playable file, or returns why it can't be played. Throws StorageFull. */
async function makeVideo(ctx: Ctx, row: Row, uploadId: string): Promise<Made | LessonFailure> {
  const key = spoolKey(uploadId)
  // A copy restored from a backup may lack it.
  if ((await ctx.spool.received(key)) === null) return "MISSING"
  try {
    const kind = await kindInSpool(ctx, key)
    if (!kind) return "NOT_PLAYABLE"
    const failure = failureOf(kind, await readMedia(ctx.spool.path(key), { soon: true }))
    if (failure) return failure
    return await ctx.spool.withFolder(async (folder) => {
      const made = join(folder, `made.${kind}`)
      await makeSeekable(ctx.spool.path(key), made, kind)
      const { durationSeconds } = await readMedia(made)
      const { size } = await stat(made)
      const path = filePath(row, uploadId, kind)
      await ctx.files.put(path, createReadStream(made), `video/${kind}`).catch((error: unknown) => {
        // An earlier attempt stored it and was stopped before it could record that.
        if (!(error instanceof FileExists)) throw error
      })
      return { file_path: path, file_size: size, duration_seconds: durationSeconds, file_kind: kind }
    })
  } catch (error) {
    if (!(error instanceof Unplayable)) throw error
    ctx.log.warn({ err: error, lesson: row.id }, "a lesson's video could not be read")
    return "NOT_PLAYABLE"
  }
}

/**
 * Writes the outcome, unless the upload was replaced or given up meanwhile. Returns whether it was written.
 */
async function settle(ctx: Ctx, before: Row, uploadId: string, values: Partial<Row>): Promise<boolean> {
  const settled = await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const [row] = await tx.db
      .update(programLessons)
      .set({ ...values, updated_at: now })
      .where(ofUpload(before.id, uploadId))
      .returning()
    if (!row) return false
    if (values.file_path) await keepAWhile(tx, spoolKey(uploadId))
    if (values.file_path && before.file_path) {
      await keepAWhile(tx, before.file_path)
      // The seen seconds of another video don't apply to this one. Students who were done stay done.
      await tx.db
        .update(lessonProgress)
        .set({ seen: "{}", seen_seconds: 0, position_seconds: 0 })
        .where(eq(lessonProgress.lesson_id, before.id))
    }
    await emitLessons(tx, row.course_id)
    return true
  })
  // Two runs of one upload make the same file, and the other may have settled with it.
  if (!settled && values.file_path && !(await isInUse(ctx, values.file_path)))
    await keepAWhile(ctx, values.file_path)
  return settled
}

async function isInUse(ctx: Pick<Ctx, "db">, path: string): Promise<boolean> {
  return (await ctx.db.$count(programLessons, eq(programLessons.file_path, path))) > 0
}

/** Keeps a file that no lesson uses any more while links may open it and backups may name it. */
async function keepAWhile(tx: Pick<Ctx, "db" | "clock">, key: string): Promise<void> {
  const remove_at = new Date(tx.clock.now().getTime() + REPLACED_STAYS_MS)
  await tx.db.insert(replacedLessonFiles).values({ key, remove_at }).onConflictDoNothing()
}

/**
 * Runs every five minutes: continues what was lost with its worker, gives up uploads that nobody continued
 * for a week, removes files that are no longer needed, and empties the bin. No status gets stuck.
 */
export async function sweepLessons(ctx: Ctx): Promise<void> {
  const before = (ms: number) => new Date(ctx.clock.now().getTime() - ms)
  const { upload_id, upload_status, upload_size, received_at, updated_at } = programLessons
  const quiet = await ctx.db
    .select({ upload_id, upload_size })
    .from(programLessons)
    .where(and(eq(upload_status, "uploading"), lt(received_at, before(QUIET_AFTER_MS)), isNotNull(upload_id)))
    .limit(MOST_AT_ONCE)
  for (const row of quiet) {
    const id = row.upload_id ?? ""
    // The process that wrote the last piece died before it could record that.
    if ((await ctx.spool.received(spoolKey(id))) === row.upload_size) {
      await noteReceived(ctx, id, row.upload_size ?? 0)
    }
  }
  const lost = await ctx.db
    .select({ id: programLessons.id, upload_id })
    .from(programLessons)
    .where(and(eq(upload_status, "processing"), lt(updated_at, before(LOST_AFTER_MS))))
    .limit(MOST_AT_ONCE)
  for (const row of lost)
    await ctx.jobs.send(ctx, PROCESS_QUEUE, { lesson_id: row.id, upload_id: row.upload_id })
  await giveUp(ctx, before(ABANDONED_AFTER_MS))
  await removeReplaced(ctx)
  await emptyBin(ctx)
}

async function giveUp(ctx: Ctx, before: Date): Promise<void> {
  const gone = await inTransaction(ctx, async (tx) => {
    const rows = await tx.db
      .update(programLessons)
      .set({ upload_status: "failed", failure: "ABANDONED", updated_at: tx.clock.now() })
      .where(and(eq(programLessons.upload_status, "uploading"), lt(programLessons.received_at, before)))
      .returning({ upload_id: programLessons.upload_id, course_id: programLessons.course_id })
    for (const course of new Set(rows.map(({ course_id }) => course_id))) await emitLessons(tx, course)
    return rows
  })
  await eachByItself(ctx, gone, async ({ upload_id }) => {
    if (upload_id) await ctx.spool.remove(spoolKey(upload_id))
  })
}

/**
 * Removes replaced files that no link and no backup needs any more. If one can't be removed it is tried again a day later.
 */
async function removeReplaced(ctx: Ctx): Promise<void> {
  const { key: ofKey, remove_at } = replacedLessonFiles
  const due = await ctx.db
    .select({ key: ofKey })
    .from(replacedLessonFiles)
    .where(lte(remove_at, ctx.clock.now()))
    .limit(MOST_AT_ONCE)
  const stuck = await eachByItself(ctx, due, async ({ key }) => {
    await (isSpoolKey(key) ? ctx.spool.remove(key) : ctx.files.remove(key))
    await ctx.db.delete(replacedLessonFiles).where(eq(ofKey, key))
  })
  const tomorrow = new Date(ctx.clock.now().getTime() + DAY)
  for (const { key } of stuck)
    await ctx.db.update(replacedLessonFiles).set({ remove_at: tomorrow }).where(eq(ofKey, key))
}

/** Files first: after a failure the next run finds the rows again. */
async function emptyBin(ctx: Ctx): Promise<void> {
  const { id, deleted_at, file_path, upload_id } = programLessons
  const old = and(isNotNull(deleted_at), lte(deleted_at, binStart(ctx)))
  const rows = await ctx.db
    .select({ id, file_path, upload_id })
    .from(programLessons)
    .where(old)
    .limit(MOST_AT_ONCE)
  await eachByItself(ctx, rows, async (row) => {
    if (row.file_path) await ctx.files.remove(row.file_path)
    if (row.upload_id) await ctx.spool.remove(spoolKey(row.upload_id))
    await ctx.db.delete(programLessons).where(and(eq(id, row.id), old))
  })
}
