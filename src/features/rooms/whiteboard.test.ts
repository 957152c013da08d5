import fc from "fast-check"
import { expect, test } from "vitest"
import { type Item, isNewer, isTouched, mayChange } from "./whiteboard.ts"
import { drawPage } from "./whiteboard-svg.ts"

const item = (part: Partial<Item> = {}): Item => ({
  ...{ id: "a", page: 0, version: 1, kind: "line", ink: "ink", size: 4, points: [0, 0, 100, 0], text: "" },
  ...{ gone: false, author: "asha", changed_by: "asha" },
  ...part,
})

test("ROOM-05 browsers that saw the same states of an item end with the same one, whatever their order", () => {
  const state = fc.record({
    version: fc.integer({ min: 1, max: 4 }),
    changed_by: fc.constantFrom("a", "b", "c"),
  })
  const settle = (states: { version: number; changed_by: string }[]) =>
    states.reduce<{ version: number; changed_by: string } | undefined>(
      (known, next) => (isNewer(next, known) ? next : known),
      undefined,
    )
  fc.assert(
    fc.property(fc.array(state, { minLength: 1 }), fc.infiniteStream(fc.nat()), (states, random) => {
      const shuffled = states
        .map((one) => ({ one, at: random.next().value as number }))
        .sort((one, other) => one.at - other.at)
        .flatMap(({ one }) => [one, one])
      expect(settle(shuffled.map(({ ...one }) => one))).toEqual(settle(states))
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
})
