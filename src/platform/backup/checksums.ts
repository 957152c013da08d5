import { createHash } from "node:crypto"

/** The last entry of an archive. After `tar x`, `sha256sum -c SHA256SUMS` checks the same. */
export const CHECKSUMS = "SHA256SUMS"

/** An entry by its name and the SHA-256 of its content, in hex. */
export type Checksum = { name: string; sha256: string }

const OWN_LINE = "# SHA-256 of the lines above: "

export function sha256(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex")
}

/** One line for each entry in their order, and the checksum of these lines. */
export function writeChecksums(entries: readonly Checksum[]): Buffer {
  const lines = entries.map(({ name, sha256: hash }) => `${hash}  ${name}\n`).join("")
  return Buffer.from(`${lines}${OWN_LINE}${sha256(lines)}\n`)
}

/** Reads what `writeChecksums` wrote; null if any of it was changed. */
export function readChecksums(content: Buffer): Checksum[] | null {
  const text = content.toString()
  const lines = text.slice(0, Math.max(0, text.lastIndexOf(OWN_LINE)))
  const entries = lines
    .split("\n")
    .slice(0, -1)
    .map((line) => ({ sha256: line.slice(0, 64), name: line.slice(66) }))
  // Writing them again must give the same bytes, so every byte is verified.
  return writeChecksums(entries).equals(content) ? entries : null
}

/**
 * Returns what is wrong with the entries found, one sentence for each, which names it. A wrong order is an
 * error, too.
 */
export function compareChecksums(expected: readonly Checksum[], found: readonly Checksum[]): string[] {
  const names = new Set(expected.map(({ name }) => name))
  const there = new Set(found.map(({ name }) => name))
  const missing = expected.filter(({ name }) => !there.has(name)).map(({ name }) => `${name} is missing`)
  const extra = found
    .filter(({ name }) => !names.has(name))
    .map(({ name }) => `${name} does not belong to it`)
  if (missing.length > 0 || extra.length > 0) return [...missing, ...extra]
  if (expected.length !== found.length || expected.some(({ name }, at) => found[at]?.name !== name)) {
    const at = found.findIndex(({ name }, index) => expected[index]?.name !== name)
    return [`${found[at]?.name} is in the wrong place`]
  }
  return expected
    .filter((entry, at) => found[at]?.sha256 !== entry.sha256)
    .map(({ name }) => `${name} does not match its checksum`)
}
