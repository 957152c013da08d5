import fc from "fast-check"
import { expect, test } from "vitest"
import { roundTicks } from "./round-ticks.ts"

const rupees = (low: number, high: number) =>
  roundTicks(low * 100, high * 100, 100).map((paise) => paise / 100)

test("PAY-07 an axis of money has round steps around zero", () => {
  expect(rupees(0, 6_600)).toEqual([0, 2_000, 4_000, 6_000, 8_000])
  expect(rupees(-1_650, 4_950)).toEqual([-2_000, 0, 2_000, 4_000, 6_000])
  expect(rupees(0, 11_000)).toEqual([0, 2_500, 5_000, 7_500, 10_000, 12_500])
  expect(rupees(0, 3)).toEqual([0, 1, 2, 3])
  expect(rupees(0, 0)).toEqual([0, 1])
})

test("PAY-07 an axis holds all its amounts with zero, in at most five equal steps, and wastes less than one at each end", () => {
  const paise = fc.nat(10 ** 12)
  fc.assert(
    fc.property(paise, paise, (below, above) => {
      const ticks = roundTicks(-below, above, 100)
      const [first = 0, second = 0] = ticks
      const [last, step] = [ticks.at(-1) ?? 0, second - first]
      expect(ticks).toContain(0)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks).toEqual(ticks.map((_, at) => first + at * step))
      expect([1, 2, 2.5, 5]).toContain(step / 10 ** Math.floor(Math.log10(step)))
      expect([
        first <= -below,
        first + step > -below,
        last >= above,
        last - step < Math.max(above, 1),
      ]).toEqual(Array(4).fill(true))
    }),
  )
})
