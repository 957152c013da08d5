import { afterAll, beforeAll, expect, test } from "vitest"
import type { Counted } from "#contract/money.ts"
import type { Settlement } from "#contract/settlements.ts"
import { listLines } from "#features/payments/server/bank/list.ts"
import { listEveryOrder } from "#features/payments/server/desk/order-list.ts"
import { readGstr1, readJournal } from "#features/payments/server/money/exports.ts"
import { listMoney } from "#features/payments/server/money/movements.ts"
import { readMoney } from "#features/payments/server/money/overview.ts"
import { listSettlements, readSettlement } from "#features/payments/server/settlements/list.ts"
import { listEnquiries } from "#features/premises/server/enquiries.ts"
import { csvFile } from "#shared/csv-file.ts"
import { brokenInvariants } from "./faults/invariants.ts"
import { type Academy, openAcademy, sumOf } from "./month/academy.ts"
import { columnOf, paiseOf, readCsv } from "./month/accountant.ts"
import { KEPT } from "./month/days.ts"
import { liveThroughDecember } from "./month/december.ts"

const SEED = 24
const DECEMBER = { first: "2026-12-01", last: "2026-12-31" }

let academy: Academy
let office: Academy["second"]
beforeAll(async () => {
  academy = await openAcademy(SEED, 160)
  office = academy.second
  await liveThroughDecember(academy)
})
afterAll(() => academy?.sales.close())

/** Every page of a list. */
async function all<Item>(
  page: (cursor: string | undefined) => Promise<{ items: Item[]; next_cursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next = await page(cursor)
    items.push(...next.items)
    cursor = next.next_cursor
  }
  return items
}

/** What the accounts of the books moved in December by India's clock, and in all. Debits are positive. */
async function books(): Promise<Map<string, { december: number; all: number }>> {
  const { rows } = await academy.sales.pool.query<{ kind: string; december: string; all: string }>(
    `select a.kind, sum(e.amount) as all, coalesce(sum(e.amount) filter (where
       (j.effective_at at time zone 'Asia/Kolkata')::date between $1 and $2), 0) as december
     from ledger_entries e join ledger_accounts a on a.id = e.account_id
     join ledger_journals j on j.id = e.journal_id where a.unit = 'paise' group by a.kind`,
    [DECEMBER.first, DECEMBER.last],
  )
  return new Map(
    rows.map(({ kind, ...sums }) => [kind, { december: Number(sums.december), all: Number(sums.all) }]),
  )
}
const balance = async (kind: string) => (await books()).get(kind)?.all ?? 0

const counted = (amounts: readonly number[]): Counted => ({ paise: sumOf(amounts), count: amounts.length })

/** What the world outside knows: the provider's own figures. */
function provider() {
  const { payments, refunds, settled } = academy.sales.gateway
  const captured = [...payments.values()].filter(({ captured }) => captured)
  const given = refunds().filter(({ status }) => status === "processed")
  const pending = refunds().filter(({ status }) => status === "pending")
  const amounts = (some: readonly { amount: number }[]) => some.map(({ amount }) => amount)
  return { captured: amounts(captured), given: amounts(given), pending: amounts(pending), settled }
}

test("PAY-07 after a month of 500 orders nothing that must always be true is broken, and everything happened", async () => {
  const { pool } = academy.sales
  expect(await brokenInvariants(pool)).toEqual([])
  const { rows } = await pool.query<{ state: string; count: number }>(
    "select state, count(*)::int from orders group by state",
  )
  const states = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  expect(sumOf(Object.values(states))).toBe(500)
  expect(Object.keys(states)).toEqual(expect.arrayContaining(["paid", "refunded", "expired", "awaiting"]))
  const count = async (what: string) => (await pool.query(`select count(*)::int as n from ${what}`)).rows[0].n
  const happened = {
    memberships: await count("orders where months is not null"),
    kits: await count("shop_orders"),
    "to businesses": await count("orders where facts -> 'buyer' ->> 'gstin' is not null"),
    "paid after their time": await count("payments where not fulfils"),
    "decided by a second person": await count("refund_requests where state = 'approved'"),
    returns: await count("shop_returns where state = 'received'"),
    "lines of statements": await count("bank_lines"),
    settlements: await count("settlements"),
    "settled before we knew of it": await count("ledger_journals where kind = 'explained'"),
    invoices: await count("bills where order_id is null and corrects is null"),
    "cancelled invoices": await count("invoice_cancellations where note_id is not null"),
    "tax deducted": await count("invoice_payments where deducted_paise > 0"),
    "credit notes": await count("bills where corrects is not null"),
  }
  for (const [what, times] of Object.entries(happened)) expect(times, what).toBeGreaterThan(0)
})

test("PAY-07 the desk's month is what provider and bank had, to the paisa, and each figure is the sum of its list", async () => {
  const { captured, given } = provider()
  const { bank, payouts, credits } = academy
  const open = (await all((cursor) => listLines(office, { limit: 50, ...(cursor && { cursor }) }))).map(
    ({ text }) => text,
  )
  const transfers = bank.filter(({ of, text }) => of === "upi" && !open.includes(text))
  const invoices = bank.filter(({ of }) => of === "invoice")
  const arrived = [...transfers, ...invoices].map(({ paise }) => paise)
  const { received, refunded, unasked } = await readMoney(office, "2026-12")
  expect(received).toEqual({ gateway: counted(captured), bank: counted(arrived) })
  expect(refunded).toEqual({ gateway: counted(given), bank: counted(payouts), credit: counted(credits) })
  const list = async (asked: Omit<Parameters<typeof listMoney>[1], "limit" | "month">) =>
    counted(
      (
        await all((cursor) =>
          listMoney(office, { ...asked, month: "2026-12", limit: 40, ...(cursor && { cursor }) }),
        )
      ).map(({ amount_paise }) => amount_paise),
    )
  for (const way of ["gateway", "bank"] as const)
    expect(await list({ direction: "in", way })).toEqual(received[way])
  for (const way of ["gateway", "bank", "credit"] as const)
    expect(await list({ direction: "out", way })).toEqual(refunded[way])
  expect(await list({ direction: "in", unasked: true })).toEqual(unasked)
  expect(unasked.count).toBeGreaterThan(0)
})

test("PAY-07 what is owed and to do now is what the lists behind it have, and what the world outside knows", async () => {
  const { now } = await readMoney(office, "2026-12")
  const orders = async (state: Parameters<typeof listEveryOrder>[1]["state"]) =>
    all((cursor) => listEveryOrder(office, { q: "", limit: 40, state, ...(cursor && { cursor }) }))
  expect(now.unpaid).toEqual(counted((await orders("awaiting")).map(({ total_paise }) => total_paise)))
  for (const [figure, state] of [
    [now.to_approve, "to-approve"],
    [now.to_pay, "for-staff"],
    [now.on_its_way, "refund-on-its-way"],
  ] as const) {
    expect([state, figure.count]).toEqual([state, (await orders(state)).length])
    expect([state, figure.count > 0]).toEqual([state, true])
  }
  expect(now.on_its_way.paise).toBe(sumOf(provider().pending))
  // What the books owe is what staff have to pay, to families and organisations, and what the provider has to give.
  const { to_pay, to_organisations, on_its_way } = now
  expect(to_organisations.count).toBe(1)
  expect(to_pay.paise + to_organisations.paise + on_its_way.paise).toBe(-(await balance("refunds-payable")))
  const lines = await listLines(office, { limit: 100 })
  expect(now.bank_lines).toEqual(lines.open)
  expect(now.bank_lines).toEqual(counted(lines.items.map(({ amount_paise }) => amount_paise)))
  const enquiries = await listEnquiries(office, { state: "accepted", limit: 100 })
  const owed = enquiries.items.map(({ invoice }) => invoice?.owed_paise ?? 0).filter((paise) => paise > 0)
  expect(now.invoices).toEqual(counted(owed))
  expect(now.invoices.paise).toBe(await balance("receivable"))
  const { sums } = enquiries
  expect(sums).toMatchObject({ owed_paise: now.invoices.paise, back_paise: to_organisations.paise })
  expect(sums?.deducted_paise).toBe(await balance("tds-receivable"))
})

test("PAY-07 settlements are what the provider paid out, and what doesn't match is what it kept more", async () => {
  const { settled } = provider()
  const paid = Map.groupBy(
    settled.filter(({ settlement_id }) => settlement_id !== null),
    ({ settlement_id }) => settlement_id,
  )
  const shown = await all((cursor) => listSettlements(office, { limit: 10, ...(cursor && { cursor }) }))
  expect(shown.map(({ reference }) => reference).toSorted()).toEqual([...paid.keys()].toSorted())
  for (const one of shown) {
    const items = paid.get(one.reference) ?? []
    const of = (type: string) =>
      counted(items.filter((item) => item.type === type).map(({ amount }) => amount as number))
    expect(one).toMatchObject({ payments: of("payment"), refunds: of("refund") })
    expect(one.net_paise).toBe(sumOf(items.map(({ credit, debit }) => credit - debit)))
    const { unexplained, items: covered } = await readSettlement(office, {
      settlement_id: one.id,
      limit: 100,
    })
    expect(sumOf([...unexplained, ...covered].map(({ net_paise }) => net_paise))).toBe(one.net_paise)
    expect(one.arrived).toMatchObject({ paise: one.net_paise })
  }
  const total = (of: (one: Settlement) => number) => sumOf(shown.map(of))
  expect(total(({ fee_paise }) => fee_paise)).toBe(await balance("gateway-fees"))
  expect(total(({ tax_paise }) => tax_paise)).toBe(await balance("gateway-fee-tax"))
  const unmatched = await all((cursor) =>
    listSettlements(office, { which: "unmatched", limit: 10, ...(cursor && { cursor }) }),
  )
  expect(unmatched).toHaveLength(1)
  const [{ id: settlement_id } = { id: "" }] = unmatched
  const { unexplained } = await readSettlement(office, { settlement_id, limit: 100 })
  expect(unexplained.map(({ why }) => why).toSorted()).toEqual(["other-fee", "other-kind"])
  expect(await balance("suspense")).toBe(KEPT.more + KEPT.adjustment)
  // At the provider is what it holds: what it didn't pay out yet, less the refunds that it gave.
  const waiting = settled.filter(({ settlement_id: to }) => to === null)
  const pending = academy.sales.gateway.refunds().filter(({ status }) => status === "pending")
  const isDone = ({ entity_id }: { entity_id: string }) => pending.every(({ id }) => id !== entity_id)
  const held = waiting
    .filter(isDone)
    .map(({ type, amount }) => (type === "refund" ? -1 : 1) * (amount as number))
  expect(held.length).toBeGreaterThan(0)
  expect(await balance("gateway-clearing")).toBe(sumOf(held))
  // At the bank is what came in and is explained, less what was paid out.
  const { bank, payouts } = academy
  const { open } = await listLines(office, { limit: 1 })
  const others = bank.filter(({ of }) => of === "other").map(({ paise }) => paise)
  const aside = sumOf(others) - open.paise
  const statement = sumOf(bank.map(({ paise }) => paise)) - open.paise - aside
  expect(await balance("bank")).toBe(statement - sumOf(payouts))
})

test("PAY-07 the accountant's journal balances and has every entry of the books, as an independent program reads it", async () => {
  const lines = await all((cursor) =>
    readJournal(office, { ...DECEMBER, limit: 500, ...(cursor && { cursor }) }),
  )
  const file = csvFile(
    "journal.csv",
    ["Date", "Journal", "Kind", "Account", "Debit", "Credit", "Order"],
    lines.map((line) => [
      ...[line.date, line.journal_id, line.kind, line.account, { paise: line.debit_paise }],
      ...[{ paise: line.credit_paise }, line.order_number],
    ]),
  )
  const rows = readCsv(await file.text())
  for (const [id, entries] of Map.groupBy(rows, (row) => row.Journal))
    expect([id, columnOf(entries, "Debit")]).toEqual([id, columnOf(entries, "Credit")])
  const accounts = Map.groupBy(rows, (row) => row.Account ?? "")
  const sums = [...accounts].map(
    ([account, entries]) => [account, columnOf(entries, "Debit") - columnOf(entries, "Credit")] as const,
  )
  const expected = [...(await books())].map(([kind, { december }]) => [kind, december] as const)
  expect(new Map(sums)).toEqual(new Map(expected))
  expect(rows.every(({ Date: date = "" }) => date >= DECEMBER.first && date <= DECEMBER.last)).toBe(true)
})

test("PAY-07 GSTR-1 has the taxes and the income of the books, document by document", async () => {
  const { tables } = await readGstr1(office, DECEMBER)
  const read = async (name: string) => {
    const table = tables.find((one) => one.name === name)
    return readCsv(await csvFile("t.csv", table?.columns ?? [], table?.rows ?? []).text())
  }
  const [b2b, b2cl, b2cs, cdnr, cdnur, docs] = await Promise.all(
    ["b2b", "b2cl", "b2cs", "cdnr", "cdnur", "docs"].map(read),
  )
  if (!b2b || !b2cl || !b2cs || !cdnr || !cdnur || !docs) throw new Error("a table is missing")
  for (const rows of [b2b, b2cl, b2cs, cdnr, docs]) expect(rows.length).toBeGreaterThan(0)
  const hsn = [...(await read("hsn-b2b")), ...(await read("hsn-b2c"))]
  const december = new Map([...(await books())].map(([kind, sums]) => [kind, -sums.december]))
  expect(columnOf(hsn, "Integrated Tax Amount")).toBe(december.get("igst-payable"))
  expect(columnOf(hsn, "Central Tax Amount")).toBe(december.get("cgst-payable"))
  expect(columnOf(hsn, "State/UT Tax Amount")).toBe(december.get("sgst-payable"))
  const { rows } = await academy.sales.pool.query<{ value: string; number: string }>(
    `select number, (select sum((line ->> 'taxable_paise')::bigint)
       from jsonb_array_elements(content -> 'lines') line) as value
     from bills where issued_on between $1 and $2`,
    [DECEMBER.first, DECEMBER.last],
  )
  const taxable = columnOf(hsn, "Taxable Value")
  expect(taxable).toBe(december.get("deferred-income"))
  const of = (some: Record<string, string>[]) => columnOf(some, "Taxable Value")
  expect(of(b2b) + of(b2cl) + of(b2cs) - of(cdnr) - of(cdnur)).toBe(taxable)
  expect(sumOf(docs.map((row) => Number(row["Total Number"])))).toBe(rows.length)
  // Each rate of each document to a business stands with its number, and the books' document has the same value.
  for (const [number, parts] of Map.groupBy([...b2b, ...b2cl], (row) => row["Invoice Number"] ?? ""))
    expect([number, of(parts)]).toEqual([number, Number(rows.find((row) => row.number === number)?.value)])
  for (const row of b2b)
    expect(paiseOf(row["Invoice Value"])).toBeGreaterThanOrEqual(paiseOf(row["Taxable Value"]))
})
