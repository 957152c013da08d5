import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { boxOf, type Item, isStroke } from "./whiteboard.ts"

export type Place = { x: number; y: number }
export type Box = { left: number; top: number; right: number; bottom: number }
/** Scales about `from` and then moves. */
export type Transform = { from: Place; sx: number; sy: number; dx: number; dy: number }
/** Where a frame is taken to resize it, as on a compass. */
export const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const
export type Handle = (typeof HANDLES)[number]

/** A frame isn't made smaller than this by its handles, in units of the page. */
const SMALLEST = 10
const LARGEST_LETTERS = 200

type Shape = Pick<Item, "kind" | "points" | "size" | "text">

/** Returns the box around several items without the width of their lines; null if there are none. */
export function boundsOf(shapes: readonly Shape[]): Box | null {
  if (shapes.length === 0) return null
  const boxes = shapes.map(boxOf)
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

/** Returns the box between two places, whichever corners they are. */
export function boxBetween(one: Place, other: Place): Box {
  return {
    left: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    right: Math.max(one.x, other.x),
    bottom: Math.max(one.y, other.y),
  }
}

/** Whether an item is wholly within a box. */
export function isWithin(shape: Shape, { left, top, right, bottom }: Box): boolean {
  const box = boxOf(shape)
  return box.left >= left && box.top >= top && box.right <= right && box.bottom <= bottom
}

export function holds({ left, top, right, bottom }: Box, { x, y }: Place, margin = 0): boolean {
  return x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin
}

/** Returns the place of a handle on a box. */
export function handlePlace({ left, top, right, bottom }: Box, handle: Handle): Place {
  const x = handle.includes("w") ? left : handle.includes("e") ? right : (left + right) / 2
  const y = handle.includes("n") ? top : handle.includes("s") ? bottom : (top + bottom) / 2
  return { x, y }
}

/** Returns how far a box moves towards a wish, so that its middle stays on the page, or on a paper of another size. */
export function shift(
  { left, top, right, bottom }: Box,
  dx: number,
  dy: number,
  paper: { width: number; height: number } = PAGE,
): Transform {
  const within = (middle: number, by: number, most: number) =>
    Math.round(Math.min(most, Math.max(0, middle + by)) - middle)
  const by = {
    dx: within((left + right) / 2, dx, paper.width),
    dy: within((top + bottom) / 2, dy, paper.height),
  }
  return { from: { x: 0, y: 0 }, sx: 1, sy: 1, ...by }
}

/**
 * Returns the scaling of a box whose handle was dragged by `dx` and `dy`; the opposite side stays in place. `even`
 * keeps its proportions.
 */
export function resize(box: Box, handle: Handle, dx: number, dy: number, even: boolean): Transform {
  const { x, y } = handlePlace(box, opposite(handle))
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const [alongX, alongY] = [/[ew]/.test(handle), /[ns]/.test(handle)]
  const sx = alongX ? factor(width, handle.includes("w") ? -dx : dx, 2 * PAGE.width) : 1
  const sy = alongY ? factor(height, handle.includes("n") ? -dy : dy, 2 * PAGE.height) : 1
  if (!even) return { from: { x, y }, sx, sy, dx: 0, dy: 0 }
  // The side that was dragged further leads.
  const lead = Math.abs(Math.log(sx)) >= Math.abs(Math.log(sy)) ? sx : sy
  return { from: { x, y }, sx: lead, sy: lead, dx: 0, dy: 0 }
}

function factor(length: number, by: number, most: number): number {
  if (length < 1) return 1
  return Math.min(Math.max(length, most), Math.max(Math.min(length, SMALLEST), length + by)) / length
}

const FACING: Record<string, string> = { n: "s", s: "n", e: "w", w: "e" }

function opposite(handle: Handle): Handle {
  return handle.replace(/./g, (side) => FACING[side] ?? side) as Handle
}

/** Returns the points and size of an item after a transform. Letters grow with it, lines keep their width. */
export function transformed<S extends Shape>(shape: S, { from, sx, sy, dx, dy }: Transform): S {
  const step = isStroke(shape.kind) ? 3 : 2
  const points = shape.points.map((at, index) => {
    if (index % step === 0) return whole(from.x + (at - from.x) * sx + dx)
    return index % step === 1 ? whole(from.y + (at - from.y) * sy + dy) : at
  })
  const letters = Math.round(shape.size * Math.min(sx, sy))
  const size = shape.kind === "text" ? Math.min(LARGEST_LETTERS, Math.max(1, letters)) : shape.size
  return { ...shape, points, size }
}

const SNAP = Math.PI / 12

/** Returns the end of a line of the same length whose angle is a multiple of 15°. */
export function snapped(from: Place, to: Place): Place {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const [length, angle] = [Math.hypot(dx, dy), Math.round(Math.atan2(dy, dx) / SNAP) * SNAP]
  return { x: whole(from.x + length * Math.cos(angle)), y: whole(from.y + length * Math.sin(angle)) }
}

/** Returns the corner of a square that is as large as the longer side. */
export function squared(from: Place, to: Place): Place {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const side = Math.max(Math.abs(dx), Math.abs(dy))
  return { x: whole(from.x + (dx < 0 ? -side : side)), y: whole(from.y + (dy < 0 ? -side : side)) }
}

/** A coordinate as the contract takes it. */
const whole = (at: number) => Math.max(-20_000, Math.min(20_000, Math.round(at)))
