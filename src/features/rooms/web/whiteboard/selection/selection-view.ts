import type { Item } from "#features/rooms/whiteboard.ts"
import {
  type Box,
  HANDLES,
  type Handle,
  handlePlace,
  type Place,
  type Transform,
} from "#features/rooms/whiteboard-geometry.ts"

/** What was done last, for screen readers; `item` if it is about a single one. */
export type Said = {
  what:
    | "at"
    | "selected"
    | "moved"
    | "resized"
    | "copied"
    | "pasted"
    | "duplicated"
    | "erased"
    | "described"
    | "none"
  count: number
  item: Item | null
}

export type SelectionView = {
  ids: ReadonlySet<string>
  /** The item that keys have reached. */
  at: string | null
  /** The area being drawn around items. */
  marquee: Box | null
  /** How the selected items are being moved or resized; null if they aren't. */
  transform: Transform | null
  said: Said | null
  canPaste: boolean
}

/** How a pointer works: how far it reaches in units of the page, and whether it adds to what is selected. */
export type Grip = { reach: number; adds: boolean; even: boolean }

/** Returns the frame that is drawn around a selection, a bit larger than what is selected. */
export function padded({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}

/** Returns the handles of a selection's frame: on a short side those in the middle would cover the corners. */
export function handlesOf({ left, top, right, bottom }: Box, reach: number): readonly Handle[] {
  const [wide, high] = [right - left > 2 * reach, bottom - top > 2 * reach]
  return HANDLES.filter((handle) => handle.length === 2 || (/[ns]/.test(handle) ? wide : high))
}

/** Returns the handle at a place, if any. */
export function handleAt(box: Box, at: Place, reach: number): Handle | null {
  const frame = padded(box, reach)
  const isNear = (handle: Handle) => {
    const { x, y } = handlePlace(frame, handle)
    return Math.hypot(x - at.x, y - at.y) <= reach
  }
  return handlesOf(box, reach).find(isNear) ?? null
}
