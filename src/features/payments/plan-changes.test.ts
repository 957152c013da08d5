import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays } from "#shared/zone.ts"
import { termFrom, whyNotChange } from "./memberships.ts"
import { exchangeSteps, payPlan, unusedFirst } from "./plan-changes.ts"

const term = { order_number: "K-1", starts_on: "2026-11-10", ends_on: "2026-12-09" }

test("PAY-02 a plan that is given up is worth its whole days from today on, by what was paid", () => {
  const unused = (changed_on: string, paid_paise = 200_000) =>
    unusedFirst({ ...term, paid_paise, changed_on })
  expect(unused("2026-11-10")).toEqual({ days: 30, of_days: 30, unused_paise: 200_000 })
  // 20 of 30 days: 1,333.333…
  expect(unused("2026-11-20")).toEqual({ days: 20, of_days: 30, unused_paise: 133_333 })
  expect(unused("2026-12-09")).toEqual({ days: 1, of_days: 30, unused_paise: 6_667 })
  expect(unused("2026-11-20", 0).unused_paise).toBe(0)
  for (const day of ["2026-11-09", "2026-12-10"]) expect(() => unused(day)).toThrow(RangeError)
})

test("PAY-02 PAY-04 unused days pay first, then points, then credit; what they are worth beyond the price is credit", () => {
  const has = { points: 500, credit_paise: 40_000 }
  expect(payPlan(570_000, 133_333, has)).toEqual({
    ...{ exchange_paise: 133_333, rest_paise: 0, spent: { points: 500, credit_paise: 40_000 } },
  })
  expect(payPlan(100_000, 133_333, has)).toEqual({
    ...{ exchange_paise: 100_000, rest_paise: 33_333, spent: { points: 0, credit_paise: 0 } },
  })
  // 40 paise would be left, which no provider takes: a rupee is.
  expect(payPlan(133_373, 133_333, { points: 0, credit_paise: 0 })).toMatchObject({
    ...{ exchange_paise: 133_273, rest_paise: 60 },
  })
})

const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays("2024-01-01", days))
const paise = fc.integer({ min: 0, max: 20_000_000 })

test("PAY-02 for any term, day and amounts no paisa is lost, nothing is negative, and what is left can be paid", () => {
  fc.assert(
    fc.property(
      fc.record({
        ...{ from: day, months: fc.constantFrom(1, 3, 4, 6, 8, 10), used: fc.nat({ max: 400 }) },
        ...{ paid_paise: paise, price: paise, points: fc.nat({ max: 5_000 }), credit_paise: paise },
      }),
      ({ from, months, used, paid_paise, price, ...has }) => {
        const { starts_on, ends_on } = termFrom(from, months, null)
        const last = addDays(starts_on, used)
        const given_up = { order_number: "K-1", paid_paise, starts_on, ends_on }
        const changed_on = last > ends_on ? ends_on : last
        const unused = unusedFirst({ ...given_up, changed_on })
        expect(unused.unused_paise).toBeLessThanOrEqual(paid_paise)
        if (changed_on === starts_on) expect(unused.unused_paise).toBe(paid_paise)
        else
          expect(
            unusedFirst({ ...given_up, changed_on: addDays(changed_on, -1) }).unused_paise,
          ).toBeGreaterThanOrEqual(unused.unused_paise)
        const paid = payPlan(price, unused.unused_paise, has)
        const { exchange_paise, rest_paise, spent } = paid
        expect(exchange_paise + rest_paise).toBe(unused.unused_paise)
        const left = price - exchange_paise - spent.points * 100 - spent.credit_paise
        expect([left, exchange_paise, rest_paise].every((amount) => amount >= 0)).toBe(true)
        // Less than a rupee is only left of a price that is less.
        if (price >= 100 && price - exchange_paise > 0) expect(left === 0 || left >= 100).toBe(true)
        expect(spent.points).toBeLessThanOrEqual(has.points)
        expect(spent.credit_paise).toBeLessThanOrEqual(has.credit_paise)
        const said = exchangeSteps({ ...given_up, changed_on }, unused, paid)
        const sum = (name: string) => said.reduce((all, step) => all + Number(step[name] ?? 0), 0)
        expect(sum("exchange_paise") + sum("rest_paise")).toBe(sum("unused_paise"))
      },
    ),
  )
})

test("PAY-02 a plan is changed to another one that is on sale", () => {
  const plans = [{ months: 1 }, { months: 3 }]
  const present = { months: 1, per_week: 0 }
  const why = (months: number | null, per_week = 0) =>
    whyNotChange(present, { months, per_week }, plans)?.code
  expect([why(3), why(1, 3), why(1), why(6), why(null)]).toEqual([
    ...[undefined, undefined, "plan-same", "membership-not-offered", "membership-not-offered"],
  ])
  expect(whyNotChange(present, { months: 3, per_week: 0 }, [])?.code).toBe("no-membership")
})
