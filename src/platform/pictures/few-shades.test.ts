import { expect, test } from "vitest"
import { fewShades } from "./few-shades.ts"

const [WIDTH, HEIGHT] = [480, 270]

/** A picture by the colour of each place. */
function pictureOf(colour: (x: number, y: number) => number[]) {
  const places = Array.from({ length: WIDTH * HEIGHT }, (_, at) => [at % WIDTH, Math.floor(at / WIDTH)])
  const data = Uint8ClampedArray.from(places.flatMap(([x = 0, y = 0]) => [...colour(x, y), 255]))
  return { width: WIDTH, height: HEIGHT, data }
}

const NAVY = [18, 38, 84]
const INK = [250, 240, 220]

test("ROOM-10 ROOM-04 a drawing keeps the colours of its areas, and its soft edges get few shades", () => {
  // Bars of two colours, and one edge of 30 shades between them.
  const mix = (share: number) => NAVY.map((value, at) => Math.round(value + ((INK[at] ?? 0) - value) * share))
  const drawing = pictureOf((x, y) => (y === 9 ? mix((x % 30) / 30) : y % 10 < 7 ? NAVY : INK))
  const few = fewShades(drawing)
  if (!few) throw new Error("it was taken for a photo")
  const shadesAt = (y: number, of: { data: Uint8ClampedArray | Uint8Array }) =>
    new Set(Array.from({ length: WIDTH }, (_, x) => of.data[(y * WIDTH + x) * 4]))
  expect([...shadesAt(0, few)]).toEqual([18])
  expect([...shadesAt(8, few)]).toEqual([250])
  expect(shadesAt(9, drawing).size).toBeGreaterThan(25)
  expect(shadesAt(9, few).size).toBeLessThanOrEqual(16)
  expect([...few.data].filter((_, at) => at % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
})

test("ROOM-10 a photo, and a slide whose background fades, would show bands and are left alone", () => {
  expect(fewShades(pictureOf((x, y) => [x / 2, y / 2, (x * y) % 256]))).toBeNull()
  expect(fewShades(pictureOf((x, y) => [(x + y) / 3, (x + y) / 4, 200 - x / 3]))).toBeNull()
})
