import { createHash } from "node:crypto"
import { drawPage } from "#features/rooms/whiteboard-svg.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { FileExists } from "#platform/storage/port.ts"
import { nextRevision } from "../board/board-revision.ts"
import { keyOfFile } from "../board/file-key.ts"
import { roomFiles } from "../board-tables.ts"
import { readClassWithRoom } from "../room.ts"
import { readItems } from "./whiteboard.ts"

/**
 * Saves each page of a finished class's whiteboard among its files, as a scalable picture. Repeating it
 * changes nothing. Throws StorageFull; the caller tries again.
 */
export async function keepWhiteboard(ctx: Ctx, classId: string): Promise<void> {
  const held = await readClassWithRoom(ctx, classId)
  if (held?.status !== "completed") return
  const items = await readItems(ctx, classId)
  const pages = [...new Set(items.map((item) => item.page))].sort((one, other) => one - other)
  for (const page of pages) {
    const picture = drawPage(items.filter((item) => item.page === page))
    await keepPage(ctx, held, page, new TextEncoder().encode(picture))
  }
}

async function keepPage(
  ctx: Ctx,
  held: { id: string; instructor_id: string },
  page: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const id = pageFileId(held.id, page)
  try {
    await ctx.files.put(keyOfFile(id), bytes, "image/svg+xml")
  } catch (error) {
    // An earlier attempt stored it without writing the row.
    if (!(error instanceof FileExists)) throw error
  }
  await inTransaction(ctx, async (tx) => {
    const { revision } = await nextRevision(tx, held.id)
    await tx.db
      .insert(roomFiles)
      .values({
        ...{ id, class_id: held.id, shared_by: held.instructor_id, revision },
        name: `Whiteboard ${page + 1}.svg`,
        content_type: "image/svg+xml",
        size_bytes: bytes.length,
        created_at: tx.clock.now(),
      })
      .onConflictDoNothing()
  })
}

/** Returns the same id for the same page each time. */
function pageFileId(classId: string, page: number): string {
  const hex = createHash("sha256").update(`whiteboard ${classId} ${page}`).digest("hex")
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join("-")
}
