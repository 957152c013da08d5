import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm"
import type { CaptionLanguage, Recording } from "#contract/recordings/recordings.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { asChild } from "#features/guardians/server/links.ts"
import { believableWatching, extensionOf, LINK_SECONDS } from "#features/recordings/rules.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { limitFor } from "#platform/database/paging.ts"
import { notFound } from "#platform/errors.ts"
import { linkToCaptions, listCaptions } from "./captions.ts"
import {
  beforeCursor,
  changeableBy,
  cursorOf,
  describeRecording,
  inWatchOrder,
  mayChange,
  mayWatch,
  pageToWatch,
  type RecordingRow,
  selectRecordings,
} from "./recording-view.ts"
import { isFinal, noteLink } from "./replaced-files.ts"
import { classRecordings, recordingChapters, recordingViews } from "./table.ts"

type PageInput = { cursor?: string | undefined; limit: number }
type RecordingPage = { items: Recording[]; next_cursor: string | null }

/** Returns the viewer's own recordings, newest first; those in the bin separately. One query. */
export async function listOwnRecordings(
  ctx: SignedInCtx,
  input: PageInput & { search: string; class_id?: string | undefined; bin: boolean },
): Promise<RecordingPage> {
  const words = `%${input.search.replace(/[\\%_]/g, "\\$&")}%`
  const { id, class_id, deleted_at, recording_started_at, search_text } = classRecordings
  const own = and(
    changeableBy(ctx.viewer),
    input.bin ? isNotNull(deleted_at) : isNull(deleted_at),
    input.class_id ? eq(class_id, input.class_id) : undefined,
    input.search ? sql`${search_text} ilike ${words}` : undefined,
    beforeCursor(input.cursor),
  )
  return listPage(ctx, input, own, sql`${recording_started_at} desc, ${id} desc`)
}

/**
 * Returns completed recordings of the classes that the viewer, or a guardian's children, have a seat in, of the
 * newest class first. Throws NOT_FOUND for somebody else's child.
 */
export async function listRecordingsToWatch(
  ctx: SignedInCtx,
  input: PageInput & { class_id?: string | undefined; student_id?: string | undefined },
): Promise<RecordingPage> {
  const { id, class_id } = classRecordings
  const watcher = input.student_id ? await asChild(ctx, input.student_id) : ctx
  const inPage = input.class_id
    ? and(eq(class_id, input.class_id), mayWatch(watcher), beforeCursor(input.cursor))
    : sql`${id} in ${pageToWatch(watcher, input.cursor, input.limit)}`
  // Classes and how far the viewer has watched are looked up for that page only.
  return listPage(ctx, input, inPage, inWatchOrder(scheduledClasses.starts_at))
}

async function listPage(
  ctx: SignedInCtx,
  input: PageInput,
  where: SQL | undefined,
  order: SQL,
): Promise<RecordingPage> {
  const rows = await selectRecordings(ctx).where(where).orderBy(order).limit(limitFor(input.limit))
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)?.recording
  return {
    items: page.map((row) => describeRecording(ctx.viewer, row)),
    next_cursor: rows.length > input.limit && last ? cursorOf(last) : null,
  }
}

/** Returns one recording with its chapters, if the viewer may watch or change it. Throws NOT_FOUND. */
export async function getRecording(ctx: SignedInCtx, recordingId: string) {
  const row = await findWatchable(ctx, recordingId)
  const chapters = await ctx.db
    .select({
      id: recordingChapters.id,
      at_seconds: recordingChapters.at_seconds,
      title: recordingChapters.title,
    })
    .from(recordingChapters)
    .where(eq(recordingChapters.recording_id, recordingId))
    .orderBy(asc(recordingChapters.at_seconds))
  const captions = await listCaptions(ctx, recordingId)
  const editable = mayChange(ctx.viewer, row.recording)
  return { ...describeRecording(ctx.viewer, row), chapters, captions, editable }
}

/** Returns a link that plays a recording for an hour, even before it was processed. Throws NOT_FOUND. */
export async function linkToPlay(ctx: SignedInCtx, recordingId: string) {
  return linkTo(ctx, await findToLink(ctx, recordingId))
}

/**
 * Returns a link for the instructor that downloads a recording as `{title}.webm`, valid for an hour. Throws
 * NOT_FOUND.
 */
export async function linkToDownload(ctx: SignedInCtx, recordingId: string) {
  const recording = await findToLink(ctx, recordingId)
  if (!mayChange(ctx.viewer, recording)) notFound()
  return linkTo(ctx, recording, `${recording.title}.${extensionOf(recording.mime_type)}`)
}

/** Returns a link to captions of a recording that the viewer may watch. Throws NOT_FOUND. */
export async function linkCaptions(
  ctx: SignedInCtx,
  input: { recording_id: string; language: CaptionLanguage },
): Promise<{ url: string }> {
  await findWatchable(ctx, input.recording_id)
  return linkToCaptions(ctx, input)
}

/** Returns a recording whose file is kept for as long as links to it open. Throws NOT_FOUND. */
async function findToLink(ctx: SignedInCtx, recordingId: string): Promise<RecordingRow["recording"]> {
  for (;;) {
    const { recording } = await findWatchable(ctx, recordingId)
    // A file that will be replaced by a better one may be replaced at this very moment.
    if (isFinal(recording) || (await noteLink(ctx, recording))) return recording
  }
}

async function linkTo(ctx: SignedInCtx, row: RecordingRow["recording"], downloadAs?: string) {
  const link = {
    seconds: LINK_SECONDS,
    contentType: `video/${extensionOf(row.mime_type)}`,
    ...(downloadAs && { downloadAs }),
  }
  const url = row.file_path
    ? await ctx.links.make(row.file_path, link)
    : await ctx.links.make(row.id, link, "spool")
  return { url, expires_in_seconds: LINK_SECONDS }
}

async function findWatchable(ctx: SignedInCtx, recordingId: string): Promise<RecordingRow> {
  const { viewer } = ctx
  const own = viewer.role === "admin" ? sql`true` : eq(classRecordings.instructor_id, viewer.user_id)
  const [row] = await selectRecordings(ctx).where(
    and(eq(classRecordings.id, recordingId), or(own, mayWatch(ctx))),
  )
  return row ?? notFound()
}

/**
 * Stores how far the viewer has watched, and adds to the watched time as far as that is plausible. Throws
 * NOT_FOUND.
 */
export async function recordWatching(
  ctx: SignedInCtx,
  input: { recording_id: string; position_seconds: number; watched_seconds: number },
): Promise<void> {
  await findWatchable(ctx, input.recording_id)
  const now = ctx.clock.now()
  const { user_id } = ctx.viewer
  const ofViewer = and(
    eq(recordingViews.recording_id, input.recording_id),
    eq(recordingViews.user_id, user_id),
  )
  const [before] = await ctx.db.select({ at: recordingViews.updated_at }).from(recordingViews).where(ofViewer)
  const watched = believableWatching(
    input.watched_seconds,
    before ? now.getTime() - before.at.getTime() : null,
  )
  await ctx.db
    .insert(recordingViews)
    .values({
      recording_id: input.recording_id,
      user_id,
      position_seconds: input.position_seconds,
      watched_seconds: watched,
      updated_at: now,
    })
    .onConflictDoUpdate({
      target: [recordingViews.recording_id, recordingViews.user_id],
      set: {
        position_seconds: input.position_seconds,
        watched_seconds: sql`${recordingViews.watched_seconds} + ${watched}`,
        updated_at: now,
      },
    })
}

/** Adds a chapter to the viewer's own recording. Repeating an id moves the chapter. Throws NOT_FOUND. */
export async function addChapter(
  ctx: SignedInCtx,
  input: { recording_id: string; chapter_id: string; at_seconds: number; title: string },
) {
  await requireOwn(ctx, input.recording_id)
  const chapter = { id: input.chapter_id, at_seconds: input.at_seconds, title: input.title }
  const [written] = await ctx.db
    .insert(recordingChapters)
    .values({ ...chapter, recording_id: input.recording_id })
    .onConflictDoUpdate({
      target: recordingChapters.id,
      set: { at_seconds: chapter.at_seconds, title: chapter.title },
      setWhere: eq(recordingChapters.recording_id, input.recording_id),
    })
    .returning({ id: recordingChapters.id })
  return written ? chapter : notFound()
}

/** Removes a chapter of the viewer's own recording; one that is gone is ignored. Throws NOT_FOUND. */
export async function removeChapter(ctx: SignedInCtx, recordingId: string, chapterId: string): Promise<void> {
  await requireOwn(ctx, recordingId)
  await ctx.db
    .delete(recordingChapters)
    .where(and(eq(recordingChapters.id, chapterId), eq(recordingChapters.recording_id, recordingId)))
}

async function requireOwn(ctx: SignedInCtx, recordingId: string): Promise<void> {
  const { recording } = await findWatchable(ctx, recordingId)
  if (!mayChange(ctx.viewer, recording)) notFound()
}
