import fc from "fast-check"
import { expect, test } from "vitest"
import { fitPicture, type PictureTile, planPicture } from "./picture-layout.ts"

const SIZE = { width: 1280, height: 720 }
const face = (key: string): PictureTile => ({ key, kind: "camera" })

test("REC-01 a shown screen stands large in the picture with faces beside it, else all are alike", () => {
  const [screen, first] = planPicture([face("a"), { key: "s", kind: "screen" }, face("b")], SIZE)
  expect(screen).toMatchObject({ key: "s", x: 0, height: 720 })
  expect(screen?.width).toBeGreaterThan(1_000)
  expect(first).toMatchObject({ key: "a", y: 0, x: 1_280 - (first?.width ?? 0) })
  const alike = planPicture([face("a"), face("b"), face("c")], SIZE)
  expect(new Set(alike.map((tile) => `${tile.width}x${tile.height}`)).size).toBe(1)
  expect(planPicture([{ key: "s", kind: "screen" }], SIZE)).toEqual([
    { key: "s", kind: "screen", x: 0, y: 0, ...SIZE },
  ])
})

test("REC-01 however many are there, nobody stands outside of the picture or over another", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.boolean(),
      fc.constantFrom(720, 1080),
      (count, shown, height) => {
        const size = { width: (height * 16) / 9, height }
        const faces = Array.from({ length: count }, (_, at) => face(String(at)))
        const placed = planPicture(shown ? [...faces, { key: "s", kind: "screen" }] : faces, size)
        for (const [at, one] of placed.entries()) {
          expect(one.width > 0 && one.height > 0 && one.x >= 0 && one.y >= 0).toBe(true)
          expect(one.x + one.width <= size.width && one.y + one.height <= size.height).toBe(true)
          for (const other of placed.slice(at + 1)) {
            const apart =
              one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y
            expect(apart).toBe(true)
          }
        }
      },
    ),
  )
})

test("REC-01 faces fill their place without being stretched, screens are shown whole", () => {
  const place = { x: 10, y: 20, width: 160, height: 90 }
  const tall = fitPicture({ width: 300, height: 600 }, place, "camera")
  expect(tall.to).toEqual(place)
  expect(tall.from.width / tall.from.height).toBeCloseTo(16 / 9)
  const wide = fitPicture({ width: 3_200, height: 900 }, place, "screen")
  expect(wide.to.width / wide.to.height).toBeCloseTo(3_200 / 900)
  expect(wide.to.y).toBeGreaterThan(20)
})
