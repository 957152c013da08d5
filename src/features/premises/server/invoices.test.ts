import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { matchLine, reopenLine } from "#features/payments/server/bank/decide.ts"
import { listLines } from "#features/payments/server/bank/list.ts"
import { bills } from "#features/payments/server/bills/table.ts"
import { readGstr1, readJournal } from "#features/payments/server/money/exports.ts"
import { listMoney } from "#features/payments/server/money/movements.ts"
import { readMoney } from "#features/payments/server/money/overview.ts"
import { createOrder } from "#features/payments/server/orders.ts"
import { paymentsData } from "#features/payments/server/personal-data.ts"
import { recordTransfer } from "#features/payments/server/upi/claims.ts"
import { importStatement } from "#features/payments/server/upi/import.ts"
import type { Mail } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { BUYER, DAYS, type Staff, TODAY, TOTAL, testInvoices } from "#tests/invoices.ts"
import { wordsOfPdf } from "#tests/pdf-words.ts"
import { createStudent } from "#tests/people.ts"
import { premisesFor } from "#tests/premises.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf } from "#tests/sales.ts"
import { acceptQuote, readOffered, readOfferedCreditNote } from "./answers.ts"
import { listEnquiries } from "./enquiries.ts"
import { premisesJobs } from "./jobs.ts"
import {
  approveQuoteCancellation,
  cancelQuoteInvoice,
  keepQuoteInvoice,
  recordPayment,
  recordQuoteExcessReturn,
  recordQuoteReturn,
  reversePayment,
  writeOffQuoteRemainder,
} from "./payments.ts"
import { readEnquiry } from "./quotes.ts"

const desk = testInvoices()
const { sales, invoiced, books } = desk
let [office, colleague, third] = [] as unknown as Staff
beforeAll(() => {
  ;[office, colleague, third] = desk.staff()
})

const reason = "The school closed for repairs"

test("PAY-09 PAY-07 an unpaid invoice is cancelled in whole by one credit note, and the books are as before it", async () => {
  const before = await books()
  const owed = (await readMoney(office)).now.invoices
  const { enquiry_id, quote_id, bill_id, number, token } = await invoiced()
  expect(await refusalOf(readOfferedCreditNote(office, token))).toBe("NOT_FOUND")
  const outcomes = await Promise.all([
    refusalOf(cancelQuoteInvoice(office, { quote_id, reason })),
    refusalOf(cancelQuoteInvoice(office, { quote_id, reason })),
    refusalOf(cancelQuoteInvoice(colleague, { quote_id, reason: "Billed twice" })),
  ])
  // Of two colleagues one is told that the other was faster; who did it may press again.
  const mine = outcomes[0] === "done"
  expect(outcomes).toEqual(
    mine ? ["done", "done", "INVOICE_CANCELLED"] : ["INVOICE_CANCELLED", "INVOICE_CANCELLED", "done"],
  )
  const winner = mine ? office : colleague
  await cancelQuoteInvoice(winner, { quote_id, reason })
  const notes = await sales.world.ctx.db.select().from(bills).where(eq(bills.corrects, bill_id))
  const [invoice] = await sales.world.ctx.db.select().from(bills).where(eq(bills.id, bill_id))
  expect(notes).toMatchObject([
    {
      ...{ kind: "credit-note", total_paise: TOTAL, order_id: null, refund_id: null },
      number: expect.stringMatching(/^NA\/2627\/C\d+$/),
    },
  ])
  // The same tax lines, to the paisa.
  expect(notes[0]?.content.lines).toEqual(invoice?.content.lines)
  expect(notes[0]?.content.round_off_paise).toBe(invoice?.content.round_off_paise)
  expect(await books()).toEqual(before)
  expect((await readMoney(office)).now.invoices).toEqual(owed)
  const { invoice: shown } = await readEnquiry(office, enquiry_id)
  expect(shown).toMatchObject({
    ...{ owed_paise: 0, paid_paise: 0, asked: null },
    cancelled: { credit_note: { number: notes[0]?.number }, owed_paise: 0, returned: null },
  })
  const late = { quote_id, reference: newId(), amount_rupees: 1, received_on: TODAY }
  expect(await refusalOf(recordPayment(office, late))).toBe("INVOICE_CANCELLED")
  expect(await refusalOf(recordQuoteReturn(office, { ...late, returned_on: TODAY }))).toBe("NOT_FOUND")
  expect((await readOfferedCreditNote(office, token)).number).toBe(notes[0]?.number)
  // The accountant's files have both: the note among those to registered buyers, the journal under the invoice.
  const { tables } = await readGstr1(office, DAYS)
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? []
  const noted = rowsOf("cdnr").filter((row) => row[2] === notes[0]?.number)
  expect(noted.map((row) => [row[0], row[4], row[8], row[11]])).toEqual([
    [BUYER, "C", { paise: TOTAL }, { paise: 18_644_06 }],
  ])
  expect(rowsOf("b2b").filter((row) => row[2] === number)).toHaveLength(1)
  const { items } = await readJournal(office, { ...DAYS, limit: 500 })
  const entries = items.filter(({ order_number }) => order_number === number)
  const receivable = entries.filter(({ account }) => account === "receivable")
  expect(receivable.map(({ kind, debit_paise, credit_paise }) => [kind, debit_paise, credit_paise])).toEqual([
    ["invoice", TOTAL, 0],
    ["invoice-cancelled", 0, TOTAL],
  ])
})

test("PAY-09 PAY-07 of a half-paid invoice the rest isn't owed any more, and what was paid goes back by one transfer", async () => {
  const before = await books()
  const { enquiry_id, quote_id, token } = await invoiced(8_000)
  await cancelQuoteInvoice(office, { quote_id, reason })
  expect(await books()).toEqual({
    ...before,
    bank: before.bank + 8_000_00,
    "refunds-payable": before["refunds-payable"] - 8_000_00,
  })
  expect((await readMoney(office)).now.to_organisations).toEqual({ paise: 8_000_00, count: 1 })
  const entry = async () => {
    const { items } = await listEnquiries(office, { state: "accepted", limit: 100 })
    return items.find(({ id }) => id === enquiry_id)?.invoice
  }
  expect(await entry()).toMatchObject({ owed_paise: 0, cancelled_paise: TOTAL, back_paise: 8_000_00 })
  const back = { quote_id, reference: "hdfc 88123", returned_on: TODAY }
  expect(await refusalOf(recordQuoteReturn(office, { ...back, returned_on: "2027-01-01" }))).toEqual({
    returned_on: "DATE_TO_COME",
  })
  const outcomes = await Promise.all([
    refusalOf(recordQuoteReturn(office, back)),
    refusalOf(recordQuoteReturn(office, back)),
    refusalOf(recordQuoteReturn(colleague, { ...back, reference: "HDFC 99000" })),
  ])
  expect(outcomes.filter((one) => one === "REFUND_SETTLED").length).toBeGreaterThan(0)
  expect(await books()).toEqual(before)
  expect((await readMoney(office)).now.to_organisations).toEqual({ paise: 0, count: 0 })
  expect(await entry()).toMatchObject({ back_paise: 0 })
  const { invoice } = await readOffered(sales.world.ctx, token)
  const { reference = "" } = invoice?.cancelled?.returned ?? {}
  // One transfer gives back one invoice.
  const other = await invoiced(100)
  await cancelQuoteInvoice(office, { quote_id: other.quote_id, reason })
  expect(await refusalOf(recordQuoteReturn(office, { ...back, ...other, reference }))).toEqual({
    reference: "REFERENCE_COUNTED",
  })
  const money = await readMoney(office, "2026-11")
  const { items } = await listMoney(office, { month: "2026-11", direction: "out", limit: 50 })
  expect(money.refunded.bank).toEqual({ paise: 8_000_00, count: 1 })
  expect(items).toMatchObject([{ amount_paise: 8_000_00, invoice: { number: invoice?.number } }])
})

test("PAY-09 PAY-07 where more was paid than one person may refund, a colleague approves it, or the invoice stays", async () => {
  const { enquiry_id, quote_id, bill_id } = await invoiced(10_000.01)
  const notes = () => sales.world.ctx.db.$count(bills, eq(bills.corrects, bill_id))
  const { invoice } = await cancelQuoteInvoice(office, { quote_id, reason })
  await cancelQuoteInvoice(office, { quote_id, reason })
  expect(invoice).toMatchObject({
    cancelled: null,
    asked: { reason, is_own: true, colleagues: 2, asked_by: expect.any(String) },
  })
  expect(await notes()).toBe(0)
  expect((await readMoney(office)).now.cancellations).toEqual({ paise: TOTAL, count: 1 })
  expect(await refusalOf(cancelQuoteInvoice(colleague, { quote_id, reason }))).toBe("CANCELLATION_WAITS")
  expect(await refusalOf(approveQuoteCancellation(office, quote_id))).toBe("OWN_CANCELLATION")
  await keepQuoteInvoice(colleague, quote_id)
  await keepQuoteInvoice(colleague, quote_id)
  expect(await refusalOf(approveQuoteCancellation(colleague, quote_id))).toBe("NOT_FOUND")
  expect((await readEnquiry(office, enquiry_id)).invoice).toMatchObject({ asked: null, cancelled: null })
  await cancelQuoteInvoice(office, { quote_id, reason })
  const outcomes = await Promise.all(
    [colleague, colleague, third].map((one) => refusalOf(approveQuoteCancellation(one, quote_id))),
  )
  expect(outcomes.filter((one) => one === "INVOICE_CANCELLED").length).toBeGreaterThan(0)
  expect(await notes()).toBe(1)
  expect(await refusalOf(keepQuoteInvoice(colleague, quote_id))).toBe("INVOICE_CANCELLED")
  expect((await readMoney(office)).now.cancellations.count).toBe(0)
  // Of a colleague who is erased the books keep what was done.
  const { pool, world } = sales
  const subject = { ...office.viewer, contacts: [] }
  const told = await paymentsData.exportFor(office, subject)
  expect(told.invoice_cancellations).toContainEqual(expect.objectContaining({ asked: true, decided: false }))
  await world.ctx.db.transaction((tx) => paymentsData.eraseFor({ ...world.ctx, db: tx }, subject))
  const { rows } = await pool.query(
    "select asked_by, note_id from invoice_cancellations where bill_id = $1",
    [bill_id],
  )
  expect(rows).toMatchObject([{ asked_by: null, note_id: expect.any(String) }])
})

test("PAY-09 the credit note is mailed in the organisation's language, with why and what goes back", async () => {
  const { ctx } = sales.world
  sales.world.jobs.splice(0)
  const sent: Mail[] = []
  const send = async (mail: Mail) => {
    sent.push(mail)
    return { kind: "accepted" as const, providerId: mail.reference }
  }
  const { quote_id, enquiry_id, number } = await invoiced(8_000)
  await sales.pool.query("update premises_quotes set language = 'hi' where id = $1", [quote_id])
  await cancelQuoteInvoice(colleague, { quote_id, reason })
  await runJobs(sales.world, premisesJobs, { ...ctx, mail: { name: "kept", configured: true, send } })
  const note = (await readEnquiry(office, enquiry_id)).invoice?.cancelled?.credit_note
  const [mail] = sent.filter(({ attachments }) =>
    attachments?.some(({ name }) => name === `${note?.number.replaceAll("/", "-")}.pdf`),
  )
  expect(mail?.subject).toContain(number)
  const words = await wordsOfPdf(new Uint8Array(mail?.attachments?.[0]?.content ?? Buffer.of()))
  for (const word of ["क्रेडिट", "रद्द", number, "repairs", "8,000.00", "21,999.99", BUYER, "IGST"])
    expect(words).toContain(word)
})

test("PAY-09 PAY-07 the tax that an organisation deducted lowers what it owes, in the books and the accountant's journal", async () => {
  const before = await books()
  const { enquiry_id, quote_id, bill_id, number } = await invoiced()
  const today = { quote_id, received_on: TODAY }
  const paid = { ...today, reference: newId(), amount_rupees: 19_000, deducted_rupees: 2_000 }
  const wrong = async (over: object) => refusalOf(recordPayment(colleague, { ...paid, ...over }))
  // 21,999.99 in all.
  expect(await wrong({ deducted_rupees: 22_000, over: true })).toEqual({ deducted_rupees: "MORE_THAN_OWED" })
  expect(await wrong({ deducted_rupees: 3_000 })).toEqual({ over: "PAID_OVER" })
  expect(await wrong({ amount_rupees: 22_000 })).toEqual({ over: "PAID_OVER" })
  expect(await wrong({ amount_rupees: 0, deducted_rupees: 0 })).toEqual({ amount_rupees: "PAYMENT_EMPTY" })
  expect(await wrong({ deducted_rupees: 0, deducted_section: "194C" })).toEqual({
    deducted_rupees: "DEDUCTED_MISSING",
  })
  // The same form twice at once, and one that says another tax for the same money.
  const outcomes = await Promise.all([
    refusalOf(recordPayment(colleague, { ...paid, deducted_section: "194c" })),
    refusalOf(recordPayment(colleague, { ...paid, deducted_section: "194c" })),
  ])
  expect(outcomes).toEqual(["done", "done"])
  expect(await wrong({ deducted_rupees: 1 })).toEqual({ reference: "REFERENCE_RECORDED" })
  expect((await readEnquiry(colleague, enquiry_id)).invoice).toMatchObject({
    ...{ paid_paise: 19_000_00, deducted_paise: 2_000_00, owed_paise: 999_99 },
    payments: [{ amount_paise: 19_000_00, deducted_paise: 2_000_00, deducted_section: "194C" }],
  })
  expect(await books()).toMatchObject({
    ...{ bank: before.bank + 19_000_00, receivable: before.receivable + 999_99 },
    "tds-receivable": before["tds-receivable"] + 2_000_00,
  })
  // The rest was deducted as well, as the certificate shows later. No money came with it.
  const late = { ...today, reference: "FORM16A-1", amount_rupees: 0, deducted_rupees: 999.99 }
  await recordPayment(colleague, late)
  expect((await readEnquiry(colleague, enquiry_id)).invoice).toMatchObject({ owed_paise: 0 })
  const { items } = await readJournal(colleague, { ...DAYS, limit: 500 })
  const taxes = items.filter(
    (line) =>
      line.order_number === number && line.account === "tds-receivable" && line.kind === "invoice-paid",
  )
  expect(taxes.map(({ debit_paise }) => debit_paise)).toEqual([2_000_00, 999_99])
  // Of what is cancelled the organisation has its tax back from the department, and from the academy what it paid.
  await cancelQuoteInvoice(colleague, { quote_id, reason })
  await approveQuoteCancellation(third, quote_id)
  expect(await books()).toEqual({
    ...before,
    bank: before.bank + 19_000_00,
    "refunds-payable": before["refunds-payable"] - 19_000_00,
  })
  const [note] = await sales.world.ctx.db.select().from(bills).where(eq(bills.corrects, bill_id))
  expect(note?.content.trace).toEqual([
    { code: "cancelled", reason, paid_paise: 19_000_00, deducted_paise: 2_999_99 },
  ])
})

test("PAY-09 PAY-07 the desk's statement is what the invoices, the books and the accountant's files have, to the paisa", async () => {
  // One of each: unpaid, part paid with tax, cancelled with its money back and without, and settled but for the bank's charges.
  const [, part, back, waits, short] = [
    await invoiced(),
    await invoiced(),
    await invoiced(500),
    await invoiced(700.5),
    await invoiced(21_982.29),
  ]
  const [over, overBack, overCancelled] = [await invoiced(), await invoiced(), await invoiced()]
  const of = (quote_id: string) => ({ quote_id, reference: newId(), received_on: TODAY })
  await recordPayment(third, { ...of(part.quote_id), amount_rupees: 18_000.49, deducted_rupees: 2_000 })
  for (const { quote_id } of [back, waits]) await cancelQuoteInvoice(third, { quote_id, reason })
  await recordQuoteReturn(third, { ...of(back.quote_id), returned_on: TODAY })
  await writeOffQuoteRemainder(third, { quote_id: short.quote_id, amount_paise: 17_70 })
  for (const { quote_id } of [over, overBack, overCancelled]) {
    const { invoice } = await recordPayment(third, { ...of(quote_id), amount_rupees: 22_500, over: true })
    const { payment_id = "" } = invoice?.payments[0] ?? {}
    if (quote_id !== over.quote_id)
      await recordQuoteExcessReturn(third, { ...of(quote_id), payment_id, returned_on: TODAY })
  }
  await cancelQuoteInvoice(third, { quote_id: overCancelled.quote_id, reason })
  await approveQuoteCancellation(colleague, overCancelled.quote_id)
  const { items, sums } = await listEnquiries(third, { state: "accepted", limit: 100 })
  const invoices = items.flatMap(({ invoice }) => (invoice ? [invoice] : []))
  const sum = (field: keyof NonNullable<typeof sums>) => invoices.reduce((all, one) => all + one[field], 0)
  for (const [field, paise] of Object.entries(sums ?? {}))
    expect([field, paise]).toEqual([field, sum(field as keyof NonNullable<typeof sums>)])
  for (const one of invoices)
    expect(
      one.total_paise -
        (one.cancelled_paise + one.paid_paise + one.deducted_paise + one.charges_paise) +
        one.returned_paise,
    ).toBe(one.owed_paise - one.back_paise)
  for (const field of [
    ...(["cancelled_paise", "deducted_paise", "charges_paise", "returned_paise", "back_paise"] as const),
  ])
    expect(sum(field), field).toBeGreaterThan(0)
  // The books.
  expect(await books()).toMatchObject({
    ...{ receivable: sum("owed_paise"), "tds-receivable": sum("deducted_paise") },
    "bank-charges": sum("charges_paise"),
    ...{ "refunds-payable": -sum("back_paise"), bank: sum("paid_paise") - sum("returned_paise") },
  })
  const { now } = await readMoney(third)
  expect([now.invoices.paise, now.to_organisations.paise]).toEqual([sum("owed_paise"), sum("back_paise")])
  // The accountant's files, invoice by invoice.
  const { tables } = await readGstr1(third, DAYS)
  const documents = (name: string, number: number, value: number) => {
    const rows = tables.find((table) => table.name === name)?.rows ?? []
    return new Map(rows.map((row) => [row[number] as string, (row[value] as { paise: number }).paise]))
  }
  expect(documents("b2b", 2, 4)).toEqual(new Map(invoices.map((one) => [one.number, one.total_paise])))
  const noted = [...documents("cdnr", 2, 8).values()].reduce((all, paise) => all + paise, 0)
  expect(noted).toBe(sum("cancelled_paise"))
  const journal = (await readJournal(third, { ...DAYS, limit: 500 })).items
  const moved = (number: string, account: string) =>
    journal
      .filter((line) => line.order_number === number && line.account === account)
      .reduce((all, { debit_paise, credit_paise }) => all + debit_paise - credit_paise, 0)
  for (const one of invoices)
    expect([
      ...[moved(one.number, "receivable"), moved(one.number, "tds-receivable")],
      ...[moved(one.number, "refunds-payable"), moved(one.number, "bank"), moved(one.number, "bank-charges")],
    ]).toEqual([
      ...[one.owed_paise, one.deducted_paise],
      ...[-one.back_paise || 0, one.paid_paise - one.returned_paise, one.charges_paise],
    ])
})

/** A family's order by UPI, and statements of the academy's bank with what it costs. */
async function familyOrder() {
  const { world } = sales
  const env = { ...world.ctx.env, UPI_ID: "nritya@okbank" }
  const buyer = { ...world.as(await createStudent(world.ctx)), env }
  const order = await createOrder(buyer, { course_id: sales.course(), state: "29", way: "upi" })
  const { total_paise } = order.price
  const columns = { date: 0, texts: [1], amount: 2, direction: null }
  const bring = (narration: string) => {
    const text = `Date,Narration,Credit\n20/11/2026,${narration},${(total_paise / 100).toFixed(2)}`
    return importStatement(third, { text, columns })
  }
  const reference = order.checkout?.way === "upi" ? order.checkout.reference : ""
  return { order_number: order.order_number, total_paise, bring, reference }
}
const lineWith = async (word: string) => {
  const page = { limit: 100 }
  const lists = await Promise.all([listLines(third, page), listLines(third, { ...page, decided: true })])
  return lists.flatMap(({ items }) => items).find(({ text }) => text?.includes(word))
}

test("PAY-09 PAY-07 a transfer that paid an invoice counts for no family's order, whichever comes first", async () => {
  const { order_number, total_paise, bring, reference } = await familyOrder()
  const { quote_id } = await invoiced()
  const [first, second, neft] = ["630912345678", "630912345679", "AXISN26112000123"]
  const paid = { quote_id, amount_rupees: 2_000, received_on: TODAY }
  await recordPayment(third, { ...paid, reference: first })
  await recordPayment(third, { ...paid, reference: neft })
  const nothing = { approved: 0, owed: 0, kept: 0 }
  expect(await bring(`UPI ${first} HOUSING SOCIETY`)).toMatchObject(nothing)
  expect(await bring(`NEFT ${neft} ${reference}`)).toMatchObject(nothing)
  const transfer = { order_number, utr: first, amount_paise: total_paise }
  expect(await refusalOf(recordTransfer(third, transfer))).toEqual({ utr: "UTR_COUNTED" })
  // The statement first: the line is explained, also one of which a colleague thought otherwise meanwhile.
  await bring(`UPI ${second} HOUSING SOCIETY`)
  const line = await lineWith(second)
  expect(line).toMatchObject({ state: "open", hint: { order_number } })
  await recordPayment(third, { ...paid, reference: second })
  expect(await lineWith(second)).toMatchObject({ state: "aside", reason: "recorded-elsewhere" })
  await reopenLine(third, line?.id ?? "")
  expect(await refusalOf(matchLine(third, { line_id: line?.id ?? "", order_number }))).toEqual({
    order_number: "LINE_COUNTED",
  })
  await bring(`NEFT AXISN26112000124 ${reference}`)
  expect(await refusalOf(recordPayment(third, { ...paid, reference: "AXISN26112000124" }))).toEqual({
    reference: "REFERENCE_COUNTED",
  })
})

test("PAY-09 PAY-07 a payment that was recorded by mistake is taken back: owed again, reversed, free for what it was", async () => {
  const { order_number, total_paise, bring } = await familyOrder()
  const { enquiry_id, quote_id, bill_id, number } = await invoiced(500)
  const [before, month] = [await books(), (await readMoney(third, "2026-11")).received]
  const reference = "630912345690"
  await bring(`UPI ${reference} ASHA`)
  const paid = { quote_id, reference, amount_rupees: 2_000, deducted_rupees: 40, received_on: TODAY }
  const { invoice } = await recordPayment(third, paid)
  const payment_id = invoice?.payments.at(-1)?.payment_id ?? ""
  expect(await lineWith(reference)).toMatchObject({ state: "aside", reason: "recorded-elsewhere" })
  const other = await invoiced()
  expect(await refusalOf(reversePayment(third, { quote_id: other.quote_id, payment_id }))).toBe("NOT_FOUND")
  const mistake = { quote_id, payment_id }
  const outcomes = await Promise.all(
    [third, colleague, third].map((one) => refusalOf(reversePayment(one, mistake))),
  )
  expect(outcomes).toEqual(["done", "done", "done"])
  expect((await readEnquiry(third, enquiry_id)).invoice).toMatchObject({
    ...{ paid_paise: 500_00, deducted_paise: 0, owed_paise: TOTAL - 500_00 },
    payments: [{ amount_paise: 500_00 }],
  })
  const { items } = await listEnquiries(third, { state: "accepted", limit: 100 })
  expect(items.find(({ id }) => id === enquiry_id)?.invoice).toMatchObject({ owed_paise: TOTAL - 500_00 })
  // The month shows it neither as received nor as given back; the accountant's journal has both, under the invoice.
  const now = { ...before, receivable: before.receivable + TOTAL }
  const { "deferred-income": _, "igst-payable": __, "round-off": ___, ...moved } = await books()
  expect(now).toMatchObject(moved)
  expect((await readMoney(third, "2026-11")).received).toEqual(month)
  const journal = (await readJournal(third, { ...DAYS, limit: 500 })).items
  const banked = journal.filter((line) => line.order_number === number && line.account === "bank")
  expect(banked.map(({ kind, debit_paise, credit_paise }) => [kind, debit_paise - credit_paise])).toEqual([
    ["invoice-paid", 500_00],
    ["invoice-paid", 2_000_00],
    ["invoice-unpaid", -2_000_00],
  ])
  // The transfer was a family's.
  const line = await lineWith(reference)
  expect(line).toMatchObject({ state: "open", reason: null, decided_by: null })
  expect(await matchLine(third, { line_id: line?.id ?? "", order_number })).toEqual({ outcome: "paid" })
  expect(total_paise).toBeGreaterThan(0)
  expect(await refusalOf(recordPayment(third, paid))).toEqual({ reference: "REFERENCE_COUNTED" })
  // What was typed wrongly is recorded anew, as it should have been, and a cancelled invoice keeps what was paid of it.
  await recordPayment(third, { ...paid, reference: "630912345691" })
  const again = await recordPayment(third, { ...paid, reference: "630912345692", amount_rupees: 100 })
  const last = again.invoice?.payments.at(-1)?.payment_id ?? ""
  await reversePayment(third, { quote_id, payment_id: last })
  await recordPayment(third, { ...paid, reference: "630912345692", amount_rupees: 1_000 })
  await cancelQuoteInvoice(third, { quote_id, reason })
  const kept = (await readEnquiry(third, enquiry_id)).invoice?.payments[0]?.payment_id ?? ""
  expect(await refusalOf(reversePayment(third, { quote_id, payment_id: kept }))).toBe("INVOICE_CANCELLED")
  expect(await sales.world.ctx.db.$count(bills, eq(bills.corrects, bill_id))).toBe(1)
  // Who took it back is gone with the person; that it was is not.
  const subject = { ...third.viewer, contacts: [] }
  expect((await paymentsData.exportFor(third, subject)).invoice_payments).toContainEqual({
    ...{ received_on: TODAY, amount_paise: 2_000_00 },
  })
})

test("PAY-09 PAY-07 one transfer pays two invoices where that is said, and a certificate may be of several", async () => {
  const [one, other] = [await invoiced(), await invoiced()]
  const paid = { reference: "NEFT 9912345", amount_rupees: 5_000, received_on: TODAY }
  const both = { ...paid, quote_id: other.quote_id }
  await recordPayment(colleague, { ...paid, quote_id: one.quote_id })
  expect(await refusalOf(recordPayment(colleague, both))).toEqual({ shared: "REFERENCE_SHARED" })
  const outcomes = await Promise.all(
    [1, 2].map(() => refusalOf(recordPayment(colleague, { ...both, shared: true }))),
  )
  expect(outcomes).toEqual(["done", "done"])
  const certificate = { reference: "FORM16A-77", amount_rupees: 0, deducted_rupees: 100, received_on: TODAY }
  for (const { quote_id } of [one, other]) await recordPayment(colleague, { ...certificate, quote_id })
  const sums = { paid_paise: 5_000_00, deducted_paise: 100_00 }
  for (const { enquiry_id } of [one, other])
    expect((await readEnquiry(colleague, enquiry_id)).invoice).toMatchObject(sums)
  // The same reference with another date or section is no repeat: nothing says that it was saved.
  const corrected = [
    { ...both, received_on: "2026-11-19" },
    { ...both, amount_rupees: 1 },
  ]
  for (const wrong of corrected)
    expect(await refusalOf(recordPayment(colleague, wrong))).toEqual({ reference: "REFERENCE_RECORDED" })
  // Two at the same moment, of which neither says so: one is asked.
  const [a, b] = [await invoiced(), await invoiced()]
  const race = await Promise.all(
    [a, b].map(({ quote_id }) =>
      refusalOf(recordPayment(colleague, { ...paid, reference: "CHEQUE 12", quote_id })),
    ),
  )
  expect(race.filter((outcome) => outcome === "done")).toHaveLength(1)
})

test("PAY-09 PAY-07 a payment counts in the month in which it came, whenever it is noted", async () => {
  const { quote_id, number } = await invoiced()
  const october = async () => (await readMoney(colleague, "2026-10")).received.bank
  expect(await october()).toEqual({ paise: 0, count: 0 })
  const paid = { quote_id, reference: newId(), amount_rupees: 700, received_on: "2026-10-31" }
  await recordPayment(colleague, paid)
  expect(await october()).toEqual({ paise: 700_00, count: 1 })
  const { items } = await readJournal(colleague, { first: "2026-10-31", last: "2026-10-31", limit: 50 })
  expect(items.map(({ order_number, kind }) => [order_number, kind])).toContainEqual([number, "invoice-paid"])
})

test("PAY-09 an organisation is told where to pay: in the mail, on the invoice and on the quote's page, while it owes", async () => {
  const { ctx } = sales.world
  const account = "HDFC Bank, account 50200012345678, IFSC HDFC0001234"
  const env = { ...ctx.env, BANK_DETAILS: account, UPI_ID: "nritya@okbank" }
  const made = await premisesFor(ctx, office.viewer, "quoted")
  sales.world.jobs.splice(0)
  await acceptQuote({ ...ctx, env }, { token: made.token, accepted_by: "Asha Rao" })
  const mailed: Mail[] = []
  const send = async (mail: Mail) => {
    mailed.push(mail)
    return { kind: "accepted" as const, providerId: mail.reference }
  }
  await runJobs(sales.world, premisesJobs, { ...ctx, env, mail: { name: "kept", configured: true, send } })
  const told = `${account}; UPI nritya@okbank`
  const [invoiceMailed] = mailed.filter((mail) => mail.text.includes(told))
  const words = await wordsOfPdf(new Uint8Array(invoiceMailed?.attachments?.[0]?.content ?? Buffer.of()))
  expect(words.replaceAll(/\s+/g, " ")).toContain("50200012345678")
  const { invoice } = await readOffered({ ...ctx, env }, made.token)
  expect(invoice).toMatchObject({ pay_to: told })
  // Its credit note doesn't ask for money.
  await cancelQuoteInvoice(office, { quote_id: made.quote_id, reason })
  const note = await readOfferedCreditNote(ctx, made.token)
  expect(note.pay_to).toBeUndefined()
})

test("PAY-09 PAY-07 a transfer that is recorded for an invoice and a family's order at the same moment counts once, over 5 races", async () => {
  for (let race = 0; race < 5; race += 1) {
    const [{ order_number, total_paise }, { quote_id }] = [await familyOrder(), await invoiced()]
    const utr = `63091234570${race}`
    const outcomes = await Promise.all([
      refusalOf(recordTransfer(third, { order_number, utr, amount_paise: total_paise })),
      refusalOf(recordPayment(third, { quote_id, amount_rupees: 2_000, reference: utr, received_on: TODAY })),
    ])
    expect(outcomes.filter((one) => one === "done")).toHaveLength(1)
  }
})
