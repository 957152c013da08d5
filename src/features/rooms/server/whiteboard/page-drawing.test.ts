import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import type { Item } from "#features/rooms/whiteboard.ts"
import { drawingsOf } from "./formulas.ts"
import { drawInThread, PageNotDrawn } from "./page-drawing.ts"

const item = (looks: Partial<Item>): Item => ({
  ...{ id: randomUUID(), author: "a", changed_by: "a", version: 1, page: 0, gone: false },
  ...{ kind: "pen", ink: "red", size: 4, points: [0, 0, 50, 10, 5, 50], text: "" },
  ...looks,
})
const LONGEST_STROKE = Array.from({ length: 500 }, (_, at) => [at * 3, 400 + (at % 7) * 10, 50]).flat()
const read = (svg: Uint8Array) => new TextDecoder().decode(svg)
const endless = (of: number) =>
  item({ kind: "formula", text: `${of}${"\\xrightarrow{".repeat(30)}x${"}".repeat(30)}` })

test("ROOM-05 strokes have outlines, and are even lines on a page that is fuller than a lesson makes it", async () => {
  const marker = item({ kind: "marker" })
  const few = read(await drawInThread({ items: [item({}), marker] }))
  expect(few.match(/<path [^>]*d="M[^"]*Z"/g)).toHaveLength(2)
  const many = Array.from({ length: 267 }, () => item({ points: LONGEST_STROKE }))
  const full = read(await drawInThread({ items: [...many, marker] }))
  expect(full.match(/<path [^>]*stroke-width="4"[^>]* d="M[\d ]+L/g)).toHaveLength(268)
  expect(full).not.toContain("Z")
  expect(full).toContain(`stroke-opacity="0.35" d="M0 0L`)
})

test("ROOM-05 what is more than a picture holds is left out, the latest first, and formulas become TeX before", async () => {
  const curves = "<g/>".repeat(2 ** 20)
  const drawings = new Map([["x^2", { view_box: "0 0 1 1", body: curves, width: 1, height: 1 }]])
  const formulas = Array.from({ length: 9 }, () => item({ kind: "formula", text: "x^2" }))
  const svg = read(await drawInThread({ items: [item({}), ...formulas, item({ kind: "line" })], drawings }))
  expect(svg.length).toBeLessThan(32 * 2 ** 20 + 4_096)
  expect(svg.match(/viewBox="0 0 1 1"/g)).toHaveLength(7)
  expect(svg.match(/>x\^2</g)).toHaveLength(2)
  expect(svg).toContain(`d="M0 0L50 10"`)
})

test("ROOM-05 a page that takes too long is given up, one that comes when too many wait is refused, and the next is drawn", async () => {
  const limits = { seconds: 0, heapMegabytes: 256 }
  await expect(drawInThread({ items: [item({})] }, limits)).rejects.toBeInstanceOf(PageNotDrawn)
  const waiting = Array.from({ length: 17 }, () => drawInThread({ items: [] }, limits))
  const reasons = (await Promise.allSettled(waiting)).map(
    (one) => one.status === "rejected" && one.reason.message,
  )
  expect(reasons.filter((reason) => /many pages wait/.test(reason))).toHaveLength(1)
  expect(read(await drawInThread({ items: [item({})] }))).toContain("<path")
})

test("ROOM-05 a page that takes too much memory is given up, and the next is drawn", async () => {
  const many = Array.from({ length: 200 }, () => item({ points: LONGEST_STROKE }))
  const drawn = drawInThread({ items: many }, { seconds: 30, heapMegabytes: 8 })
  await expect(drawn).rejects.toBeInstanceOf(PageNotDrawn)
  expect(read(await drawInThread({ items: [item({})] }))).toContain("<path")
})

test("ROOM-10 the formulas of a page have their time, however many there are that would take years", async () => {
  const [first, last] = ["a^7", "b^7"].map((text) => item({ kind: "formula", text })) as [Item, Item]
  const items = [first, ...Array.from({ length: 500 }, (_, at) => endless(at)), last]
  expect([...(await drawingsOf(items, 1_000)).keys()]).toEqual(["a^7"])
}, 20_000)
