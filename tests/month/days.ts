import { matchLine, setAside } from "#features/payments/server/bank/decide.ts"
import { listLines } from "#features/payments/server/bank/list.ts"
import { approveRefund, refundByStaff } from "#features/payments/server/refunding/by-staff.ts"
import { settleRefund } from "#features/payments/server/refunding/settle-refund.ts"
import { readSettlements } from "#features/payments/server/settlements/read.ts"
import { claimTransfer } from "#features/payments/server/upi/claims.ts"
import { importStatement } from "#features/payments/server/upi/import.ts"
import { receiveEvent } from "#features/payments/server/webhook.ts"
import { acceptQuote } from "#features/premises/server/answers.ts"
import {
  approveQuoteCancellation,
  cancelQuoteInvoice,
  recordPayment,
  recordQuoteReturn,
} from "#features/premises/server/payments.ts"
import { readEnquiry } from "#features/premises/server/quotes.ts"
import { readOwnGoods } from "#features/shop/server/goods-view.ts"
import { advance } from "#features/shop/server/packing.ts"
import { askReturn, decideReturn, receiveReturn } from "#features/shop/server/returns.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { premisesFor } from "../premises.ts"
import { codeOf } from "../sales.ts"
import { type Academy, type Bought, bankDay, plan, transfer, type Wish, work } from "./academy.ts"

/** How many orders wait for their answer at the same time. */
const AT_ONCE = 6

/** Places orders of a day at once, each decided before. */
export async function place(academy: Academy, wishes: readonly Wish[]): Promise<Bought[]> {
  const planned = wishes.map((wish) => plan(academy, wish))
  const bought: Bought[] = []
  for (let from = 0; from < planned.length; from += AT_ONCE)
    bought.push(...(await Promise.all(planned.slice(from, from + AT_ONCE).map((order) => order()))))
  return bought
}

/** Pays orders: at the provider's page, or from bank to bank, of which some are wrong or unnamed. */
export async function pay(academy: Academy, bought: readonly Bought[]): Promise<void> {
  const { sales, number, whole } = academy
  const byUpi = bought.filter(({ order }) => order.checkout?.way === "upi")
  const byPage = bought.filter((one) => !byUpi.includes(one))
  for (let from = 0; from < byPage.length; from += AT_ONCE)
    await Promise.all(
      byPage.slice(from, from + AT_ONCE).map(({ order }) => sales.capture(order.order_number)),
    )
  for (const one of byUpi) {
    const chance = number()
    if (chance < 0.08) transfer(academy, one, { paise: one.order.price.total_paise + whole(-999, 999) || 1 })
    else if (chance < 0.2) {
      const utr = transfer(academy, one, { said: true })
      await claimTransfer(one.buyer, { order_number: one.order.order_number, utr })
    } else transfer(academy, one)
  }
}

const COLUMNS = { date: 0, texts: [1], amount: 2, direction: null }

/** The office imports the bank's statement of the last lines, which overlaps with the one before. */
export async function importBank({ admin, bank }: Academy, lines = bank.length): Promise<void> {
  const text = [
    "Date,Narration,Credit",
    ...bank.slice(-lines).map((line) => `${line.day},${line.text},${(line.paise / 100).toFixed(2)}`),
  ].join("\n")
  await importStatement(admin, { text, columns: COLUMNS })
}

/** The office explains what no order did: transfers of another amount, invoices, and what isn't sales at all. */
export async function explainLines({ admin, number }: Academy): Promise<void> {
  const { items } = await listLines(admin, { limit: 100 })
  for (const { id: line_id, hint, text } of items) {
    if (hint) await matchLine(admin, { line_id, order_number: hint.order_number })
    else if (text?.includes("NEFT INVOICE"))
      await setAside(admin, { line_id, reason: "recorded-elsewhere", note: "" })
    else if (number() < 0.5) await setAside(admin, { line_id, reason: "other-income", note: "" })
  }
}

/** Refunds a part of an order or all of it; above the limit somebody else of the office decides. */
export async function refund(academy: Academy, { order }: Bought, decide = true): Promise<void> {
  const { admin, second, whole, number } = academy
  const { order_number, price } = order
  const request_id = newId()
  const amount_paise = number() < 0.2 ? price.total_paise : whole(1, price.total_paise)
  const asked = { order_number, request_id, amount_paise, note: "They moved", ends_enrolment: false }
  const code = await codeOf(refundByStaff(admin, asked))
  if (code !== "done") return
  if (decide) await codeOf(approveRefund(second, request_id))
}

/** Gives back by hand what came by UPI: from the bank, or as credit. */
export async function payOut({ sales, admin, payouts, credits, number }: Academy): Promise<void> {
  const { rows } = await sales.pool.query<{ id: string; amount_paise: number }>(
    "select id, amount_paise::int from refunds where (way = 'office' and state = 'asked') or state = 'failed' order by id",
  )
  for (const { id: refund_id, amount_paise } of rows) {
    const how = number() < 0.3 ? ("credit" as const) : ("payout" as const)
    await settleRefund(admin, {
      refund_id,
      how,
      reference: how === "payout" ? `OUT${payouts.length}` : "",
      agreed: true,
    })
    ;(how === "payout" ? payouts : credits).push(amount_paise)
  }
}

/** Goods leave the shelf, and some come back. */
export async function deliver({ admin, number }: Academy, bought: readonly Bought[]): Promise<void> {
  const goods = await Promise.all(
    bought.map(async (one) => ({ ...one, goods: await readOwnGoods(one.buyer, one.order.order_number) })),
  )
  const byWay = Map.groupBy(goods, ({ goods: { way } }) => way)
  for (const [way, some] of byWay) {
    const order_numbers = some.map(({ order }) => order.order_number)
    for (const to of way === "delivery" ? SENT : FETCHED)
      await advance(admin, { order_numbers, to, carrier: "" })
  }
  for (const { buyer, order, goods: sold } of goods) {
    if (number() < 0.75) continue
    const [{ order_number }, return_id, [line]] = [order, newId(), sold.lines]
    const asked = {
      order_number,
      return_id,
      line_id: line?.id ?? "",
      quantity: 1,
      reason: "faulty" as const,
      note: "",
    }
    // What was refunded whole meanwhile doesn't come back.
    if ((await codeOf(askReturn(buyer, asked))) !== "done") continue
    await decideReturn(admin, { return_id, accepts: true, answer: "" })
    await receiveReturn(admin, { return_id, restocked: true })
  }
}
const SENT = ["packed", "sent", "delivered"] as const
const FETCHED = ["packed", "ready", "collected"] as const

/** How an invoice ends: what share of it is deducted as tax, and whether it is cancelled, with its money back or without. */
export type Ending = { parts: readonly number[]; tax?: number; cancelled?: "returned" | "owing" }

/** A society accepts a quote and pays its invoice in parts. What is cancelled above the limit needs a second person. */
export async function invoice(academy: Academy, { parts, tax = 0, cancelled }: Ending): Promise<void> {
  const { world, admin, bank } = academy
  const { quote_id, token, enquiry_id } = await premisesFor(world.ctx, admin.viewer, "quoted")
  await acceptQuote(world.ctx, { token, accepted_by: "Asha Rao", gstin: "27AAPFU0939F1ZV" })
  const owed = (await readEnquiry(admin, enquiry_id)).invoice?.total_paise ?? 0
  for (const part of parts) {
    academy.utr += 1
    const reference = `N${academy.utr}`
    const amount_paise = Math.round(owed * part)
    bank.push({
      day: bankDay(academy),
      text: `NEFT INVOICE ${reference}`,
      paise: amount_paise,
      of: "invoice",
    })
    const received_on = bankDay(academy).split("/").toReversed().join("-")
    const deducted_rupees = Math.round(owed * tax) / 100
    const paid = { quote_id, reference, amount_rupees: amount_paise / 100, received_on }
    await recordPayment(admin, { ...paid, deducted_rupees })
  }
  if (!cancelled) return
  const asked = (await cancelQuoteInvoice(admin, { quote_id, reason: "Billed twice" })).invoice?.asked
  if (asked) await approveQuoteCancellation(academy.second, quote_id)
  if (cancelled === "owing") return
  const returned_on = bankDay(academy).split("/").toReversed().join("-")
  const back = { quote_id, reference: `BACK${academy.payouts.length}`, returned_on }
  const { invoice } = await recordQuoteReturn(admin, back)
  academy.payouts.push(invoice?.paid_paise ?? 0)
}

/** The provider pays out what waits, which reaches the bank on the same day. */
export async function settle(academy: Academy): Promise<void> {
  const { sales, world, bank } = academy
  const id = sales.gateway.settle(Math.floor(world.clock.now().getTime() / 1_000))
  const items = sales.gateway.settled.filter(({ settlement_id }) => id !== null && settlement_id === id)
  const [first] = items
  if (!first) return
  const paise = items.reduce((sum, { credit, debit }) => sum + credit - debit, 0)
  bank.push({ day: bankDay(academy), text: `NEFT ${first.settlement_utr} RAZORPAY`, paise, of: "settlement" })
}

/** One in so many refunds can't be given by the provider. */
const FAILS = 0.1

/** The provider gives the refunds that it was asked for, but for some. */
async function giveRefunds({ sales, world, number }: Academy): Promise<void> {
  for (const { id, status } of sales.gateway.refunds()) {
    if (status !== "pending") continue
    const ends = number() < FAILS ? "failed" : "processed"
    const { body, headers } = sales.gateway.webhook(`refund.${ends}`, sales.gateway.settleRefund(id, ends))
    await receiveEvent(world.ctx, "razorpay", body, headers)
  }
}

/** The evening of a day: jobs, refunds at the provider, and what it settled. */
export async function evening(academy: Academy): Promise<void> {
  academy.world.clock.advance(8 * HOUR)
  await work(academy)
  await giveRefunds(academy)
  await settle(academy)
  await readSettlements(academy.world.ctx)
}

/** A payment that the provider never reports, and only its settlement has. */
export async function payQuietly({ sales }: Academy, { order }: Bought): Promise<void> {
  const { rows } = await sales.pool.query("select provider_order_id as id from orders where number = $1", [
    order.order_number,
  ])
  sales.gateway.pay(rows[0].id, "captured")
}

/** What the provider settles doesn't match: it keeps 7 paise more of a payment, and takes 50 rupees for something else. */
export const KEPT = { more: 7, adjustment: 50_00 }
export function tamper({ sales }: Academy): void {
  const { settled } = sales.gateway
  const waiting = settled.find(({ settlement_id, type }) => settlement_id === null && type === "payment")
  if (!waiting) throw new Error("nothing waits for its settlement")
  const debit = KEPT.adjustment
  settled.push({
    ...waiting,
    entity_id: "adj_1",
    type: "adjustment",
    amount: debit,
    debit,
    credit: 0,
    fee: 0,
    tax: 0,
  })
  waiting.credit -= KEPT.more
}
