import { and, eq, isNotNull, lt, lte, notExists, or, sql } from "drizzle-orm"
import { deletedClasses } from "#features/classes/server/bin-tables.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { binStart } from "#platform/bin.ts"
import type { Ctx } from "#platform/context.ts"
import { eachByItself } from "#platform/jobs/each.ts"
import { HOUR } from "#shared/time.ts"
import { roomFiles } from "../board-tables.ts"
import { failSlides } from "./draw.ts"
import { removeSlideFiles } from "./slide-files.ts"
import { slideDecks } from "./table.ts"

/** The most slides handled at once. */
const MOST_AT_ONCE = 200

/**
 * Gives up slides whose drawing was lost with its worker, and deletes those that were removed 30 days ago, unless a PDF
 * was kept of them, or whose class is deleted for good: files first, so that after a failure the next run finds the rows
 * again.
 */
export async function sweepSlides(ctx: Ctx): Promise<void> {
  const { id, class_id, created_at, deleted_at, status } = slideDecks
  const lost = await ctx.db
    .select()
    .from(slideDecks)
    .where(and(eq(status, "waiting"), lt(created_at, new Date(ctx.clock.now().getTime() - HOUR))))
    .limit(MOST_AT_ONCE)
  await eachByItself(ctx, lost, (deck) => failSlides(ctx, deck, "LOST"))
  const found = { found: sql`1` }
  const planned = ctx.db.select(found).from(scheduledClasses).where(eq(scheduledClasses.id, class_id))
  const binned = ctx.db.select(found).from(deletedClasses).where(eq(deletedClasses.id, class_id))
  const kept = ctx.db.select(found).from(roomFiles).where(eq(roomFiles.deck_id, id))
  // What was kept of them can have to be made anew, and shows their pages for as long anyway.
  const old = and(isNotNull(deleted_at), lte(deleted_at, binStart(ctx)), notExists(kept))
  const gone = and(notExists(planned), notExists(binned))
  const rows = await ctx.db.select({ id }).from(slideDecks).where(or(old, gone)).limit(MOST_AT_ONCE)
  await eachByItself(ctx, rows, async (row) => {
    await removeSlideFiles(ctx, row.id)
    await ctx.db.delete(slideDecks).where(and(eq(id, row.id), or(old, gone)))
  })
}
