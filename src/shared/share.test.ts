import fc from "fast-check"
import { expect, test } from "vitest"
import { percentOf, shareOf } from "./share.ts"

const counts = fc
  .tuple(fc.integer({ min: 1, max: 20_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([whole, share]) => [Math.round(whole * share), whole] as const)
const marks = fc.integer({ min: 1, max: 100 })

test("NAV-10 two of three are 67 per cent, and nothing of nothing is a dash", () => {
  expect([shareOf(2, 3), shareOf(1, 3), shareOf(1, 200), shareOf(0, 3), shareOf(0, 0)]).toEqual([
    "67%",
    "33%",
    "1%",
    "0%",
    "–",
  ])
})

test("NAV-10 just below a threshold a percentage has one decimal", () => {
  expect([shareOf(43, 48, 90), shareOf(17, 19, 90), shareOf(249, 250), shareOf(9_999, 10_000)]).toEqual([
    "89.5%",
    "89%",
    "99.6%",
    "99.9%",
  ])
})

test("NAV-10 a percentage reaches a threshold exactly if the counts do, and is at most half a point off", () => {
  fc.assert(
    fc.property(counts, marks, ([part, whole], mark) => {
      const percent = percentOf(part, whole, mark) ?? Number.NaN
      for (const limit of [mark, 100]) expect(percent >= limit).toBe(part * 100 >= limit * whole)
      expect(Math.abs(percent - (part * 100) / whole)).toBeLessThanOrEqual(0.5 + 1e-9)
      expect(Math.round(percent * 10) / 10).toBe(percent)
    }),
  )
})
