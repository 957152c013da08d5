import type { Item } from "#features/rooms/whiteboard.ts"
import {
  arrowPath,
  cornersOf,
  INK_COLORS,
  MARKER_OPACITY,
  plainPath,
  strokePath,
} from "#features/rooms/whiteboard-svg.ts"

/**
 * Paints what consists of lines on a canvas whose lines have round ends; anything else stays unpainted. `plain` makes a
 * stroke of a pen one even line.
 */
export function paintShape(
  pen: CanvasRenderingContext2D,
  shape: Pick<Item, "kind" | "ink" | "size" | "points">,
  plain = false,
): void {
  const { kind, ink, size, points } = shape
  const color = INK_COLORS[ink]
  const [x1 = 0, y1 = 0, x2 = x1, y2 = y1] = points
  const { x, y, width, height } = cornersOf(shape)
  Object.assign(pen, { fillStyle: color, strokeStyle: color, lineWidth: size, globalAlpha: 1 })
  if (kind === "marker") pen.globalAlpha = MARKER_OPACITY
  if (kind === "pen" || kind === "marker") {
    if (plain) pen.stroke(new Path2D(plainPath(shape)))
    else pen.fill(new Path2D(strokePath(shape)))
  } else if (kind === "line") pen.stroke(new Path2D(`M${x1} ${y1}L${x2} ${y2}`))
  else if (kind === "arrow") pen.stroke(new Path2D(arrowPath(shape)))
  else if (kind === "rect") pen.strokeRect(x, y, width, height)
  else if (kind === "ellipse") {
    pen.beginPath()
    pen.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI)
    pen.stroke()
  }
}
