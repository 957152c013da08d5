import { buffer } from "node:stream/consumers"
import { and, eq, max, sql } from "drizzle-orm"
import { v5 } from "uuid"
import { LONGEST_TEXT, MOST_BOARD_PICTURES, MOST_PAGES, PAGE } from "#contract/rooms/whiteboard-page.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { requireStaffOfLive } from "../members.ts"
import { setPolicy } from "../moderation.ts"
import { keepPicture } from "../whiteboard/pictures.ts"
import { draw, isOnPages } from "../whiteboard/whiteboard.ts"
import { roomWhiteboardItems, roomWhiteboards, whiteboardPictures } from "../whiteboard-tables.ts"
import { readPage } from "./show.ts"
import { keyOfSlide } from "./slide-files.ts"
import type { SlidePage } from "./table.ts"

/** Of the pictures that slides become, so that each page of slides becomes one. */
const NAMESPACE = "5b0d3c1e-6a0f-4f0b-9a56-0c1f5f1f7a11"

type OfPage = { class_id: string; deck_id: string; page: number }

/**
 * Opens the whiteboard for everybody on a page that shows a page of slides; again, on the same page with what was drawn
 * on it. Returns the whiteboard's page. Throws NOT_FOUND, CLASS_NOT_LIVE, STORAGE_FULL, and WHITEBOARD_FULL without a
 * free page.
 */
export async function drawOnSlide(ctx: SignedInCtx, of: OfPage): Promise<{ page: number }> {
  const { class_id } = of
  await requireStaffOfLive(ctx, class_id)
  const slide = await readPage(ctx, of)
  if (!slide) notFound()
  const picture = await keepSlide(ctx, of, slide)
  const page = await inTransaction(ctx, async (tx) => {
    // Pressed twice at once, the slide is there once.
    await tx.db.insert(roomWhiteboards).values({ class_id, revision: 0 }).onConflictDoNothing()
    const [sheet] = await tx.db
      .select({ pages: roomWhiteboards.pages })
      .from(roomWhiteboards)
      .where(eq(roomWhiteboards.class_id, class_id))
      .for("update")
    const known = await pageWith(tx, class_id, picture)
    const shown = known ?? (await freePage(tx, class_id))
    const items = known === null ? [itemOf(slide, picture, shown)] : []
    const pages = Math.max(sheet?.pages ?? 1, shown + 1)
    await draw(tx, { class_id, items, page: shown, pages })
    return shown
  })
  await setPolicy(ctx, { class_id, whiteboard: true })
  return { page }
}

/** Returns the id of the picture for the whiteboard that a page of slides becomes. */
export function pictureOfSlide(deckId: string, page: number): string {
  return v5(`${deckId.toLowerCase()}/${page}`, NAMESPACE)
}

/** Keeps the pictures of a slide as one for the whiteboard, and returns its id. */
async function keepSlide(ctx: SignedInCtx, of: OfPage, { width, height }: SlidePage): Promise<string> {
  const { class_id, deck_id, page } = of
  const id = pictureOfSlide(deck_id, page)
  if ((await ctx.db.$count(whiteboardPictures, eq(whiteboardPictures.id, id))) > 0) return id
  const sent = await ctx.db.$count(whiteboardPictures, eq(whiteboardPictures.class_id, class_id))
  if (sent >= MOST_BOARD_PICTURES) refuse("WHITEBOARD_FULL")
  const read = async (size: "small" | "large") =>
    new Uint8Array(await buffer(await ctx.files.read(keyOfSlide(deck_id, page, size))))
  await keepPicture(ctx, {
    ...{ id, class_id, width, height },
    ...{ small: await read("small"), large: await read("large") },
  })
  return id
}

/** Returns the whiteboard's page on which a picture is; null if it is on none. */
async function pageWith(
  { db }: Pick<SignedInCtx, "db">,
  classId: string,
  picture: string,
): Promise<number | null> {
  const { class_id, page, gone, body } = roomWhiteboardItems
  const [row] = await db
    .select({ page })
    .from(roomWhiteboardItems)
    .where(and(eq(class_id, classId), eq(gone, false), isOnPages, eq(sql`${body} ->> 'picture'`, picture)))
    .orderBy(page)
    .limit(1)
  return row?.page ?? null
}

/** Returns the page after the last one with something on it. Throws WHITEBOARD_FULL. */
async function freePage({ db }: Pick<SignedInCtx, "db">, classId: string): Promise<number> {
  const { class_id, page, gone } = roomWhiteboardItems
  const [last] = await db
    .select({ page: max(page) })
    .from(roomWhiteboardItems)
    .where(and(eq(class_id, classId), eq(gone, false), isOnPages))
  const next = (last?.page ?? -1) + 1
  return next < MOST_PAGES ? next : refuse("WHITEBOARD_FULL")
}

/** A picture as large as fits the whiteboard's page, in its middle. */
function itemOf({ width, height, text }: SlidePage, picture: string, page: number) {
  const fit = Math.min(PAGE.width / width, PAGE.height / height)
  const [left, top] = [(PAGE.width - width * fit) / 2, (PAGE.height - height * fit) / 2]
  const points = [left, top, PAGE.width - left, PAGE.height - top].map(Math.round)
  const said = text.slice(0, LONGEST_TEXT)
  const looks = { kind: "picture", ink: "ink", size: 1, points, text: said, picture } as const
  return { ...looks, id: newId(), page, version: 1, gone: false }
}
