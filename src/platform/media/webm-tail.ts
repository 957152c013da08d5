import { open } from "node:fs/promises"

/** A cluster spans at most 33 seconds, because blocks count their milliseconds from its start in 16 bits. */
const TAIL_BYTES = 32 * 2 ** 20
const HEAD_BYTES = 4_096
const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
const TIMESTAMP_SCALE = Buffer.from([0x2a, 0xd7, 0xb1])
const TIMESTAMP = 0xe7
const SIMPLE_BLOCK = 0xa3
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const USUAL_SCALE_NS = 1_000_000

/**
 * Returns the seconds until the last picture or sound of a WebM file as a recorder leaves it, read only from
 * its end, so that a long one takes no longer; null if the end doesn't show it. The file may end in the
 * middle of a block.
 */
export async function readLastSecond(path: string): Promise<number | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES))
    await file.read(head, 0, head.length, 0)
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    await file.read(tail, 0, tail.length, size - tail.length)
    const last = lastTimestamp(tail)
    return last === null ? null : (last * scaleOf(head)) / 1e9
  } finally {
    await file.close()
  }
}

/** Nanoseconds of one tick. */
function scaleOf(head: Buffer): number {
  const at = head.indexOf(TIMESTAMP_SCALE)
  const element = at === -1 ? null : readSize(head, at + TIMESTAMP_SCALE.length)
  return element ? readNumber(head, element.start, element.size) : USUAL_SCALE_NS
}

/** The last tick of the last cluster that has one. */
function lastTimestamp(tail: Buffer): number | null {
  for (
    let at = tail.lastIndexOf(CLUSTER);
    at !== -1;
    at = at === 0 ? -1 : tail.lastIndexOf(CLUSTER, at - 1)
  ) {
    const body = readSize(tail, at + CLUSTER.length)
    const found = body && lastOfCluster(tail, body.start)
    if (found) return found
  }
  return null
}

function lastOfCluster(tail: Buffer, start: number): number | null {
  // Bytes of a picture can look like a cluster: a true one begins with its timestamp.
  if (tail[start] !== TIMESTAMP) return null
  const timestamp = readSize(tail, start + 1)
  if (!timestamp) return null
  const base = readNumber(tail, timestamp.start, timestamp.size)
  let last: number | null = null
  for (let at = timestamp.start + timestamp.size; at < tail.length; ) {
    const id = tail[at]
    const element = readSize(tail, at + 1)
    if (!element) break
    if (id === BLOCK_GROUP) {
      at = element.start
      continue
    }
    if (id === SIMPLE_BLOCK || id === BLOCK) {
      const track = readSize(tail, element.start)
      // Half a block is not played.
      if (!track || element.start + element.size > tail.length) break
      last = Math.max(last ?? 0, base + tail.readInt16BE(track.start))
    }
    at = element.start + element.size
  }
  return last
}

/** A number of variable length as EBML writes them, and where what follows starts. */
function readSize(bytes: Buffer, at: number): { size: number; start: number } | null {
  const first = bytes[at]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return null
  return { size: readNumber(bytes, at, length) - 2 ** (7 * length), start: at + length }
}

function readNumber(bytes: Buffer, at: number, length: number): number {
  let value = 0
  for (const byte of bytes.subarray(at, at + length)) value = value * 256 + byte
  return value
}
