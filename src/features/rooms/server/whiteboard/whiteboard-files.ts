import { drawPage } from "#features/rooms/whiteboard-svg.ts"
import type { Ctx } from "#platform/context.ts"
import { keepClassFile } from "../board/class-files.ts"
import { readClassWithRoom } from "../room.ts"
import { drawingsOf } from "./formulas.ts"
import { readItems, readSquared } from "./whiteboard.ts"

/**
 * Saves each page of a finished class's whiteboard among its files, as a scalable picture. Repeating it
 * changes nothing. Throws StorageFull; the caller tries again.
 */
export async function keepWhiteboard(ctx: Ctx, classId: string): Promise<void> {
  const held = await readClassWithRoom(ctx, classId)
  if (held?.status !== "completed") return
  const [items, squared] = [await readItems(ctx, classId), await readSquared(ctx, classId)]
  const pages = [...new Set(items.map((item) => item.page))].sort((one, other) => one - other)
  for (const page of pages) {
    const onPage = items.filter((item) => item.page === page)
    const picture = drawPage(onPage, squared.includes(page), await drawingsOf(onPage))
    await keepClassFile(ctx, held, {
      of: `whiteboard ${classId} ${page}`,
      name: `Whiteboard ${page + 1}.svg`,
      contentType: "image/svg+xml",
      bytes: new TextEncoder().encode(picture),
    })
  }
}
