import { KINDS, type WhiteboardKind } from "#contract/rooms/whiteboard-page.ts"

/** The tools in their order, with their keys. */
export const TOOL_KEYS = {
  ...{ select: "0", pen: "1", marker: "2", eraser: "3", text: "4" },
  ...{ line: "5", arrow: "6", rect: "7", ellipse: "8", laser: "L", hand: "9" },
} as const
export type Tool = keyof typeof TOOL_KEYS
export const TOOLS = Object.keys(TOOL_KEYS) as Tool[]

/** Line widths, fine to broad, in units of the page; letters and markers are larger. */
const WIDTHS = [4, 8, 16] as const
const LETTERS = [28, 44, 72] as const
const MARKERS = [18, 30, 48] as const
export type Width = 0 | 1 | 2

/** Returns the size of what a tool draws. */
export function sizeOf(kind: WhiteboardKind, width: Width): number {
  if (kind === "text" || kind === "formula") return LETTERS[width]
  return kind === "marker" ? MARKERS[width] : WIDTHS[width]
}

/** Returns the kind of item a tool draws; null for tools that don't draw. */
export function kindOf(tool: Tool): WhiteboardKind | null {
  return KINDS.find((kind) => kind === tool) ?? null
}
