import { and, eq, notExists, sql } from "drizzle-orm"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { eachByItself } from "#platform/jobs/each.ts"
import { roomWhiteboardItems, whiteboardPictures } from "../whiteboard-tables.ts"
import { removePictureFiles } from "./pictures.ts"

/** The most pictures handled at once. */
const MOST_AT_ONCE = 200

/**
 * Deletes pictures that no item shows any more, once their class isn't live and nobody can undo that they were erased:
 * files first, so that after a failure the next run finds the rows again.
 */
export async function sweepPictures(ctx: Ctx): Promise<void> {
  const { id, class_id } = whiteboardPictures
  const { gone, body, class_id: of } = roomWhiteboardItems
  const live = ctx.db
    .select({ found: sql`1` })
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.id, class_id), eq(scheduledClasses.status, "live")))
  const shown = ctx.db
    .select({ found: sql`1` })
    .from(roomWhiteboardItems)
    .where(and(eq(of, class_id), eq(gone, false), sql`${body} ->> 'picture' = ${id}::text`))
  const unseen = and(notExists(live), notExists(shown))
  const rows = await ctx.db.select({ id }).from(whiteboardPictures).where(unseen).limit(MOST_AT_ONCE)
  await eachByItself(ctx, rows, async (row) => {
    await removePictureFiles(ctx, row.id)
    await ctx.db.delete(whiteboardPictures).where(and(eq(id, row.id), unseen))
  })
}
