import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import { type Box, boundsOf } from "#features/rooms/whiteboard-geometry.ts"
import { INK_COLORS, LINE_HEIGHT } from "#features/rooms/whiteboard-svg.ts"
import type { Ctx } from "#platform/context.ts"
import type { JpegPage } from "#platform/pictures/album.ts"
import type { DrawnPage } from "#platform/pictures/drawn-album.ts"
import { drawingsOf } from "../whiteboard/formulas.ts"
import { type DRAWING_LIMITS, drawInThread } from "../whiteboard/page-drawing.ts"
import { picturesAmong } from "../whiteboard/pictures.ts"
import { pictureOfSlide } from "./draw-on-slide.ts"

/** A page of the whiteboard is as wide as the large picture of a slide, in px. */
const PX_OF_UNIT = 1_920 / PAGE.width
/** Lines of words on one page: Typst sets some hundred in a second. */
const MOST_LINES = 2_000
/** Around what is drawn beside the slide, in units of the whiteboard's page. */
const MARGIN = 12

/** What a page of the whiteboard holds that shows a slide, and the part of it that is kept. */
export type Marked = { items: readonly Item[]; part: Box }

/** Returns what was drawn on the first pages of a deck, by page from 0. Pages with nothing on them are left out. */
export function markedPages(items: readonly Item[], deckId: string, count: number): Map<number, Marked> {
  const marked = new Map<number, Marked>()
  for (let page = 0; page < count; page += 1) {
    const picture = pictureOfSlide(deckId, page)
    const slide = items.find((item) => item.picture === picture && !item.gone)
    if (!slide) continue
    const onPage = items.filter((item) => item.page === slide.page && !item.gone)
    const lines = onPage.reduce((sum, item) => sum + linesOf(item).length, 0)
    const part = partOf(slide, onPage)
    if (onPage.length > 1 && lines <= MOST_LINES && part) marked.set(page, { items: onPage, part })
  }
  return marked
}

/** Returns the slide's place with all that was drawn beside it, as far as it is on the whiteboard's page. */
function partOf(slide: Item, onPage: readonly Item[]): Box | null {
  const [own, all] = [boundsOf([slide]), boundsOf(onPage)]
  if (!own || !all) return null
  const reach = (inner: number, outer: number, by: number) => (inner === outer ? inner : outer + by)
  const part = {
    left: Math.max(0, reach(own.left, all.left, -MARGIN)),
    top: Math.max(0, reach(own.top, all.top, -MARGIN)),
    right: Math.min(PAGE.width, reach(own.right, all.right, MARGIN)),
    bottom: Math.min(PAGE.height, reach(own.bottom, all.bottom, MARGIN)),
  }
  return part.right - part.left >= 1 && part.bottom - part.top >= 1 ? part : null
}

/** Draws the slide with what is on it: lines and words stay what they are, pictures become JPEG. Throws PageNotDrawn. */
export async function drawMarked(
  ctx: Pick<Ctx, "db" | "files">,
  { classId, items, part, limits }: Marked & { classId: string; limits: typeof DRAWING_LIMITS },
  toJpeg: (picture: Uint8Array) => Promise<JpegPage>,
): Promise<DrawnPage> {
  const jpegs = new Map<string, string>()
  for (const [id, data] of await picturesAmong(ctx, classId, items, "large")) {
    const { jpeg } = await toJpeg(new Uint8Array(Buffer.from(data.slice(data.indexOf(",") + 1), "base64")))
    jpegs.set(id, `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}`)
  }
  return {
    width: (part.right - part.left) * PX_OF_UNIT,
    height: (part.bottom - part.top) * PX_OF_UNIT,
    svg: await drawInThread(
      {
        items: items.filter(({ kind }) => kind !== "text"),
        ...{ drawings: await drawingsOf(items), pictures: jpegs, part },
      },
      limits,
    ),
    words: items.flatMap((item) => wordsOf(item, part)),
  }
}

/** Returns the lines of a text that have words, with their place among all. */
function linesOf({ kind, text }: Item): { line: string; index: number }[] {
  const lines = kind === "text" ? text.split("\n") : []
  return lines.map((line, index) => ({ line, index })).filter(({ line }) => line.trim() !== "")
}

function wordsOf(item: Item, { left, top }: Box): DrawnPage["words"] {
  const { points, size, ink } = item
  const [x = 0, y = 0] = points
  return linesOf(item).map(({ line, index }) => ({
    x: (x - left) * PX_OF_UNIT,
    y: (y - top + size * (1 + index * LINE_HEIGHT)) * PX_OF_UNIT,
    ...{ size: size * PX_OF_UNIT, color: INK_COLORS[ink], text: line },
  }))
}
