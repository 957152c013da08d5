import fc from "fast-check"
import { expect, test } from "vitest"
import policies from "#content/policies.json" with { type: "json" }
import type { RefundFacts } from "./facts.ts"
import { answerRefund, earlyPoints } from "./rules.ts"

type Line = RefundFacts["lines"][number]

const membership: Line = {
  ...{ code: "membership", amount_paise: 500_000, faulty: false, refunded_paise: 0 },
  offs: [
    { code: "membership-discount", off_paise: 30_000 },
    { code: "referral", off_paise: 50_000 },
    { code: "points", off_paise: 10_000 },
    { code: "credit", off_paise: 20_000 },
  ],
}
const kit: Line = { code: "welcome-kit", amount_paise: 100_000, offs: [], faulty: false, refunded_paise: 0 }

const ask = (changes: Partial<RefundFacts>) =>
  answerRefund(
    {
      ...{ policy: policies, asked_on: "2026-03-10", starts_on: "2026-03-01", lines: [membership] },
      earned_and_spent_paise: 0,
      ...changes,
    },
    "1",
  )
const codesOf = ({ trace }: { trace: { code: string }[] }) => trace.map(({ code }) => code)

test("PAY-02 the whole price comes back until the end of day 15, over the end of a month too, and nothing after it", () => {
  const on = (asked_on: string, starts_on: string) => ask({ asked_on, starts_on }).refund_paise
  expect(on("2026-02-01", "2026-03-01")).toBe(500_000)
  expect([on("2026-03-16", "2026-03-01"), on("2026-03-17", "2026-03-01")]).toEqual([500_000, 0])
  expect([on("2028-03-05", "2028-02-19"), on("2028-03-06", "2028-02-19")]).toEqual([500_000, 0])
  expect(ask({ asked_on: "2026-03-17" }).trace).toEqual([{ code: "too-late", day: 16, last_day: 15 }])
})

test("PAY-02 a kit comes back only when it is faulty, and what was paid back before stays paid back", () => {
  expect(ask({ lines: [membership, kit] })).toMatchObject({ refund_paise: 500_000 })
  expect(codesOf(ask({ lines: [membership, kit] }))).toEqual(["in-time", "whole-price", "goods-not-faulty"])
  for (const code of ["uniform", "goods"] as const) {
    expect(ask({ lines: [{ ...kit, code }] })).toMatchObject({ refund_paise: 0 })
  }
  const faulty = ask({ lines: [{ ...kit, faulty: true }] })
  expect(codesOf(faulty)).toEqual(["in-time", "faulty"])
  expect(faulty).toMatchObject({ refund_paise: 100_000 })
  // Paid with points alone.
  const free = ask({ lines: [{ ...membership, amount_paise: 0 }] })
  expect(free).toMatchObject({ refund_paise: 0, points_paise: 10_000 })
  expect(ask({ lines: [{ ...membership, refunded_paise: 200_000 }] })).toMatchObject({
    refund_paise: 300_000,
  })
  const again = ask({ lines: [{ ...membership, refunded_paise: 500_000 }] })
  expect(again).toMatchObject({ refund_paise: 0, points_paise: 0, credit_paise: 0 })
  expect(codesOf(again)).toEqual(["in-time", "refunded-before"])
})

test("PAY-02 points and credit come back as such, discounts don't, and what the order earned and was spent is deducted", () => {
  expect(ask({ earned_and_spent_paise: 10_000 })).toMatchObject({
    ...{ refund_paise: 490_000, points_paise: 10_000, credit_paise: 20_000 },
    trace: [
      { code: "in-time", day: 9, last_day: 15 },
      { code: "whole-price", line: 0, refund_paise: 500_000 },
      { code: "earned-and-spent", deducted_paise: 10_000 },
    ],
  })
  expect(ask({ earned_and_spent_paise: 900_000 })).toMatchObject({ refund_paise: 0 })
})

test("PAY-04 of any order no more comes back than was paid, never less than nothing, and the trace adds up", () => {
  const paise = fc.nat({ max: 2_000_000 })
  const line = fc
    .record({
      code: fc.constantFrom<Line["code"]>(
        "program",
        "membership",
        "pickup",
        "welcome-kit",
        "uniform",
        "goods",
      ),
      amount_paise: paise,
      faulty: fc.boolean(),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ share, ...rest }) => ({
      ...rest,
      offs: [],
      refunded_paise: Math.floor(rest.amount_paise * share),
    }))
  const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-03-${String(date).padStart(2, "0")}`)
  fc.assert(
    fc.property(fc.array(line), day, paise, (lines, asked_on, earned_and_spent_paise) => {
      const answer = ask({ lines, asked_on, earned_and_spent_paise })
      const left = lines.reduce(
        (all, { amount_paise, refunded_paise }) => all + amount_paise - refunded_paise,
        0,
      )
      expect(answer.refund_paise).toBeGreaterThanOrEqual(0)
      expect(answer.refund_paise).toBeLessThanOrEqual(left)
      const said = answer.trace.reduce(
        (all, step) => all + Number(step.refund_paise ?? 0) - Number(step.deducted_paise ?? 0),
        0,
      )
      expect(said).toBe(answer.refund_paise)
    }),
  )
})

test("PAY-02 a renewal captured before the 1st of the month it starts in earns 100 rupees of points", () => {
  const points = (captured_on: string, starts_on: string) => earlyPoints(policies, { captured_on, starts_on })
  expect(points("2026-02-28", "2026-03-01")).toBe(10_000)
  expect(points("2026-02-28", "2026-03-20")).toBe(10_000)
  expect(points("2026-03-01", "2026-03-20")).toBe(0)
  expect(points("2025-12-31", "2026-01-05")).toBe(10_000)
})
