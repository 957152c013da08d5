import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { readMedia } from "./media.ts"
import { readLastSecond } from "./webm-tail.ts"

const RECORDED = readFileSync(join(import.meta.dirname, "../../../tests/files/recorded.webm"))
const folder = mkdtempSync(join(tmpdir(), "kaksha-tail-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function kept(bytes: Uint8Array): string {
  const path = join(folder, "recording.webm")
  writeFileSync(path, bytes)
  return path
}

test("REC-04 the end of a recording tells its length as reading all of it does, and where it breaks off more of it", async () => {
  const lengths = async (share: number) => {
    const path = kept(RECORDED.subarray(0, Math.floor(RECORDED.length * share)))
    const [whole, soon] = [await readMedia(path), await readMedia(path, { soon: true })]
    return soon.durationSeconds - whole.durationSeconds
  }
  expect(Math.abs(await lengths(1))).toBeLessThan(0.05)
  for (const share of [0.95, 0.9, 0.7, 0.4]) {
    // Reading all of it leaves out the second that is not whole.
    const more = await lengths(share)
    expect(more, `${share} of it`).toBeGreaterThan(-0.05)
    expect(more, `${share} of it`).toBeLessThan(1)
  }
})

test("REC-04 an end that tells nothing is told as such", async () => {
  expect(await readLastSecond(kept(Buffer.alloc(0)))).toBeNull()
  expect(await readLastSecond(kept(Buffer.alloc(5_000, 0x1f)))).toBeNull()
  const cut = RECORDED.subarray(0, RECORDED.indexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75])) + 6)
  expect(await readLastSecond(kept(cut))).toBeNull()
})
