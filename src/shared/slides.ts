// What slides may be, for server and browser.

export const LARGEST_SLIDES_BYTES = 32 * 2 ** 20
/** Pages of one file. */
export const MOST_SLIDE_PAGES = 200
/** Of one picture: what phones take unless they are told to take more. */
export const MOST_PICTURE_PIXELS = 32_000_000
/** Files of slides in a class. */
export const MOST_SLIDE_DECKS = 20
/** Of what a page says, for screen readers. */
export const LONGEST_SLIDE_TEXT = 1_000

/** Of what the staff note on a page, in characters. */
export const LONGEST_SLIDE_NOTE = 2_000

/** The longer side of a page's pictures, in px: for thumbnails and poor connections, and for large screens. */
export const SLIDE_SIZES = { small: 640, large: 1_920 } as const
export type SlideSize = keyof typeof SLIDE_SIZES

/** What a file picker offers. Where presentations can't be shown, the server says to save them as PDF. */
export const SLIDE_EXTENSIONS = [".pdf", ".png", ".jpg", ".jpeg", ".webp", ".pptx", ".ppt", ".odp"]

/** Why a file of slides could not be turned into pictures. */
export const SLIDE_FAILURES = [
  "ENCRYPTED",
  "DAMAGED",
  "TOO_MANY_PAGES",
  "TOO_MANY_PIXELS",
  "TOO_COMPLEX",
  "TOO_SLOW",
  "LOST",
] as const
export type SlideFailure = (typeof SLIDE_FAILURES)[number]

/** `office` is a presentation of an office program, which is saved as PDF first. */
export const SLIDE_KINDS = ["pdf", "office", "png", "jpeg", "webp"] as const
export type SlideKind = (typeof SLIDE_KINDS)[number]
export type PictureKind = Exclude<SlideKind, "pdf" | "office">
