import { ORPCError } from "@orpc/server"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import type { BillLine } from "#contract/bills.ts"
import { notices, outbox } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { Refusal } from "#platform/errors.ts"
import { smtpMail } from "#platform/mail/smtp.ts"
import type { RazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { formatPaise } from "#shared/money.ts"
import { MINUTE } from "#shared/time.ts"
import { SMTP_PASSWORD, SMTP_USER, startSmtpGateway } from "#tests/gateways/smtp.ts"
import { wordsOfPdf } from "#tests/pdf-words.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { courseOf, refusalOf, testSales } from "#tests/sales.ts"
import { paymentsJobs } from "../jobs.ts"
import { createOrder } from "../orders.ts"
import { paymentsData } from "../personal-data.ts"
import { orders } from "../table.ts"
import { receiveEvent } from "../webhook.ts"
import { draftBills, issue } from "./issue.ts"
import { listBills as listPage, readBill } from "./list.ts"
import { enterSupplier, type SupplierDraft } from "./suppliers.ts"

const sales = testSales({ online: true })

const listBills = async (ctx: SignedInCtx, order_number?: string) =>
  (await listPage(ctx, { order_number, limit: 50 })).items

const adult = async () => sales.world.as(await createStudent(sales.world.ctx))

async function report(event: string, entity: Parameters<RazorpayGateway["webhook"]>[1]) {
  const { body, headers } = sales.gateway.webhook(event, entity)
  await receiveEvent(sales.world.ctx, "razorpay", body, headers)
}

type Buying = { state?: "27" | "29"; student_id?: string; course_id?: string }

async function providerOrderOf(number: string): Promise<string> {
  const known = "select provider_order_id as id from orders where number = $1"
  return (await sales.pool.query(known, [number])).rows[0].id
}

/** An order that was paid, with its payment. */
async function paid(
  buyer: SignedInCtx,
  { state = "29", student_id, course_id = sales.course() }: Buying = {},
) {
  const order = await createOrder(buyer, { course_id, state, ...(student_id && { student_id }) })
  const payment = sales.gateway.pay(await providerOrderOf(order.order_number), "captured")
  await report("payment.captured", payment)
  return { order, payment }
}

/** Somebody pays back on the provider's own pages, a minute later. */
async function refundOutside(payment: Parameters<RazorpayGateway["refund"]>[0], amount: number, key: string) {
  sales.world.clock.advance(MINUTE)
  const refund = sales.gateway.refund(payment, { amount }, key, "")
  await report("refund.processed", { ...refund, status: "processed" })
}

const CHILD = { under_18: true, parent_name: "Lata Rao", parent_phone: "+919845099999" }

const NRITYA: SupplierDraft = {
  ...{
    valid_from: "2026-04-01",
    name: "Nritya Academy LLP",
    address: "14 MG Road\nPune 411001",
    state: "27",
  },
  ...{ registration: "regular", gstin: "27AAPFU0939F1ZV", prefix: "NA" },
}

async function fieldsOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  )
  return error instanceof Refusal
    ? ((error.data as { fields?: unknown } | undefined)?.fields ?? error.code)
    : error
}

test("PAY-05 an academy that hasn't said who sells can sell in a trial alone, by receipts", async () => {
  const buyer = await adult()
  const production = { ...buyer, env: { ...buyer.env, trial: false } }
  const refused = await createOrder(production, { course_id: sales.course(), state: "29" }).catch(
    (error) => error,
  )
  expect(refused).toMatchObject({ code: "NOT_SOLD", data: { reasons: [{ code: "no-supplier" }] } })
  await paid(buyer)
  const [bill] = await listBills(buyer)
  expect(bill).toMatchObject({ kind: "receipt", number: "K/2627/R1", issued_on: "2026-11-20" })
  const read = await readBill(buyer, bill?.id ?? "")
  expect(read.supplier).toMatchObject({
    name: sales.world.ctx.brand.name,
    gstin: null,
    registration: "unregistered",
  })
})

test("PAY-05 ACC-12 who sells is entered from a date on: a wrong GSTIN is refused at its field, and the log has both values", async () => {
  const admin = sales.world.as(await createAdmin(sales.world.ctx))
  const tried = (changes: Partial<SupplierDraft>) => fieldsOf(enterSupplier(admin, { ...NRITYA, ...changes }))
  expect(await tried({ gstin: "27AAPFU0939F1ZW" })).toEqual({ gstin: "GSTIN_CHECKSUM" })
  expect(await tried({ gstin: "29AAGCB7383J1Z4" })).toEqual({ gstin: "GSTIN_STATE" })
  expect(await tried({ gstin: null })).toEqual({ gstin: "GSTIN_NEEDED" })
  expect(await tried({ registration: "unregistered" })).toEqual({ gstin: "GSTIN_NOT_REGISTERED" })
  expect(await tried({ prefix: "0A" })).toEqual({ prefix: "BILL_PREFIX" })
  // Receipts with this prefix were issued without a GSTIN.
  expect(await tried({ prefix: "k" })).toEqual({ prefix: "BILL_PREFIX_USED" })
  expect(await tried({ name: " ", address: "\n" })).toEqual({
    name: "SUPPLIER_NAME",
    address: "SUPPLIER_ADDRESS",
  })
  await enterSupplier(admin, { ...NRITYA, gstin: " 27aapfu0939f1zv " })
  await enterSupplier(admin, {
    ...NRITYA,
    valid_from: "2027-03-01",
    registration: "exempt",
    gstin: null,
    prefix: "NE",
  })
  // Neither has sold anything with it.
  const unregistered = { registration: "unregistered", gstin: null, valid_from: "2026-03-01" } as const
  expect(await tried(unregistered)).toEqual({ prefix: "BILL_PREFIX_USED" })
  expect(await tried({ prefix: "NE" })).toEqual({ prefix: "BILL_PREFIX_USED" })
  const log = await sales.world.ctx.db.select().from(auditLog)
  expect(log.filter(({ action }) => action === "supplier.change").map(({ detail }) => detail)).toEqual([
    {
      ...{ valid_from_from: null, valid_from_to: "2026-04-01", state_from: null, state_to: "27" },
      ...{ registration_from: null, registration_to: "regular" },
      ...{ gstin_from: null, gstin_to: "27AAPFU0939F1ZV", prefix_from: null, prefix_to: "NA" },
    },
    {
      ...{ valid_from_from: "2026-04-01", valid_from_to: "2027-03-01" },
      ...{ registration_from: "regular", registration_to: "exempt" },
      ...{ gstin_from: "27AAPFU0939F1ZV", gstin_to: null, prefix_from: "NA", prefix_to: "NE" },
    },
  ])
  expect(JSON.stringify(log)).not.toContain("Nritya")
  await expect(sales.pool.query("update suppliers set name = 'Other'")).rejects.toThrow("append-only")
})

test("PAY-05 a bill says what the order said, and stays so when names, rules and the supplier change", async () => {
  const buyer = await adult()
  const { order, payment } = await paid(buyer)
  const [line] = await listBills(buyer)
  const bill = await readBill(buyer, line?.id ?? "")
  const [document] = order.price.documents
  expect(bill).toMatchObject({
    ...{ kind: "tax-invoice", number: "NA/2627/T1", title: courseOf(order).title, place: "29" },
    ...{
      lines: document?.lines,
      round_off_paise: document?.round_off_paise,
      total_paise: document?.total_paise,
    },
    ...{ trace: order.price.trace, paid: { method: payment.method, reference: payment.id } },
    supplier: {
      name: "Nritya Academy LLP",
      address: ["14 MG Road", "Pune 411001"],
      gstin: "27AAPFU0939F1ZV",
      state: "27",
    },
    buyer: { name: `${buyer.viewer.first_name} ${buyer.viewer.last_name}`, state: "29", gstin: null },
  })
  await sales.pool.query("update programs set title = 'Renamed' where id = $1", [courseOf(order).id])
  await sales.pool.query("update users set name = 'Somebody Else' where id = $1", [buyer.viewer.user_id])
  const admin = sales.world.as(await createAdmin(sales.world.ctx))
  await enterSupplier(admin, { ...NRITYA, name: "Nritya Academy Private Limited" })
  expect(await readBill(buyer, line?.id ?? "")).toEqual(bill)
  for (const change of ["update bills set total_paise = 1", "delete from bills", "truncate bills cascade"]) {
    await expect(sales.pool.query(change)).rejects.toThrow("append-only")
  }
  await expect(sales.pool.query("update bill_counters set last = 0")).rejects.toThrow("only count up")
  await sales.pool.query("update programs set title = $2 where id = $1", [
    courseOf(order).id,
    courseOf(order).title,
  ])
})

test("PAY-05 numbers are consecutive when many are issued at once and some transactions are taken back", async () => {
  const { order } = await paid(await adult())
  const [row] = await sales.world.ctx.db.select().from(orders).where(eq(orders.number, order.order_number))
  if (!row) throw new Error("there is no order")
  const numbers = async () =>
    (
      await sales.pool.query("select sequence from bills where series = 'NA/2627/T' order by sequence")
    ).rows.map(({ sequence }) => sequence as number)
  const before = (await numbers()).length
  const tried = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) =>
      inTransaction(sales.world.ctx, async (tx) => {
        const payment = { method: "upi", provider_payment_id: `pay_${at}` }
        await issue(tx, await draftBills(tx, row, payment))
        if (at % 3 === 0) throw new Error("taken back")
      }),
    ),
  )
  const issued = tried.filter(({ status }) => status === "fulfilled").length
  expect(issued).toBe(40)
  expect(await numbers()).toEqual(Array.from({ length: before + issued }, (_, at) => at + 1))
  // They belong to no payment: another test's invariants are about real ones.
  await sales.pool.query("alter table bills disable trigger user")
  await sales.pool.query("alter table bill_counters disable trigger user")
  await sales.pool.query("delete from bills where content -> 'paid' ->> 'reference' ~ '^pay_[0-9]+$'")
  await sales.pool.query(
    "update bill_counters c set last = (select max(sequence) from bills b where b.series = c.series)",
  )
  await sales.pool.query("alter table bills enable trigger user")
  await sales.pool.query("alter table bill_counters enable trigger user")
})

test("PAY-05 a credit note names its bill, two of them are equal to it, and what never fulfilled has neither", async () => {
  const buyer = await adult()
  const { order, payment } = await paid(buyer, { state: "27" })
  const again = sales.gateway.payAgain(payment.order_id)
  await report("payment.captured", again)
  await runJobs(sales.world, paymentsJobs)
  for (const refund of sales.gateway.refunds()) {
    refund.status = "processed"
    await report("refund.processed", refund)
  }
  expect(await listBills(buyer, order.order_number)).toHaveLength(1)
  const total = order.price.total_paise
  await refundOutside(payment, 100_001, "by-hand-000001")
  await refundOutside(payment, total - 100_001, "by-hand-000002")
  const [second, first, bill] = await listBills(buyer, order.order_number)
  expect([first, second]).toMatchObject([
    { kind: "credit-note", total_paise: 100_001, corrects: bill?.number },
    { kind: "credit-note", total_paise: total - 100_001, corrects: bill?.number },
  ])
  expect([first?.number, second?.number]).toEqual(["NA/2627/C1", "NA/2627/C2"])
  const lines = await Promise.all(
    [bill, first, second].map(async (one) => (await readBill(buyer, one?.id ?? "")).lines[0]),
  )
  for (const of of ["amount_paise", "taxable_paise", "cgst_paise", "sgst_paise", "igst_paise"] as const) {
    expect((lines[1]?.[of] ?? 0) + (lines[2]?.[of] ?? 0), of).toBe(lines[0]?.[of])
  }
  const { rows } = await sales.pool.query(
    "select count(*)::int as n from ledger_journals j join refunds r on j.idempotency_key = 'returned:' || r.id where r.reason = 'outside'",
  )
  expect(rows).toEqual([{ n: 2 }])
})

test("PAY-05 a bill is read by who paid it, by guardians of its student and by the office, and by nobody else", async () => {
  const child = await createStudent(sales.world.ctx, CHILD)
  const [paying, other] = [
    await createGuardian(sales.world.ctx, child),
    await createGuardian(sales.world.ctx, child),
  ]
  const stranger = await createStudent(sales.world.ctx, { ...CHILD, parent_phone: "+919845088888" })
  const { order } = await paid(sales.world.as(paying), { student_id: child.user_id })
  const [line] = await listBills(sales.world.as(paying))
  const code = (viewer: Parameters<typeof sales.world.as>[0]) =>
    readBill(sales.world.as(viewer), line?.id ?? "").then(
      ({ number }) => number,
      (error: unknown) => (error instanceof ORPCError || error instanceof Refusal ? error.code : error),
    )
  for (const reader of [paying, other, await createAdmin(sales.world.ctx)])
    expect(await code(reader)).toBe(line?.number)
  for (const reader of [child, stranger, await createGuardian(sales.world.ctx, stranger)]) {
    expect(await code(reader)).toBe("NOT_FOUND")
    expect(await listBills(sales.world.as(reader), order.order_number)).toEqual([])
  }
})

test("PAY-05 a family pages through all its bills and sees each once", async () => {
  const buyer = await adult()
  const { payment } = await paid(buyer)
  for (const at of [1, 2, 3, 4]) await refundOutside(payment, 1_000 * at, `by-hand-page-${at}`)
  const seen: BillLine[][] = []
  let cursor: string | undefined
  do {
    const page = await listPage(buyer, { limit: 2, cursor })
    seen.push(page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen.map(({ length }) => length)).toEqual([2, 2, 1])
  const amounts = seen.flat().map(({ total_paise }) => total_paise)
  expect(amounts.slice(0, 4)).toEqual([4_000, 3_000, 2_000, 1_000])
  expect(await refusalOf(listPage(buyer, { limit: 2, cursor: "later" }))).toEqual({
    cursor: "Start again from the first page",
  })
})

test("PAY-05 NOT-01 the payer gets each bill by mail once, in their language", async () => {
  const buyer = await adult()
  await sales.pool.query("update users set language = 'hi' where id = $1", [buyer.viewer.user_id])
  const { order } = await paid(buyer)
  for (let run = 0; run < 2; run += 1) {
    await runJobs(sales.world, paymentsJobs)
    sales.world.jobs.push({ queue: "payments.bill", data: { order_id: await idOf(order.order_number) } })
  }
  await runJobs(sales.world, paymentsJobs)
  const [bill] = await listBills(buyer)
  const mails = await sales.world.ctx.db
    .select()
    .from(notices)
    .where(eq(notices.cause_id, bill?.id ?? ""))
  expect(mails).toMatchObject([{ status: "sent", recipient: buyer.viewer.email }])
  const sent = (await sales.world.ctx.db.select().from(outbox)).filter(({ id }) => id === mails[0]?.id)
  expect(sent[0]?.subject).toBe(`कर बीजक ${bill?.number}: ${courseOf(order).title}`)
})

test.each([
  ["en", { "tax-invoice": "Tax invoice", "credit-note": "Credit note" }],
  ["hi", { "tax-invoice": "कर बीजक", "credit-note": "क्रेडिट नोट" }],
])(
  "PAY-05 NOT-01 the mail carries the bill as a PDF that can be read, in %s: what it is, its number, what was bought, and the amount",
  async (language, titles) => {
    const server = await startSmtpGateway()
    try {
      const { host, port } = server
      const login = { user: SMTP_USER, password: SMTP_PASSWORD }
      const mail = smtpMail({ host, port, secure: false, ...login, from: "Kaksha <hello@kaksha.example>" })
      const buyer = await adult()
      await sales.pool.query("update users set language = $2 where id = $1", [buyer.viewer.user_id, language])
      const { order, payment } = await paid(buyer)
      await refundOutside(payment, 10_000, `refund-by-hand-${language}`)
      await runJobs(sales.world, paymentsJobs, { ...sales.world.ctx, mail })
      const bills = await listBills(buyer)
      expect(bills.map(({ kind }) => kind).sort()).toEqual(["credit-note", "tax-invoice"])
      expect(server.mails).toHaveLength(2)
      for (const { kind, number, total_paise } of bills) {
        const sent = server.mails.find(({ subject }) => subject?.includes(number))
        expect(sent?.to).toMatchObject([{ address: buyer.viewer.email }])
        expect(sent?.attachments).toMatchObject([
          { filename: `${number.replaceAll("/", "-")}.pdf`, mimeType: "application/pdf" },
        ])
        const words = await wordsOfPdf(new Uint8Array(sent?.attachments[0]?.content as ArrayBuffer))
        expect(words).toContain(titles[kind as keyof typeof titles])
        expect(words).toContain(number)
        expect(words).toContain(courseOf(order).title)
        expect(words).toContain("Nritya Academy")
        expect(words).toContain(formatPaise(total_paise).replace("₹", ""))
      }
    } finally {
      await server.close()
    }
  },
)

test("PAY-05 OPS-06 under new letters the numbers of a restored copy begin anew, also of older orders and of what goes back", async () => {
  const admin = sales.world.as(await createAdmin(sales.world.ctx))
  const buyer = await adult()
  const before = await paid(buyer)
  const waiting = await createOrder(buyer, { course_id: sales.course(), state: "29" })
  await enterSupplier(admin, { ...NRITYA, prefix: "NB", valid_from: "2026-11-20" })
  const id = await providerOrderOf(waiting.order_number)
  await report("payment.captured", sales.gateway.pay(id, "captured"))
  await refundOutside(before.payment, 10_000, "refund-by-hand-2")
  const numbers = (await listBills(buyer)).map(({ number }) => number)
  expect(numbers.filter((number) => number.startsWith("NB/")).sort()).toEqual(["NB/2627/C1", "NB/2627/T1"])
  expect(numbers.filter((number) => number.startsWith("NA/"))).toHaveLength(1)
})

test("LAW-02 PAY-05 bills are exported to their payer, and stay when the payer is erased", async () => {
  const buyer = await adult()
  const { order } = await paid(buyer)
  const subject = { user_id: buyer.viewer.user_id, contacts: [] }
  expect((await paymentsData.exportFor(sales.world.ctx, subject)).bills).toHaveLength(1)
  await paymentsData.eraseFor(sales.world.ctx, subject)
  expect((await paymentsData.exportFor(sales.world.ctx, subject)).bills).toEqual([])
  expect(await listBills(buyer)).toEqual([])
  const { rowCount } = await sales.pool.query("select 1 from bills where order_id = $1", [
    await idOf(order.order_number),
  ])
  expect(rowCount).toBe(1)
})

test("PAY-05 the financial year turns at midnight in India, and numbers begin again", async () => {
  const admin = sales.world.as(await createAdmin(sales.world.ctx))
  await enterSupplier(admin, { ...NRITYA, valid_from: "2027-03-01" })
  sales.world.clock.set("2027-03-31T18:29:59Z")
  const [last, first] = [await adult(), await adult()]
  await paid(last)
  sales.world.clock.set("2027-03-31T18:30:00Z")
  await paid(first)
  expect((await listBills(last))[0]).toMatchObject({
    issued_on: "2027-03-31",
    number: expect.stringMatching("^NA/2627/T"),
  })
  expect((await listBills(first))[0]).toMatchObject({ issued_on: "2027-04-01", number: "NA/2728/T1" })
})

async function idOf(number: string): Promise<string> {
  return (await sales.pool.query("select id from orders where number = $1", [number])).rows[0].id
}
