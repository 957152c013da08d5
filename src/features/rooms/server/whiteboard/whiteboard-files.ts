import { drawingsBy, drawPage, formulasIn } from "#features/rooms/whiteboard-svg.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { keepClassFile } from "../board/class-files.ts"
import { requireMember } from "../members.ts"
import { readClassWithRoom } from "../room.ts"
import { drawFormulas, drawingsOf } from "./formulas.ts"
import { picturesAmong } from "./pictures.ts"
import { readItems, readSquared, removeScreenItems } from "./whiteboard.ts"

/**
 * Returns a page of a class's whiteboard, from 0, as a picture for a screen. Throws NOT_FOUND, and TOO_MANY_REQUESTS for
 * a person with too many new formulas.
 */
export async function drawWhiteboardPage(
  ctx: SignedInCtx,
  { class_id, page }: { class_id: string; page: number },
): Promise<{ svg: string }> {
  await requireMember(ctx, class_id)
  const [items, squared] = [await readItems(ctx, class_id), await readSquared(ctx, class_id)]
  const onPage = items.filter((item) => item.page === page)
  const drawings = drawingsBy(await drawFormulas(ctx, formulasIn(onPage)))
  const pictures = await picturesAmong(ctx, class_id, onPage, "small")
  return { svg: drawPage(onPage, squared.includes(page), drawings, pictures) }
}

/**
 * Saves each page of a finished class's whiteboard among its files, as a scalable picture, and deletes what was drawn
 * over shared screens. Repeating it changes nothing. Throws StorageFull; the caller tries again.
 */
export async function keepWhiteboard(ctx: Ctx, classId: string): Promise<void> {
  const held = await readClassWithRoom(ctx, classId)
  if (held?.status !== "completed") return
  await removeScreenItems(ctx, classId)
  const [items, squared] = [await readItems(ctx, classId), await readSquared(ctx, classId)]
  const pages = [...new Set(items.map((item) => item.page))].sort((one, other) => one - other)
  for (const page of pages) {
    const onPage = items.filter((item) => item.page === page)
    const pictures = await picturesAmong(ctx, classId, onPage, "large")
    const picture = drawPage(onPage, squared.includes(page), await drawingsOf(onPage), pictures)
    await keepClassFile(ctx, held, {
      of: `whiteboard ${classId} ${page}`,
      name: `Whiteboard ${page + 1}.svg`,
      contentType: "image/svg+xml",
      bytes: new TextEncoder().encode(picture),
    })
  }
}
