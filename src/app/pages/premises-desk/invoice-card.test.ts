import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import { LanguageContext } from "#ui/messages/use-messages.ts"
import { InvoiceCard } from "./invoice-card.tsx"
import type { LastResult } from "./last-result.ts"

const invoice = {
  ...{ bill_id: "b", number: "NA/2627/T1", issued_on: "2026-11-01", total_paise: 20_000_00 },
  ...{
    paid_paise: 0,
    deducted_paise: 0,
    owed_paise: 20_000_00,
    charges_paise: 0,
    back_paise: 0,
    kept_paise: 0,
    pay_to: "HDFC",
    cancelled: null,
  },
  ...{ payments: [], asked: null, may_be_charges: false },
}

function draw(lastResult: LastResult): string {
  const card = h(InvoiceCard, { invoice, quoteId: "q", today: "2026-11-20", lastResult, lastReturn: null })
  const router = createMemoryRouter([{ path: "/", element: h(LanguageContext, { value: "en" }, card) }])
  return renderToStaticMarkup(h(RouterProvider, { router }))
}

test("PAY-09 that a transfer paid two invoices is asked only where another invoice has its reference", () => {
  const box = "This transfer also paid another invoice"
  const typed = { intent: "payment", reference: "UTR 1", amount_rupees: "20000" }
  expect(draw(undefined)).not.toContain(box)
  const refusedAt = (error: Record<string, string[]>, more = {}) =>
    draw({ status: "error", error, initialValue: { ...typed, ...more } })
  expect(refusedAt({ reference: ["Enter the bank reference"] })).not.toContain(box)
  expect(refusedAt({ shared: ["Another invoice was paid with this reference."] })).toContain(box)
  // A tick isn't lost when something else is refused after it.
  const ticked = refusedAt({ amount_rupees: ["Enter rupees, such as 4999"] }, { shared: "on" })
  expect(ticked).toMatch(/<input[^>]*name="shared"[^>]*checked=""/)
})
