import { parse } from "csv-parse/sync"
import { beforeAll, expect, test } from "vitest"
import type { Gstr1, Gstr1Table, JournalLine } from "#contract/money.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { csvFile } from "#shared/csv-file.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { refusalOf, testSales } from "#tests/sales.ts"
import { enterSupplier } from "../bills/suppliers.ts"
import { createOrder } from "../orders.ts"
import { refundByStaff } from "../refunding/by-staff.ts"
import { listIssuers, readGstr1, readJournal } from "./exports.ts"

const sales = testSales()
const SELLER = "27AAPFU0939F1ZV"
const BUYER = "29AAGCB7383J1Z4"
const OCTOBER = { first: "2026-10-01", last: "2026-10-31" }
const NOVEMBER = { first: "2026-11-01", last: "2026-11-30" }
let office: SignedInCtx
let [online, dear] = ["", ""]

beforeAll(async () => {
  const { ctx } = sales.world
  ctx.env = { ...ctx.env, REFUND_LIMIT_RUPEES: 0 }
  office = sales.world.as(await createAdmin(ctx))
  await enterSupplier(office, {
    ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nPune 411001" },
    ...{ state: "27", registration: "regular", gstin: SELLER, prefix: "NA" },
  })
  const program = async (price_rupees: number) =>
    (await createProgram(office, { ...DRAFT, price_rupees, delivery: "online", id: newId() })).id
  online = await program(8_999)
  dear = await program(1_50_000)
})

type Bought = {
  state?: "27" | "29"
  course_id?: string
  gstin?: string
  business_name?: string
  business_address?: string
}

/** Sells a program and has this much of its price go back. */
async function sold({ state = "27", course_id = online, ...business }: Bought, refund_paise = 0) {
  const buyer = sales.world.as(await createStudent(sales.world.ctx))
  const order = await sales.pay(buyer, await createOrder(buyer, { course_id, state, ...business }))
  const { order_number } = order
  if (refund_paise > 0)
    await refundByStaff(office, {
      ...{
        order_number,
        request_id: newId(),
        amount_paise: refund_paise,
        note: "Moved",
        ends_enrolment: false,
      },
    })
  return order
}

/** The rows of a file as somebody else's parser reads them. */
async function rowsOf(columns: readonly string[], rows: Parameters<typeof csvFile>[2]) {
  const text = await csvFile("file.csv", columns, rows).text()
  return parse(text, { bom: true, columns: true }) as Record<string, string>[]
}

async function tableOf(gstr1: Gstr1, name: Gstr1Table) {
  const table = gstr1.tables.find((one) => one.name === name)
  return rowsOf(table?.columns ?? [], table?.rows ?? [])
}

/** Rupees with two decimals, in paise. */
function paise(rupees: string | undefined): number {
  expect(rupees).toMatch(/^-?\d+\.\d\d$/)
  return Number((rupees ?? "").replace(".", ""))
}
const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((all, row) => all + paise(row[column]), 0)

async function journalOf(days: { first: string; last: string }, limit = 500) {
  const lines: JournalLine[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readJournal(office, { ...days, limit, ...(cursor && { cursor }) })
    lines.push(...page.items)
    cursor = page.next_cursor
  }
  return lines
}

/** What an account of the books moved in a month, credits positive. */
async function booked(account: string, { first, last }: { first: string; last: string }): Promise<number> {
  const { rows } = await sales.pool.query(
    `select coalesce(-sum(e.amount), 0)::int as paise from ledger_entries e
     join ledger_accounts a on a.id = e.account_id join ledger_journals j on j.id = e.journal_id
     where a.kind = $1 and (j.effective_at at time zone 'Asia/Kolkata')::date between $2 and $3`,
    [account, first, last],
  )
  return rows[0].paise
}

test("PAY-07 the accountant's files agree with the books to the paisa, as an independent parser reads them", async () => {
  sales.world.clock.set("2026-10-31T18:29:00Z")
  const october = await sold({})
  sales.world.clock.set("2026-10-31T18:31:00Z")
  const business = {
    state: "29",
    gstin: BUYER,
    business_name: '=HYPERLINK("http://evil.example")',
    business_address: "7 MG Road, Bengaluru 560001",
  } as const
  await sold(business, 123_457)
  await sold({ state: "29" })
  await sold({ state: "27" }, 99_999)
  await sold({ state: "29", course_id: dear }, 10_00_001)
  sales.world.clock.advance(DAY)
  await sales.settleRefunds()
  // The office gives some back in November of what was sold in October.
  await refundByStaff(office, {
    ...{ order_number: october.order_number, request_id: newId(), amount_paise: 33_333, note: "Moved" },
    ends_enrolment: false,
  })

  const lines = await journalOf(NOVEMBER)
  const journal = await rowsOf(
    ["Date", "Journal", "Kind", "Account", "Debit", "Credit", "Order"],
    lines.map((line) => [
      ...[line.date, line.journal_id, line.kind, line.account],
      ...[{ paise: line.debit_paise }, { paise: line.credit_paise }, line.order_number],
    ]),
  )
  for (const [, entries] of Map.groupBy(journal, (row) => row.Journal))
    expect(sum(entries, "Debit")).toBe(sum(entries, "Credit"))
  const taxes = ["igst-payable", "cgst-payable", "sgst-payable"] as const
  for (const account of ["bank", "gateway-clearing", "deferred-income", "refunds-payable", ...taxes]) {
    const entries = journal.filter((row) => row.Account === account)
    expect([account, sum(entries, "Credit") - sum(entries, "Debit")]).toEqual([
      account,
      await booked(account, NOVEMBER),
    ])
  }
  expect(journal.every(({ Order }) => /^K-/.test(Order ?? ""))).toBe(true)
  expect(journal.every(({ Date: date }) => (date ?? "") >= "2026-11-01")).toBe(true)
  // In pages of two journals it is the same.
  expect(await journalOf(NOVEMBER, 2)).toEqual(lines)
  expect((await journalOf(OCTOBER)).map(({ kind }) => kind)).toContain("sale")

  expect(await listIssuers(office, NOVEMBER)).toEqual([SELLER])
  const gstr1 = await readGstr1(office, NOVEMBER)
  const [b2b, b2cl, b2cs, cdnr, cdnur, docs] = await Promise.all(
    (["b2b", "b2cl", "b2cs", "cdnr", "cdnur", "docs"] as const).map((name) => tableOf(gstr1, name)),
  )
  const hsn = [...(await tableOf(gstr1, "hsn-b2b")), ...(await tableOf(gstr1, "hsn-b2c"))]
  if (!b2b || !b2cl || !b2cs || !cdnr || !cdnur || !docs) throw new Error("a table is missing")
  expect(gstr1.gstin).toBe(SELLER)
  expect(b2b).toMatchObject([
    {
      ...{
        "GSTIN/UIN of Recipient": BUYER,
        "Invoice date": "01-Nov-2026",
        Rate: "18",
        "Reverse Charge": "N",
      },
      // No spreadsheet may run it as a formula.
      ...{ "Place Of Supply": "29-Karnataka", "Receiver Name": '\'=HYPERLINK("http://evil.example")' },
    },
  ])
  expect(b2cl).toMatchObject([
    { "Place Of Supply": "29-Karnataka", "Invoice Value": "150000.00", Rate: "18" },
  ])
  expect(b2cs.map((row) => row["Place Of Supply"]).toSorted()).toEqual(["27-Maharashtra", "29-Karnataka"])
  expect(cdnr).toMatchObject([
    { "Note Type": "C", "Note Value": "1234.57", "Note Supply Type": "Regular B2B" },
  ])
  expect(cdnur).toMatchObject([{ "UR Type": "B2CL", "Note Value": "10000.01" }])
  expect(docs.map((row) => [row["Nature of Document"], row["Total Number"], row.Cancelled])).toEqual([
    ["Invoices for outward supply", "4", "0"],
    ["Credit Note", "4", "0"],
  ])

  const taxed = (column: string) => sum(hsn, column)
  expect(taxed("Integrated Tax Amount")).toBe(await booked("igst-payable", NOVEMBER))
  expect(taxed("Central Tax Amount")).toBe(await booked("cgst-payable", NOVEMBER))
  expect(taxed("State/UT Tax Amount")).toBe(await booked("sgst-payable", NOVEMBER))
  const value = taxed("Taxable Value")
  expect(value).toBe(await booked("deferred-income", NOVEMBER))
  const of = (rows: Record<string, string>[]) => sum(rows, "Taxable Value")
  expect(of(b2b) + of(b2cl) + of(b2cs) - of(cdnr) - of(cdnur)).toBe(value)
})

test("PAY-07 a credit note of a later month lowers B2CS below zero, and stays a number in the file", async () => {
  sales.world.clock.set("2026-12-10T06:00:00Z")
  const { order_number } = await sold({ state: "29" })
  sales.world.clock.set("2027-01-05T06:00:00Z")
  await refundByStaff(office, {
    ...{ order_number, request_id: newId(), amount_paise: 11_800, note: "Moved", ends_enrolment: false },
  })
  const january = { first: "2027-01-01", last: "2027-01-31" }
  const b2cs = await tableOf(await readGstr1(office, january), "b2cs")
  expect(b2cs).toMatchObject([{ "Place Of Supply": "29-Karnataka", "Taxable Value": "-100.00" }])
})

test("PAY-07 D2 an export names its days, is recorded, and is a year at most", async () => {
  const backwards = { first: "2026-11-30", last: "2026-11-01" }
  expect(await refusalOf(readJournal(office, { ...backwards, limit: 10 }))).toEqual({
    last: "EXPORT_BACKWARDS",
  })
  const long = { first: "2026-01-01", last: "2027-01-02" }
  expect(await refusalOf(readGstr1(office, long))).toEqual({ last: "EXPORT_TOO_LONG" })
  expect(await refusalOf(listIssuers(office, backwards))).toEqual({ last: "EXPORT_BACKWARDS" })
  await readGstr1(office, { first: "2026-01-01", last: "2027-01-01" })
  const { rows } = await sales.pool.query(
    "select subject_id, detail from audit_log where action = 'export.list' and actor_id = $1 order by id desc limit 1",
    [office.viewer.user_id],
  )
  expect(rows).toEqual([{ subject_id: "gstr1", detail: { first: "2026-01-01", last: "2027-01-01" } }])
  expect((await readGstr1(office, { first: "2025-01-01", last: "2025-01-31" })).gstin).toBeNull()
})

test("PAY-07 D2 an export of the journal is recorded once, also where it doesn't begin with its first page", async () => {
  const days = { first: "2026-10-02", last: "2026-12-31" }
  const recorded = async () =>
    (
      await sales.pool.query(
        "select from audit_log where action = 'export.list' and subject_id = 'journal' and detail ->> 'first' = $1",
        [days.first],
      )
    ).rowCount
  const cursor = "0.00000000-0000-7000-8000-000000000000"
  const page = await readJournal(office, { ...days, limit: 2, cursor })
  expect(page.items.length).toBeGreaterThan(0)
  expect(await recorded()).toBe(1)
  await readJournal(office, { ...days, limit: 2, cursor: page.next_cursor ?? "" })
  expect(await recorded()).toBe(1)
  sales.world.clock.advance(2 * HOUR)
  await readJournal(office, { ...days, limit: 2, cursor })
  expect(await recorded()).toBe(2)
})
