import type { WhiteboardItem } from "#contract/rooms/room-whiteboard.ts"

export type Item = WhiteboardItem

/** A state may be this many changes ahead of the known one. Otherwise one that leaps to the end could never be erased. */
const MOST_AHEAD = 1_000

/**
 * Whether a state of an item replaces the known one. This is a total order of all states that look different, so
 * browsers and the server end with the same one, in whatever order and however often they saw them.
 */
export function isNewer(state: Item, known: Item | undefined): boolean {
  if (!known) return true
  if (state.version !== known.version) return state.version > known.version
  if (state.changed_by !== known.changed_by) return state.changed_by > known.changed_by
  // One person changed it on two devices at once.
  return looksOf(state) > looksOf(known)
}

/** Whether two states of an item look the same. */
export function looksSame(one: Item, other: Item): boolean {
  return one === other || looksOf(one) === looksOf(other)
}

/** Erased items look the same, whatever they were, and come after all others. */
function looksOf({ gone, page, kind, ink, size, points, text, picture }: Item): string {
  return gone ? "~" : JSON.stringify([page, kind, ink, size, points, text, picture])
}

/** Whether something is over this shared screen, or, without one, on a page. */
export function isOver(one: { screen?: string | undefined }, screen: string | undefined): boolean {
  return one.screen?.toLowerCase() === screen?.toLowerCase()
}

/** Students may change what they drew themselves; staff anything. */
export function mayChange(
  known: Pick<Item, "author"> | undefined,
  person: string,
  isStaff: boolean,
): boolean {
  return isStaff || !known || known.author === person
}

type Sent = Omit<Item, "author" | "changed_by">

/** Returns the state that a person's change makes of an item, or null if the known one remains. */
export function changed(known: Item | undefined, sent: Sent, person: string, isStaff: boolean): Item | null {
  if (!mayChange(known, person, isStaff)) return null
  // It stays on the pages, or on the screen where it was begun.
  if (known && !isOver(sent, known.screen)) return null
  if (sent.version > (known?.version ?? 0) + MOST_AHEAD) return null
  const state = { ...sent, author: known?.author ?? person, changed_by: person }
  return isNewer(state, known) ? state : null
}

/** Whether each point of an item has a pressure beside its place. */
export const isStroke = (kind: Item["kind"]) => kind === "pen" || kind === "marker"

/** Returns the box around an item in units of the page, without its line's width. */
export function boxOf({ kind, points, size, text }: Pick<Item, "kind" | "points" | "size" | "text">) {
  const [x = 0, y = 0] = points
  if (kind === "text") {
    const lines = text.split("\n")
    const longest = Math.max(...lines.map((line) => line.length))
    // Letters are about half as wide as high, which is accurate enough to find a text under a pointer.
    return { left: x, top: y, right: x + longest * size * 0.55, bottom: y + lines.length * size * 1.25 }
  }
  const step = isStroke(kind) ? 3 : 2
  const box = { left: x, top: y, right: x, bottom: y }
  for (let at = 0; at + 1 < points.length; at += step) {
    const [px = 0, py = 0] = [points[at], points[at + 1]]
    box.left = Math.min(box.left, px)
    box.top = Math.min(box.top, py)
    box.right = Math.max(box.right, px)
    box.bottom = Math.max(box.bottom, py)
  }
  return box
}

/** Whether an eraser of radius `reach` at a point touches an item. */
export function isTouched(item: Item, at: { x: number; y: number }, reach: number): boolean {
  const box = boxOf(item)
  const far = reach + item.size / 2
  if (at.x < box.left - far || at.x > box.right + far || at.y < box.top - far || at.y > box.bottom + far) {
    return false
  }
  if (item.kind === "text" || item.kind === "formula" || item.kind === "picture") return true
  return segmentsOf(item).some((segment) => distance(at, segment) <= far)
}

type Segment = readonly [number, number, number, number]

function segmentsOf({ kind, points }: Item): Segment[] {
  const [a = 0, b = 0, c = a, d = b] = points
  if (kind === "line" || kind === "arrow") return [[a, b, c, d]]
  if (kind === "rect")
    return [
      [a, b, c, b],
      [c, b, c, d],
      [c, d, a, d],
      [a, d, a, b],
    ]
  if (kind === "ellipse") return ellipseSegments(a, b, c, d)
  const found: Segment[] = []
  for (let at = 0; at + 1 < points.length; at += 3) {
    const [x = 0, y = 0, , nextX = x, nextY = y] = points.slice(at, at + 5)
    found.push([x, y, nextX, nextY])
  }
  return found
}

const CORNERS = 32

function ellipseSegments(a: number, b: number, c: number, d: number): Segment[] {
  const point = (turn: number): [number, number] => {
    const angle = (turn / CORNERS) * 2 * Math.PI
    return [(a + c) / 2 + ((c - a) / 2) * Math.cos(angle), (b + d) / 2 + ((d - b) / 2) * Math.sin(angle)]
  }
  return Array.from({ length: CORNERS }, (_, turn) => [...point(turn), ...point(turn + 1)] as const)
}

function distance(at: { x: number; y: number }, [x1, y1, x2, y2]: Segment): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((at.x - x1) * dx + (at.y - y1) * dy) / length
  const near = Math.max(0, Math.min(1, along))
  return Math.hypot(at.x - (x1 + near * dx), at.y - (y1 + near * dy))
}
