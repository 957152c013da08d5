import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { enterSupplier } from "#features/payments/server/bills/suppliers.ts"
import { lookAtOrderById, reconcile } from "#features/payments/server/looking.ts"
import { readOrder, requireOrder } from "#features/payments/server/order-view.ts"
import { refundByStaff } from "#features/payments/server/refunding/by-staff.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { type Sales, startSales } from "#tests/sales.ts"
import { putInBasket } from "./basket.ts"
import { orderBasket } from "./checkout.ts"
import { readOwnGoods } from "./goods-view.ts"
import { listShelf, moveStock } from "./manage.ts"
import { advance } from "./packing.ts"
import { askReturn, decideReturn, receiveReturn } from "./returns.ts"
import { seedShop } from "./seed.ts"
import { stepBack } from "./step-back.ts"
import { shopSizes } from "./table.ts"

let sales: Sales
let office: SignedInCtx
const size: Record<string, string> = {}

beforeAll(async () => {
  sales = await startSales({ env: { SHOP_OPEN: "true", SHOP_DELIVERY_PINS: "560" } })
  const { ctx } = sales.world
  await seedShop(ctx)
  office = sales.world.as(await createAdmin(ctx))
  await enterSupplier(office, {
    ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nBengaluru 560001" },
    ...{ state: "29", registration: "regular", gstin: "29AAGCB7383J1Z4", prefix: "NA" },
  })
  await ctx.db.update(shopSizes).set({ stocked: 200, free: 200 })
  for (const item of await listShelf(ctx))
    for (const { id, label } of item.sizes) size[`${item.slug} ${label}`.trim()] = id
})
afterAll(() => sales?.close())
afterEach(async () => {
  expect(await brokenInvariants(sales.pool)).toEqual([])
})

const KIT = () => size["welcome-kit"] ?? ""
const adult = async () => sales.world.as(await createStudent(sales.world.ctx))

const HOME = {
  ...{ way: "delivery", state: "29", name: "Sunita Rao", phone: "98450 12345" },
  ...{ address: "Flat 4B, 11th Main", pin: "560 041" },
} as const
const orderTo = (buyer: SignedInCtx, address: string) => orderBasket(buyer, { ...HOME, address } as never)

async function free(id: string): Promise<number> {
  const [row] = await sales.world.ctx.db
    .select({ free: shopSizes.free })
    .from(shopSizes)
    .where(eq(shopSizes.id, id))
  return row?.free ?? -1
}

/** An order and the one that replaced it, because the buyer moved. */
async function replaced(): Promise<{ buyer: SignedInCtx; old: Order; anew: Order }> {
  const buyer = await adult()
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  const old = await orderTo(buyer, "Flat 4B, 11th Main")
  sales.world.clock.advance(MINUTE)
  const anew = await orderTo(buyer, "Another house")
  sales.world.clock.advance(MINUTE)
  return { buyer, old, anew }
}

test("PAY-08 PAY-05 of an order and the one that replaced it the first to be paid is sent, and the other's money goes back", async () => {
  for (const isOldFirst of [true, false]) {
    const { buyer, old, anew } = await replaced()
    const [first, second] = isOldFirst ? [old, anew] : [anew, old]
    expect(await sales.pay(buyer, first)).toMatchObject({ state: "paid" })
    const before = await free(KIT())
    sales.world.clock.advance(MINUTE)
    expect(await sales.pay(buyer, second)).toMatchObject({
      ...{ state: "refunding", paid_at: null, refunds: [{ reason: "paid-already" }] },
    })
    expect(await readOwnGoods(buyer, second.order_number)).toMatchObject({ stage: "released" })
    // The pieces that waited for the new order are free again.
    expect(await free(KIT())).toBe(isOldFirst ? before + 1 : before)
  }
  await sales.settleRefunds()
})

test("PAY-08 PAY-05 an order that expired isn't captured once the basket was paid anew, and a later basket is another one", async () => {
  const buyer = await adult()
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  const old = await orderTo(buyer, "Flat 4B, 11th Main")
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  const anew = await orderTo(buyer, "Flat 4B, 11th Main")
  expect(anew.order_number).not.toBe(old.order_number)
  expect(await sales.pay(buyer, anew)).toMatchObject({ state: "paid" })
  const { id, provider_order_id } = await requireOrder(buyer, old.order_number)
  const late = sales.gateway.pay(provider_order_id ?? "", "authorized")
  await lookAtOrderById(sales.world.ctx, id)
  expect(late.status).toBe("authorized")
  sales.world.clock.advance(MINUTE)
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  expect(await sales.pay(buyer, await orderTo(buyer, "Flat 4B, 11th Main"))).toMatchObject({ state: "paid" })
})

test("PAY-08 PAY-05 what is authorised for a live order whose basket was paid before goes back, and its pieces are free at once", async () => {
  const { buyer, old, anew } = await replaced()
  await sales.pay(buyer, old)
  const before = await free(KIT())
  const { id, provider_order_id } = await requireOrder(buyer, anew.order_number)
  sales.gateway.pay(provider_order_id ?? "", "authorized")
  await lookAtOrderById(sales.world.ctx, id)
  expect(await readOrder(buyer, anew.order_number)).toMatchObject({
    ...{ state: "refunding", refunds: [{ reason: "paid-already" }] },
  })
  expect(await free(KIT())).toBe(before + 1)
  await sales.settleRefunds()
})

test("PAY-08 PAY-05 an order and the one that replaced it, paid at the same moment, are sent once, over 5 races", async () => {
  for (let race = 0; race < 5; race += 1) {
    const { buyer, old, anew } = await replaced()
    await Promise.all([old, anew].map(({ order_number }) => sales.capture(order_number)))
    const outcomes = await Promise.all(
      [old, anew].map(async ({ order_number }) => (await readOrder(buyer, order_number)).state),
    )
    expect(outcomes.toSorted()).toEqual(["paid", "refunding"])
  }
  await sales.settleRefunds()
})

/**
 * Does some work while a row that it needs is locked, and once it waits for that row locks another one: which fails where
 * the work holds that already, as then two who do so wait for each other.
 */
async function lockedBehind(
  [held, behind]: [held: [string, string], behind: [string, string]],
  work: () => Promise<unknown>,
): Promise<void> {
  const client = await sales.pool.connect()
  const lock = ([table, where]: [string, string]) => `select from ${table} where ${where} for update nowait`
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  let done: Promise<unknown> = Promise.resolve()
  try {
    await client.query("begin")
    await client.query(lock(held))
    done = work()
    await expect
      .poll(async () => (await sales.pool.query(waiting)).rowCount, { timeout: 10_000 })
      .toBeGreaterThan(0)
    expect(await client.query(lock(behind)).then(() => "free", String)).toBe("free")
  } finally {
    await client.query("rollback")
    client.release()
    await done
  }
}

/** A paid order of one kit. */
async function bought(): Promise<{ buyer: SignedInCtx; order_number: string; order_id: string }> {
  const buyer = await adult()
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  const { order_number } = await sales.pay(buyer, await orderTo(buyer, "Flat 4B, 11th Main"))
  return { buyer, order_number, order_id: (await requireOrder(buyer, order_number)).id }
}

const moveTo = (order_number: string, ...stages: ("packed" | "sent" | "delivered")[]) =>
  stages.reduce<Promise<unknown>>(
    (before, to) => before.then(() => advance(office, { order_numbers: [order_number], to, carrier: "" })),
    Promise.resolve(),
  )

/** A return of the order's first line, which the buyer asks for. */
async function returnOf(buyer: SignedInCtx, order_number: string) {
  const [line] = (await readOwnGoods(buyer, order_number)).lines
  const asked = { order_number, return_id: newId(), line_id: line?.id ?? "", quantity: 1, note: "" }
  return { ...asked, reason: "faulty" as const }
}

test("PAY-08 a basket that is replaced locks the pieces of both in one order, so that two buyers can swap theirs", async () => {
  const [one = "", two = ""] = ["uniform-set 30", "uniform-set 32"].map((name) => size[name] ?? "").toSorted()
  const buyer = await adult()
  await putInBasket(buyer, { size_id: two, quantity: 1 })
  await orderTo(buyer, "Flat 4B, 11th Main")
  await putInBasket(buyer, { size_id: two, quantity: 0 })
  await putInBasket(buyer, { size_id: one, quantity: 1 })
  const before = await free(two)
  const row = (id: string): [string, string] => ["shop_sizes", `id = '${id}'`]
  await lockedBehind([row(one), row(two)], () => orderTo(buyer, "Flat 4B, 11th Main"))
  expect(await free(two)).toBe(before + 1)
})

test("PAY-08 a basket that is replaced and stock that is counted don't wait for a first order, which locks what its lines refer to", async () => {
  const buyer = await adult()
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  await orderTo(buyer, "Flat 4B, 11th Main")
  const shown = await free(KIT())
  const client = await sales.pool.connect()
  try {
    await client.query("begin")
    await client.query("select from shop_sizes where id = $1 for key share", [KIT()])
    const late = new Promise((_, fail) => setTimeout(fail, 10_000, new Error("it waits")))
    const both = async () => {
      await orderTo(buyer, "Another house")
      await moveStock(office, { size_id: KIT(), shown, free: shown + 1 })
    }
    await Promise.race([both(), late])
  } finally {
    await client.query("rollback")
    client.release()
  }
})

test.each(["packed", "undone", "asked to be returned"])(
  "PAY-08 goods that are %s while their order is refunded wait for the order before they are locked",
  async (what) => {
    const { buyer, order_number, order_id } = await bought()
    if (what === "undone") await moveTo(order_number, "packed")
    if (what === "asked to be returned") await moveTo(order_number, "packed", "sent", "delivered")
    const asked = await returnOf(buyer, order_number)
    await lockedBehind(
      [
        ["orders", `id = '${order_id}'`],
        ["shop_orders", `order_id = '${order_id}'`],
      ],
      () => {
        if (what === "packed") return moveTo(order_number, "packed")
        return what === "undone"
          ? stepBack(office, { order_number, from: "packed" })
          : askReturn(buyer, asked)
      },
    )
    const stage = { packed: "packed", undone: "to-pack" }[what] ?? "delivered"
    expect(await readOwnGoods(buyer, order_number)).toMatchObject({ stage })
  },
)

test("PAY-08 pieces that came back are on the shelf before their refund holds the numbers of bills", async () => {
  const { buyer, order_number } = await bought()
  await moveTo(order_number, "packed", "sent", "delivered")
  const asked = await returnOf(buyer, order_number)
  await askReturn(buyer, asked)
  const { return_id } = asked
  // The first credit note makes its counter, which each later one locks.
  const one = { request_id: newId(), amount_paise: 100, note: "Scratched", ends_enrolment: false }
  await refundByStaff(office, { ...one, order_number: (await bought()).order_number })
  await decideReturn(office, { return_id, accepts: true, answer: "" })
  await lockedBehind(
    [
      ["shop_sizes", `id = '${KIT()}'`],
      ["bill_counters", "true"],
    ],
    () => receiveReturn(office, { return_id, restocked: true }),
  )
  await sales.settleRefunds()
})
