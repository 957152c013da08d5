import { and, eq, isNotNull, lte } from "drizzle-orm"
import { binStart } from "#platform/bin.ts"
import type { Ctx } from "#platform/context.ts"
import { roomFiles, roomMessages } from "./board-tables.ts"
import { keyOfFile } from "./file-key.ts"

const FILES_AT_ONCE = 100

/** Stands in a message's place, which the order of the others hangs on. */
export const NOTHING_SAID = "–"

/**
 * Removes messages and files that were taken away 30 days ago, the files' bytes first: what fails half-way is
 * found again the next day. It reads all of them, once a night.
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
