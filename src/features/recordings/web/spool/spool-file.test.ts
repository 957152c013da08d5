import { expect, test } from "vitest"
import { onDisk, type SyncHandle } from "./spool-file.ts"

/** Browsers say that there is no room by throwing, and Chromium by an impossible number. */
const SAYINGS = {
  throws: () => {
    throw new DOMException("no room", "QuotaExceededError")
  },
  answers: () => 2 ** 32 - 8,
} as const

/** A file of a device that has room for so many bytes. */
function deviceWith(room: number, say: keyof typeof SAYINGS = "throws"): SyncHandle & { bytes: number[] } {
  const bytes: number[] = []
  return {
    bytes,
    getSize: () => bytes.length,
    write(more, { at }) {
      if (at + more.length > room) return SAYINGS[say]()
      for (const [index, byte] of more.entries()) bytes[at + index] = byte
      return more.length
    },
    read(into, { at }) {
      const found = bytes.slice(at, at + into.length)
      into.set(found)
      return found.length
    },
    truncate: () => undefined,
    flush: () => undefined,
    close: () => undefined,
  }
}

const second = (number: number) => new Uint8Array(10).fill(number)
const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())]

/** Reads a file as the upload does: piece by piece, from wherever it stands. */
async function readAll(file: ReturnType<typeof onDisk>, piece: number): Promise<number[]> {
  const all: number[] = []
  while (all.length < file.size) all.push(...(await bytesOf(file.read(all.length, piece))))
  return all
}

test.each(["throws", "answers"] as const)(
  "REC-03 where the device has no room and %s so, the recording goes on in memory and nothing of it is lost",
  async (say) => {
    const device = deviceWith(25, say)
    const file = onDisk(device)
    for (const number of [1, 2]) file.append(second(number))
    expect([file.inMemory, file.size]).toEqual([false, 20])
    for (const number of [3, 4, 5]) file.append(second(number))
    expect([file.inMemory, file.size, device.bytes.length]).toEqual([true, 50, 20])
    const whole = [1, 2, 3, 4, 5].flatMap((number) => [...second(number)])
    for (const piece of [7, 10, 1_000]) expect(await readAll(file, piece)).toEqual(whole)
  },
)

test("REC-03 memory lets go of what the server has, and of nothing else", async () => {
  const file = onDisk(deviceWith(15))
  for (const number of [1, 2, 3]) file.append(second(number))
  file.release(20)
  expect(await bytesOf(file.read(20, 100))).toEqual([...second(3)])
  expect(await bytesOf(file.read(0, 5))).toEqual([1, 1, 1, 1, 1])
  file.release(24)
  expect(await bytesOf(file.read(24, 100))).toEqual([3, 3, 3, 3, 3, 3])
})
