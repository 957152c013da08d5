import fc from "fast-check"
import { expect, test } from "vitest"
import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { fromPaper, ontoPaper, paperOf, pictureIn } from "./screen-paper.ts"

const side = fc.integer({ min: 100, max: 7_680 })
const picture = fc.record({ width: side, height: side })
const box = fc.record({
  width: fc.integer({ min: 200, max: 4_000 }),
  height: fc.integer({ min: 200, max: 4_000 }),
})
const place = fc.record({
  x: fc.integer({ min: 0, max: PAGE.width }),
  y: fc.integer({ min: 0, max: PAGE.height }),
})

/** Where a place of a stored line is on the screen of somebody who sees a picture in a box. */
function seenAt(
  { x, y }: { x: number; y: number },
  seen: { width: number; height: number },
  within: typeof seen,
) {
  const paper = paperOf(seen)
  const { left, top, scale } = pictureIn(within, paper)
  const [px = 0, py = 0] = ontoPaper({ kind: "line", points: [x, y] }, paper).points
  return { left: left + px * scale, top: top + py * scale }
}

test("ROOM-10 a place on a shared screen is the same part of its picture for everybody, at every size of window and picture", () => {
  fc.assert(
    fc.property(picture, fc.integer({ min: 1, max: 4 }), box, place, (shared, layer, within, at) => {
      // A smaller layer of the same picture, as a phone gets it: `object-fit: contain` shows it in the same place.
      const seen = { width: shared.width / layer, height: shared.height / layer }
      const shown = Math.min(within.width / seen.width, within.height / seen.height)
      const [left, top] = [
        (within.width - seen.width * shown) / 2 + (at.x / PAGE.width) * seen.width * shown,
        (within.height - seen.height * shown) / 2 + (at.y / PAGE.height) * seen.height * shown,
      ]
      const found = seenAt(at, seen, within)
      expect(found.left).toBeCloseTo(left, 6)
      expect(found.top).toBeCloseTo(top, 6)
    }),
  )
})

test("ROOM-10 what is stored comes back the same from every paper, pressure with it, and a circle stays round on each", () => {
  const numbers = fc.array(fc.integer({ min: -20_000, max: 20_000 }), { minLength: 3, maxLength: 30 })
  fc.assert(
    fc.property(picture, numbers, fc.constantFrom("pen", "line", "text"), (shared, points, kind) => {
      const paper = paperOf(shared)
      const stored = { kind, points } as const
      expect(fromPaper(ontoPaper(stored, paper), paper)).toEqual(stored)
      if (kind === "pen") expect(ontoPaper(stored, paper).points[2]).toBe(points[2])
      // Units are as wide as high, so shapes keep theirs, and no paper is larger than a page.
      expect(paper.width / paper.height).toBeCloseTo(shared.width / shared.height, 6)
      expect(Math.max(paper.width / PAGE.width, paper.height / PAGE.height)).toBeCloseTo(1, 9)
    }),
  )
})

test("ROOM-10 what is drawn far outside of a narrow picture stays within what is stored", () => {
  const [x] = fromPaper({ kind: "line", points: [9_000, 0] }, { width: 100, height: 900 }).points
  expect(x).toBe(20_000)
})
