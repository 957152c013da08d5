import type { WhiteboardKind } from "#contract/rooms/whiteboard-page.ts"

export const TOOLS = ["pen", "marker", "eraser", "text", "line", "arrow", "rect", "ellipse", "hand"] as const
export type Tool = (typeof TOOLS)[number]

/** Line widths, fine to broad, in units of the page; letters and markers are larger. */
const WIDTHS = [4, 8, 16] as const
const LETTERS = [28, 44, 72] as const
const MARKERS = [18, 30, 48] as const
export type Width = 0 | 1 | 2

/** Returns the size of what a tool draws. */
export function sizeOf(kind: WhiteboardKind, width: Width): number {
  if (kind === "text") return LETTERS[width]
  return kind === "marker" ? MARKERS[width] : WIDTHS[width]
}

/** Returns the kind of item a tool draws; null for tools that don't draw. */
export function kindOf(tool: Tool): WhiteboardKind | null {
  return tool === "eraser" || tool === "hand" ? null : tool
}

export const isStroke = (kind: WhiteboardKind) => kind === "pen" || kind === "marker"
