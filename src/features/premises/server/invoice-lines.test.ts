import { beforeAll, expect, test } from "vitest"
import { setAside } from "#features/payments/server/bank/decide.ts"
import { listLines } from "#features/payments/server/bank/list.ts"
import { importStatement } from "#features/payments/server/upi/import.ts"
import { auditLog } from "#platform/audit.ts"
import { type Staff, TODAY, testInvoices } from "#tests/invoices.ts"
import { refusalOf } from "#tests/sales.ts"
import {
  cancelQuoteInvoice,
  recordPayment,
  recordQuoteExcessReturn,
  recordQuoteReturn,
  reversePayment,
} from "./payments.ts"
import { readEnquiry } from "./quotes.ts"

const desk = testInvoices()
const { sales, invoiced } = desk
let [office, colleague] = [] as unknown as Staff
beforeAll(() => {
  ;[office, colleague] = desk.staff()
})

const columns = { date: 0, texts: [1], amount: 2, direction: null }
const bring = (narration: string, amount = "2000.00") =>
  importStatement(office, { text: `Date,Narration,Credit\n20/11/2026,${narration},${amount}`, columns })

const lineWith = async (word: string) => {
  const page = { limit: 100 }
  const lists = await Promise.all([listLines(office, page), listLines(office, { ...page, decided: true })])
  return lists.flatMap(({ items }) => items).find(({ text }) => text?.includes(word))
}
const ofInvoice = { state: "aside", reason: "recorded-elsewhere" }
const lastPayment = async (enquiry_id: string) =>
  (await readEnquiry(office, enquiry_id)).invoice?.payments.at(-1)?.payment_id ?? ""

test("PAY-09 PAY-07 a statement that comes after the payment keeps its line, which is open again with a mistake", async () => {
  const { enquiry_id, quote_id } = await invoiced()
  const reference = "630912345701"
  await recordPayment(office, { quote_id, reference, amount_rupees: 2_000, received_on: TODAY })
  for (let again = 0; again < 2; again += 1)
    expect(await bring(`UPI ${reference} SOCIETY`)).toMatchObject({ approved: 0, kept: 0 })
  expect(await lineWith(reference)).toMatchObject({ ...ofInvoice, decided_by: null })
  await reversePayment(office, { quote_id, payment_id: await lastPayment(enquiry_id) })
  const line = await lineWith(reference)
  expect(line).toMatchObject({ state: "open", reason: null })
  const acts = await sales.world.ctx.db.select().from(auditLog)
  expect(acts.filter(({ subject_id }) => subject_id === line?.id).map(({ action }) => action)).toEqual([
    "bank.reopen",
  ])
})

test("PAY-09 PAY-07 a payment that is taken back leaves lines that staff put aside, and those of another invoice", async () => {
  const [byHand, both] = ["630912345702", "630912345703"]
  const paid = { amount_rupees: 2_000, received_on: TODAY }
  await bring(`UPI ${byHand} SOCIETY`)
  const line = await lineWith(byHand)
  const note = "Told by phone"
  await setAside(colleague, { line_id: line?.id ?? "", reason: "recorded-elsewhere", note })
  const one = await invoiced()
  await recordPayment(office, { ...paid, quote_id: one.quote_id, reference: byHand })
  await reversePayment(office, { quote_id: one.quote_id, payment_id: await lastPayment(one.enquiry_id) })
  expect(await lineWith(byHand)).toMatchObject({ ...ofInvoice, note })

  const other = await invoiced()
  await bring(`UPI ${both} SOCIETY`)
  for (const { quote_id } of [one, other])
    await recordPayment(office, { ...paid, quote_id, reference: both, shared: true })
  for (const [{ quote_id, enquiry_id }, state] of [
    [one, "aside"],
    [other, "open"],
  ] as const) {
    await reversePayment(office, { quote_id, payment_id: await lastPayment(enquiry_id) })
    expect(await lineWith(both)).toMatchObject({ state })
  }
})

test("PAY-09 PAY-07 a line of NEFT that was put aside before payments were noted with it is open again", async () => {
  const { enquiry_id, quote_id } = await invoiced()
  const reference = "HDFCN52026112054321"
  await bring(`NEFT ${reference} SOCIETY`)
  await recordPayment(office, { quote_id, reference, amount_rupees: 2_000, received_on: TODAY })
  expect(await lineWith(reference)).toMatchObject(ofInvoice)
  await sales.pool.query("update bank_lines set invoice_payment_id = null where text like $1", [
    `%${reference}%`,
  ])
  await reversePayment(office, { quote_id, payment_id: await lastPayment(enquiry_id) })
  expect(await lineWith(reference)).toMatchObject({ state: "open", reason: null })
})

test("PAY-09 PAY-07 one transfer is known under each text that has its reference, and dates far off are refused", async () => {
  const [one, other] = [await invoiced(), await invoiced()]
  const paid = { quote_id: one.quote_id, amount_rupees: 2_000, received_on: TODAY }
  await recordPayment(office, { ...paid, reference: "N630912345704" })
  const refused = (over: { reference: string; quote_id?: string; received_on?: string }) =>
    refusalOf(recordPayment(colleague, { ...paid, ...over }))
  const otherwise = { reference: "NEFT-N630912345704" }
  expect(await refused({ ...otherwise, quote_id: other.quote_id })).toEqual({ shared: "REFERENCE_SHARED" })
  expect(await refused(otherwise)).toEqual({ reference: "REFERENCE_RECORDED" })
  // What is too much of a transfer goes back, so that no other invoice has it, nor the other way round.
  const [a, b] = [await invoiced(), await invoiced()]
  const whole = { ...paid, quote_id: a.quote_id, reference: "N630912345708", amount_rupees: 30_000 }
  const part = { ...whole, quote_id: b.quote_id, amount_rupees: 4_000, shared: true }
  await recordPayment(office, part)
  expect(await refusalOf(recordPayment(office, { ...whole, over: true, shared: true }))).toEqual({
    amount_rupees: "TRANSFER_SHARED",
  })
  await reversePayment(office, { quote_id: b.quote_id, payment_id: await lastPayment(b.enquiry_id) })
  await recordPayment(office, { ...whole, over: true })
  expect(await refusalOf(recordPayment(office, part))).toEqual({ shared: "TRANSFER_OVER" })

  const early = { reference: "N630912345705", received_on: "2016-11-20" }
  expect(await refused(early)).toEqual({ received_on: "DATE_LONG_BEFORE" })

  await recordPayment(office, { ...paid, reference: "N630912345706", amount_rupees: 20_000, over: true })
  const back = { quote_id: one.quote_id, reference: "HDFC 99001", returned_on: "2026-11-19" }
  const payment_id = await lastPayment(one.enquiry_id)
  const sooner = { returned_on: "DATE_BEFORE_PAID" }
  expect(await refusalOf(recordQuoteExcessReturn(office, { ...back, payment_id }))).toEqual(sooner)
  await recordPayment(office, { ...paid, quote_id: other.quote_id, reference: "N630912345707" })
  await cancelQuoteInvoice(office, { quote_id: other.quote_id, reason: "Twice" })
  const returned = { ...back, quote_id: other.quote_id }
  expect(await refusalOf(recordQuoteReturn(office, returned))).toEqual(sooner)
  expect(await refusalOf(recordQuoteReturn(office, { ...returned, returned_on: TODAY }))).toBe("done")
})
