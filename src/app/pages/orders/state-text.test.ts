import { expect, test } from "vitest"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import { stateText } from "./state-text.ts"

const at = "2026-11-20T10:30:00.000Z"
const transfer = { state: "captured", amount_paise: 100, method: "upi", failure_reason: null, at } as const

/** What an order says that wasn't paid in time, with these payments. */
const expired = (payments: Parameters<typeof stateText>[1]["payments"], open = true) =>
  stateText(checkoutTexts.en, {
    ...{ state: "expired", paid_at: null, refunds: [], payments },
    upi: { claim: null, open },
  })

test("PAY-06 after a transfer was taken back its payer isn't told that nothing was charged", () => {
  const failed = { ...transfer, state: "failed", taken_back: false } as const
  expect(expired([failed])).toContain("Nothing was charged")
  const taken = { ...transfer, taken_back: true }
  expect(expired([failed, taken])).toContain(
    "no longer counts. If you did pay, enter the bank's reference below.",
  )
  expect(expired([failed, taken], false)).toContain("If you did pay, ask the academy's office.")
})
