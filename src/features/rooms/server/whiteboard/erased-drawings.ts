import { and, eq, inArray, isNotNull, isNull, notExists, or, sql } from "drizzle-orm"
import { MOST_PAGES } from "#contract/rooms/whiteboard-page.ts"
import type { Ctx } from "#platform/context.ts"
import { eachByItself } from "#platform/jobs/each.ts"
import { remakeClassFile, removeStale } from "../board/class-files.ts"
import { roomFiles } from "../board-tables.ts"
import { keptSlidesId, makeSlidesAgain, slidesOnPages } from "../slides/keep.ts"
import { slideDecks } from "../slides/table.ts"
import { roomWhiteboardItems, roomWhiteboards } from "../whiteboard-tables.ts"
import { isOnPages, recountItems } from "./whiteboard.ts"
import { drawToKeep, keptPageId } from "./whiteboard-files.ts"

export const REDRAW_QUEUE = "rooms.redraw-kept"

const { class_id, author, by_staff, body, page } = roomWhiteboardItems

/**
 * Erases what a student drew; what staff drew belongs to the class. Markers remain, so that no browser
 * restores the drawings; a sweep deletes the pictures that nothing shows then. Nobody gets what was kept of the pages
 * until a job has made it anew.
 */
export async function eraseDrawingsOf(tx: Ctx, personId: string): Promise<void> {
  const theirs = and(eq(author, personId), eq(by_staff, false))
  const classes = await tx.db.selectDistinct({ id: class_id }).from(roomWhiteboardItems).where(theirs)
  if (classes.length === 0) return
  const ids = classes.map(({ id }) => id)
  await tx.db
    .update(roomWhiteboards)
    .set({ revision: sql`${roomWhiteboards.revision} + 1` })
    .where(inArray(roomWhiteboards.class_id, ids))
  await tx.db
    .update(roomWhiteboardItems)
    .set({
      gone: true,
      body: sql`(${body} - 'picture') || '{"points": [0, 0], "text": ""}'::jsonb`,
      revision: sql`coalesce((select sheet.revision from ${roomWhiteboards} sheet where sheet.class_id = ${class_id}), ${roomWhiteboardItems.revision})`,
    })
    .where(theirs)
  await recountItems(tx, ids)
  const pages = await tx.db
    .selectDistinct({ class_id, page })
    .from(roomWhiteboardItems)
    .where(and(theirs, isOnPages))
  for (const id of await markStale(tx, pages)) await tx.jobs.send(tx, REDRAW_QUEUE, { class_id: id })
}

/** Marks what was kept of these pages, and of slides on them. Returns the classes in which there is any. */
async function markStale(
  tx: Ctx,
  pages: readonly { class_id: string; page: number }[],
): Promise<Set<string>> {
  if (pages.length === 0) return new Set()
  const ids = pages.map((one) => keptPageId(one.class_id, one.page))
  const classIds = [...new Set(pages.map((one) => one.class_id))]
  const { id, deck_id } = roomFiles
  const decks = await slidesOnPages(tx, pages)
  // The release before didn't write whose slides a file is of, and may have kept some since the upgrade.
  for (const of of decks)
    await tx.db
      .update(roomFiles)
      .set({ deck_id: of })
      .where(and(eq(id, keptSlidesId(of)), isNull(deck_id)))
  const deck = tx.db.select({ found: sql`1` }).from(slideDecks).where(eq(slideDecks.id, deck_id))
  // Nobody knows what is on a PDF of slides that are gone.
  const ofGone = and(inArray(roomFiles.class_id, classIds), isNotNull(deck_id), notExists(deck))
  const marked = await tx.db
    .update(roomFiles)
    .set({ stale: true })
    .where(or(inArray(id, ids), inArray(deck_id, decks), ofGone))
    .returning({ class_id: roomFiles.class_id })
  return new Set(marked.map((file) => file.class_id))
}

/**
 * Draws the stale files of a class again, one by one, and deletes those of which nothing is left. A repeat tries those that
 * failed. Throws StorageFull, and an error once it has tried every file; the caller tries again.
 */
export async function redrawStale(ctx: Ctx, classId: string): Promise<void> {
  const { id, deck_id, stale } = roomFiles
  const files = await ctx.db
    .select({ id, deck_id })
    .from(roomFiles)
    .where(and(eq(roomFiles.class_id, classId), eq(stale, true)))
  if (files.length === 0) return
  // All of the bytes go first, however long the new ones take.
  for (const file of files) await removeStale(ctx, file.id)
  const pageOf = new Map(Array.from({ length: MOST_PAGES }, (_, at) => [keptPageId(classId, at), at]))
  const failed = await eachByItself(ctx, files, (file) =>
    remakeClassFile(ctx, classId, file.id, async () => {
      if (file.deck_id) return makeSlidesAgain(ctx, classId, file.deck_id)
      const at = pageOf.get(file.id)
      return at === undefined ? null : drawToKeep(ctx, classId, at)
    }),
  )
  if (failed.length > 0) throw new Error(`${failed.length} files of a class could not be made anew`)
}

/** Has the stale files made anew that no job is left for. */
export async function redrawForgotten(ctx: Ctx): Promise<void> {
  const classes = await ctx.db
    .selectDistinct({ id: roomFiles.class_id })
    .from(roomFiles)
    .where(eq(roomFiles.stale, true))
  for (const { id } of classes) await ctx.jobs.send(ctx, REDRAW_QUEUE, { class_id: id })
}
