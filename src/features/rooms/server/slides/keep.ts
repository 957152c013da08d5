import { buffer } from "node:stream/consumers"
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm"
import type { Item } from "#features/rooms/whiteboard.ts"
import type { Ctx } from "#platform/context.ts"
import { type JpegPage, makeAlbum, withJpegs } from "#platform/pictures/album.ts"
import { type DrawnPage, makeDrawnAlbum } from "#platform/pictures/drawn-album.ts"
import { safeFileName } from "#shared/files.ts"
import { classFileId, keepClassFile } from "../board/class-files.ts"
import { roomFiles } from "../board-tables.ts"
import { readClassWithRoom } from "../room.ts"
import { DRAWING_LIMITS, PageNotDrawn } from "../whiteboard/page-drawing.ts"
import { readItems } from "../whiteboard/whiteboard.ts"
import { drawMarked, type Marked, markedPages } from "./marked-slides.ts"
import { keyOfSlide } from "./slide-files.ts"
import { slideDecks } from "./table.ts"

/** Of each page, and of all that was drawn on one file of slides. */
const LIMITS = { ...DRAWING_LIMITS, drawnBytes: 24 * 2 ** 20 }

type Deck = { id: string; name: string; reached: number | null }

/**
 * Saves the pages that a finished class was shown among its files, with what was drawn on them, as one PDF for each
 * file of slides. Repeating it changes nothing. Throws StorageFull; the caller tries again.
 */
export async function keepSlides(ctx: Ctx, classId: string, limits = LIMITS): Promise<void> {
  const held = await readClassWithRoom(ctx, classId)
  if (held?.status !== "completed") return
  const { id, name, class_id, reached, status, deleted_at, created_at } = slideDecks
  const shown = await ctx.db
    .select({ id, name, reached })
    .from(slideDecks)
    .where(and(eq(class_id, classId), eq(status, "ready"), isNull(deleted_at), isNotNull(reached)))
    .orderBy(asc(created_at))
  const items = shown.length > 0 ? await readItems(ctx, classId) : []
  for (const deck of shown) {
    const of = `slides ${deck.id}`
    if ((await ctx.db.$count(roomFiles, eq(roomFiles.id, classFileId(of)))) > 0) continue
    await keepClassFile(ctx, held, {
      of,
      name: safeFileName(deck.name, { extension: "pdf" }),
      contentType: "application/pdf",
      bytes: await makePdf(ctx, classId, { ...deck, items, limits }),
    })
  }
}

type DeckToKeep = Deck & { items: readonly Item[]; limits: typeof LIMITS }

async function makePdf(ctx: Ctx, classId: string, { id, reached, items, limits }: DeckToKeep) {
  const count = (reached ?? 0) + 1
  const marked = markedPages(items, id, count)
  const [plain, drawn] = await withJpegs(async (toJpeg) => {
    const pages: JpegPage[] = []
    for (let page = 0; page < count; page += 1) pages.push(await toJpeg(await readPage(ctx, id, page)))
    return [pages, await drawAll(ctx, { classId, id, marked, limits }, toJpeg)] as const
  })
  if (drawn.size === 0) return makeAlbum(plain)
  try {
    return await makeDrawnAlbum(plain.map((page, at) => drawn.get(at) ?? page))
  } catch (error) {
    // What was drawn is also among the pages of the whiteboard.
    ctx.log.warn({ err: error, deck: id }, "slides are kept without what was drawn on them")
    return makeAlbum(plain)
  }
}

type ToJpeg = (picture: Uint8Array) => Promise<JpegPage>
type MarkedDeck = Pick<DeckToKeep, "id" | "limits"> & { classId: string; marked: ReadonlyMap<number, Marked> }

/** Draws what is on the pages. Those that take too much are kept without; the whiteboard's pages still have it. */
async function drawAll(ctx: Ctx, { classId, id, marked, limits }: MarkedDeck, toJpeg: ToJpeg) {
  const drawn = new Map<number, DrawnPage>()
  let bytes = 0
  for (const [page, of] of marked) {
    try {
      const one = await drawMarked(ctx, { ...of, classId, limits }, toJpeg)
      if (bytes + one.svg.length > limits.drawnBytes) throw new PageNotDrawn("the pages before it are full")
      bytes += one.svg.length
      drawn.set(page, one)
    } catch (error) {
      if (!(error instanceof PageNotDrawn)) throw error
      ctx.log.warn({ err: error, deck: id, page }, "a slide is kept without what was drawn on it")
    }
  }
  return drawn
}

async function readPage(ctx: Ctx, deckId: string, page: number): Promise<Uint8Array> {
  return new Uint8Array(await buffer(await ctx.files.read(keyOfSlide(deckId, page, "large"))))
}
