import { beforeAll, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { testSales } from "#tests/sales.ts"
import { listEveryOrder } from "../desk/order-list.ts"
import { createOrder } from "../orders.ts"
import { refundByStaff } from "../refunding/by-staff.ts"
import { settleRefund } from "../refunding/settle-refund.ts"
import { claimTransfer, recordTransfer } from "../upi/claims.ts"
import { listEnding } from "./ending.ts"
import { listMoney } from "./movements.ts"
import { readMoney } from "./overview.ts"

const sales = testSales()
let office: SignedInCtx
let bank = 700_000_000_000

beforeAll(async () => {
  sales.world.ctx.env = { ...sales.world.ctx.env, UPI_ID: "nritya@okbank" }
  office = sales.world.as(await createAdmin(sales.world.ctx))
})

const adult = async () => sales.world.as(await createStudent(sales.world.ctx))

const order = async (way: "upi" | "provider" = "provider", course_id = sales.course()) => {
  const buyer = await adult()
  return { buyer, order: await createOrder(buyer, { course_id, state: "29", ...(way === "upi" && { way }) }) }
}

/** Pays an order at the gateway, or has staff record its transfer, of this amount. */
async function paid(way: "upi" | "provider", amount?: number): Promise<{ buyer: SignedInCtx; order: Order }> {
  const made = await order(way)
  if (way === "provider") return { ...made, order: await sales.pay(made.buyer, made.order) }
  bank += 1
  const { order_number, price } = made.order
  const amount_paise = amount ?? price.total_paise
  await recordTransfer(office, {
    ...{ order_number, utr: String(bank), amount_paise, again_paise: amount_paise },
  })
  return made
}

const totalOf = ({ order: { price } }: { order: Order }) => price.total_paise
const refund = ({ order: { order_number } }: { order: Order }, amount_paise: number) =>
  refundByStaff(office, {
    ...{ order_number, request_id: newId(), amount_paise, note: "They moved away", ends_enrolment: false },
  })

const list = async (asked: Omit<Parameters<typeof listMoney>[1], "limit">) =>
  (await listMoney(office, { limit: 100, ...asked })).items
const counted = (items: { amount_paise: number }[]) => ({
  paise: items.reduce((all, { amount_paise }) => all + amount_paise, 0),
  count: items.length,
})
const ordersOf = async (state: Parameters<typeof listEveryOrder>[1]["state"]) =>
  (await listEveryOrder(office, { q: "", limit: 100, state })).items

test("PAY-07 a month's money is what the books have of it, by way, and each figure is the sum of its list", async () => {
  sales.world.clock.set("2026-09-30T18:29:59Z")
  await paid("provider")
  // A second later it is October in India.
  sales.world.clock.set("2026-09-30T18:30:00Z")
  const [first, second] = [await paid("provider"), await paid("upi")]
  const wrong = await paid("upi", 12_300)
  sales.world.clock.advance(5 * DAY)
  await refund(first, 50_000)
  await refund(second, 20_000)
  await sales.settleRefunds()
  const [toPay] = await ordersOf("for-staff")
  expect(toPay?.order_number).toBeDefined()
  const { rows } = await sales.pool.query(
    "select r.id from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id where o.number = $1",
    [second.order.order_number],
  )
  await settleRefund(office, { refund_id: rows[0].id, how: "payout", reference: "UTR1" })

  const month = await readMoney(office, "2026-10")
  expect(month.received).toEqual({
    gateway: { paise: totalOf(first), count: 1 },
    bank: { paise: totalOf(second) + 12_300, count: 2 },
  })
  expect(month.unasked).toEqual({ paise: 12_300, count: 1 })
  expect(month.refunded).toEqual({
    gateway: { paise: 50_000, count: 1 },
    bank: { paise: 20_000, count: 1 },
    credit: { paise: 0, count: 0 },
  })
  expect(month.by_day).toEqual([
    {
      ...{ day: "2026-10-01", refunded_paise: 0 },
      received_paise: totalOf(first) + totalOf(second) + 12_300,
    },
    { day: "2026-10-06", received_paise: 0, refunded_paise: 70_000 },
  ])
  const asked = { month: "2026-10", direction: "in" } as const
  expect(counted(await list({ ...asked, way: "gateway" }))).toEqual(month.received.gateway)
  expect(counted(await list({ ...asked, way: "bank" }))).toEqual(month.received.bank)
  expect(await list({ ...asked, unasked: true })).toMatchObject([
    { order_number: wrong.order.order_number, amount_paise: 12_300, unasked: true, way: "bank" },
  ])
  const out = await list({ month: "2026-10", direction: "out" })
  expect(counted(out)).toEqual({ paise: 70_000, count: 2 })
  expect(out.map(({ order_number, student }) => [order_number, student?.student_id])).toEqual(
    [second, first].map(({ order, buyer }) => [order.order_number, buyer.viewer.user_id]),
  )
  expect((await readMoney(office, "2026-09")).received.gateway.count).toBe(1)
  // Lists go on where a page ends.
  const page = await listMoney(office, { ...asked, limit: 2 })
  const rest = await listMoney(office, { ...asked, limit: 2, cursor: page.next_cursor ?? "" })
  expect([page.items.length, rest.items.length, rest.next_cursor]).toEqual([2, 1, null])
})

test("PAY-07 what waits now is counted as its list counts it: unpaid orders, transfers to check and refunds", async () => {
  sales.world.clock.set("2026-11-20T10:30:00Z")
  const before = (await readMoney(office)).now
  const [open, claimed] = [await order(), await order("upi")]
  await claimTransfer(claimed.buyer, { order_number: claimed.order.order_number, utr: "710000000001" })
  const [online, transfer] = [await paid("provider"), await paid("upi")]
  await refund(online, 10_000)
  await refund(transfer, 5_000)
  const { now } = await readMoney(office)
  const more = (name: keyof typeof now) => ({
    paise: now[name].paise - before[name].paise,
    count: now[name].count - before[name].count,
  })
  expect(more("unpaid")).toEqual({ paise: totalOf(open) + totalOf(claimed), count: 2 })
  expect(more("transfers")).toEqual({ paise: totalOf(claimed), count: 1 })
  expect(more("on_its_way")).toEqual({ paise: 10_000, count: 1 })
  expect(more("to_pay")).toEqual({ paise: 5_000, count: 1 })
  for (const [name, state] of [
    ["unpaid", "awaiting"],
    ["to_pay", "for-staff"],
    ["on_its_way", "refund-on-its-way"],
  ] as const) {
    expect([name, now[name].count]).toEqual([name, (await ordersOf(state)).length])
  }
  await sales.settleRefunds()
  expect((await readMoney(office)).now.on_its_way.count).toBe(0)
})

test("PAY-07 memberships that end within 14 days are named with their order until they are renewed", async () => {
  sales.world.clock.set("2026-11-10T10:30:00Z")
  const fee = { price_rupees: 9_000, monthly_fee_rupees: 2_000 }
  const { id: course_id } = await createProgram(office, { ...DRAFT, ...fee, id: newId() })
  const buyer = await adult()
  const buy = async () => sales.pay(buyer, await createOrder(buyer, { course_id, state: "29", months: 1 }))
  const bought = await buy()
  const ending = async () => (await readMoney(office)).ending
  sales.world.clock.set("2026-11-24T18:29:00Z")
  expect((await ending()).count).toBe(0)
  // The last day is 9 December, fourteen days after the 25th.
  sales.world.clock.advance(HOUR)
  expect(await ending()).toMatchObject({
    ...{ days: 14, count: 1 },
    first: [
      {
        ...{ student_id: buyer.viewer.user_id, ends_on: "2026-12-09", course: DRAFT.title },
        ...{ order_number: bought.order_number },
      },
    ],
  })
  expect((await listEnding(office, { limit: 50 })).items).toEqual((await ending()).first)
  await buy()
  expect((await ending()).count).toBe(0)
})
