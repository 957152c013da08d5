import { beforeAll, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { codeOf, testSales } from "#tests/sales.ts"
import { paymentsJobs } from "../jobs.ts"
import { readJournal } from "../money/exports.ts"
import { readMoney } from "../money/overview.ts"
import { createOrder } from "../orders.ts"
import { refundByStaff } from "../refunding/by-staff.ts"
import { listSettlements, readSettlement } from "./list.ts"
import { readSettlements } from "./read.ts"

const sales = testSales()
let office: SignedInCtx

beforeAll(async () => {
  office = sales.world.as(await createAdmin(sales.world.ctx))
})

const read = () => readSettlements(sales.world.ctx)
const seconds = () => Math.floor(sales.world.clock.now().getTime() / 1_000)
/** Has the gateway pay out what waits. Returns its id of that. */
const settle = () => sales.gateway.settle(seconds()) ?? ""
const list = async (which?: "unmatched") =>
  (await listSettlements(office, { limit: 50, ...(which && { which }) })).items
const find = async (reference: string) => {
  const found = (await list()).find((one) => one.reference === reference)
  if (!found) throw new Error(`${reference} isn't listed`)
  return readSettlement(office, { settlement_id: found.id, limit: 50 })
}

async function ordered(): Promise<{ buyer: SignedInCtx; order: Order }> {
  const buyer = sales.world.as(await createStudent(sales.world.ctx))
  return { buyer, order: await createOrder(buyer, { course_id: sales.course(), state: "29" }) }
}

async function paid(): Promise<{ buyer: SignedInCtx; order: Order; total: number }> {
  const { buyer, order } = await ordered()
  return { buyer, order: await sales.pay(buyer, order), total: order.price.total_paise }
}

const providerOrder = async ({ order_number }: Order): Promise<string> =>
  (await sales.pool.query("select provider_order_id as id from orders where number = $1", [order_number]))
    .rows[0].id

/** The balances of the books. A debit is positive. */
async function books(): Promise<Record<string, number>> {
  const { rows } = await sales.pool.query<{ kind: string; sum: number }>(
    "select a.kind, sum(e.amount)::int as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id group by a.kind",
  )
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]))
}

async function changes(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await books()
  await work()
  const after = await books()
  const all = Object.keys(after).map((kind) => [kind, (after[kind] ?? 0) - (before[kind] ?? 0)] as const)
  return Object.fromEntries(all.filter(([, change]) => change !== 0))
}

test("PAY-07 a settlement books fee, tax and net, the provider's account returns to zero, and reading again changes nothing", async () => {
  sales.world.clock.set("2026-11-09T06:00:00Z")
  const [first, second] = [await paid(), await paid()]
  const { order_number } = first.order
  await refundByStaff(office, {
    ...{ order_number, request_id: newId(), amount_paise: 50_000, note: "They moved", ends_enrolment: false },
  })
  await sales.settleRefunds()
  const gross = first.total + second.total
  const fee = [first, second].reduce((sum, { total }) => sum + Math.round(total * 0.0236), 0)
  sales.world.clock.advance(2 * DAY)
  const reference = settle()
  const changed = await changes(read)
  const { fee_paise, tax_paise, net_paise, ...one } = await find(reference)
  expect(fee_paise + tax_paise).toBe(fee)
  expect(net_paise).toBe(gross - 50_000 - fee)
  expect(changed).toEqual({
    ...{ bank: net_paise, "gateway-fees": fee_paise, "gateway-fee-tax": tax_paise },
    "gateway-clearing": 50_000 - gross,
  })
  expect((await books())["gateway-clearing"]).toBe(0)
  expect(one).toMatchObject({
    ...{ payments: { paise: gross, count: 2 }, refunds: { paise: 50_000, count: 1 }, unmatched: 0 },
    ...{ others: { paise: 0, count: 0 }, arrived: null, unexplained: [] },
    settled_at: sales.world.clock.now().toISOString(),
  })
  expect(one.items.map(({ kind, order_number: number, why }) => [kind, number, why])).toEqual([
    ["payment", order_number, null],
    ["payment", second.order.order_number, null],
    ["refund", order_number, null],
  ])
  expect(one.items[0]).toMatchObject({
    buyer: `${first.buyer.viewer.first_name} ${first.buyer.viewer.last_name}`,
    booked_paise: first.total,
  })
  expect(await changes(async () => Promise.all([read(), read()]))).toEqual({})
  sales.world.clock.advance(HOUR)
  expect(await changes(read)).toEqual({})
  expect(await list()).toHaveLength(1)
})

test("PAY-07 the accountant's journal has a settlement on the day it was paid out, also when it is read days later", async () => {
  sales.world.clock.set("2026-11-12T06:00:00Z")
  await paid()
  const reference = settle()
  sales.world.clock.set("2026-11-15T06:00:00Z")
  await read()
  const { net_paise } = await find(reference)
  const { items } = await readJournal(office, { first: "2026-11-12", last: "2026-11-12", limit: 500 })
  const lines = items.filter(({ kind }) => kind === "settlement")
  expect(lines.map(({ account }) => account)).toEqual([
    "bank",
    "gateway-fees",
    "gateway-fee-tax",
    "gateway-clearing",
  ])
  expect(lines[0]).toMatchObject({ debit_paise: net_paise, credit_paise: 0, order_number: null })
})

test("PAY-07 a payment that the provider settled and never told of waits with its reason, is asked about, and explains itself", async () => {
  sales.world.clock.set("2026-11-17T06:00:00Z")
  const [known, silent] = [await paid(), await ordered()]
  const total = silent.order.price.total_paise
  sales.gateway.pay(await providerOrder(silent.order), "captured")
  const reference = settle()
  const changed = await changes(read)
  expect(changed).toMatchObject({ suspense: -total, "gateway-clearing": -known.total })
  expect(await find(reference)).toMatchObject({
    ...{ unmatched: 1, payments: { count: 2 } },
    unexplained: [{ why: "unknown-payment", amount_paise: total, booked_paise: 0, order_number: null }],
  })
  expect((await list("unmatched")).map((one) => one.reference)).toEqual([reference])
  expect((await readMoney(office)).now.unmatched_settlements).toEqual({ paise: total, count: 1 })
  // The jobs ask about its order, which is paid then.
  await runJobs(sales.world, paymentsJobs)
  sales.world.clock.advance(HOUR)
  expect(await changes(read)).toEqual({ suspense: total, "gateway-clearing": -total })
  expect(await find(reference)).toMatchObject({ unmatched: 0, unexplained: [] })
  expect((await books()).suspense).toBe(0)
  expect((await readMoney(office)).now.unmatched_settlements).toEqual({ paise: 0, count: 0 })
  sales.world.clock.advance(HOUR)
  expect(await changes(read)).toEqual({})
})

test("PAY-07 a refund that is settled before it is done leaves the provider's account when it is", async () => {
  sales.world.clock.set("2026-11-19T06:00:00Z")
  const [one] = [await paid(), await paid()]
  const request = { order_number: one.order.order_number, request_id: newId(), amount_paise: 40_000 }
  await refundByStaff(office, { ...request, note: "They moved", ends_enrolment: false })
  await runJobs(sales.world, paymentsJobs)
  const reference = settle()
  await read()
  expect((await find(reference)).unexplained).toMatchObject([
    { kind: "refund", why: "not-booked", net_paise: -40_000, order_number: one.order.order_number },
  ])
  await sales.settleRefunds()
  sales.world.clock.advance(HOUR)
  await read()
  expect(await find(reference)).toMatchObject({ unmatched: 0 })
  expect(await books()).toMatchObject({ suspense: 0, "gateway-clearing": 0 })
})

test("PAY-07 another amount, another fee, a payment settled twice and an adjustment each have their reason, and no money is lost", async () => {
  sales.world.clock.set("2026-11-21T06:00:00Z")
  const [more, dearer, twice] = [await paid(), await paid(), await paid()]
  const itemOf = async ({ order }: { order: Order }) => {
    const id = await providerOrder(order)
    const found = sales.gateway.settled.find(({ order_id }) => order_id === id)
    if (!found) throw new Error("nothing moved for it")
    return found
  }
  const [grown, taxed, doubled] = [await itemOf(more), await itemOf(dearer), await itemOf(twice)]
  Object.assign(grown, { amount: more.total + 100, credit: grown.credit + 100 })
  taxed.credit -= 7
  const first = settle()
  sales.gateway.settled.push({ ...doubled, settlement_id: null, settled_at: null })
  const adjustment = { entity_id: "adj_1", type: "adjustment", amount: 5_000, debit: 5_000, credit: 0 }
  sales.gateway.settled.push({
    ...doubled,
    ...adjustment,
    fee: 0,
    tax: 0,
    settlement_id: null,
    settled_at: null,
  })
  sales.world.clock.advance(HOUR)
  const second = settle()
  const before = await books()
  await read()
  const [one, other] = [await find(first), await find(second)]
  expect(one.unexplained.map(({ why, booked_paise }) => [why, booked_paise])).toEqual([
    ["other-amount", more.total],
    ["other-fee", dearer.total],
  ])
  expect(one.items).toMatchObject([{ amount_paise: twice.total, why: null }])
  expect(other.unexplained.map(({ why, booked_paise }) => [why, booked_paise])).toEqual([
    ["settled-before", 0],
    ["other-kind", 0],
  ])
  expect(other.others).toEqual({ paise: -5_000, count: 1 })
  const after = await books()
  expect(after["gateway-clearing"]).toBe(0)
  // What the bank got more than the books explain: 100, less 7, the payment that came twice, less the adjustment.
  expect((after.suspense ?? 0) - (before.suspense ?? 0)).toBe(-(100 - 7 + twice.total - 5_000))
  expect((after.bank ?? 0) - (before.bank ?? 0)).toBe(one.net_paise + other.net_paise)
})

test("PAY-07 what a provider adds to a settlement later is booked in a journal of its own", async () => {
  sales.world.clock.set("2026-11-23T06:00:00Z")
  const one = await paid()
  const reference = settle()
  await read()
  const late = await paid()
  const added = sales.gateway.settled.at(-1)
  const [item] = sales.gateway.settled.filter(({ settlement_id }) => settlement_id === reference)
  Object.assign(added ?? {}, { settlement_id: reference, settled: true, settled_at: item?.settled_at })
  expect(await changes(read)).toMatchObject({ "gateway-clearing": -late.total })
  expect(await find(reference)).toMatchObject({
    unmatched: 0,
    payments: { paise: one.total + late.total, count: 2 },
  })
})

test("PAY-07 a busy or silent provider is asked again from where it stopped, and days without us are caught up", async () => {
  sales.world.clock.set("2026-11-25T06:00:00Z")
  await read()
  const one = await paid()
  const reference = settle()
  for (const [mood, code] of [
    ["too-many", "busy"],
    ["hang", "done"],
  ] as const) {
    sales.gateway.behave(mood)
    // The job fails, and its queue waits longer each time.
    const failed = await read().then(
      () => null,
      (error: Error & { code?: string }) => error,
    )
    expect(failed?.code ?? "done").toBe(code)
    expect(failed).not.toBeNull()
  }
  sales.gateway.behave("work")
  sales.world.clock.advance(70 * DAY)
  // Forty days at a time.
  await read()
  await read()
  expect(await find(reference)).toMatchObject({ payments: { paise: one.total }, unmatched: 0 })
  const { asked_at, has_provider } = await listSettlements(office, { limit: 1 })
  expect(asked_at).toBe(sales.world.clock.now().toISOString())
  expect(has_provider).toBe(true)
  // What is settled late on a day is found after midnight.
  sales.world.clock.set("2027-02-10T18:20:00Z")
  await read()
  const late = await paid()
  const last = settle()
  sales.world.clock.set("2027-02-10T19:30:00Z")
  await read()
  expect(await find(last)).toMatchObject({ payments: { paise: late.total } })
})

test("PAY-07 lists of settlements go on where a page ends, and none is known by another id", async () => {
  const page = await listSettlements(office, { limit: 2 })
  const rest = await listSettlements(office, { limit: 50, cursor: page.next_cursor ?? "" })
  expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual((await list()).map(({ id }) => id))
  expect(await codeOf(readSettlement(office, { settlement_id: newId(), limit: 1 }))).toBe("NOT_FOUND")
  const [all] = (await list()).filter(({ payments }) => payments.count > 1)
  const asked = { settlement_id: all?.id ?? "", limit: 1 }
  const first = await readSettlement(office, asked)
  const second = await readSettlement(office, { ...asked, cursor: first.next_cursor ?? "" })
  expect(first.items[0]?.id).not.toBe(second.items[0]?.id)
  expect(second.unexplained).toEqual([])
})
