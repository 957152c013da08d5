import { and, eq, isNotNull, lte } from "drizzle-orm"
import { binStart } from "#platform/bin.ts"
import type { Ctx } from "#platform/context.ts"
import { keyOfFile } from "./board/file-key.ts"
import { roomFiles, roomMessages } from "./board-tables.ts"

const FILES_AT_ONCE = 100

/** Replaces the body of a removed message, whose row is kept for the order of the others. */
export const NOTHING_SAID = "–"

/**
 * Removes messages and files that were deleted 30 days ago, the files' bytes first: after a failure the next
 * run finds them again. Reads all of them, once a night.
 */
export async function emptyRoomBin(ctx: Ctx): Promise<void> {
  const until = binStart(ctx)
  await ctx.db
    .delete(roomMessages)
    .where(and(isNotNull(roomMessages.deleted_at), lte(roomMessages.deleted_at, until)))
  const old = and(isNotNull(roomFiles.deleted_at), lte(roomFiles.deleted_at, until))
  for (;;) {
    const rows = await ctx.db.select({ id: roomFiles.id }).from(roomFiles).where(old).limit(FILES_AT_ONCE)
    for (const { id } of rows) {
      await ctx.files.remove(keyOfFile(id))
      await ctx.db.delete(roomFiles).where(and(eq(roomFiles.id, id), old))
    }
    if (rows.length < FILES_AT_ONCE) return
  }
}
