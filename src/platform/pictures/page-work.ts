import type { PictureKind, SlideFailure } from "#shared/slides.ts"

/** What a thread can turn into pictures. */
export type PageKind = PictureKind | "pdf"

/** What a thread is asked to turn into pictures. */
export type PageWork = { file: Uint8Array; kind: PageKind; mostPages: number; mostPixels: number }

/** A page as its pictures, with what it says. */
export type PagePictures = {
  width: number
  height: number
  text: string
  small: Uint8Array
  large: Uint8Array
}

/** What a thread tells. */
export type Told = { page: PagePictures } | { done: true } | { failure: SlideFailure; reason: string }

/** A file that can't be turned into pictures. */
export class Unreadable extends Error {
  override name = "Unreadable"
  readonly failure: SlideFailure

  constructor(failure: SlideFailure, reason: string = failure) {
    super(reason)
    this.failure = failure
  }
}

/** Returns why a file could not be read, by the error of who reads it. */
export function failureOf(error: unknown): SlideFailure {
  if (error instanceof Unreadable) return error.failure
  const message = error instanceof Error ? error.message : String(error)
  if (/password|security scheme/i.test(message)) return "ENCRYPTED"
  // More memory or deeper calls than a reader may have. Readers that were built to stop then do so.
  if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) return "TOO_COMPLEX"
  return /abort|memory|allocat/i.test(message) ? "TOO_COMPLEX" : "DAMAGED"
}
