import fc from "fast-check"
import { expect, test } from "vitest"
import { entriesOf, judge, type Moved, netOf } from "./settlements.ts"

const payment: Moved = {
  ...{ type: "payment", amount_paise: 899_900, credit_paise: 878_662, debit_paise: 0 },
  ...{ fee_paise: 21_238, tax_paise: 3_240 },
}
const refund: Moved = {
  ...{
    type: "refund",
    amount_paise: 50_000,
    credit_paise: 0,
    debit_paise: 50_000,
    fee_paise: 0,
    tax_paise: 0,
  },
}
const booked = (clearing_paise: number, settled_before = false) => ({ clearing_paise, settled_before })

test("PAY-07 a payment and a refund match where the books have their amount at the provider", () => {
  expect(judge(payment, booked(899_900))).toEqual({ booked_paise: 899_900, why: null })
  expect(judge(refund, booked(-50_000))).toEqual({ booked_paise: -50_000, why: null })
})

test("PAY-07 what doesn't match has its reason, and only what the books have leaves the provider's account", () => {
  const cases: [Moved, ReturnType<typeof booked> | null, number, string][] = [
    [payment, null, 0, "unknown-payment"],
    [refund, null, 0, "unknown-refund"],
    [payment, booked(0), 0, "not-booked"],
    [payment, booked(899_900, true), 0, "settled-before"],
    [payment, booked(899_800), 899_800, "other-amount"],
    [refund, booked(-49_999), -49_999, "other-amount"],
    [{ ...payment, credit_paise: 878_661 }, booked(899_900), 899_900, "other-fee"],
    [{ ...payment, type: "adjustment" }, null, 0, "other-kind"],
  ]
  for (const [moved, known, booked_paise, why] of cases)
    expect(judge(moved, known)).toEqual({ booked_paise, why })
})

test("PAY-07 the journal of a settlement has fee, tax and net, and nothing waits where all match", () => {
  expect(
    entriesOf([
      { ...payment, booked_paise: 899_900 },
      { ...refund, booked_paise: -50_000 },
    ]),
  ).toEqual([
    ["bank", 828_662],
    ["gateway-fees", 17_998],
    ["gateway-fee-tax", 3_240],
    ["gateway-clearing", -849_900],
  ])
})

const paise = fc.integer({ min: 0, max: 10_00_000 })
const moved = fc
  .record({
    type: fc.constantFrom("payment", "refund", "adjustment"),
    ...{ amount_paise: paise, credit_paise: paise, debit_paise: paise, fee_paise: paise },
    share: fc.integer({ min: 0, max: 100 }),
    known: fc.option(
      fc.record({
        clearing_paise: fc.integer({ min: -10_00_000, max: 10_00_000 }),
        settled_before: fc.boolean(),
      }),
    ),
  })
  .map(({ share, known, ...one }) => ({
    known,
    moved: { ...one, tax_paise: Math.floor((one.fee_paise * share) / 100) },
  }))

test("PAY-07 whatever a settlement has, its journal sums to zero, the bank has its net and the rest waits with a reason", () => {
  fc.assert(
    fc.property(fc.array(moved, { minLength: 1, maxLength: 12 }), (told) => {
      const items = told.map((one) => ({ ...one.moved, ...judge(one.moved, one.known) }))
      const entries = new Map(entriesOf(items))
      expect([...entries.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0)
      expect(entries.get("bank") ?? 0).toBe(items.reduce((sum, item) => sum + netOf(item), 0))
      // Without a reason nothing waits.
      const explained = new Map(entriesOf(items.filter(({ why }) => why === null)))
      expect(explained.get("suspense")).toBeUndefined()
    }),
  )
})
