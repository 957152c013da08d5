import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import { type Box, boundsOf } from "#features/rooms/whiteboard-geometry.ts"
import { drawPage, INK_COLORS, LINE_HEIGHT } from "#features/rooms/whiteboard-svg.ts"
import type { Ctx } from "#platform/context.ts"
import type { JpegPage } from "#platform/pictures/album.ts"
import type { DrawnPage } from "#platform/pictures/drawn-album.ts"
import { drawingsOf } from "../whiteboard/formulas.ts"
import { picturesAmong } from "../whiteboard/pictures.ts"
import { pictureOfSlide } from "./draw-on-slide.ts"

/** A page of the whiteboard is as wide as the large picture of a slide, in px. */
const PX_OF_UNIT = 1_920 / PAGE.width
/** Numbers of the lines on one page: a thousand long strokes. Drawing more would hold up the process for seconds. */
const MOST_NUMBERS = 400_000
/** Around what is drawn beside the slide, in units of the whiteboard's page. */
const MARGIN = 12

/** What a page of the whiteboard holds that shows a slide, and the part of it that is kept. */
type Marked = { items: readonly Item[]; part: Box }

/** Returns what was drawn on the first pages of a deck, by page from 0. Pages with nothing on them are left out. */
export function markedPages(items: readonly Item[], deckId: string, count: number): Map<number, Marked> {
  const marked = new Map<number, Marked>()
  for (let page = 0; page < count; page += 1) {
    const picture = pictureOfSlide(deckId, page)
    const slide = items.find((item) => item.picture === picture && !item.gone)
    if (!slide) continue
    const onPage = items.filter((item) => item.page === slide.page && !item.gone)
    const numbers = onPage.reduce((sum, item) => sum + item.points.length, 0)
    const part = partOf(slide, onPage)
    if (onPage.length > 1 && numbers <= MOST_NUMBERS && part) marked.set(page, { items: onPage, part })
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

/** Draws the slide with what is on it: lines and words stay what they are, pictures become JPEG. */
export async function drawMarked(
  ctx: Pick<Ctx, "db" | "files">,
  classId: string,
  { items, part }: Marked,
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
    svg: drawPage(
      items.filter(({ kind }) => kind !== "text"),
      false,
      await drawingsOf(items),
      jpegs,
      part,
    ),
    words: items.filter(({ kind }) => kind === "text").flatMap((item) => wordsOf(item, part)),
  }
}

function wordsOf({ points, size, text, ink }: Item, { left, top }: Box): DrawnPage["words"] {
  const [x = 0, y = 0] = points
  return text.split("\n").map((line, index) => ({
    x: (x - left) * PX_OF_UNIT,
    y: (y - top + size * (1 + index * LINE_HEIGHT)) * PX_OF_UNIT,
    ...{ size: size * PX_OF_UNIT, color: INK_COLORS[ink], text: line },
  }))
}
