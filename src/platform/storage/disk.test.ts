import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDiskStore } from "./disk.ts"
import type { FileStore } from "./port.ts"

const SECRET = "a secret of at least thirty-two characters"
const NOW = new Date("2026-11-20T10:30:00Z")
let folder: string
let store: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kaksha-files-"))
  store = openDiskStore(folder, SECRET)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = async (key: string) => {
  const file = await store.open(key)
  return file && { text: await new Response(file.body).text(), sizeBytes: file.sizeBytes }
}

test("ROOM-05 a file is there whole after it was put, replaced by the next and gone after removal", async () => {
  await store.put("room/one", new Blob(["first"]))
  await store.put("room/one", new Blob(["second"]))
  expect(await read("room/one")).toEqual({ text: "second", sizeBytes: 6 })
  expect(await readdir(join(folder, "room"))).toEqual(["one"])
  await store.remove("room/one")
  await store.remove("room/one")
  expect(await read("room/one")).toBeNull()
})

test("ROOM-05 a write that breaks off leaves nothing behind", async () => {
  const broken = {
    async *stream() {
      yield new Uint8Array(4)
      throw new Error("the connection was lost")
    },
  } as unknown as Blob
  await expect(store.put("room/broken", broken)).rejects.toThrow("the connection was lost")
  expect(await readdir(join(folder, "room"))).toEqual([])
})

test("ROOM-05 no key leads out of the folder", async () => {
  for (const key of ["../secrets", "/etc/passwd", "room/../../x", "room/.hidden", ""]) {
    await expect(store.put(key, new Blob(["x"]))).rejects.toThrow(RangeError)
  }
})

test("ROOM-05 a link gives out its own file until its time, and nothing when anything in it was changed", () => {
  const file = { key: "room/one", name: "Fractions & more.pdf", contentType: "application/pdf" }
  const url = new URL(store.link(file, new Date(NOW.getTime() + 60_000)), "http://kaksha.example")
  expect(store.readLink(url, NOW)).toEqual(file)
  expect(store.readLink(url, new Date(NOW.getTime() + 61_000))).toBeNull()
  for (const [name, value] of [
    ["name", "other.pdf"],
    ["type", "text/html"],
    ["until", "9999999999"],
    ["signature", ""],
  ] as const) {
    const changed = new URL(url)
    changed.searchParams.set(name, value)
    expect(store.readLink(changed, NOW)).toBeNull()
  }
  const other = new URL(url)
  other.pathname = "/files/room/two"
  expect(store.readLink(other, NOW)).toBeNull()
  expect(openDiskStore(folder, "another secret of thirty-two characters").readLink(url, NOW)).toBeNull()
})
