import { getStroke } from "perfect-freehand"
import type { Drawing, Formula } from "#contract/rooms/room-whiteboard.ts"
import { type Ink, PAGE } from "#contract/rooms/whiteboard-page.ts"
import { type Item, isStroke } from "./whiteboard.ts"
import type { Box } from "./whiteboard-geometry.ts"

/** The colours of a whiteboard, which is white in every theme. */
export const INK_COLORS: Record<Ink, string> = {
  ink: "#1d2433",
  red: "#c92a2a",
  amber: "#b35c00",
  green: "#1c7c3c",
  blue: "#1c5fc2",
  violet: "#7a3fb8",
}
export const MARKER_OPACITY = 0.35
export const TEXT_FONT = "system-ui, 'Noto Sans', 'Noto Sans Devanagari', sans-serif"
export const LINE_HEIGHT = 1.25

/** Returns the outline of a pen's or marker's stroke as path data. */
export function strokePath({ kind, points, size }: Pick<Item, "kind" | "points" | "size">): string {
  const input: [number, number, number][] = []
  for (let at = 0; at + 1 < points.length; at += 3) {
    input.push([points[at] ?? 0, points[at + 1] ?? 0, (points[at + 2] ?? 50) / 100])
  }
  const isPen = kind === "pen"
  const outline = getStroke(input, {
    size,
    thinning: isPen ? 0.5 : 0,
    smoothing: 0.5,
    streamline: 0.35,
    // Without pressure, as with a mouse, the speed decides.
    simulatePressure: isPen && input.every(([, , pressure]) => pressure === 0.5),
  })
  const [first] = outline
  if (!first) return ""
  const [startX = 0, startY = 0] = first
  let path = `M${tenth(startX)} ${tenth(startY)}Q`
  for (let at = 1; at < outline.length; at += 1) {
    const [x = 0, y = 0] = outline[at] ?? first
    const [nextX = 0, nextY = 0] = outline[at + 1] ?? first
    path += `${at > 1 ? " " : ""}${tenth(x)} ${tenth(y)} ${tenth((x + nextX) / 2)} ${tenth((y + nextY) / 2)}`
  }
  return `${path}Z`
}

/** Returns a pen's or marker's stroke as path data of one even line, which takes a tenth of the time of its outline. */
export function plainPath({ points }: Pick<Item, "points">): string {
  let path = `M${points[0] ?? 0} ${points[1] ?? 0}L`
  for (let at = 0; at + 1 < points.length; at += 3) path += `${points[at]} ${points[at + 1]} `
  return path
}

const round = (value = 0) => Math.round(value * 10) / 10

/** Tenths on the page as text. Writing each number anew would take most of the time to open a full whiteboard. */
const TENTHS: string[] = []

function tenth(value: number): string {
  const tenths = Math.round(value * 10)
  if (tenths < 0 || tenths > 10 * PAGE.width) return String(tenths / 10)
  TENTHS[tenths] ??= String(tenths / 10)
  return TENTHS[tenths]
}

/** Returns an arrow's shaft and both sides of its head as path data. */
export function arrowPath({ points, size }: Pick<Item, "points" | "size">): string {
  const [x1 = 0, y1 = 0, x2 = x1, y2 = y1] = points
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const length = Math.min(Math.hypot(x2 - x1, y2 - y1), 12 + size * 3)
  const barb = (turn: number) =>
    `${round(x2 - length * Math.cos(angle + turn))} ${round(y2 - length * Math.sin(angle + turn))}`
  return `M${x1} ${y1}L${x2} ${y2}M${barb(0.5)}L${x2} ${y2}L${barb(-0.5)}`
}

/** Returns the bounds of a rectangle or an ellipse, whichever corner it was begun at. */
export function cornersOf({ points }: Pick<Item, "points">) {
  const [x1 = 0, y1 = 0, x2 = x1, y2 = y1] = points
  const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)]
  return { x, y, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}

/** Drawn formulas by their TeX. */
export type Drawings = ReadonlyMap<string, Drawing>

const NO_DRAWINGS: Drawings = new Map()

/** Returns what was drawn of formulas. */
export function drawingsBy(formulas: readonly Formula[]): Drawings {
  return new Map(formulas.flatMap(({ tex, drawing }) => (drawing ? [[tex, drawing]] : [])))
}

/** Returns the formulas among items, each once. */
export function formulasIn(items: readonly Item[]): string[] {
  return [...new Set(items.filter(({ kind, gone }) => kind === "formula" && !gone).map(({ text }) => text))]
}

/** The bytes of pictures by their ids, as addresses that need no network. */
export type Pictures = ReadonlyMap<string, string>

/** Returns the pictures among items, each once. */
export function picturesIn(items: readonly Item[]): string[] {
  return [...new Set(items.flatMap(({ picture, gone }) => (picture && !gone ? [picture] : [])))]
}

/** Where no picture is. */
export const NO_PICTURE = "#eef1f6"

/** Pictures are in a page once, however often they are shown, in a box of 1 by 1. */
function definePictures(pictures: Pictures): string {
  const all = [...pictures].map(
    ([id, data]) =>
      `<image id="p${id}" width="1" height="1" preserveAspectRatio="none" href="${escapeText(data)}"/>`,
  )
  return all.length > 0 ? `<defs>${all.join("")}</defs>` : ""
}

function drawPicture(item: Item, pictures: Pictures): string {
  const { x, y, width, height } = cornersOf(item)
  const box = `x="${x}" y="${y}" width="${width}" height="${height}"`
  const shown =
    item.picture && pictures.has(item.picture)
      ? `<use href="#p${item.picture}" transform="translate(${x} ${y}) scale(${width} ${height})"/>`
      : `<rect ${box} fill="${NO_PICTURE}"/>`
  return `<g role="img"><title>${escapeText(item.text)}</title>${shown}</g>`
}

/** Returns an item as elements; `plain` makes a stroke one even line. */
function drawItem(item: Item, drawings: Drawings, pictures: Pictures, plain: boolean): string {
  const color = INK_COLORS[item.ink]
  const line = `fill="none" stroke="${color}" stroke-width="${item.size}" stroke-linecap="round" stroke-linejoin="round"`
  const [x1 = 0, y1 = 0, x2 = x1, y2 = y1] = item.points
  const { x, y, width, height } = cornersOf(item)
  if (plain && isStroke(item.kind)) {
    const opacity = item.kind === "marker" ? ` stroke-opacity="${MARKER_OPACITY}"` : ""
    return `<path ${line}${opacity} d="${plainPath(item)}"/>`
  }
  switch (item.kind) {
    case "pen":
      return `<path fill="${color}" d="${strokePath(item)}"/>`
    case "marker":
      return `<path fill="${color}" fill-opacity="${MARKER_OPACITY}" d="${strokePath(item)}"/>`
    case "line":
      return `<path ${line} d="M${x1} ${y1}L${x2} ${y2}"/>`
    case "arrow":
      return `<path ${line} d="${arrowPath(item)}"/>`
    case "rect":
      return `<rect ${line} x="${x}" y="${y}" width="${width}" height="${height}"/>`
    case "ellipse":
      return `<ellipse ${line} cx="${x + width / 2}" cy="${y + height / 2}" rx="${width / 2}" ry="${height / 2}"/>`
    case "text":
      return drawText(item, color)
    case "picture":
      return drawPicture(item, pictures)
    case "formula": {
      const drawing = drawings.get(item.text)
      if (!drawing) return drawText(item, color)
      const { view_box, body } = drawing
      return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${view_box}" color="${color}">${body}</svg>`
    }
  }
}

function drawText({ points, size, text }: Item, color: string): string {
  const [x = 0, y = 0] = points
  const lines = text.split("\n").map((line, index) => {
    if (line.trim() === "") return ""
    const top = round(y + size * (1 + index * LINE_HEIGHT))
    return `<text x="${x}" y="${top}" font-size="${size}" fill="${color}" xml:space="preserve">${escapeText(line)}</text>`
  })
  return lines.join("")
}

function escapeText(text: string): string {
  return (
    text
      // Characters that XML doesn't allow.
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
  )
}

/** The side of a square of squared paper, which fits the page in both directions. */
const SQUARE = 50
export const SQUARES = { color: "#d3dce8", path: squares() }

function squares(): string {
  const lines = (length: number, draw: (at: number) => string) =>
    Array.from({ length: length / SQUARE - 1 }, (_, index) => draw((index + 1) * SQUARE)).join("")
  const { width, height } = PAGE
  return lines(width, (x) => `M${x} 0V${height}`) + lines(height, (y) => `M0 ${y}H${width}`)
}

/** Numbers of all strokes on a page whose outlines are drawn: a thousand long strokes. It takes a second on a slow core. */
const MOST_OUTLINED = 400_000
/** Letters of a page's picture, without its pictures. Viewers open that, and no lesson fills it. */
const MOST_LETTERS = 32 * 2 ** 20

const WHOLE: Box = { left: 0, top: 0, right: PAGE.width, bottom: PAGE.height }

export type PageLooks = {
  /** Its paper. */
  squared?: boolean
  drawings?: Drawings
  pictures?: Pictures
  /** What is seen of it; without it, all. */
  part?: Box
}

/**
 * Returns a page of the whiteboard as a standalone picture: shapes and text, nothing that runs or loads. A formula without
 * a drawing shows its TeX, a picture without its bytes a grey box. On a page that is fuller than a lesson makes it,
 * strokes are even lines, then formulas TeX, and what is still too much is left out, beginning with the latest.
 */
export function drawPage(items: readonly Item[], looks: PageLooks = {}): string {
  const { squared = false, drawings = NO_DRAWINGS, pictures = new Map() } = looks
  const { left, top, right, bottom } = looks.part ?? WHOLE
  const [width, height] = [right - left, bottom - top]
  const paper = `<rect width="${PAGE.width}" height="${PAGE.height}" fill="#ffffff"/>${squared ? `<path fill="none" stroke="${SQUARES.color}" d="${SQUARES.path}"/>` : ""}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" font-family="${TEXT_FONT.replaceAll('"', "'")}">${definePictures(pictures)}${paper}${drawItems(items, drawings, pictures)}</svg>`
}

function drawItems(items: readonly Item[], drawings: Drawings, pictures: Pictures): string {
  const seen = items.filter(({ gone }) => !gone)
  const numbers = seen.reduce((sum, { kind, points }) => sum + (isStroke(kind) ? points.length : 0), 0)
  const drawn: string[] = []
  let letters = 0
  for (const item of seen) {
    let shape = drawItem(item, drawings, pictures, numbers > MOST_OUTLINED)
    if (letters + shape.length > MOST_LETTERS) shape = drawItem(item, NO_DRAWINGS, pictures, true)
    if (letters + shape.length > MOST_LETTERS) break
    letters += shape.length
    drawn.push(shape)
  }
  return drawn.join("")
}
