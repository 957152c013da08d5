import { beforeAll, expect, test } from "vitest"
import { readJournal } from "#features/payments/server/money/exports.ts"
import { listMoney } from "#features/payments/server/money/movements.ts"
import { readMoney } from "#features/payments/server/money/overview.ts"
import { newId } from "#shared/ids.ts"
import { DAYS, type Staff, TODAY, TOTAL, testInvoices } from "#tests/invoices.ts"
import { refusalOf } from "#tests/sales.ts"
import { readOffered } from "./answers.ts"
import {
  approveQuoteCancellation,
  cancelQuoteInvoice,
  correctQuoteReturn,
  recordPayment,
  recordQuoteExcessReturn,
  recordQuoteReturn,
  reversePayment,
  writeOffQuoteRemainder,
} from "./payments.ts"
import { readEnquiry } from "./quotes.ts"

const desk = testInvoices()
const { sales, invoiced, books } = desk
let [office, colleague] = [] as unknown as Staff
beforeAll(() => {
  ;[office, colleague] = desk.staff()
})

const reason = "The school closed for repairs"

test("PAY-09 PAY-07 what a bank kept of a payment is written off once, as an expense, and taken back as a payment is", async () => {
  const before = await books()
  const { enquiry_id, quote_id, number } = await invoiced()
  const rest = { quote_id, amount_paise: TOTAL }
  // Nothing was paid, so no bank kept anything; and a rest above 1 % is the organisation's to pay.
  expect(await refusalOf(writeOffQuoteRemainder(office, rest))).toBe("NOT_CHARGES")
  const paid = { quote_id, reference: newId(), amount_rupees: 21_779.99, received_on: TODAY }
  await recordPayment(office, paid)
  expect(await refusalOf(writeOffQuoteRemainder(office, { quote_id, amount_paise: 220_00 }))).toBe(
    "NOT_CHARGES",
  )
  expect((await readEnquiry(office, enquiry_id)).invoice).toMatchObject({ may_be_charges: false })
  await recordPayment(office, { ...paid, reference: newId(), amount_rupees: 202.3 })
  expect((await readEnquiry(office, enquiry_id)).invoice).toMatchObject({
    ...{ owed_paise: 17_70, may_be_charges: true },
  })
  expect(await refusalOf(writeOffQuoteRemainder(office, { quote_id, amount_paise: 17_00 }))).toBe(
    "INVOICE_CHANGED",
  )
  const kept = { quote_id, amount_paise: 17_70 }
  const outcomes = await Promise.all(
    [office, colleague, office].map((one) => refusalOf(writeOffQuoteRemainder(one, kept))),
  )
  expect(outcomes).toEqual(["done", "done", "done"])
  const { invoice } = await readEnquiry(office, enquiry_id)
  expect(invoice).toMatchObject({ owed_paise: 0, paid_paise: TOTAL - 17_70, charges_paise: 17_70 })
  const settled = await books()
  expect(settled).toMatchObject({
    ...{ receivable: before.receivable, "bank-charges": before["bank-charges"] + 17_70 },
    bank: before.bank + TOTAL - 17_70,
  })
  const { items } = await readJournal(office, { ...DAYS, limit: 500 })
  const lines = items.filter(
    ({ order_number, kind }) => order_number === number && kind === "invoice-charges",
  )
  expect(
    lines.map(({ account, debit_paise, credit_paise }) => [account, debit_paise - credit_paise]),
  ).toEqual([
    ["bank-charges", 17_70],
    ["receivable", -17_70],
  ])
  // Taken back, it is owed again, and can be written off anew.
  const { payment_id = "" } = invoice?.payments.find(({ charges_paise }) => charges_paise > 0) ?? {}
  await reversePayment(colleague, { quote_id, payment_id })
  expect((await readEnquiry(office, enquiry_id)).invoice).toMatchObject({
    owed_paise: 17_70,
    charges_paise: 0,
  })
  expect((await books())["bank-charges"]).toBe(before["bank-charges"])
  await writeOffQuoteRemainder(office, kept)
  expect(await books()).toEqual(settled)
  // A payment is taken back with the charges that it left, so that the right one isn't too much.
  const last = invoice?.payments.filter((one) => one.amount_paise > 0).at(-1)?.payment_id ?? ""
  await reversePayment(colleague, { quote_id, payment_id: last })
  expect((await readEnquiry(office, enquiry_id)).invoice).toMatchObject({
    ...{ owed_paise: 220_00, charges_paise: 0 },
  })
  await recordPayment(office, { ...paid, reference: newId(), amount_rupees: 202.3 })
  await writeOffQuoteRemainder(office, kept)
  expect(await books()).toEqual(settled)
  // Of a cancelled invoice the academy bears nothing, and what arrived goes back.
  await cancelQuoteInvoice(office, { quote_id, reason })
  await approveQuoteCancellation(colleague, quote_id)
  expect(await refusalOf(writeOffQuoteRemainder(office, kept))).toBe("INVOICE_CANCELLED")
  expect(await books()).toEqual({
    ...before,
    bank: before.bank + TOTAL - 17_70,
    "refunds-payable": before["refunds-payable"] - (TOTAL - 17_70),
  })
})

test("PAY-09 PAY-07 what an organisation paid too much settles its invoice, and is owed to it until it went back", async () => {
  const before = await books()
  const [owed, back] = [
    (await readMoney(office)).now.invoices,
    (await readMoney(office)).now.to_organisations,
  ]
  const { enquiry_id, quote_id, token, number } = await invoiced(2_000)
  const paid = {
    quote_id,
    reference: newId(),
    amount_rupees: 20_500,
    deducted_rupees: 100,
    received_on: TODAY,
  }
  expect(await refusalOf(recordPayment(office, paid))).toEqual({ over: "PAID_OVER" })
  const outcomes = await Promise.all(
    [office, colleague].map((one) => refusalOf(recordPayment(one, { ...paid, over: true }))),
  )
  expect(outcomes).toEqual(["done", "done"])
  const { invoice } = await readEnquiry(office, enquiry_id)
  // 2,000 + 20,500 + 100 of 21,999.99.
  expect(invoice).toMatchObject({ owed_paise: 0, back_paise: 600_01, kept_paise: 22_500_00 })
  const { payment_id = "" } = invoice?.payments.at(-1) ?? {}
  expect(invoice?.payments.at(-1)).toMatchObject({ amount_paise: 20_500_00, excess_paise: 600_01 })
  expect(await books()).toMatchObject({
    ...{ receivable: before.receivable, bank: before.bank + 22_500_00 },
    "refunds-payable": before["refunds-payable"] - 600_01,
  })
  const { now } = await readMoney(office)
  expect(now.invoices).toEqual(owed)
  expect(now.to_organisations).toEqual({ paise: back.paise + 600_01, count: back.count + 1 })
  expect((await readOffered(sales.world.ctx, token)).invoice).toMatchObject({
    owed_paise: 0,
    back_paise: 600_01,
  })
  const sent = { quote_id, payment_id, reference: "hdfc 77001", returned_on: TODAY }
  const refused = (over: object) => refusalOf(recordQuoteExcessReturn(office, { ...sent, ...over }))
  expect(await refused({ returned_on: "2027-01-01" })).toEqual({ returned_on: "DATE_TO_COME" })
  const { payment_id: first = "" } = invoice?.payments[0] ?? {}
  expect(await refused({ payment_id: first })).toBe("NOT_FOUND")
  // One transfer gives back one amount: also a cancelled invoice's.
  const other = await invoiced(100)
  await cancelQuoteInvoice(office, { quote_id: other.quote_id, reason })
  const taken = { quote_id: other.quote_id, reference: "HDFC 77000", returned_on: TODAY }
  await recordQuoteReturn(office, taken)
  expect(await refused({ reference: "hdfc 77000" })).toEqual({ reference: "REFERENCE_COUNTED" })
  const sending = await Promise.all([
    refused({}),
    refused({}),
    refusalOf(recordQuoteExcessReturn(colleague, { ...sent, reference: "HDFC 77002" })),
  ])
  expect(sending.filter((one) => one === "REFUND_SETTLED").length).toBeGreaterThan(0)
  const { invoice: after } = await readEnquiry(office, enquiry_id)
  expect(after).toMatchObject({ owed_paise: 0, back_paise: 0, kept_paise: 22_500_00 - 600_01 })
  expect(await books()).toMatchObject({
    ...{ bank: before.bank + 22_500_00 - 600_01, "refunds-payable": before["refunds-payable"] },
  })
  const { items } = await listMoney(office, { month: "2026-11", direction: "out", limit: 50 })
  expect(items).toContainEqual(
    expect.objectContaining({ amount_paise: 600_01, invoice: expect.objectContaining({ number }) }),
  )
  expect(await refusalOf(reversePayment(office, { quote_id, payment_id }))).toBe("EXCESS_RETURNED")
  expect(await refusalOf(recordQuoteReturn(office, { ...taken, quote_id }))).toBe("NOT_FOUND")
  // A cancellation gives back what is left, and nothing twice.
  await cancelQuoteInvoice(office, { quote_id, reason })
  const { invoice: cancelled } = await approveQuoteCancellation(colleague, quote_id)
  expect(cancelled?.cancelled).toMatchObject({ owed_paise: 22_500_00 - 600_01 })
  expect(await refused({ reference: "HDFC 77009" })).toBe("REFUND_SETTLED")
})

test("PAY-09 PAY-07 what is too much of an invoice that is cancelled or of a payment that is taken back is owed once", async () => {
  const before = await books()
  const [one, other] = [await invoiced(), await invoiced()]
  const paid = { amount_rupees: 22_000, over: true, received_on: TODAY }
  const { invoice } = await recordPayment(office, { ...paid, quote_id: one.quote_id, reference: newId() })
  const mistaken = { quote_id: one.quote_id, payment_id: invoice?.payments[0]?.payment_id ?? "" }
  await reversePayment(office, mistaken)
  expect(
    await refusalOf(recordQuoteExcessReturn(office, { ...mistaken, reference: newId(), returned_on: TODAY })),
  ).toBe("NOT_FOUND")
  // The invoice was settled when another payment came: all of it is too much.
  await recordPayment(office, {
    ...paid,
    quote_id: one.quote_id,
    amount_rupees: 21_999.99,
    reference: newId(),
  })
  const twice = await recordPayment(office, {
    ...paid,
    quote_id: one.quote_id,
    amount_rupees: 50,
    reference: newId(),
  })
  expect(twice.invoice).toMatchObject({ owed_paise: 0, back_paise: 50_00 })
  const { invoice: over } = await recordPayment(office, {
    ...paid,
    quote_id: other.quote_id,
    reference: newId(),
  })
  await cancelQuoteInvoice(office, { quote_id: other.quote_id, reason })
  const { invoice: cancelled } = await approveQuoteCancellation(colleague, other.quote_id)
  expect(cancelled).toMatchObject({ back_paise: 0, cancelled: { owed_paise: 22_000_00 } })
  const late = { quote_id: other.quote_id, payment_id: over?.payments[0]?.payment_id ?? "" }
  expect(
    await refusalOf(recordQuoteExcessReturn(office, { ...late, reference: newId(), returned_on: TODAY })),
  ).toBe("INVOICE_CANCELLED")
  expect(await books()).toMatchObject({
    ...{ receivable: before.receivable, bank: before.bank + TOTAL + 50_00 + 22_000_00 },
    "refunds-payable": before["refunds-payable"] - 50_00 - 22_000_00,
  })
})

test("PAY-09 an organisation isn't asked for what a later payment brought, though the books keep both", async () => {
  const { quote_id, enquiry_id, token } = await invoiced()
  const paid = { quote_id, amount_rupees: 21_999.99, received_on: TODAY, over: true }
  const { invoice } = await recordPayment(office, { ...paid, reference: newId() })
  await recordPayment(office, { ...paid, amount_rupees: 22_099.99, reference: newId() })
  await reversePayment(office, { quote_id, payment_id: invoice?.payments[0]?.payment_id ?? "" })
  expect((await readEnquiry(office, enquiry_id)).invoice).toMatchObject({
    ...{ owed_paise: TOTAL, back_paise: TOTAL + 100_00 },
  })
  expect((await readOffered(sales.world.ctx, token)).invoice).toMatchObject({
    ...{ owed_paise: 0, back_paise: 100_00 },
  })
})

test("PAY-09 PAY-07 a mistyped reference of a transfer back to an organisation is corrected, and the books stay", async () => {
  const [over, cancelled] = [await invoiced(), await invoiced()]
  const paid = { quote_id: over.quote_id, reference: newId(), amount_rupees: 22_500, received_on: TODAY }
  const { invoice } = await recordPayment(office, { ...paid, over: true })
  const { payment_id = "" } = invoice?.payments[0] ?? {}
  const excess = { quote_id: over.quote_id, payment_id }
  const correct = (what: { quote_id: string; payment_id?: string }, reference: string) =>
    refusalOf(correctQuoteReturn(office, { ...what, reference }))
  // Nothing went back yet.
  expect(await correct(excess, "HDFC 88001")).toBe("NOT_FOUND")
  await recordQuoteExcessReturn(office, { ...excess, reference: "HDFC 8800I", returned_on: TODAY })
  await recordPayment(office, { ...paid, quote_id: cancelled.quote_id, reference: newId(), amount_rupees: 9 })
  await cancelQuoteInvoice(office, { quote_id: cancelled.quote_id, reason })
  const whole = { quote_id: cancelled.quote_id }
  expect(await correct(whole, "HDFC 88002")).toBe("NOT_FOUND")
  await recordQuoteReturn(office, { ...whole, reference: "HDFC 8800Z", returned_on: TODAY })
  const before = await books()
  const twice = [correct(excess, "hdfc 88001"), correct(excess, "HDFC88001")]
  expect(await Promise.all(twice)).toEqual(["done", "done"])
  // One transfer gives back one amount.
  expect(await correct(whole, "HDFC 88001")).toEqual({ reference: "REFERENCE_COUNTED" })
  expect(await correct(whole, "HDFC 88002")).toBe("done")
  const { invoice: first } = await readEnquiry(office, over.enquiry_id)
  expect(first?.payments[0]?.excess_returned).toEqual({ reference: "HDFC88001", returned_on: TODAY })
  const { invoice: second } = await readEnquiry(office, cancelled.enquiry_id)
  expect(second?.cancelled?.returned).toEqual({ reference: "HDFC88002", returned_on: TODAY })
  expect(await books()).toEqual(before)
  const { rows } = await sales.pool.query(
    "select subject_id, detail from audit_log where action = 'premises.return-corrected' order by at, id",
  )
  expect(rows).toEqual([first, second].map((one) => ({ subject_id: one?.bill_id, detail: {} })))
})
