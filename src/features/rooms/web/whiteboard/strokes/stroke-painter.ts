import { INK_COLORS } from "#features/rooms/whiteboard-svg.ts"
import type { Stroke } from "../whiteboard-packet.ts"
import { paintShape } from "./paint-shape.ts"

/** So many others draw at once that each of their strokes is an even line until it is finished. */
const MANY_STROKES = 6
/** How long a finished stroke may stay on the layer: it lies over the item that it became. */
const ERASE_EVERY_MS = 250

/**
 * Paints unfinished strokes on a canvas. Where many people draw, what is painted stays, and each stroke only goes on
 * from where it was: then a frame takes as much work as was drawn since the one before.
 */
export class StrokePainter {
  private readonly pen: CanvasRenderingContext2D
  private readonly place: readonly [number, number, number, number, number, number]
  /** How many numbers of each stroke are painted as an even line; null before anything is. */
  private painted: Map<string, number> | null = null
  private erasedAt = 0

  /** `place` is the matrix that lays the page over the canvas. */
  constructor(pen: CanvasRenderingContext2D, place: StrokePainter["place"]) {
    this.pen = pen
    this.place = place
  }

  /** Paints these strokes. Returns after how many ms it has to be called again, or null. `now` is in ms. */
  paint(strokes: readonly Stroke[], now: number): number | null {
    const many = strokes.length > MANY_STROKES
    const { painted } = this
    const goesOn = many && painted && strokes.every(({ kind }) => kind === "pen")
    if (!goesOn || (this.hasStale(strokes) && now - this.erasedAt >= ERASE_EVERY_MS)) this.clear(now)
    for (const stroke of strokes) {
      if (many && stroke.kind === "pen") this.goOn(stroke)
      else paintShape(this.pen, stroke, many)
    }
    return this.hasStale(strokes) ? ERASE_EVERY_MS - (now - this.erasedAt) : null
  }

  private hasStale(strokes: readonly Stroke[]): boolean {
    return (this.painted?.size ?? 0) > strokes.length
  }

  private clear(now: number): void {
    const { pen } = this
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height)
    pen.setTransform(...this.place)
    Object.assign(pen, { lineCap: "round", lineJoin: "round" })
    this.painted = new Map()
    this.erasedAt = now
  }

  private goOn({ id, ink, size, points }: Stroke): void {
    const { pen } = this
    const from = Math.max(0, (this.painted?.get(id) ?? 0) - 3)
    if (from + 3 >= points.length && from > 0) return
    this.painted?.set(id, points.length)
    Object.assign(pen, { strokeStyle: INK_COLORS[ink], lineWidth: size, globalAlpha: 1 })
    pen.beginPath()
    pen.moveTo(points[from] ?? 0, points[from + 1] ?? 0)
    for (let at = from; at + 1 < points.length; at += 3) pen.lineTo(points[at] ?? 0, points[at + 1] ?? 0)
    pen.stroke()
  }
}
