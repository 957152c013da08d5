import type { Readable } from "node:stream"

/** The first and last byte of a part of a file, both included. */
export type ByteRange = { start: number; end: number }

export type FileLink = {
  /** How long it opens, in seconds. */
  seconds: number
  contentType: string
  /** Saved under this name; without it the browser shows the file in place. */
  downloadAs?: string | undefined
  /** Opened at our own address even where the store has addresses of its own. */
  throughUs?: boolean
}

/**
 * Where files are kept. Keys are paths of letters, digits, dots, dashes and underscores with slashes between; a
 * file once written is never written over.
 */
export type FileStore = {
  name: string
  /**
   * Stores a file. Throws FileExists for a key that is taken, and StorageFull; a partial file is never kept.
   */
  put(key: string, source: Readable | Uint8Array, contentType: string): Promise<void>
  /** The size in bytes, or null when there is no such file. */
  size(key: string): Promise<number | null>
  /** The file's bytes, or a part of them. Throws FileMissing. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removes a file; succeeds if it does not exist. */
  remove(key: string): Promise<void>
  /** The keys that start with `prefix`. */
  list(prefix: string): AsyncIterable<string>
  /** An address that opens the file without us, or null where we serve it ourselves. */
  directLink(key: string, link: FileLink): Promise<string | null>
  /** The origins of direct links, for the content security policy. */
  origins(): string[]
}

export class FileExists extends Error {
  override name = "FileExists"
}

export class FileMissing extends Error {
  override name = "FileMissing"
}

/** The disk or the bucket takes no more. */
export class StorageFull extends Error {
  override name = "StorageFull"
}

/** The store can't be reached, or does not respond. */
export class StoreAway extends Error {
  override name = "StoreAway"
}

const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** Refuses keys that could lead out of the store. */
export function checkKey(key: string): string {
  if (!KEY.test(key) || key.length > 500) throw new TypeError(`not a key of a stored file: ${key}`)
  return key
}
