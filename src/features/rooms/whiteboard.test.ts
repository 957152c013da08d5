import fc from "fast-check"
import { expect, test } from "vitest"
import { type Item, isNewer, isTouched, mayChange } from "./whiteboard.ts"
import { drawPage, plainPath } from "./whiteboard-svg.ts"

const item = (part: Partial<Item> = {}): Item => ({
  ...{ id: "a", page: 0, version: 1, kind: "line", ink: "ink", size: 4, points: [0, 0, 100, 0], text: "" },
  ...{ gone: false, author: "asha", changed_by: "asha" },
  ...part,
})

test("ROOM-10 browsers that saw the same states of an item end with the same one, whatever their order", () => {
  const state = fc
    .record({
      version: fc.integer({ min: 1, max: 3 }),
      changed_by: fc.constantFrom("a", "b"),
      // One person may have changed it on two devices.
      size: fc.integer({ min: 1, max: 3 }),
      gone: fc.boolean(),
    })
    .map(item)
  const settle = (states: Item[]) =>
    states.reduce<Item | undefined>((known, next) => (isNewer(next, known) ? next : known), undefined)
  const seen = (end: Item | undefined) => end && [end.version, end.changed_by, end.gone || end.size]
  const orders = fc
    .array(state, { minLength: 1 })
    .chain((states) =>
      fc.tuple(fc.constant(states), fc.shuffledSubarray(states, { minLength: states.length })),
    )
  fc.assert(
    fc.property(orders, ([states, shuffled]) => {
      expect(seen(settle([...shuffled, ...states.slice(0, 2)]))).toEqual(seen(settle(states)))
    }),
  )
})

test("ROOM-05 students change their own lines only, staff all", () => {
  expect(mayChange(undefined, "ravi", false)).toBe(true)
  expect(mayChange(item(), "asha", false)).toBe(true)
  expect(mayChange(item(), "ravi", false)).toBe(false)
  expect(mayChange(item(), "ravi", true)).toBe(true)
})

test("ROOM-05 the eraser takes what it touches and not what it passes by", () => {
  const near = (of: Partial<Item>, x: number, y: number) => isTouched(item(of), { x, y }, 10)
  expect(near({}, 50, 8)).toBe(true)
  expect(near({}, 50, 30)).toBe(false)
  expect(near({ kind: "rect", points: [0, 0, 200, 200] }, 200, 100)).toBe(true)
  expect(near({ kind: "rect", points: [0, 0, 200, 200] }, 100, 100)).toBe(false)
  expect(near({ kind: "ellipse", points: [0, 0, 200, 100] }, 100, 0)).toBe(true)
  expect(near({ kind: "ellipse", points: [0, 0, 200, 100] }, 5, 5)).toBe(false)
  expect(near({ kind: "pen", points: [0, 0, 50, 100, 100, 50] }, 50, 52)).toBe(true)
  expect(near({ kind: "pen", points: [7, 7, 50] }, 7, 7)).toBe(true)
  expect(near({ kind: "text", points: [0, 0], text: "root", size: 40 }, 40, 20)).toBe(true)
  expect(near({ kind: "formula", points: [0, 0, 200, 100], text: "x" }, 100, 50)).toBe(true)
  expect(near({ kind: "formula", points: [0, 0, 200, 100], text: "x" }, 100, 150)).toBe(false)
})

test("ROOM-05 a page drawn as a picture holds shapes and words, and nothing that runs", () => {
  const words = item({
    kind: "text",
    points: [10, 10],
    size: 40,
    text: '<script>alert("x")</script>&\u0000\nसूत्र',
  })
  const drawn = drawPage([words, item({ kind: "pen", points: [0, 0, 50, 90, 90, 50] }), item({ gone: true })])
  expect(drawn).not.toContain("<script")
  expect(drawn).not.toContain("\u0000")
  expect(drawn).toContain("&lt;script&gt;")
  expect(drawn).toContain("सूत्र")
  expect(drawn.match(/<path/g)).toHaveLength(1)
  expect(drawPage([], { squared: true })).toContain("M1550 0V900M0 50H1600")
})

test("ROOM-10 a stroke of a pen is one even line before its outline is drawn", () => {
  expect(plainPath({ points: [0, 0, 50, 10, 5, 90, 20, 0, 10] })).toBe("M0 0L0 0 10 5 20 0 ")
  expect(plainPath({ points: [7, 7, 50] })).toBe("M7 7L7 7 ")
})
