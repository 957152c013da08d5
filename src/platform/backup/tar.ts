/** The layout of a tar archive, written by the writer and compared byte by byte by the reader. */

export const BLOCK = 512
/** Two empty blocks end an archive. */
export const END_BYTES = 2 * BLOCK
/** Beyond this the size no longer fits into the header's octal digits. */
const LARGEST_FIELD = 8 ** 11 - 1
const LONGEST_NAME = 100

export type EntryType = "0" | "x"

/** Returns the headers before an entry's content, including those for a long name or great size. */
export function headersOf(name: string, size: number): Buffer {
  const own = header(name.slice(0, LONGEST_NAME), Math.min(size, LARGEST_FIELD), "0")
  if (Buffer.byteLength(name) <= LONGEST_NAME && size <= LARGEST_FIELD) return own
  const records = paxRecords(name, size)
  return Buffer.concat([
    header("pax", records.length, "x"),
    records,
    Buffer.alloc(paddingOf(records.length)),
    own,
  ])
}

/** How many empty bytes follow on a content of `size` bytes. */
export function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

export function paxRecords(name: string, size: number): Buffer {
  return Buffer.from(paxRecord("path", name) + paxRecord("size", String(size)))
}

/** "<length> <key>=<value>\n", where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  if (String(length).length !== String(rest).length) length = rest + String(length).length
  return `${length} ${key}=${value}\n`
}

export function header(name: string, size: number, type: EntryType): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`
  block.write(name, 0, LONGEST_NAME)
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
