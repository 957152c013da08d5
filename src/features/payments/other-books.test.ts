import { expect, test } from "vitest"
import policies from "#content/policies.json" with { type: "json" }
import type { Item } from "./facts.ts"
import { priceOrder } from "./rules.ts"

/**
 * What other books say. The figures are those that the tests of India Compliance, ERPNext's module for GST,
 * expect of its invoices, e-invoices and returns (October 2024); rates that no longer exist are left out. Its
 * prices are before tax, so each case begins with its total. Two lines of one rate are rounded together there
 * and one by one here, where every line has exactly its own tax.
 */
const BOOKS: [where: string, total: number, taxable: number, half: number, igst: number, roundOff: number][] =
  [
    ["e-invoice of a service", 118_00, 100_00, 9_00, 0, 0],
    ["e-invoice with an e-waybill", 1_18_000_00, 1_00_000_00, 9_000_00, 0, 0],
    ["e-invoice sent twice", 1_652_00, 1_400_00, 126_00, 0, 0],
    ["details of a line at 200", 236_00, 200_00, 18_00, 0, 0],
    ["details of a line at 300", 354_00, 300_00, 27_00, 0, 0],
    ["an order changed to 50", 59_00, 50_00, 4_50, 0, 0],
    // 62.51 × 9 % = 5.6259. Two of 5.63 are a paisa more than a total of 73.76.
    ["a line that needs rounding", 73_76, 62_51, 5_63, 0, -1],
    ["HSN summary of six pieces", 708_00, 600_00, 54_00, 0, 0],
    ["sales register, another State", 4_72_000_00, 4_00_000_00, 0, 72_000_00, 0],
    ["sales register, small", 1_06_200_00, 90_000_00, 0, 16_200_00, 0],
    ["sales register, adjusted", 24_780_00, 21_000_00, 0, 3_780_00, 0],
    ["sales register, advance", 11_800_00, 10_000_00, 0, 1_800_00, 0],
    ["sales register, credit notes", 2_65_500_00, 2_25_000_00, 0, 40_500_00, 0],
  ]

test.each(BOOKS)(
  "PAY-05 agrees with the books of India Compliance: %s",
  (_, total, taxable, half, igst, roundOff) => {
    const item: Item = { kind: "program", price_paise: total, supply: "coaching", taught: { online: true } }
    const { priced } = priceOrder({
      date: "2026-11-23",
      policy: policies,
      supplier: { state: "24", registrations: [{ from: "2020-07-01", kind: "regular" }] },
      buyer: { state: igst > 0 ? "29" : "24", delivered_to: "24", gstin_state: null },
      items: [item],
      referred: false,
      spend: { points_paise: 0, credit_paise: 0 },
    })
    expect(priced?.documents).toMatchObject([
      {
        total_paise: total,
        round_off_paise: roundOff,
        lines: [{ taxable_paise: taxable, cgst_paise: half, sgst_paise: half, igst_paise: igst }],
      },
    ])
  },
)
