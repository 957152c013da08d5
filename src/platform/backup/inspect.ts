import { createHash } from "node:crypto"
import { CHECKSUMS, type Checksum, compareChecksums, readChecksums } from "./checksums.ts"
import { type Ending, FORMATS, type Manifest } from "./manifest.ts"
import { ArchiveBroken, type ArchiveEntry, readArchive } from "./read-archive.ts"

/** The archive can't be restored here; the message says why and what to do. */
export class RestoreFailed extends Error {
  override name = "RestoreFailed"
}

export type Inspected = Manifest &
  Ending & {
    /** The SHA-256 of every entry, by its name; null for an archive of the first format, which had none. */
    checksums: ReadonlyMap<string, string> | null
  }

/** As many damaged entries are named. */
const MOST_NAMED = 5

/**
 * Reads a whole archive, compares every entry with its checksum, and returns the archive's manifest. Calls
 * `onRead` with the number of bytes read. Throws ArchiveBroken, naming what is damaged, and RestoreFailed.
 */
export async function inspectArchive(path: string, onRead?: (bytes: number) => void): Promise<Inspected> {
  const found: Checksum[] = []
  const kept = new Map<string, Buffer>()
  let sums: Buffer | null = null
  for await (const entry of readArchive(path, onRead)) {
    if (found.length === 0 && entry.name !== "manifest.json") {
      throw new RestoreFailed(`${path} is no backup of Kaksha.`)
    }
    if (sums !== null) throw new ArchiveBroken(`${path} is damaged: ${entry.name} follows on its end.`)
    const { sha256, content } = await digest(entry)
    if (entry.name === CHECKSUMS) sums = content ?? Buffer.alloc(0)
    else found.push({ name: entry.name, sha256 })
    if (content) kept.set(entry.name, content)
  }
  if (sums !== null) check(path, sums, found)
  return describe(path, kept, sums === null ? null : found)
}

function check(path: string, sums: Buffer, found: readonly Checksum[]): void {
  const expected = readChecksums(sums)
  if (expected === null) throw new ArchiveBroken(`${path} is damaged: ${CHECKSUMS} was changed.`)
  const wrong = compareChecksums(expected, found)
  if (wrong.length === 0) return
  const more = wrong.length > MOST_NAMED ? `, and ${wrong.length - MOST_NAMED} more` : ""
  throw new ArchiveBroken(`${path} is damaged: ${wrong.slice(0, MOST_NAMED).join(", ")}${more}.`)
}

const KEPT = new Set(["manifest.json", "end.json", CHECKSUMS])

/** Reads an entry's content to its end; of the few that describe the archive it is kept. */
async function digest(entry: ArchiveEntry): Promise<{ sha256: string; content: Buffer | null }> {
  const hash = createHash("sha256")
  const pieces: Buffer[] | null = KEPT.has(entry.name) ? [] : null
  for await (const piece of entry.content()) {
    hash.update(piece)
    pieces?.push(piece)
  }
  return { sha256: hash.digest("hex"), content: pieces && Buffer.concat(pieces) }
}

function describe(path: string, kept: Map<string, Buffer>, entries: readonly Checksum[] | null): Inspected {
  const manifest = parse<Manifest>(path, "manifest.json", kept)
  if (!FORMATS.includes(manifest.format)) {
    throw new RestoreFailed(
      `${path} has format ${manifest.format}, and this release reads ${FORMATS.join(" and ")}. Restore it with the release that made it (${manifest.version}).`,
    )
  }
  if (entries === null && manifest.format !== 1) {
    throw new ArchiveBroken(`${path} is not whole: ${CHECKSUMS}, its last entry, is missing.`)
  }
  const ending = parse<Ending>(path, "end.json", kept)
  const checksums = entries && new Map(entries.map(({ name, sha256 }) => [name, sha256]))
  return { ...manifest, ...ending, checksums }
}

function parse<T>(path: string, name: string, kept: Map<string, Buffer>): T {
  const content = kept.get(name)
  if (!content) throw new ArchiveBroken(`${path} is not whole: ${name} is missing.`)
  try {
    return JSON.parse(content.toString()) as T
  } catch {
    throw new ArchiveBroken(`${path} is damaged: ${name} can't be read.`)
  }
}
