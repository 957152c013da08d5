import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { enterSupplier } from "#features/payments/server/bills/suppliers.ts"
import { lookAtOrderById, reconcile } from "#features/payments/server/looking.ts"
import { readOrder, requireOrder } from "#features/payments/server/order-view.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { type Sales, startSales } from "#tests/sales.ts"
import { putInBasket } from "./basket.ts"
import { orderBasket } from "./checkout.ts"
import { readOwnGoods } from "./goods-view.ts"
import { listShelf } from "./manage.ts"
import { seedShop } from "./seed.ts"
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
