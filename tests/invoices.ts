import { beforeAll } from "vitest"
import { enterSupplier } from "#features/payments/server/bills/suppliers.ts"
import { acceptQuote } from "#features/premises/server/answers.ts"
import { recordPayment } from "#features/premises/server/payments.ts"
import { readEnquiry } from "#features/premises/server/quotes.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createAdmin } from "./people.ts"
import { premisesFor } from "./premises.ts"
import { testSales } from "./sales.ts"

/** Three of the office: a colleague approves what one may not alone. */
export type Staff = [SignedInCtx, SignedInCtx, SignedInCtx]

export const BUYER = "27AAPFU0939F1ZV"
/** What each invoice comes to, in paise. */
export const TOTAL = 8 * 2_500_00 + 1_999_99
export const TODAY = "2026-11-20"
export const DAYS = { first: "2026-11-01", last: "2026-11-30" }

const ACCOUNTS = [
  "receivable",
  "deferred-income",
  "igst-payable",
  "round-off",
  "refunds-payable",
  "bank",
  "tds-receivable",
  "bank-charges",
]

/** A registered academy whose office invoices organisations, for the tests of one file. */
export function testInvoices() {
  const sales = testSales()
  const staff: SignedInCtx[] = []

  beforeAll(async () => {
    const { world } = sales
    for (let at = 0; at < 3; at += 1) staff.push(world.as(await createAdmin(world.ctx)))
    const [office] = staff as Staff
    await enterSupplier(office, {
      ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nBengaluru 560001" },
      ...{ state: "29", registration: "regular", gstin: "29AAGCB7383J1Z4", prefix: "NA" },
    })
  })

  /** An invoice to a GSTIN in another State, of which some rupees were paid. */
  async function invoiced(paid_rupees = 0) {
    const { ctx } = sales.world
    const [office] = staff as Staff
    const made = await premisesFor(ctx, office.viewer, "quoted")
    await acceptQuote(ctx, { token: made.token, accepted_by: "Asha Rao", gstin: BUYER })
    const { quote_id, enquiry_id } = made
    const paid = { quote_id, reference: newId(), amount_rupees: paid_rupees, received_on: TODAY }
    if (paid_rupees > 0) await recordPayment(office, paid)
    const invoice = (await readEnquiry(office, enquiry_id)).invoice
    if (!invoice) throw new Error("no invoice")
    return { ...made, bill_id: invoice.bill_id, number: invoice.number }
  }

  async function balanceOf(kind: string): Promise<number> {
    const { rows } = await sales.pool.query<{ sum: string }>(
      `select coalesce(sum(e.amount), 0) as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind = $1`,
      [kind],
    )
    return Number(rows[0]?.sum)
  }

  const books = async () =>
    Object.fromEntries(await Promise.all(ACCOUNTS.map(async (kind) => [kind, await balanceOf(kind)])))

  return { sales, staff: () => staff as Staff, invoiced, books }
}
