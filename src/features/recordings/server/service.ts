import { and, eq, gte, inArray, isNotNull, isNull, lt } from "drizzle-orm"
import type { Recording, RecordingQuality, RecordingVisibility } from "#contract/recordings/recordings.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { firstVisibility, SILENT_AFTER_MS, searchTextOf } from "#features/recordings/rules.ts"
import { showRecording } from "#features/rooms/server/recording-state.ts"
import { recordAct, recordChange } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { StorageFull } from "#platform/storage/port.ts"
import { DAY } from "#shared/time.ts"
import { changeableBy, describeRecording, selectRecordings } from "./recording-view.ts"
import { classRecordings } from "./table.ts"

export const PROCESS_QUEUE = "recordings.process"

type StartInput = {
  class_id: string
  recording_id: string
  quality: RecordingQuality
  source: string
  mime_type: string
}

/**
 * Starts recording a live class that the viewer teaches. Repeating the recording id starts only one. Throws
 * NOT_FOUND for others' classes, CLASS_NOT_LIVE, NOT_ON_JITSI, and STORAGE_FULL if there is no space even for
 * an empty file.
 */
export async function startRecording(ctx: SignedInCtx, input: StartInput): Promise<Recording> {
  if (ctx.video.meetings) return declineRecording(ctx, input.class_id)
  await inTransaction(ctx, async (tx) => {
    const [scheduledClass] = await tx.db
      .select()
      .from(scheduledClasses)
      .where(and(eq(scheduledClasses.id, input.class_id), taughtBy(ctx)))
      // As the database does when a recording is written, and as all do that change seats.
      .for("no key update")
    if (!scheduledClass) notFound()
    const now = tx.clock.now()
    const { class_id: _, recording_id, ...how } = input
    const [written] = await tx.db
      .insert(classRecordings)
      .values({
        ...how,
        id: recording_id,
        class_id: scheduledClass.id,
        instructor_id: scheduledClass.instructor_id,
        title: scheduledClass.title,
        search_text: searchTextOf(scheduledClass.title, scheduledClass.title),
        recording_started_at: now,
        status: "recording",
        is_demo_class: scheduledClass.class_type === "demo",
        visibility: firstVisibility(scheduledClass.class_type),
        received_at: now,
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing()
      .returning({ id: classRecordings.id })
    if (!written) return
    if (scheduledClass.status !== "live") refuse("CLASS_NOT_LIVE")
    await openUpload(tx, recording_id)
    await recordAct(tx, "recording.start", recording_id, { class_id: scheduledClass.id })
    await emitRecordings(tx, scheduledClass.id)
  })
  await showWhetherRecording(ctx, input.class_id)
  return readOwn(ctx, input.recording_id)
}

/** A meeting on Jitsi can't leave out who did not agree to be recorded. */
async function declineRecording(ctx: SignedInCtx, classId: string): Promise<never> {
  const own = and(eq(scheduledClasses.id, classId), taughtBy(ctx))
  const [scheduledClass] = await ctx.db.select({ id: scheduledClasses.id }).from(scheduledClasses).where(own)
  if (!scheduledClass) notFound()
  refuse("NOT_ON_JITSI")
}

async function openUpload(ctx: Ctx, recordingId: string): Promise<void> {
  try {
    await ctx.spool.begin(recordingId)
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    ctx.log.error({ err: error }, "a recording found no room")
    refuse("STORAGE_FULL")
  }
}

/**
 * Records that the recorder continues or paused. Regular reports keep the recording from counting as
 * abandoned, and the room's recording sign up to date. Throws NOT_FOUND.
 */
export async function tellRecording(
  ctx: SignedInCtx,
  input: { recording_id: string; paused: boolean },
): Promise<void> {
  const row = await inTransaction(ctx, async (tx) => {
    const own = await lockOwn(tx, input.recording_id)
    if (own.recording_ended_at || own.status === "failed") return null
    const now = tx.clock.now()
    await tx.db
      .update(classRecordings)
      .set({ received_at: now, paused_at: input.paused ? (own.paused_at ?? now) : null })
      .where(eq(classRecordings.id, own.id))
    return own
  })
  if (row) await showWhetherRecording(ctx, row.class_id)
}

/**
 * Shows in the room whether anybody is recording it: a recorder that reported lately and isn't paused. One that was
 * away for long goes on in a recording whose first part is already playable, and so completed.
 */
export async function showWhetherRecording(ctx: Ctx, classId: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - SILENT_AFTER_MS)
  const [active] = await ctx.db
    .select({ id: classRecordings.id })
    .from(classRecordings)
    .where(
      and(
        eq(classRecordings.class_id, classId),
        inArray(classRecordings.status, ["recording", "completed"]),
        isNull(classRecordings.recording_ended_at),
        isNull(classRecordings.paused_at),
        gte(classRecordings.received_at, since),
      ),
    )
    .limit(1)
  await showRecording(ctx, classId, active !== undefined)
}

function taughtBy({ viewer }: SignedInCtx) {
  return viewer.role === "admin" ? undefined : eq(scheduledClasses.instructor_id, viewer.user_id)
}

/**
 * Closes a recording once everything has arrived and enqueues its processing. Repeating it changes nothing.
 * Throws NOT_FOUND and UPLOAD_INCOMPLETE.
 */
export async function finishRecording(
  ctx: SignedInCtx,
  input: { recording_id: string; bytes: number; poster?: string | undefined },
): Promise<Recording> {
  const received = await ctx.spool.received(input.recording_id)
  const { class_id } = await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, input.recording_id)
    if (row.recording_ended_at || row.status === "failed") return row
    if (received === null || received < input.bytes) refuse("UPLOAD_INCOMPLETE")
    const now = tx.clock.now()
    const empty = received === 0
    await tx.db
      .update(classRecordings)
      .set({
        received_bytes: received,
        recording_ended_at: now,
        poster: input.poster ?? null,
        updated_at: now,
        ...(empty ? { status: "failed", failure: "NOTHING_RECORDED" as const } : { status: "processing" }),
      })
      .where(eq(classRecordings.id, row.id))
    if (!empty) await tx.jobs.send(tx, PROCESS_QUEUE, { recording_id: row.id })
    await emitRecordings(tx, row.class_id)
    return row
  })
  await showWhetherRecording(ctx, class_id)
  return readOwn(ctx, input.recording_id)
}

/** Processes a failed recording again, while its bytes exist. Throws NOT_FOUND. */
export async function retryRecording(ctx: SignedInCtx, recordingId: string): Promise<Recording> {
  if ((await ctx.spool.received(recordingId)) === null) notFound()
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, recordingId)
    if (row.status !== "failed") return
    await tx.db
      .update(classRecordings)
      .set({ status: "processing", failure: null, updated_at: tx.clock.now() })
      .where(eq(classRecordings.id, row.id))
    await tx.jobs.send(tx, PROCESS_QUEUE, { recording_id: row.id })
    await emitRecordings(tx, row.class_id)
  })
  return readOwn(ctx, recordingId)
}

/** Renames a recording or changes who sees it. Throws NOT_FOUND for others' recordings. */
export async function changeRecording(
  ctx: SignedInCtx,
  input: { recording_id: string; title?: string | undefined; visibility?: RecordingVisibility | undefined },
): Promise<Recording> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, input.recording_id)
    const { title = row.title, visibility = row.visibility } = input
    const [scheduledClass] = await tx.db
      .select({ title: scheduledClasses.title })
      .from(scheduledClasses)
      .where(eq(scheduledClasses.id, row.class_id))
    const search_text = searchTextOf(title, scheduledClass?.title ?? title)
    await tx.db
      .update(classRecordings)
      .set({ title, search_text, visibility, updated_at: tx.clock.now() })
      .where(eq(classRecordings.id, row.id))
    await recordChange(tx, "recording.show", row.id, {
      from: { visibility: row.visibility },
      to: { visibility },
    })
    await emitRecordings(tx, row.class_id)
  })
  return readOwn(ctx, input.recording_id)
}

/**
 * Moves a recording into the bin, where only its instructor and admins can watch it. Repeating it changes nothing.
 * Throws NOT_FOUND.
 */
export function deleteRecording(ctx: SignedInCtx, recordingId: string): Promise<void> {
  return moveToBin(ctx, recordingId, true)
}

/** Restores a recording from the bin. Throws NOT_FOUND once the bin was emptied, RECORDING_TOO_OLD. */
export async function restoreRecording(ctx: SignedInCtx, recordingId: string): Promise<Recording> {
  await requireKept(ctx, recordingId)
  await moveToBin(ctx, recordingId, false)
  return readOwn(ctx, recordingId)
}

/** Throws RECORDING_TOO_OLD if the academy no longer keeps the recording, which would be binned again at once. */
async function requireKept(ctx: SignedInCtx, recordingId: string): Promise<void> {
  const days = ctx.env.RECORDING_RETENTION_DAYS
  if (days === undefined) return
  const { id, deleted_at, recording_started_at } = classRecordings
  const before = new Date(ctx.clock.now().getTime() - days * DAY)
  const old = and(isNotNull(deleted_at), lt(recording_started_at, before))
  const isOld = await ctx.db.$count(classRecordings, and(eq(id, recordingId), changeableBy(ctx.viewer), old))
  if (isOld > 0) refuse("RECORDING_TOO_OLD")
}

async function moveToBin(ctx: SignedInCtx, recordingId: string, binned: boolean): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const { id, deleted_at } = classRecordings
    const [moved] = await tx.db
      .update(classRecordings)
      .set({ deleted_at: binned ? now : null, updated_at: now })
      .where(
        and(
          eq(id, recordingId),
          changeableBy(ctx.viewer),
          binned ? isNull(deleted_at) : isNotNull(deleted_at),
        ),
      )
      .returning({ class_id: classRecordings.class_id })
    if (!moved) {
      await lockOwn(tx, recordingId)
      return
    }
    await recordAct(tx, binned ? "recording.delete" : "recording.restore", recordingId)
    await emitRecordings(tx, moved.class_id)
  })
}

async function lockOwn(ctx: SignedInCtx, recordingId: string) {
  const [row] = await ctx.db
    .select()
    .from(classRecordings)
    .where(and(eq(classRecordings.id, recordingId), changeableBy(ctx.viewer)))
    .for("update")
  return row ?? notFound()
}

async function readOwn(ctx: SignedInCtx, recordingId: string): Promise<Recording> {
  const [row] = await selectRecordings(ctx).where(
    and(eq(classRecordings.id, recordingId), changeableBy(ctx.viewer)),
  )
  return row ? describeRecording(ctx.viewer, row) : notFound()
}

/** Notifies pages that show a class's recordings, or those of its instructor. */
export function emitRecordings(ctx: Pick<Ctx, "db">, classId: string): Promise<void> {
  return emit(ctx, "class.recordings", classId)
}
