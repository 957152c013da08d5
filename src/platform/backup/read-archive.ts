import { type FileHandle, open } from "node:fs/promises"
import { BLOCK, END_BYTES, type EntryType, header, headersOf, paddingOf, paxRecords } from "./tar.ts"

/** The archive was cut off or changed, or isn't one; the message says where. */
export class ArchiveBroken extends Error {
  override name = "ArchiveBroken"
}

/** One file of an archive. Its content must be read, or skipped, before the next one is asked for. */
export type ArchiveEntry = { name: string; size: number; content(): AsyncGenerator<Buffer> }

/**
 * Yields the files of an archive in their order. Everything around their contents must be byte for byte as
 * our writer writes it. Calls `onRead` with its progress. Throws ArchiveBroken, naming the entry.
 */
export async function* readArchive(
  path: string,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<ArchiveEntry> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new ArchiveBroken(`There is no file ${path}.`)
    throw error
  })
  try {
    yield* readEntries(path, byteReader(file, path, onRead))
  } finally {
    await file.close()
  }
}

/** The whole content of an entry. */
export async function wholeOf(entry: ArchiveEntry): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of entry.content()) pieces.push(piece)
  return Buffer.concat(pieces)
}

type Source = ReturnType<typeof byteReader>

async function* readEntries(path: string, source: Source): AsyncGenerator<ArchiveEntry> {
  for (let last = ""; ; ) {
    const next = await readHeaders(path, source, last)
    if (next === null) return
    const { name, size } = next
    const within = `within ${name}`
    let left = size
    const content = async function* () {
      while (left > 0) {
        const piece = await source.some(left, within)
        left -= piece.length
        yield piece
      }
    }
    yield { name, size, content }
    for await (const _ of content()) {
      // Skips what the reader left unread.
    }
    await takePadding(path, source, size, name)
    last = name
  }
}

/** The next entry's name and size; null at the end of the archive. */
async function readHeaders(
  path: string,
  source: Source,
  last: string,
): Promise<{ name: string; size: number } | null> {
  const where = last === "" ? "at its beginning" : `after ${last}`
  const first = await source.take(BLOCK, where)
  if (isEmpty(first)) return endAt(path, source, where)
  const own = parseHeader(first)
  if (own?.type === "0") return own
  if (own === null || own.size > LONGEST_RECORDS) throw damaged(path, first, last)
  const records = await source.take(own.size, where)
  await takePadding(path, source, own.size, `what stands ${where}`)
  const { name, size } = parseRecords(records) ?? { name: "", size: -1 }
  if (size < 0 || !paxRecords(name, size).equals(records)) throw damaged(path, records, last)
  const block = await source.take(BLOCK, where)
  if (!headersOf(name, size).subarray(-BLOCK).equals(block)) throw damaged(path, block, last)
  return { name, size }
}

/** A long name and a size take far less. */
const LONGEST_RECORDS = 4_096

function parseHeader(block: Buffer): { name: string; size: number; type: EntryType } | null {
  const field = (from: number, length: number) =>
    block.toString("utf8", from, from + length).split("\0")[0] ?? ""
  const name = field(0, 100)
  const size = Number.parseInt(field(124, 12), 8)
  const type = field(156, 1)
  if (!(size >= 0) || (type !== "0" && type !== "x")) return null
  return header(name, size, type).equals(block) ? { name, size, type } : null
}

function parseRecords(records: Buffer): { name: string; size: number } | null {
  const found = /^\d+ path=(.*)\n\d+ size=(\d+)\n$/s.exec(records.toString())
  return found && { name: found[1] ?? "", size: Number(found[2]) }
}

function damaged(path: string, block: Buffer, last: string): ArchiveBroken {
  if (last === "") return new ArchiveBroken(`${path} is no backup of Kaksha, or damaged at its beginning.`)
  const read = block.toString("latin1", 0, 100).split("\0")[0] ?? ""
  const name = /^[\x21-\x7e]{4,}$/.test(read) ? ` (${read})` : ""
  return new ArchiveBroken(
    `${path} is damaged: the name or size of the entry after ${last}${name} was changed.`,
  )
}

async function takePadding(path: string, source: Source, size: number, name: string): Promise<void> {
  const padding = await source.take(paddingOf(size), `after ${name}`)
  if (!isEmpty(padding)) throw new ArchiveBroken(`${path} is damaged: bytes after ${name} were changed.`)
}

/**
 * Reads the end after the first empty block. Only empty blocks may follow; other programs write more of them.
 */
async function endAt(path: string, source: Source, where: string): Promise<null> {
  let rest: Buffer | null = await source.take(END_BYTES - BLOCK, where)
  for (; rest !== null; rest = await source.rest()) {
    if (!isEmpty(rest)) throw new ArchiveBroken(`${path} is damaged: bytes ${where} were changed or added.`)
  }
  return null
}

function isEmpty(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

const PIECE_BYTES = 2 ** 20

/** Reads a file by numbers of bytes; `where` says in an error what was being read. */
function byteReader(file: FileHandle, path: string, onRead: (bytes: number) => void) {
  let buffered: Buffer = Buffer.alloc(0)
  let position = 0

  async function fill(): Promise<boolean> {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, position)
    buffered = buffer.subarray(0, bytesRead)
    position += bytesRead
    onRead(position)
    return bytesRead > 0
  }

  async function some(most: number, where: string): Promise<Buffer> {
    if (buffered.length === 0 && !(await fill())) {
      throw new ArchiveBroken(`${path} is not whole: it was cut off ${where}.`)
    }
    const piece = buffered.subarray(0, most)
    buffered = buffered.subarray(piece.length)
    return piece
  }

  async function take(length: number, where: string): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = length; left > 0; ) {
      const piece = await some(left, where)
      left -= piece.length
      parts.push(piece)
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
  }

  /** Yields the rest, piece by piece; null at the end. */
  async function rest(): Promise<Buffer | null> {
    if (buffered.length === 0 && !(await fill())) return null
    const piece = buffered
    buffered = Buffer.alloc(0)
    return piece
  }

  return { some, take, rest }
}
