import fc from "fast-check"
import { expect, test } from "vitest"
import { POINT_PAISE, spendable } from "./spending.ts"

const amount = fc.integer({ min: 0, max: 50_000_00 })

test("PAY-02 points and credit never take more than there is or is due, and leave nothing or what a provider takes", () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 60_000 }), amount, (price, points, credit_paise) => {
      const spent = spendable(price, { points, credit_paise })
      const left = price - spent.points * POINT_PAISE - spent.credit_paise
      expect(spent.points).toBeGreaterThanOrEqual(0)
      expect(spent.points).toBeLessThanOrEqual(points)
      expect(spent.credit_paise).toBeGreaterThanOrEqual(0)
      expect(spent.credit_paise).toBeLessThanOrEqual(credit_paise)
      expect(left === 0 || left >= Math.min(100, price)).toBe(true)
      // Asked again with what it said, it says the same.
      expect(spendable(price, spent)).toEqual(spent)
    }),
  )
})

test.each([
  ["all points", 899_900, 150, 0, 150, 0],
  ["points before credit", 899_900, 8_999, 500_00, 8_999, 0],
  ["whole points and credit for the rest", 99_950, 2_000, 10_000, 999, 50],
  ["no rest of less than a rupee, by fewer points", 99_950, 2_000, 0, 998, 0],
  ["no rest of less than a rupee, by less credit", 100_000, 0, 99_950, 0, 99_900],
  ["nothing below zero", 100_000, -5, -5, 0, 0],
])("PAY-02 an order takes %s", (_, price, points, credit_paise, takesPoints, takesCredit) => {
  expect(spendable(price, { points, credit_paise })).toEqual({
    points: takesPoints,
    credit_paise: takesCredit,
  })
})
