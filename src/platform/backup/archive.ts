import { once } from "node:events"
import { createReadStream, createWriteStream, type WriteStream } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import type { Readable } from "node:stream"

/** A tar archive, as any other program for those reads it too: entries of a known size, one after the other. */

const BLOCK = 512
/** Beyond this the size no longer fits into the header's octal digits. */
const LARGEST_FIELD = 8 ** 11 - 1

/** The archive ends in the middle, or is none. */
export class ArchiveBroken extends Error {
  override name = "ArchiveBroken"
}

export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>
  /** Adds a file of exactly `size` bytes. */
  addStream(name: string, size: number, content: Readable): Promise<void>
  /** Ends the archive, makes sure that it lies on the disk, and gives it its name. */
  finish(): Promise<void>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

/** Writes an archive, readable to its owner alone; under its name it appears only when it is whole. */
export async function writeArchive(path: string): Promise<ArchiveWriter> {
  const part = `${path}.part`
  const out = createWriteStream(part, { flags: "wx", mode: 0o600 })
  await once(out, "open")

  async function addHeader(name: string, size: number): Promise<void> {
    if (Buffer.byteLength(name) > 100 || size > LARGEST_FIELD) {
      const records = Buffer.from(paxRecord("path", name) + paxRecord("size", String(size)))
      await write(out, header("pax", records.length, "x"))
      await write(out, records)
      await write(out, padding(records.length))
    }
    await write(out, header(name.slice(0, 100), Math.min(size, LARGEST_FIELD), "0"))
  }

  return {
    async add(name, content) {
      await addHeader(name, content.length)
      await write(out, content)
      await write(out, padding(content.length))
    },
    async addStream(name, size, content) {
      await addHeader(name, size)
      let written = 0
      for await (const piece of content) {
        written += (piece as Buffer).length
        await write(out, piece as Buffer)
      }
      if (written !== size) throw new Error(`${name} changed its size while it was read`)
      await write(out, padding(size))
    },
    async finish() {
      await write(out, Buffer.alloc(2 * BLOCK))
      out.end()
      await once(out, "close")
      const written = await open(part, "r")
      await written.sync()
      await written.close()
      await rename(part, path)
    },
    async abandon() {
      out.destroy()
      await rm(part, { force: true })
    },
  }
}

async function write(out: WriteStream, bytes: Buffer): Promise<void> {
  if (bytes.length > 0 && !out.write(bytes)) await once(out, "drain")
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** "<length> <key>=<value>\n", where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  if (String(length).length !== String(rest).length) length = rest + String(length).length
  return `${length} ${key}=${value}\n`
}

function header(name: string, size: number, type: "0" | "x"): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`
  block.write(name, 0, 100)
  block.write(octal(0o600, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(size, 11), 124)
  block.write(octal(0, 11), 136)
  block.write(" ".repeat(8), 148)
  block.write(type, 156)
  block.write("ustar\0" + "00", 257, "latin1")
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  return block
}

/** One file of an archive. Its content must be read, or skipped, before the next one is asked for. */
export type ArchiveEntry = { name: string; size: number; content(): AsyncGenerator<Buffer> }

/** The files of an archive in their order. Throws ArchiveBroken when it ends too early. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const stream = createReadStream(path, { highWaterMark: 2 ** 20 })
  try {
    yield* readEntries(path, byteReader(stream))
  } finally {
    stream.destroy()
  }
}

async function* readEntries(
  path: string,
  source: ReturnType<typeof byteReader>,
): AsyncGenerator<ArchiveEntry> {
  let pax: Record<string, string> = {}
  for (;;) {
    const block = await source.take(BLOCK)
    if (block.every((byte) => byte === 0)) return
    const field = (from: number, length: number) =>
      block.toString("utf8", from, from + length).split("\0")[0] ?? ""
    if (field(257, 5) !== "ustar") throw new ArchiveBroken(`${path} is no archive, or a damaged one`)
    let left = Number(pax.size ?? Number.parseInt(field(124, 12), 8))
    const size = left
    const fill = (BLOCK - (size % BLOCK)) % BLOCK
    if (field(156, 1) === "x") {
      const text = (await source.take(size)).toString()
      await source.take(fill)
      pax = Object.fromEntries(
        [...text.matchAll(/\d+ ([^=]+)=(.*)\n/g)].map(([, key, value]) => [key ?? "", value ?? ""]),
      )
      continue
    }
    const name = pax.path ?? field(0, 100)
    pax = {}
    const content = async function* () {
      while (left > 0) {
        const piece = await source.some(left)
        left -= piece.length
        yield piece
      }
    }
    yield { name, size, content }
    for await (const _ of content()) {
      // What the reader left is skipped.
    }
    await source.take(fill)
  }
}

/** Reads a stream by numbers of bytes. */
function byteReader(stream: Readable) {
  const pieces = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function some(most: number): Promise<Buffer> {
    if (rest.length === 0) {
      const next = await pieces.next()
      if (next.done) throw new ArchiveBroken("the archive ends in the middle: it was not copied whole")
      rest = next.value as Buffer
    }
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }

  async function take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = length; left > 0; ) {
      const piece = await some(left)
      left -= piece.length
      parts.push(piece)
    }
    return Buffer.concat(parts)
  }

  return { some, take }
}
