/** A file as a link gives it out: always to be saved, never shown as a page of ours. */
export type LinkedFile = {
  key: string
  /** What it is saved as. */
  name: string
  contentType: string
}

/** The disk (or bucket) has no room left. */
export class StorageFull extends Error {
  override name = "StorageFull"
}

/** Where files lie that people bring in. Keys are made by the product: words of letters, digits and `-`, joined by `/`. */
export type FileStore = {
  /** Keeps the bytes under the key, whole or not at all; what was there is replaced. Throws StorageFull. */
  put(key: string, body: Blob): Promise<void>
  /** The file's bytes, or null where there is none. */
  open(key: string): Promise<{ sizeBytes: number; body: ReadableStream<Uint8Array> } | null>
  /** A missing file is fine. */
  remove(key: string): Promise<void>
  /** A path of this product that gives out this one file until then, to whoever holds it. */
  link(file: LinkedFile, until: Date): string
  /** The file that a link names; null for one that is forged, changed or late. */
  readLink(url: URL, now: Date): LinkedFile | null
}

/** Where links lead. */
export const FILES_PATH = "/files"
