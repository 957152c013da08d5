import { buffer } from "node:stream/consumers"
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { makeAlbum } from "#platform/pictures/album.ts"
import { safeFileName } from "#shared/files.ts"
import { classFileId, keepClassFile } from "../board/class-files.ts"
import { roomFiles } from "../board-tables.ts"
import { readClassWithRoom } from "../room.ts"
import { keyOfSlide } from "./slide-files.ts"
import { slideDecks } from "./table.ts"

/**
 * Saves the pages that a finished class was shown among its files, as one PDF for each file of slides. Repeating it
 * changes nothing. Throws StorageFull; the caller tries again.
 */
export async function keepSlides(ctx: Ctx, classId: string): Promise<void> {
  const held = await readClassWithRoom(ctx, classId)
  if (held?.status !== "completed") return
  const { id, name, class_id, reached, status, deleted_at, created_at } = slideDecks
  const shown = await ctx.db
    .select({ id, name, reached })
    .from(slideDecks)
    .where(and(eq(class_id, classId), eq(status, "ready"), isNull(deleted_at), isNotNull(reached)))
    .orderBy(asc(created_at))
  for (const deck of shown) {
    const of = `slides ${deck.id}`
    if ((await ctx.db.$count(roomFiles, eq(roomFiles.id, classFileId(of)))) > 0) continue
    await keepClassFile(ctx, held, {
      of,
      name: safeFileName(deck.name, { extension: "pdf" }),
      contentType: "application/pdf",
      bytes: await makeAlbum(readPages(ctx, deck.id, (deck.reached ?? 0) + 1)),
    })
  }
}

async function* readPages(ctx: Ctx, deckId: string, count: number): AsyncGenerator<Uint8Array> {
  for (let page = 0; page < count; page += 1)
    yield new Uint8Array(await buffer(await ctx.files.read(keyOfSlide(deckId, page, "large"))))
}
