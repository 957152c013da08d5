import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, or } from "drizzle-orm"
import type { RecordingFailure } from "#contract/recordings/recordings.ts"
import {
  ABANDONED_AFTER_MS,
  extensionOf,
  filePath,
  LOST_AFTER_MS,
  NEVER_BEGAN_AFTER_MS,
  SPOOL_MS,
} from "#features/recordings/rules.ts"
import { roomPolicies } from "#features/rooms/server/board-tables.ts"
import { binStart } from "#platform/bin.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { makeSeekable, readMedia, Unplayable } from "#platform/media/media.ts"
import { DAY } from "#shared/time.ts"
import { findCaptionFiles } from "./captions.ts"
import { closeForgotten, removeNeverBegun } from "./forgotten.ts"
import {
  endOfReplaced,
  forgetReplaced,
  isFinal,
  noteReplaced,
  type Place,
  removeReplaced,
} from "./replaced-files.ts"
import { emitRecordings, PROCESS_QUEUE, showWhetherRecording } from "./service.ts"
import { classRecordings } from "./table.ts"

/** The most recordings deleted from the bin in a minute. */
const MOST_EMPTIED = 500

type Row = typeof classRecordings.$inferSelect

/**
 * Makes what has arrived of a recording playable: at once as it arrived, then as a file with duration and
 * index. If the recorder may come back the recording stays open for more. Running twice makes no second file.
 */
export async function processRecording(ctx: Ctx, recordingId: string): Promise<void> {
  const [row] = await ctx.db.select().from(classRecordings).where(eq(classRecordings.id, recordingId))
  if (!row || row.status === "failed" || isFinal(row)) return
  const received = await ctx.spool.received(recordingId)
  if (received === null) return await settleWithoutBytes(ctx, row)
  try {
    if (row.file_path && row.processed_bytes >= received) return await closeMade(ctx, row)
    await showAsArrived(ctx, row, received)
    await keepSeekable(ctx, row, received)
  } catch (error) {
    if (!(error instanceof Unplayable)) throw error
    ctx.log.warn({ err: error, recording: row.id }, "a recording could not be read")
    await failUnlessOpen(ctx, row, error.code)
  }
}

/**
 * Fails a recording that its recorder finished. Of one that is still open more may come, so only the attempt is
 * noted.
 */
async function failUnlessOpen(ctx: Ctx, row: Row, failure: RecordingFailure): Promise<void> {
  const lost = failure === "MISSING" && { received_bytes: 0 }
  await change(ctx, row, row.recording_ended_at ? { status: "failed", failure, ...lost } : {})
}

/**
 * Makes the bytes playable as they arrived: reading their facts takes a moment, making a file takes longer.
 */
async function showAsArrived(ctx: Ctx, row: Row, received: number): Promise<void> {
  if (row.file_path) return
  const { durationSeconds } = await readMedia(ctx.spool.path(row.id), { soon: true })
  await change(ctx, row, {
    status: "completed",
    file_size: received,
    duration_seconds: durationSeconds,
    failure: null,
  })
}

async function keepSeekable(ctx: Ctx, row: Row, received: number): Promise<void> {
  await ctx.spool.withFolder(async (folder) => {
    const made = join(folder, `made.${extensionOf(row.mime_type)}`)
    await makeSeekable(ctx.spool.path(row.id), made, extensionOf(row.mime_type))
    const { durationSeconds } = await readMedia(made)
    const { size } = await stat(made)
    const path = filePath({ ...row, at: ctx.clock.now() })
    // If the row can't be written after it, the file belongs to nobody and goes by this note.
    await noteReplaced(ctx, [{ store: "kept", key: path }], endOfReplaced(ctx, null))
    await ctx.files.put(path, createReadStream(made), `video/${extensionOf(row.mime_type)}`)
    const kept = await change(ctx, row, {
      status: "completed",
      failure: null,
      file_path: path,
      file_size: size,
      duration_seconds: durationSeconds,
      processed_bytes: received,
    })
    if (!kept) await ctx.files.remove(path)
    await removeReplaced(ctx)
  })
}

/** Settles a recording whose bytes the spool has not got, as in a copy restored from a backup that lacks them. */
async function settleWithoutBytes(ctx: Ctx, row: Row): Promise<void> {
  ctx.log.error({ recording: row.id }, "what arrived of a recording is missing")
  if (!row.file_path) return await failUnlessOpen(ctx, row, "MISSING")
  await change(ctx, row, { status: "completed", failure: null, received_bytes: row.processed_bytes })
}

/**
 * Closes a recording whose recorder came back to finish, if everything that arrived is already in its file.
 */
async function closeMade(ctx: Ctx, row: Row): Promise<void> {
  if (row.status === "completed") return
  await change(ctx, row, { status: "completed", failure: null })
  await removeReplaced(ctx)
}

/** Writes a step's outcome, unless another worker has got further meanwhile. */
async function change(ctx: Ctx, row: Row, values: Partial<Row>): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [changed] = await tx.db
      .update(classRecordings)
      .set({ ...values, updated_at: tx.clock.now() })
      .where(
        and(
          eq(classRecordings.id, row.id),
          values.processed_bytes === undefined
            ? eq(classRecordings.processed_bytes, row.processed_bytes)
            : lt(classRecordings.processed_bytes, values.processed_bytes),
        ),
      )
      .returning()
    if (!changed) return false
    if (values.file_path) await forgetReplaced(tx, { store: "kept", key: values.file_path })
    await noteReplaced(tx, placesLeft(row, changed), endOfReplaced(tx, changed.linked_until))
    await emitRecordings(tx, row.class_id)
    return true
  })
}

/**
 * Returns where a recording was stored before its file was made, except an upload that its recorder may
 * continue.
 */
function placesLeft(before: Row, after: Row): Place[] {
  const places: Place[] = []
  if (before.file_path && before.file_path !== after.file_path)
    places.push({ store: "kept", key: before.file_path })
  if (isFinal(after)) places.push({ store: "spool", key: after.id })
  return places
}

/**
 * Runs each minute: makes playable what arrived of abandoned recordings, enqueues again what was lost with
 * its worker, closes recordings nobody came back to, removes replaced files and empties the bin. No status
 * gets stuck.
 */
export async function sweepRecordings(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime()
  const before = (ms: number) => new Date(now - ms)
  await removeNeverBegun(ctx, before(NEVER_BEGAN_AFTER_MS))
  await closeForgotten(ctx, before(SPOOL_MS))
  const { id, status, received_at, received_bytes, processed_bytes, updated_at, recording_ended_at } =
    classRecordings
  const abandoned = await ctx.db
    .select({ id })
    .from(classRecordings)
    .where(
      and(
        isNull(recording_ended_at),
        inArray(status, ["recording", "completed"]),
        lt(received_at, before(ABANDONED_AFTER_MS)),
        gt(received_bytes, processed_bytes),
        // What came to nothing is tried again less often while no more arrives.
        or(gte(received_at, updated_at), lt(updated_at, before(LOST_AFTER_MS))),
      ),
    )
    .limit(100)
  const lost = await ctx.db
    .select({ id })
    .from(classRecordings)
    .where(
      and(
        // Some can be played as they arrived, and wait for free disk space.
        inArray(status, ["processing", "completed"]),
        isNotNull(recording_ended_at),
        lt(processed_bytes, received_bytes),
        lt(updated_at, before(LOST_AFTER_MS)),
      ),
    )
    .limit(100)
  for (const row of [...abandoned, ...lost]) await ctx.jobs.send(ctx, PROCESS_QUEUE, { recording_id: row.id })
  await tellRoomsOfSilence(ctx)
  const days = ctx.env.RECORDING_RETENTION_DAYS
  if (days !== undefined) await binOld(ctx, before(days * DAY))
  await emptyBin(ctx, binStart(ctx))
  await removeReplaced(ctx)
}

/** Clears the recording sign in rooms whose recorder fell silent. */
async function tellRoomsOfSilence(ctx: Ctx): Promise<void> {
  const shown = await ctx.db
    .select({ class_id: roomPolicies.class_id })
    .from(roomPolicies)
    .where(isNotNull(roomPolicies.recording_since))
  for (const { class_id } of shown) await showWhetherRecording(ctx, class_id)
}

/**
 * Moves recordings that the academy no longer keeps into the bin, from which they are deleted after 30 days.
 */
async function binOld(ctx: Ctx, before: Date): Promise<void> {
  const { deleted_at, recording_started_at, class_id } = classRecordings
  await inTransaction(ctx, async (tx) => {
    const old = await tx.db
      .update(classRecordings)
      .set({ deleted_at: tx.clock.now(), updated_at: tx.clock.now() })
      .where(and(isNull(deleted_at), lt(recording_started_at, before)))
      .returning({ class_id })
    for (const id of new Set(old.map((row) => row.class_id))) await emitRecordings(tx, id)
  })
}

async function emptyBin(ctx: Ctx, before: Date): Promise<void> {
  const { id: ofRow, deleted_at, file_path: path } = classRecordings
  const old = await ctx.db
    .select({ id: ofRow })
    .from(classRecordings)
    .where(and(isNotNull(deleted_at), lt(deleted_at, before)))
    .limit(MOST_EMPTIED)
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  // In one transaction with the rows, so that a file that can't be removed at once isn't forgotten.
  await inTransaction(ctx, async (tx) => {
    const captions = await findCaptionFiles(tx, ids)
    const gone = await tx.db
      .delete(classRecordings)
      .where(and(inArray(ofRow, ids), isNotNull(deleted_at)))
      .returning({ id: ofRow, file_path: path })
    const emptied = new Set(gone.map(({ id }) => id))
    const texts = captions.filter(({ recording_id }) => emptied.has(recording_id)).map(({ key }) => key)
    const files = [...texts, ...gone.flatMap(({ file_path }) => file_path ?? [])]
    const kept = files.map((key): Place => ({ store: "kept", key }))
    await noteReplaced(
      tx,
      [...kept, ...gone.map(({ id }): Place => ({ store: "spool", key: id }))],
      tx.clock.now(),
    )
  })
}
