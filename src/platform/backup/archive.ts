import { createHash } from "node:crypto"
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import type { Readable } from "node:stream"
import { freeBytes, ReserveReached } from "#platform/storage/reserve.ts"
import { CHECKSUMS, type Checksum, sha256, writeChecksums } from "./checksums.ts"
import { END_BYTES, headersOf, paddingOf } from "./tar.ts"

/** A tar archive that any other program for those reads too. Its last entry has the SHA-256 of all others. */
export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>
  /** Adds a file of exactly `size` bytes. */
  addStream(name: string, size: number, content: Readable): Promise<void>
  /**
   * Writes the checksums, syncs the file to disk, has `check` read it, and only then gives the archive its
   * name.
   */
  finish(check?: (written: string) => Promise<void>): Promise<void>
  /** Removes what was written. */
  abandon(): Promise<void>
}

/**
 * The name of an archive until it is complete, so that a killed backup leaves nothing that looks like one.
 */
export function partOf(path: string): string {
  return `${path}.part`
}

/** How many bytes are written between two looks at what is free: far less than what is kept free. */
const LOOK_EVERY_BYTES = 8 * 1024 * 1024

/**
 * Writes an archive, readable only by its owner, as long as it leaves `keepFree` bytes of its disk. Throws with code
 * EEXIST while another is written to the same path, with code ENOSPC on a full disk, and ReserveReached.
 */
export async function writeArchive(path: string, keepFree = 0): Promise<ArchiveWriter> {
  const part = partOf(path)
  const out = await open(part, "wx", 0o600)
  const entries: Checksum[] = []
  let unlooked = LOOK_EVERY_BYTES

  async function write(...pieces: Buffer[]): Promise<void> {
    const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
    unlooked += bytes.length
    if (keepFree > 0 && unlooked >= LOOK_EVERY_BYTES) {
      unlooked = 0
      if ((await freeBytes(dirname(path))) - bytes.length < keepFree) throw new ReserveReached()
    }
    // A write can write less than it is given, for instance the last one before the disk is full.
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await out.write(bytes, at, bytes.length - at)
      at += bytesWritten
    }
  }

  return {
    async add(name, content) {
      await write(headersOf(name, content.length), content, Buffer.alloc(paddingOf(content.length)))
      entries.push({ name, sha256: sha256(content) })
    },
    async addStream(name, size, content) {
      await write(headersOf(name, size))
      const hash = createHash("sha256")
      let written = 0
      for await (const piece of content as AsyncIterable<Buffer>) {
        written += piece.length
        hash.update(piece)
        await write(piece)
      }
      if (written !== size) throw new Error(`${name} changed its size while it was read`)
      await write(Buffer.alloc(paddingOf(size)))
      entries.push({ name, sha256: hash.digest("hex") })
    },
    async finish(check) {
      const sums = writeChecksums(entries)
      await write(headersOf(CHECKSUMS, sums.length), sums, Buffer.alloc(paddingOf(sums.length)))
      await write(Buffer.alloc(END_BYTES))
      await out.sync()
      await out.close()
      await check?.(part)
      await rename(part, path)
      await syncFolder(dirname(path))
    },
    async abandon() {
      await out.close().catch(() => undefined)
      await rm(part, { force: true })
    },
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
