import { afterAll, beforeAll, expect, test } from "vitest"
import type { Settlement } from "#contract/settlements.ts"
import { listLines } from "#features/payments/server/bank/list.ts"
import { listEveryOrder } from "#features/payments/server/desk/order-list.ts"
import { listMoney } from "#features/payments/server/money/movements.ts"
import { readMoney } from "#features/payments/server/money/overview.ts"
import { listSettlements, readSettlement } from "#features/payments/server/settlements/list.ts"
import { listEnquiries } from "#features/premises/server/enquiries.ts"
import { brokenInvariants } from "./faults/invariants.ts"
import { type Academy, openAcademy, sumOf } from "./month/academy.ts"
import { KEPT } from "./month/days.ts"
import { liveThroughDecember } from "./month/december.ts"
import { counted, providerOf, readBooks } from "./month/figures.ts"

const SEED = 24

let academy: Academy
let office: Academy["second"]
beforeAll(async () => {
  academy = await openAcademy(SEED, 160)
  office = academy.second
  await liveThroughDecember(academy)
}, 300_000)
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

const balance = async (kind: string) => (await readBooks(academy.sales.pool)).get(kind)?.all ?? 0
const provider = () => providerOf(academy)

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
