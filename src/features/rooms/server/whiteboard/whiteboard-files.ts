import { text } from "node:stream/consumers"
import { and, eq, isNull, lte } from "drizzle-orm"
import { drawingsBy, formulasIn } from "#features/rooms/whiteboard-svg.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { FileMissing } from "#platform/storage/port.ts"
import { classFileId, keepClassFile } from "../board/class-files.ts"
import { keyOfFile } from "../board/file-key.ts"
import { roomFiles } from "../board-tables.ts"
import { requireMember } from "../members.ts"
import { readClassWithRoom } from "../room.ts"
import { drawOnce } from "./drawn-pages.ts"
import { drawFormulas, drawingsOf } from "./formulas.ts"
import { DRAWING_LIMITS, drawInThread, PageNotDrawn } from "./page-drawing.ts"
import { picturesAmong } from "./pictures.ts"
import { readItems, readPages, readRevision, readSquared, removeScreenItems } from "./whiteboard.ts"

/** Of a page that was kept with its large pictures, a screen gets one with small ones. */
const MOST_SHOWN_BYTES = 2 ** 20

/**
 * Returns a page of a class's whiteboard, from 0, as a picture for a screen: as it was kept once the class is over, and
 * otherwise drawn once for all who look at it now. Throws NOT_FOUND, TOO_MANY_REQUESTS for a person with too many pages
 * or new formulas, and SERVICE_UNAVAILABLE while too many pages wait to be drawn.
 */
export async function drawWhiteboardPage(
  ctx: SignedInCtx,
  { class_id, page }: { class_id: string; page: number },
): Promise<{ svg: string }> {
  await requireMember(ctx, class_id)
  const kept = await readKeptPage(ctx, class_id, page)
  if (kept !== null) return { svg: kept }
  const state = `${class_id} ${page} ${await readRevision(ctx, class_id)}`
  return { svg: await drawOnce(ctx, state, () => drawForScreen(ctx, class_id, page)) }
}

async function readKeptPage(ctx: Ctx, classId: string, page: number): Promise<string | null> {
  const id = classFileId(ofPage(classId, page))
  const fits = and(
    eq(roomFiles.id, id),
    isNull(roomFiles.deleted_at),
    eq(roomFiles.stale, false),
    lte(roomFiles.size_bytes, MOST_SHOWN_BYTES),
  )
  if ((await ctx.db.$count(roomFiles, fits)) === 0) return null
  try {
    return await text(await ctx.files.read(keyOfFile(id)))
  } catch (error) {
    // It has just become stale.
    if (error instanceof FileMissing) return null
    throw error
  }
}

async function drawForScreen(ctx: SignedInCtx, class_id: string, page: number): Promise<string> {
  const items = await readItems(ctx, class_id, { page })
  const squared = (await readSquared(ctx, class_id)).includes(page)
  const drawings = drawingsBy(await drawFormulas(ctx, formulasIn(items)))
  const pictures = await picturesAmong(ctx, class_id, items, "small")
  try {
    return new TextDecoder().decode(await drawInThread({ items, squared, drawings, pictures }))
  } catch (error) {
    if (!(error instanceof PageNotDrawn)) throw error
    ctx.log.warn({ err: error, class_id, page }, "a page of a whiteboard could not be drawn")
    return refuse("SERVICE_UNAVAILABLE")
  }
}

/**
 * Saves each page of a finished class's whiteboard among its files, as a scalable picture, and deletes what was drawn
 * over shared screens. Repeating it changes nothing. Throws StorageFull, and PageNotDrawn once it has tried every page;
 * the caller tries again.
 */
export async function keepWhiteboard(ctx: Ctx, classId: string, limits = DRAWING_LIMITS): Promise<void> {
  const held = await readClassWithRoom(ctx, classId)
  if (held?.status !== "completed") return
  await removeScreenItems(ctx, classId)
  let failed: PageNotDrawn | null = null
  for (const page of await readPages(ctx, classId)) {
    const name = `Whiteboard ${page + 1}.svg`
    const make = () => drawToKeep(ctx, classId, page, limits)
    try {
      await keepClassFile(ctx, held, { of: ofPage(classId, page), name, contentType: "image/svg+xml", make })
    } catch (error) {
      if (!(error instanceof PageNotDrawn)) throw error
      // The other pages are kept all the same.
      failed = error
    }
  }
  if (failed) throw failed
}

const ofPage = (classId: string, page: number) => `whiteboard ${classId} ${page}`

/** Returns the id of the file that is kept of a page. */
export const keptPageId = (classId: string, page: number) => classFileId(ofPage(classId, page))

/** Draws a page of a class's whiteboard with all that a file of it holds; null without anything on it. Throws PageNotDrawn. */
export async function drawToKeep(
  ctx: Ctx,
  classId: string,
  page: number,
  limits = DRAWING_LIMITS,
): Promise<Uint8Array | null> {
  const items = await readItems(ctx, classId, { page })
  if (items.length === 0) return null
  const squared = (await readSquared(ctx, classId)).includes(page)
  const pictures = await picturesAmong(ctx, classId, items, "large")
  return drawInThread({ items, squared, drawings: await drawingsOf(items), pictures }, limits)
}
