// Constants of the whiteboard for server and browser. Separate from the schemas, which stay out of the
// browser.

/** The data channel's topic of whiteboards. */
export const WHITEBOARD_TOPIC = "kaksha.whiteboard"

/** The size of a whiteboard page in its own units, on every screen; coordinates are whole units. */
export const PAGE = { width: 1_600, height: 900 } as const
export const MOST_PAGES = 20
/** Numbers of one stroke: three for each point. Longer strokes go on as the next item. */
export const MOST_NUMBERS = 1_500
export const LONGEST_TEXT = 500
/** Formulas that one call draws. */
export const MOST_FORMULAS = 20
/** Of a picture that is sent, in bytes: a photo that a phone takes. */
export const LARGEST_BOARD_PICTURE_BYTES = 10 * 2 ** 20
/** Pictures that one class sends to its whiteboard, erased ones among them. */
export const MOST_BOARD_PICTURES = 100
/** Items that one call changes. */
export const MOST_CHANGED_ITEMS = 100

export const INKS = ["ink", "red", "amber", "green", "blue", "violet"] as const
export type Ink = (typeof INKS)[number]
export const KINDS = [
  "pen",
  "marker",
  "line",
  "arrow",
  "rect",
  "ellipse",
  "text",
  "formula",
  "picture",
] as const
export type WhiteboardKind = (typeof KINDS)[number]
