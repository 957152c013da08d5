import fc from "fast-check"
import { expect, test } from "vitest"
import policies from "#content/policies.json" with { type: "json" }
import samples from "#content/programs.json" with { type: "json" }
import { addDays, endOfMonths } from "#shared/zone.ts"
import { plansOf, renewalOpens, termFrom, whyNotBuy } from "./memberships.ts"
import { priceOrder } from "./rules.ts"

const TODAY = "2026-11-23"
const MONTHS = policies.memberships.map(({ months }) => months)
const anyDate = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays("2024-01-01", days))

test("PAY-02 a term ends the day before the same day of its last month, or with a month that has no such day", () => {
  const ends = (from: string, months: number) => endOfMonths(from, months)
  expect(ends("2026-12-01", 1)).toBe("2026-12-31")
  expect(ends("2026-11-23", 3)).toBe("2027-02-22")
  expect(ends("2026-12-01", 10)).toBe("2027-09-30")
  expect([ends("2027-01-28", 1), ends("2027-01-29", 1), ends("2027-01-31", 1)]).toEqual([
    ...["2027-02-27", "2027-02-28", "2027-02-28"],
  ])
  // A leap year.
  expect([ends("2028-01-29", 1), ends("2028-01-30", 1)]).toEqual(["2028-02-28", "2028-02-29"])
})

test("PAY-02 for any first day a longer term ends later, none is shorter than its months, and terms in a row leave no day out", () => {
  fc.assert(
    fc.property(anyDate, fc.constantFrom(...MONTHS), fc.constantFrom(...MONTHS), (from, one, other) => {
      const first = termFrom(from, one, null)
      expect(first.starts_on).toBe(from)
      const days = (Date.parse(first.ends_on) - Date.parse(from)) / 86_400_000 + 1
      expect(days).toBeGreaterThanOrEqual(28 * one)
      expect(days).toBeLessThanOrEqual(31 * one)
      if (one < other) expect(first.ends_on < endOfMonths(from, other)).toBe(true)
      const next = termFrom(from, other, first.ends_on)
      expect(next).toMatchObject({ renews: first.ends_on, starts_on: addDays(first.ends_on, 1) })
    }),
  )
})

test("PAY-02 a renewal that is paid on the last day continues the term, and a day later it starts anew", () => {
  expect(termFrom(TODAY, 1, TODAY)).toMatchObject({ starts_on: "2026-11-24", ends_on: "2026-12-23" })
  expect(termFrom(TODAY, 1, "2026-11-22")).toMatchObject({ starts_on: TODAY, ends_on: "2026-12-22" })
})

test("PAY-02 plans are months times the fee less the discount, each exactly what the order then costs", () => {
  const plans = plansOf(policies, { monthly_fee_paise: 133_333, price_paise: Number.MAX_SAFE_INTEGER })
  expect(plans.map(({ months, percent }) => [months, percent])).toEqual([
    ...[
      [1, 0],
      [3, 5],
      [4, 7],
      [6, 10],
      [8, 12],
      [10, 15],
    ],
  ])
  // 4 × 1,333.33 = 5,333.32; × 93 % = 4,959.9876; by month 1,239.9975.
  expect(plans[2]).toEqual({
    ...{ months: 4, percent: 7, total_paise: 495_999, saved_paise: 37_333, per_month_paise: 124_000 },
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (monthly_paise) => {
      for (const { months, total_paise, saved_paise } of plansOf(policies, {
        ...{ monthly_fee_paise: monthly_paise, price_paise: Number.MAX_SAFE_INTEGER },
      })) {
        expect(total_paise + saved_paise).toBe(months * monthly_paise)
        const item = { kind: "membership", monthly_paise, months, pickup: null, supply: "culture" } as const
        const { priced } = priceOrder({
          ...{ date: TODAY, policy: policies, supplier: { state: "27", registrations: [] } },
          buyer: { state: "27", delivered_to: "27", gstin_state: null },
          items: [{ ...item, taught: { online: true } }],
          ...{ referred: false, spend: { points_paise: 0, credit_paise: 0 } },
        })
        expect(priced?.total_paise).toBe(total_paise)
      }
    }),
  )
})

test("PAY-02 no membership is on sale that costs as much as the whole program, which has no end", () => {
  const monthsFor = (price_paise: number, monthly_fee_paise: number | null = 180_000) =>
    plansOf(policies, { price_paise, monthly_fee_paise }).map(({ months }) => months)
  // 8 × 1,800 less 12 % is 12,672.
  expect(monthsFor(1_267_201)).toEqual([1, 3, 4, 6, 8])
  expect(monthsFor(1_267_200)).toEqual([1, 3, 4, 6])
  expect(monthsFor(180_000)).toEqual([])
  expect(monthsFor(1_267_201, null)).toEqual([])
})

test("PAY-02 a sample program costs less as a whole than as memberships for its length", () => {
  const withFee = samples.filter(({ monthlyFeePaise }) => monthlyFeePaise)
  expect(withFee.length).toBeGreaterThan(0)
  for (const { slug, duration, pricePaise: price_paise, monthlyFeePaise = null } of withFee) {
    const [, length] = /^(\d+) months$/.exec(duration) ?? []
    expect(Number(length), slug).toBeGreaterThan(1)
    const plans = plansOf(policies, { price_paise, monthly_fee_paise: monthlyFeePaise })
    expect(plans.length, slug).toBeGreaterThan(2)
    expect(
      plans.filter(({ months }) => months >= Number(length)),
      slug,
    ).toEqual([])
    expect((monthlyFeePaise ?? 0) * Number(length), slug).toBeGreaterThan(price_paise)
  }
})

test("PAY-02 who may buy what, and from which day on a membership can be renewed", () => {
  const now = { today: TODAY, opensDaysBefore: 31 }
  const plans = MONTHS.map((months) => ({ months }))
  const why = (...[standing, months]: [Parameters<typeof whyNotBuy>[0], number | null]) =>
    whyNotBuy(standing, { plans, months }, now)?.code ?? null
  expect([why("none", null), why("none", 3), why("whole", null), why("whole", 3)]).toEqual([
    ...[null, null, "enrolled", "enrolled"],
  ])
  expect(whyNotBuy("none", { months: 1, plans: [] }, now)?.code).toBe("no-membership")
  expect(why("none", 2)).toBe("membership-not-offered")
  const [last, past] = [{ valid_until: TODAY }, { valid_until: "2026-11-22" }]
  expect([why(last, null), why(last, 1), why(past, null), why(past, 1)]).toEqual([
    ...["member-now", null, null, null],
  ])
  const [open, early] = [addDays(TODAY, 31), addDays(TODAY, 32)]
  expect(why({ valid_until: open }, 1)).toBeNull()
  expect(whyNotBuy({ valid_until: early }, { plans, months: 1 }, now)).toEqual({
    ...{ code: "renewal-too-early", date: addDays(TODAY, 1) },
  })
  expect(renewalOpens("2026-12-31", 31)).toBe("2026-11-30")
})
