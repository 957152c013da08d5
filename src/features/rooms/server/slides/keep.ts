import { buffer } from "node:stream/consumers"
import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { type JpegPage, makeAlbum, withJpegs } from "#platform/pictures/album.ts"
import { type DrawnPage, makeDrawnAlbum } from "#platform/pictures/drawn-album.ts"
import { safeFileName } from "#shared/files.ts"
import { classFileId, keepClassFile } from "../board/class-files.ts"
import { readClassWithRoom } from "../room.ts"
import { DRAWING_LIMITS, PageNotDrawn } from "../whiteboard/page-drawing.ts"
import { readItems } from "../whiteboard/whiteboard.ts"
import { roomWhiteboardItems } from "../whiteboard-tables.ts"
import { pictureOfSlide } from "./draw-on-slide.ts"
import { drawMarked, type Marked, markedPages } from "./marked-slides.ts"
import { keyOfSlide } from "./slide-files.ts"
import { slideDecks } from "./table.ts"

/** Of each page, and of all that was drawn on one file of slides. */
const LIMITS = { ...DRAWING_LIMITS, drawnBytes: 24 * 2 ** 20 }

const ofSlides = (deckId: string) => `slides ${deckId}`

/** Returns the id of the file that is kept of slides. */
export const keptSlidesId = (deckId: string) => classFileId(ofSlides(deckId))

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
  for (const deck of shown) {
    await keepClassFile(ctx, held, {
      of: ofSlides(deck.id),
      name: safeFileName(deck.name, { extension: "pdf" }),
      contentType: "application/pdf",
      deckId: deck.id,
      make: () => makePdf(ctx, classId, { ...deck, limits }),
    })
  }
}

/** Makes the pages of slides that a class was shown into a PDF again; null if the slides are gone. */
export async function makeSlidesAgain(
  ctx: Ctx,
  classId: string,
  deckId: string,
  limits = LIMITS,
): Promise<Uint8Array | null> {
  const { id, name, class_id, reached } = slideDecks
  const [deck] = await ctx.db
    .select({ id, name, reached })
    .from(slideDecks)
    .where(and(eq(id, deckId), eq(class_id, classId)))
  return deck ? makePdf(ctx, classId, { ...deck, limits }) : null
}

/** Returns the slides of classes that are on these pages of their whiteboards. */
export async function slidesOnPages(
  ctx: Pick<Ctx, "db">,
  pages: readonly { class_id: string; page: number }[],
): Promise<string[]> {
  const classIds = [...new Set(pages.map(({ class_id }) => class_id))]
  const { body, page, gone, class_id } = roomWhiteboardItems
  const picture = sql<string | null>`${body} ->> 'picture'`
  const shown = await ctx.db
    .select({ class_id, page, picture })
    .from(roomWhiteboardItems)
    .where(and(inArray(class_id, classIds), eq(gone, false), isNotNull(picture)))
  const wanted = new Set(pages.map((one) => `${one.class_id} ${one.page}`))
  const pictures = new Set(
    shown.flatMap((one) => (wanted.has(`${one.class_id} ${one.page}`) ? one.picture : [])),
  )
  const decks = await ctx.db
    .select({ id: slideDecks.id, reached: slideDecks.reached })
    .from(slideDecks)
    .where(and(inArray(slideDecks.class_id, classIds), isNotNull(slideDecks.reached)))
  const isOn = ({ id, reached }: (typeof decks)[number]) =>
    Array.from({ length: (reached ?? 0) + 1 }, (_, at) => pictureOfSlide(id, at)).some((one) =>
      pictures.has(one),
    )
  return decks.filter(isOn).map(({ id }) => id)
}

type DeckToKeep = Deck & { limits: typeof LIMITS }

async function makePdf(ctx: Ctx, classId: string, { id, reached, limits }: DeckToKeep): Promise<Uint8Array> {
  const count = (reached ?? 0) + 1
  const items = await readItems(ctx, classId)
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
