import { eq } from "drizzle-orm"
import { drawingsBy, formulasIn } from "#features/rooms/whiteboard-svg.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { classFileId, keepClassFile } from "../board/class-files.ts"
import { roomFiles } from "../board-tables.ts"
import { requireMember } from "../members.ts"
import { readClassWithRoom } from "../room.ts"
import { drawFormulas, drawingsOf } from "./formulas.ts"
import { DRAWING_LIMITS, drawInThread, PageNotDrawn, type PageToDraw } from "./page-drawing.ts"
import { picturesAmong } from "./pictures.ts"
import { readItems, readPages, readSquared, removeScreenItems } from "./whiteboard.ts"

/**
 * Returns a page of a class's whiteboard, from 0, as a picture for a screen. Throws NOT_FOUND, TOO_MANY_REQUESTS for a
 * person with too many new formulas, and SERVICE_UNAVAILABLE while too many pages wait to be drawn.
 */
export async function drawWhiteboardPage(
  ctx: SignedInCtx,
  { class_id, page }: { class_id: string; page: number },
): Promise<{ svg: string }> {
  await requireMember(ctx, class_id)
  const items = await readItems(ctx, class_id, { page })
  const squared = (await readSquared(ctx, class_id)).includes(page)
  const drawings = drawingsBy(await drawFormulas(ctx, formulasIn(items)))
  const pictures = await picturesAmong(ctx, class_id, items, "small")
  try {
    const svg = await drawInThread({ items, squared, drawings, pictures })
    return { svg: new TextDecoder().decode(svg) }
  } catch (error) {
    if (!(error instanceof PageNotDrawn)) throw error
    ctx.log.warn({ err: error, class_id, page }, "a page of a whiteboard could not be drawn")
    return refuse("SERVICE_UNAVAILABLE")
  }
}

/**
 * Saves each page of a finished class's whiteboard among its files, as a scalable picture, and deletes what was drawn
 * over shared screens. Repeating it changes nothing. Throws StorageFull, and PageNotDrawn once it has tried every page;
 * the caller tries again.
 */
export async function keepWhiteboard(ctx: Ctx, classId: string, limits = DRAWING_LIMITS): Promise<void> {
  const held = await readClassWithRoom(ctx, classId)
  if (held?.status !== "completed") return
  await removeScreenItems(ctx, classId)
  const squared = await readSquared(ctx, classId)
  let failed: PageNotDrawn | null = null
  for (const page of await readPages(ctx, classId)) {
    const of = `whiteboard ${classId} ${page}`
    if ((await ctx.db.$count(roomFiles, eq(roomFiles.id, classFileId(of)))) > 0) continue
    try {
      const bytes = await drawInThread(await readPage(ctx, classId, page, squared.includes(page)), limits)
      await keepClassFile(ctx, held, {
        ...{ of, name: `Whiteboard ${page + 1}.svg`, contentType: "image/svg+xml", bytes },
      })
    } catch (error) {
      if (!(error instanceof PageNotDrawn)) throw error
      // The other pages are kept all the same.
      failed = error
    }
  }
  if (failed) throw failed
}

async function readPage(ctx: Ctx, classId: string, page: number, squared: boolean): Promise<PageToDraw> {
  const items = await readItems(ctx, classId, { page })
  const pictures = await picturesAmong(ctx, classId, items, "large")
  return { items, squared, drawings: await drawingsOf(items), pictures }
}
