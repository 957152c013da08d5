import { and, asc, eq, inArray } from "drizzle-orm"
import type { CaptionLanguage, Captions } from "#contract/recordings/recordings.ts"
import { LARGEST_CAPTIONS_BYTES, readCaptions, writeCaptions } from "#features/recordings/captions.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { StorageFull } from "#platform/storage/port.ts"
import { newId } from "#shared/ids.ts"
import { changeableBy } from "./recording-view.ts"
import { endOfReplaced, noteReplaced } from "./replaced-files.ts"
import { emitRecordings } from "./service.ts"
import { classRecordings, recordingCaptions } from "./table.ts"

/** Players request captions when they are switched on, each time by a new link. */
const LINK_SECONDS = 60
const CONTENT_TYPE = "text/vtt; charset=utf-8"

const shown = {
  language: recordingCaptions.language,
  cues: recordingCaptions.cues,
  created_at: recordingCaptions.created_at,
}
type Which = { recording_id: string; language: CaptionLanguage }

const keyOf = (id: string) => `captions/${id}.vtt`
const of = ({ recording_id, language }: Which) =>
  and(eq(recordingCaptions.recording_id, recording_id), eq(recordingCaptions.language, language))

/** Returns the captions of a recording by language. The caller has checked the viewer's rights. */
export function listCaptions({ db }: Ctx, recordingId: string): Promise<Captions[]> {
  return db
    .select(shown)
    .from(recordingCaptions)
    .where(eq(recordingCaptions.recording_id, recordingId))
    .orderBy(asc(recordingCaptions.language))
}

/**
 * Stores a WebVTT file as the captions of a language, replacing earlier ones. Throws NOT_FOUND for others'
 * recordings, STORAGE_FULL, and FIELD_ERRORS for a file that can't be read as captions.
 */
export async function setCaptions(ctx: SignedInCtx, input: Which & { file: File }): Promise<Captions> {
  await requireOwn(ctx, input.recording_id)
  if (input.file.size > LARGEST_CAPTIONS_BYTES) refuseFields({ file: "CAPTIONS_TOO_LARGE" })
  const read = readCaptions(new Uint8Array(await input.file.arrayBuffer()))
  if ("problem" in read) refuseFields({ file: read.problem })
  const id = newId()
  await store(ctx, id, writeCaptions(read.cues))
  try {
    return await inTransaction(ctx, (tx) => replace(tx, input, id, read.cues.length))
  } catch (error) {
    await ctx.files.remove(keyOf(id))
    throw error
  }
}

/** Writes the row of a stored file in the place of an earlier one. */
async function replace(tx: SignedInCtx, input: Which, id: string, cues: number): Promise<Captions> {
  const row = await requireOwn(tx, input.recording_id)
  await removeRow(tx, input)
  const { recording_id, language } = input
  const [kept] = await tx.db
    .insert(recordingCaptions)
    .values({
      ...{ id, recording_id, language, cues },
      uploaded_by: tx.viewer.user_id,
      created_at: tx.clock.now(),
    })
    .returning(shown)
  await recordAct(tx, "recording.captions", recording_id, { language })
  await emitRecordings(tx, row.class_id)
  return kept ?? notFound()
}

/** Removes the row of captions, if any, and their file a day later. Returns whether there were any. */
async function removeRow(tx: Ctx, which: Which): Promise<boolean> {
  const [gone] = await tx.db
    .delete(recordingCaptions)
    .where(of(which))
    .returning({ id: recordingCaptions.id })
  if (gone) await noteReplaced(tx, [{ store: "kept", key: keyOf(gone.id) }], endOfReplaced(tx, null))
  return gone !== undefined
}

async function store(ctx: SignedInCtx, id: string, text: string): Promise<void> {
  try {
    await ctx.files.put(keyOf(id), new TextEncoder().encode(text), CONTENT_TYPE)
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    ctx.log.error({ err: error }, "captions found no room")
    refuse("STORAGE_FULL")
  }
}

/** Removes the captions of a language; without any it changes nothing. Throws NOT_FOUND. */
export async function removeCaptions(ctx: SignedInCtx, input: Which): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await requireOwn(tx, input.recording_id)
    if (!(await removeRow(tx, input))) return
    await recordAct(tx, "recording.captions-removed", input.recording_id, { language: input.language })
    await emitRecordings(tx, row.class_id)
  })
}

/**
 * Returns a link of ours to captions. The caller has checked that the viewer may see them. Throws NOT_FOUND.
 */
export async function linkToCaptions(ctx: Ctx, input: Which): Promise<{ url: string }> {
  const [row] = await ctx.db.select({ id: recordingCaptions.id }).from(recordingCaptions).where(of(input))
  if (!row) notFound()
  // Players only accept captions from their own origin.
  const link = { seconds: LINK_SECONDS, contentType: CONTENT_TYPE, throughUs: true }
  return { url: await ctx.links.make(keyOf(row.id), link) }
}

/** Returns the files of the captions of some recordings. */
export async function findCaptionFiles({ db }: Ctx, recordingIds: string[]) {
  if (recordingIds.length === 0) return []
  const rows = await db
    .select({ id: recordingCaptions.id, recording_id: recordingCaptions.recording_id })
    .from(recordingCaptions)
    .where(inArray(recordingCaptions.recording_id, recordingIds))
  return rows.map(({ id, recording_id }) => ({ recording_id, key: keyOf(id) }))
}

/** Locks a recording that the viewer may change. Throws NOT_FOUND. */
async function requireOwn({ db, viewer }: SignedInCtx, recordingId: string) {
  const [row] = await db
    .select({ class_id: classRecordings.class_id })
    .from(classRecordings)
    .where(and(eq(classRecordings.id, recordingId), changeableBy(viewer)))
    .for("no key update")
  return row ?? notFound()
}
