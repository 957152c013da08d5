import { eq, sql } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { listMyNotices } from "#features/notifications/server/person-notices.ts"
import { billsOfOrder } from "#features/payments/server/bills/list.ts"
import { enterSupplier } from "#features/payments/server/bills/suppliers.ts"
import { readDeskOrder } from "#features/payments/server/desk/desk-order.ts"
import { listEveryOrder } from "#features/payments/server/desk/order-list.ts"
import { reconcile } from "#features/payments/server/looking.ts"
import { listMoney } from "#features/payments/server/money/movements.ts"
import { readOrder, requireOrder } from "#features/payments/server/order-view.ts"
import { approveRefund, declineRefund, refundByStaff } from "#features/payments/server/refunding/by-staff.ts"
import { claimTransfer } from "#features/payments/server/upi/claims.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { directUpi } from "#platform/money/direct-upi.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { codeOf, refusalOf, type Sales, startSales } from "#tests/sales.ts"
import { askParent } from "./ask-parent.ts"
import { putInBasket, readBasket } from "./basket.ts"
import { orderBasket, reviewBasket } from "./checkout.ts"
import { readGoods, readOwnGoods } from "./goods-view.ts"
import { listItems, readItem } from "./items.ts"
import { listShelf, moveStock, saveItem } from "./manage.ts"
import { advance, listOrders, readPackingList } from "./packing.ts"
import { shopData } from "./personal-data.ts"
import { askReturn, decideReturn, listReturns, receiveReturn } from "./returns.ts"
import { seedShop } from "./seed.ts"
import { stepBack } from "./step-back.ts"
import { shopItems, shopSizes } from "./table.ts"

let sales: Sales
let office: SignedInCtx
let other: SignedInCtx
const size: Record<string, string> = {}

const ENV = {
  ...{ SHOP_OPEN: "true", SHOP_DELIVERY_PINS: "560, 562110", SHOP_DELIVERY_FEE_RUPEES: "59" },
  ...{ SHOP_CENTRES: "Jayanagar: 11th Main; Whitefield: Forum Mall", SHOP_HOLIDAYS: "2026-11-25" },
  ...{ SHOP_PICKUP_DAYS: "3", REFUND_LIMIT_RUPEES: "1500" },
}
const KARNATAKA = "29"

beforeAll(async () => {
  sales = await startSales({ env: ENV })
  const { ctx } = sales.world
  await seedShop(ctx)
  await seedShop(ctx)
  office = sales.world.as(await createAdmin(ctx))
  other = sales.world.as(await createAdmin(ctx))
  await enterSupplier(office, {
    ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nBengaluru 560001" },
    ...{ state: KARNATAKA, registration: "regular", gstin: "29AAGCB7383J1Z4", prefix: "NA" },
  })
  await ctx.db.update(shopSizes).set({ stocked: 200, free: 200 })
  for (const item of await listShelf(ctx))
    for (const { id, label } of item.sizes) size[`${item.slug} ${label}`.trim()] = id
})
afterAll(() => sales?.close())
afterEach(async () => {
  sales.gateway.behave("work")
  expect(await brokenInvariants(sales.pool)).toEqual([])
})

const idOf = (name: string) => size[name] ?? ""
const UNIFORM = () => idOf("uniform-set 30")
const KIT = () => idOf("welcome-kit")

/** A parent of two children. */
async function family(): Promise<{ parent: SignedInCtx; asha: SignedIn; ravi: SignedIn }> {
  const { ctx } = sales.world
  const phone = `+9198${String(Math.random()).slice(2, 10)}`
  const child = { parent_phone: phone, parent_name: "Sunita Rao", under_18: true }
  const asha = await createStudent(ctx, { ...child, first_name: "Asha" })
  const ravi = await createStudent(ctx, { ...child, first_name: "Ravi" })
  const guardian = await createGuardian(ctx, asha)
  await createGuardian(ctx, ravi)
  return { parent: sales.world.as(guardian), asha, ravi }
}

async function adult(): Promise<SignedInCtx> {
  return sales.world.as(await createStudent(sales.world.ctx))
}

const HOME = {
  ...{ way: "delivery", state: KARNATAKA, name: "Sunita Rao", phone: "98450 12345" },
  ...{ address: "Flat 4B, 11th Main", pin: "560 041" },
} as const
const FETCH = { ...HOME, way: "pickup", centre: "Jayanagar" } as const

async function free(id: string): Promise<number> {
  const [row] = await sales.world.ctx.db
    .select({ free: shopSizes.free })
    .from(shopSizes)
    .where(eq(shopSizes.id, id))
  return row?.free ?? -1
}

async function setStock(id: string, pieces: number): Promise<void> {
  await moveStock(office, { size_id: id, shown: await free(id), free: pieces })
}

/** A paid order of two uniforms of one size and a kit for a student of 18. */
async function bought(
  asked: Parameters<typeof orderBasket>[1] = HOME as never,
): Promise<{ buyer: SignedInCtx; order: Order; order_number: string }> {
  const buyer = await adult()
  await putInBasket(buyer, { size_id: UNIFORM(), quantity: 2 })
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  const order = await sales.pay(buyer, await orderBasket(buyer, asked))
  return { buyer, order, order_number: order.order_number }
}

const ask = (asked: object) => ({ ...HOME, ...asked }) as unknown as Parameters<typeof orderBasket>[1]

test("PAY-08 what the kit page names is on sale at the policies' prices, and the kits without a price wait for one", async () => {
  const { open, items, ways } = await listItems(sales.world.ctx)
  expect(open).toBe(true)
  expect(items.map(({ slug, price_paise, sizes }) => [slug, price_paise, sizes.length])).toEqual([
    ["uniform-set", 80_000, 10],
    ["welcome-kit", 100_000, 1],
  ])
  // Friday, 20 November; the 25th is a holiday, and Sundays don't count.
  expect(ways).toMatchObject({
    delivery: { working_days: 20, promised_on: "2026-12-15", fee_paise: 5_900 },
    pickup: { promised_on: "2026-11-24", centres: [{ name: "Jayanagar" }, { name: "Whitefield" }] },
  })
  expect(await listShelf(sales.world.ctx)).toHaveLength(17)
  expect(await codeOf(readItem(sales.world.ctx, "chess-kit"))).toBe("NOT_FOUND")
  const closed = { ...sales.world.ctx, env: { ...sales.world.ctx.env, SHOP_OPEN: false } }
  expect(await listItems(closed)).toMatchObject({ open: false, items: [] })
  expect(await codeOf(readItem(closed, "uniform-set"))).toBe("NOT_FOUND")
})

test("PAY-08 PAY-05 a basket of several things for two children is one order, where each line and the delivery keep their own tax", async () => {
  const { parent, asha, ravi } = await family()
  await putInBasket(parent, { size_id: UNIFORM(), student_id: asha.user_id, quantity: 1 })
  await putInBasket(parent, { size_id: idOf("uniform-set 34"), student_id: ravi.user_id, quantity: 2 })
  const basket = await putInBasket(parent, { size_id: KIT(), student_id: ravi.user_id, quantity: 1 })
  expect(basket).toMatchObject({
    total_paise: 340_000,
    people: [{ first_name: "Asha" }, { first_name: "Ravi" }],
  })
  // Pressed again, nothing is added.
  expect(await putInBasket(parent, { size_id: KIT(), student_id: ravi.user_id, quantity: 1 })).toEqual(basket)
  expect(await codeOf(putInBasket(parent, { size_id: KIT(), quantity: 1 }))).toBe("NOT_FOUND")
  const review = await reviewBasket(parent, { way: "delivery", state: KARNATAKA, pin: "560041" })
  expect(review).toMatchObject({
    way: "delivery",
    outside: false,
    price: { total_paise: 345_900 },
    // Where a parent has not ordered before, name and number are the account's.
    known: { name: "Sunita Rao", phone: expect.stringMatching(/^\+9198/), address: "" },
    refused: [],
  })
  const order = await orderBasket(parent, HOME as never)
  expect(order).toMatchObject({ course: null, state: "awaiting", price: { total_paise: 345_900 } })
  expect(order.price.documents).toHaveLength(1)
  expect(
    order.price.documents[0]?.lines.map(({ code, name, quantity, amount_paise, tax_code, rate }) => [
      ...[code, name?.en, quantity, amount_paise, tax_code, rate],
    ]),
  ).toEqual([
    ["goods", "Uniform set, size 30", 1, 80_000, "611420", 500],
    ["goods", "Uniform set, size 34", 2, 160_000, "611420", 500],
    ["goods", "Welcome kit", 1, 100_000, "420292", 1_800],
    ["delivery", undefined, 1, 5_900, "996812", 1_800],
  ])
  const paid = await sales.pay(parent, order)
  expect(paid).toMatchObject({ state: "paid" })
  const goods = await readOwnGoods(parent, order.order_number)
  expect(goods).toMatchObject({ stage: "to-pack", way: "delivery", pin: "560041", promised_on: "2026-12-15" })
  expect(goods.lines.map(({ student, size, quantity }) => [student?.first_name, size, quantity])).toEqual([
    ["Asha", "30", 1],
    ["Ravi", "34", 2],
    ["Ravi", "", 1],
  ])
  // Paid, the basket is empty.
  expect((await readBasket(parent)).lines).toEqual([])
  const [bill] = await billsOfOrder(sales.world.ctx, (await requireOrder(parent, order.order_number)).id)
  expect(bill?.bill).toMatchObject({
    ...{ kind: "tax-invoice", place: KARNATAKA, total_paise: 345_900 },
    title: "Uniform set, size 30, Uniform set, size 34, Welcome kit",
  })
  // The office's lists name it as well.
  const { items } = await listEveryOrder(sales.world.ctx, { q: order.order_number, limit: 5 })
  expect(items).toMatchObject([{ course: "Uniform set, size 30, Uniform set, size 34, Welcome kit" }])
  const money = await listMoney(sales.world.ctx, { month: "2026-11", direction: "in", limit: 50 })
  expect(money.items.find(({ order_number }) => order_number === order.order_number)).toMatchObject({
    amount_paise: 345_900,
  })
})

test("PAY-08 goods go where they are delivered: to another State by IGST, and what is fetched is the academy's own State", async () => {
  const buyer = await adult()
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  const away = await reviewBasket(buyer, { way: "delivery", state: "27", pin: "560041" })
  expect(away.price?.documents).toMatchObject([
    { place: "27", lines: [{ cgst_paise: 0 }, { cgst_paise: 0 }] },
  ])
  const fetched = await reviewBasket(buyer, { way: "pickup", state: "27" })
  expect(fetched.price?.documents).toMatchObject([
    { place: KARNATAKA, lines: [{ code: "goods", igst_paise: 0 }] },
  ])
  const order = await orderBasket(buyer, ask({ ...FETCH, state: "27" }))
  expect(await readOwnGoods(buyer, order.order_number)).toMatchObject({
    ...{ stage: "held", way: "pickup", centre: "Jayanagar: 11th Main", address: null, pin: null },
    promised_on: "2026-11-24",
  })
})

test("PAY-08 an address outside of the area, a wrong PIN or number and a missing centre are each said at their field, and the basket stays", async () => {
  const buyer = await adult()
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  const tried = (asked: object) => refusalOf(orderBasket(buyer, ask(asked)))
  expect(await tried({ pin: "570001" })).toEqual({ pin: "PIN_OUTSIDE_PICKUP" })
  expect(await tried({ pin: "5600", address: " ".trim(), phone: "12" })).toEqual({
    ...{ pin: "PIN_INVALID", address: "FIELD_EMPTY", phone: "PHONE_INVALID" },
  })
  expect(await tried({ way: "pickup", centre: "Nowhere" })).toEqual({ centre: "CENTRE_MISSING" })
  expect(await tried({ gstin: "29AAGCB7383J1Z5" })).toEqual({ gstin: "GSTIN_CHECKSUM" })
  expect((await reviewBasket(buyer, { way: "delivery", pin: "110001", state: KARNATAKA })).outside).toBe(true)
  expect((await readBasket(buyer)).lines).toHaveLength(1)
  const empty = await adult()
  expect(await codeOf(orderBasket(empty, HOME as never))).toBe("BASKET_EMPTY")
})

test("PAY-08 pressed twice it is one order, another address replaces it, and its own pieces count as free for its buyer", async () => {
  const buyer = await adult()
  const kept = await free(KIT())
  await setStock(KIT(), 1)
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  const [one, same] = await Promise.all([
    orderBasket(buyer, HOME as never),
    orderBasket(buyer, HOME as never),
  ])
  expect(same.order_number).toBe(one.order_number)
  expect(await free(KIT())).toBe(0)
  expect((await readBasket(buyer)).lines).toMatchObject([{ left: 1, fault: null }])
  const moved = await orderBasket(buyer, ask({ address: "Another house" }))
  expect(moved.order_number).not.toBe(one.order_number)
  expect(await readOrder(buyer, one.order_number)).toMatchObject({ state: "cancelled" })
  expect(await free(KIT())).toBe(0)
  await sales.pay(buyer, moved)
  await setStock(KIT(), kept)
})

test("PAY-08 of 50 buyers for 10 pieces ten get one, and the others are told and keep their baskets", async () => {
  const id = idOf("uniform-set 40")
  const buyers = await Promise.all(Array.from({ length: 50 }, () => adult()))
  for (const buyer of buyers) await putInBasket(buyer, { size_id: id, quantity: 1 })
  await setStock(id, 10)
  const outcomes = await Promise.all(buyers.map((buyer) => codeOf(orderBasket(buyer, HOME as never))))
  expect(outcomes.filter((code) => code === "done")).toHaveLength(10)
  expect(outcomes.filter((code) => code === "SOLD_OUT")).toHaveLength(40)
  expect(await free(id)).toBe(0)
  const loser = buyers[outcomes.indexOf("SOLD_OUT")]
  if (!loser) throw new Error("nobody lost")
  expect((await readBasket(loser)).lines).toMatchObject([{ fault: "sold-out", left: 0, quantity: 1 }])
  expect(await codeOf(putInBasket(loser, { size_id: id, quantity: 1 }))).toBe("SOLD_OUT")
  // Nobody pays in time: all ten are back, once.
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  await reconcile(sales.world.ctx)
  expect(await free(id)).toBe(10)
  await setStock(id, 200)
})

test("PAY-08 PAY-05 goods that are to be paid by UPI are kept for an hour or while a transfer is checked, and not anew for who never pays", async () => {
  const buyer = await adult()
  const id = idOf("uniform-set 36")
  const before = await free(id)
  const by_upi = { ...buyer, env: { ...buyer.env, UPI_ID: "nritya@okbank" } }
  const order = () => orderBasket(by_upi, ask({ pay_by: "upi" }))
  const alone = { ...by_upi, money: directUpi(by_upi) }
  const today = sales.world.clock.now()
  await putInBasket(buyer, { size_id: id, quantity: 20 })
  expect((await reviewBasket(alone, { way: "delivery", state: KARNATAKA })).hold_minutes).toBe(60)
  const claimed = await order()
  await claimTransfer(by_upi, { order_number: claimed.order_number, utr: "630900000001" })
  sales.world.clock.advance(HOUR + MINUTE)
  await reconcile(sales.world.ctx)
  expect(await readOrder(buyer, claimed.order_number)).toMatchObject({ state: "awaiting" })
  expect((await order()).order_number).toBe(claimed.order_number)
  await sales.world.ctx.db.execute(sql`delete from upi_claims`)
  await sales.world.ctx.db.execute(
    sql`update orders set hold_until = created_at where number = ${claimed.order_number}`,
  )
  for (let again = 0; again < 3; again += 1) {
    sales.world.clock.advance(HOUR + MINUTE)
    await reconcile(sales.world.ctx)
    expect(await free(id)).toBe(before)
    if (again < 2) expect(await order()).toMatchObject({ state: "awaiting" })
  }
  expect(await codeOf(order())).toBe("UNPAID_ORDERS")
  // Three changes of one order within an hour are no three orders.
  await sales.world.ctx.db.execute(
    sql`update orders set created_at = ${today.toISOString()} where buyer_id = ${buyer.viewer.user_id}`,
  )
  expect(await order()).toMatchObject({ state: "awaiting" })
  // By card they can, and by UPI the next day.
  expect((await orderBasket(buyer, HOME as never)).checkout?.way).not.toBe("upi")
  sales.world.clock.advance(DAY)
  await reconcile(sales.world.ctx)
  expect(await order()).toMatchObject({ state: "awaiting" })
  sales.world.clock.advance(HOUR + MINUTE)
  await reconcile(sales.world.ctx)
  sales.world.clock.set(today)
})

test("PAY-08 several sizes at once in every order are taken by 40 buyers without waiting for each other for ever", async () => {
  const [one, two] = [idOf("uniform-set 22"), idOf("uniform-set 24")]
  await setStock(one, 15)
  await setStock(two, 15)
  const buyers = await Promise.all(Array.from({ length: 40 }, () => adult()))
  for (const [at, buyer] of buyers.entries()) {
    const [first, second] = at % 2 ? [one, two] : [two, one]
    await putInBasket(buyer, { size_id: first, quantity: 1 })
    await putInBasket(buyer, { size_id: second, quantity: 1 })
  }
  const outcomes = await Promise.all(buyers.map((buyer) => codeOf(orderBasket(buyer, HOME as never))))
  expect(outcomes.filter((code) => code === "done")).toHaveLength(15)
  expect([await free(one), await free(two)]).toEqual([0, 0])
})

test("PAY-08 a payment that comes after the order expired takes the pieces again, or goes back where they were sold meanwhile", async () => {
  const id = idOf("uniform-set 38")
  await setStock(id, 1)
  const [late, tooLate] = [await adult(), await adult()]
  await putInBasket(late, { size_id: id, quantity: 1 })
  const first = await orderBasket(late, HOME as never)
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  await putInBasket(tooLate, { size_id: id, quantity: 1 })
  const second = await orderBasket(tooLate, HOME as never)
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  expect(await readOwnGoods(late, first.order_number)).toMatchObject({ stage: "released" })
  expect(await sales.pay(late, first)).toMatchObject({ state: "paid" })
  expect(await readOwnGoods(late, first.order_number)).toMatchObject({ stage: "to-pack" })
  expect(await free(id)).toBe(0)
  expect(await sales.pay(tooLate, second)).toMatchObject({
    state: "refunding",
    refunds: [{ reason: "sold-out" }],
  })
  await sales.settleRefunds()
  expect(await readOrder(tooLate, second.order_number)).toMatchObject({ state: "refunded" })
  // What couldn't be bought is still in the basket, with the reason.
  expect((await readBasket(tooLate)).lines).toMatchObject([{ fault: "sold-out" }])
})

test("PAY-08 an order is packed, sent and delivered, each told to its buyer once and in their language", async () => {
  const { buyer, order_number } = await bought()
  await sales.world.ctx.db.execute(sql`update users set language = 'hi' where id = ${buyer.viewer.user_id}`)
  const list = await readPackingList(sales.world.ctx)
  expect(list.orders.map((one) => one.order_number)).toContain(order_number)
  expect(list.pieces.find(({ size: label }) => label === "30")?.quantity).toBeGreaterThanOrEqual(2)
  const step = (to: "packed" | "sent" | "delivered" | "ready") =>
    advance(office, { order_numbers: [order_number], to, carrier: "India Post EK123456789IN" })
  expect(await step("sent")).toEqual({ moved: 0, left: [order_number] })
  expect(await step("ready")).toEqual({ moved: 0, left: [order_number] })
  const both = await Promise.all([step("packed"), step("packed")])
  expect(both.map(({ moved }) => moved).toSorted()).toEqual([0, 1])
  expect(await step("sent")).toEqual({ moved: 1, left: [] })
  expect(await readOwnGoods(buyer, order_number)).toMatchObject({
    ...{ stage: "sent", carrier: "India Post EK123456789IN", return_until: null },
  })
  expect((await listOrders(sales.world.ctx, { stage: "sent", limit: 50 })).items).toContainEqual(
    expect.objectContaining({ order_number, late: false }),
  )
  expect(await step("delivered")).toEqual({ moved: 1, left: [] })
  expect(await readGoods(sales.world.ctx, order_number)).toMatchObject({
    stage: "delivered",
    return_until: "2026-11-30",
  })
  const { items } = await listMyNotices(buyer, { limit: 20 })
  const told = items.map(({ title }) => title).filter((title) => title.includes("यूनिफ़ॉर्म सेट (30)"))
  expect(told.map((title) => title.split(":")[0])).toEqual(["पहुँच गया", "रास्ते में है", "पैक हो गया"])
})

test("PAY-08 a return is asked for, accepted and received: its pieces are on the shelf, and its line is credited to the paisa", async () => {
  const { buyer, order_number } = await bought()
  const goods = await readOwnGoods(buyer, order_number)
  const [uniforms, kit] = goods.lines
  if (!uniforms || !kit) throw new Error("there are no lines")
  const asked = (line_id: string, quantity: number, return_id = newId()) => ({
    ...{ order_number, return_id, line_id, quantity, reason: "does-not-fit" as const, note: "Too small" },
  })
  // Not before it is there.
  expect(await codeOf(askReturn(buyer, asked(uniforms.id, 1)))).toBe("NOT_RETURNABLE")
  for (const to of ["packed", "sent", "delivered"] as const)
    await advance(office, { order_numbers: [order_number], to, carrier: "" })
  expect(await refusalOf(askReturn(buyer, asked(uniforms.id, 3)))).toEqual({ quantity: "RETURN_TOO_MANY" })
  expect(await codeOf(askReturn(await adult(), asked(uniforms.id, 1)))).toBe("NOT_FOUND")
  const form = asked(uniforms.id, 1)
  await askReturn(buyer, form)
  await askReturn(buyer, form)
  const other_form = asked(kit.id, 1)
  const seen = await askReturn(buyer, other_form)
  expect(seen.lines.map(({ returnable, returns }) => [returnable, returns.length])).toEqual([
    [1, 1],
    [0, 1],
  ])
  const waiting = await listReturns(sales.world.ctx, { over: false, limit: 50 })
  expect(waiting.items.find(({ id }) => id === form.return_id)).toMatchObject({
    worth_paise: 80_000,
    order_number,
  })
  expect(
    await refusalOf(decideReturn(office, { return_id: other_form.return_id, accepts: false, answer: "" })),
  ).toEqual({
    answer: "FIELD_EMPTY",
  })
  await decideReturn(office, { return_id: other_form.return_id, accepts: false, answer: "It was used." })
  await decideReturn(office, { return_id: form.return_id, accepts: true, answer: "" })
  await decideReturn(other, { return_id: form.return_id, accepts: true, answer: "" })
  expect(await codeOf(decideReturn(other, { return_id: form.return_id, accepts: false, answer: "No" }))).toBe(
    "RETURN_DECIDED",
  )
  expect(await codeOf(receiveReturn(office, { return_id: other_form.return_id, restocked: true }))).toBe(
    "RETURN_DECIDED",
  )
  const before = await free(UNIFORM())
  const received = { return_id: form.return_id, restocked: true }
  const [given] = await Promise.all([receiveReturn(office, received), receiveReturn(other, received)])
  expect(given).toMatchObject({ refund_paise: 80_000 })
  expect(await free(UNIFORM())).toBe(before + 1)
  await sales.settleRefunds()
  const order = await readOrder(buyer, order_number)
  // Why is a code, which each reads in their own language.
  const back = { amount_paise: 80_000, state: "processed", reason: "goods-returned", note: null }
  expect(order).toMatchObject({ state: "paid", refunds: [back] })
  const bills = await billsOfOrder(sales.world.ctx, (await requireOrder(buyer, order_number)).id)
  const note = bills.find(({ bill }) => bill.kind === "credit-note")?.bill
  // 800 at 5 %: the uniform's own rate, and nothing of the kit or the delivery.
  const [of_note] = note?.lines ?? []
  expect(note?.lines).toHaveLength(1)
  expect(of_note).toMatchObject({ amount_paise: 80_000, rate: 500, quantity: 1 })
  const { items } = await listMyNotices(buyer, { limit: 20 })
  expect(items.filter(({ title }) => title.startsWith("Return ")).map(({ title }) => title)).toEqual([
    "Return received: Uniform set (30)",
    "Return accepted: Uniform set (30)",
    "Return declined: Welcome kit",
  ])
  // A declined one can be asked for again until the last day.
  sales.world.clock.advance(10 * DAY)
  expect((await readOwnGoods(buyer, order_number)).lines[1]).toMatchObject({ returnable: 1, why_not: null })
  sales.world.clock.advance(DAY)
  expect((await readOwnGoods(buyer, order_number)).lines[1]).toMatchObject({ why_not: "too-late" })
  sales.world.clock.advance(-11 * DAY)
})

test("PAY-08 a stage that was set by mistake is undone, once, and not where it was moved on or a return was asked for", async () => {
  const { buyer, order_number } = await bought()
  const back = (from: "packed" | "sent" | "delivered" | "ready") => stepBack(office, { order_number, from })
  for (const to of ["packed", "sent", "delivered"] as const)
    await advance(office, { order_numbers: [order_number], to, carrier: "Delhivery 1" })
  expect(await codeOf(back("sent"))).toBe("STAGE_CHANGED")
  expect(await codeOf(back("ready"))).toBe("STAGE_CHANGED")
  const outcomes = await Promise.all([back("delivered"), back("delivered")])
  expect(outcomes).toMatchObject([
    { stage: "sent", carrier: "Delhivery 1" },
    { stage: "sent", return_until: null },
  ])
  expect((await readOwnGoods(buyer, order_number)).lines[0]).toMatchObject({ why_not: "not-handed-over" })
  expect(await back("sent")).toMatchObject({ stage: "packed", carrier: null })
  expect(await back("packed")).toMatchObject({ stage: "to-pack" })
  // It goes its way again, and nobody is told twice.
  for (const to of ["packed", "sent", "delivered"] as const)
    expect((await advance(office, { order_numbers: [order_number], to, carrier: "" })).moved).toBe(1)
  const { items } = await listMyNotices(buyer, { limit: 20 })
  expect(items.filter(({ href }) => href?.includes(order_number))).toHaveLength(3)
  const [line] = (await readOwnGoods(buyer, order_number)).lines
  const asked = { order_number, return_id: newId(), line_id: line?.id ?? "", quantity: 1, note: "" }
  await askReturn(buyer, { ...asked, reason: "faulty" })
  expect(await codeOf(back("delivered"))).toBe("RETURN_ASKED")
})

test("PAY-08 a PIN code of another State than the buyer's is told at its field", async () => {
  const buyer = await adult()
  await putInBasket(buyer, { size_id: KIT(), quantity: 1 })
  expect(await refusalOf(orderBasket(buyer, ask({ state: "27" })))).toEqual({ pin: "PIN_OTHER_STATE" })
  expect(await refusalOf(orderBasket(buyer, ask({ pin: "110001" })))).toEqual({ pin: "PIN_OTHER_STATE" })
  expect(await refusalOf(orderBasket(buyer, ask({ pin: "570001" })))).toEqual({ pin: "PIN_OUTSIDE_PICKUP" })
})

test("PAY-08 PAY-07 a return above the limit waits for a colleague, and what can't be sold again is written off", async () => {
  const buyer = await adult()
  await putInBasket(buyer, { size_id: KIT(), quantity: 2 })
  const { order_number } = await sales.pay(buyer, await orderBasket(buyer, FETCH as never))
  for (const to of ["packed", "ready", "collected"] as const)
    await advance(office, { order_numbers: [order_number], to, carrier: "" })
  const [line] = (await readOwnGoods(buyer, order_number)).lines
  const return_id = newId()
  const form = {
    order_number,
    return_id,
    line_id: line?.id ?? "",
    quantity: 2,
    reason: "faulty" as const,
    note: "",
  }
  const atDesk = async () => {
    const { items } = await listReturns(sales.world.ctx, { over: true, limit: 50 })
    return items.find(({ id }) => id === return_id)?.refund
  }
  await askReturn(buyer, form)
  await decideReturn(office, { return_id, accepts: true, answer: "" })
  const before = await free(KIT())
  expect(await receiveReturn(office, { return_id, restocked: false })).toEqual({
    ...{ outcome: "waits", refund_paise: 200_000 },
  })
  expect(await atDesk()).toBe("waits")
  expect(await free(KIT())).toBe(before)
  expect((await receiveReturn(office, { return_id, restocked: false })).outcome).toBe("waits")
  const refundShown = async () => (await readOwnGoods(buyer, order_number)).lines[0]?.returns[0]?.refund_paise
  const { items } = await listMyNotices(buyer, { limit: 1 })
  expect(items[0]?.text).toMatch(
    /still has to approve the refund of ₹2,000\. Your order shows it after that\.$/,
  )
  expect(await refundShown()).toBeNull()
  // Declined, nothing is refunded: the buyer is told, and the office can ask again.
  await declineRefund(other, return_id, "One kit is missing")
  expect(await atDesk()).toBe("declined")
  const declined = (await listMyNotices(buyer, { limit: 1 })).items[0]
  expect(declined?.title).toBe("Refund declined: Welcome kit")
  expect(declined?.text).toContain("₹2,000")
  sales.world.clock.advance(MINUTE)
  const again = () => receiveReturn(office, { return_id, restocked: false })
  expect(await Promise.all([again(), again()])).toMatchObject([{ outcome: "waits" }, { outcome: "waits" }])
  expect(await free(KIT())).toBe(before)
  expect(await atDesk()).toBe("waits")
  expect((await readDeskOrder(office, order_number)).requests).toMatchObject([
    { id: return_id, state: "waiting" },
    { state: "declined", reason: "One kit is missing" },
  ])
  expect(await codeOf(approveRefund(office, return_id))).toBe("OWN_REFUND")
  await approveRefund(other, return_id)
  expect(await atDesk()).toBe("given")
  expect(await refundShown()).toBe(200_000)
  await sales.settleRefunds()
  expect(await readOrder(buyer, order_number)).toMatchObject({ state: "refunded" })
})

test("PAY-08 a return after the refund gives its pieces back to the shelf, refunds nothing twice, and another one says why not", async () => {
  const { buyer, order_number } = await bought()
  for (const to of ["packed", "sent", "delivered"] as const)
    await advance(office, { order_numbers: [order_number], to, carrier: "" })
  const [uniforms, kit] = (await readOwnGoods(buyer, order_number)).lines
  const return_id = newId()
  const form = {
    order_number,
    return_id,
    line_id: uniforms?.id ?? "",
    quantity: 2,
    reason: "faulty" as const,
    note: "",
  }
  await askReturn(buyer, form)
  await decideReturn(office, { return_id, accepts: true, answer: "" })
  const total = (await readOrder(buyer, order_number)).price.total_paise
  const whole = {
    order_number,
    request_id: newId(),
    amount_paise: total,
    note: "Sorry",
    ends_enrolment: true,
  }
  await refundByStaff(office, whole)
  await approveRefund(other, whole.request_id)
  await sales.settleRefunds()
  const before = await free(UNIFORM())
  expect(await receiveReturn(office, { return_id, restocked: true })).toEqual({
    outcome: "nothing",
    refund_paise: 0,
  })
  expect(await free(UNIFORM())).toBe(before + 2)
  expect(await readOwnGoods(buyer, order_number)).toMatchObject({
    lines: [{ returns: [{ state: "received", refund_paise: 0 }] }, { why_not: "refunded-already" }],
  })
  const again = { ...form, return_id: newId(), line_id: kit?.id ?? "", quantity: 1 }
  expect(await codeOf(askReturn(buyer, again))).toBe("NOT_RETURNABLE")
})

test("PAY-08 what was refunded before it left is off the packing list and on the shelf again", async () => {
  const { order_number } = await bought()
  const before = await free(UNIFORM())
  const { order } = { order: await readGoods(sales.world.ctx, order_number) }
  expect(order.stage).toBe("to-pack")
  const whole = {
    order_number,
    request_id: newId(),
    amount_paise: 265_900,
    note: "Cancelled",
    ends_enrolment: true,
  }
  await refundByStaff(office, whole)
  await approveRefund(other, whole.request_id)
  expect(await readGoods(sales.world.ctx, order_number)).toMatchObject({ stage: "released" })
  expect(await free(UNIFORM())).toBe(before + 2)
  expect(await advance(office, { order_numbers: [order_number], to: "packed", carrier: "" })).toEqual({
    ...{ moved: 0, left: [order_number] },
  })
  await sales.settleRefunds()
})

test("PAY-08 PAY-05 what was refunded whole on the provider's own pages isn't packed either, and what was sent stays with its buyer", async () => {
  const [here, sent] = [await bought(), await bought()]
  for (const to of ["packed", "sent"] as const)
    await advance(office, { order_numbers: [sent.order_number], to, carrier: "" })
  const before = await free(UNIFORM())
  await sales.refundOutside(here.order_number, 65_900)
  expect(await readGoods(sales.world.ctx, here.order_number)).toMatchObject({ stage: "to-pack" })
  await sales.refundOutside(here.order_number, 200_000)
  await sales.refundOutside(sent.order_number, 265_900)
  expect(await readGoods(sales.world.ctx, here.order_number)).toMatchObject({ stage: "released" })
  expect(await readGoods(sales.world.ctx, sent.order_number)).toMatchObject({ stage: "sent" })
  expect(await free(UNIFORM())).toBe(before + 2)
  expect(await readOrder(here.buyer, here.order_number)).toMatchObject({ state: "refunded" })
  const { orders } = await readPackingList(sales.world.ctx)
  expect(orders.map(({ order_number }) => order_number)).not.toContain(here.order_number)
})

test("PAY-08 a student under 18 can't buy but asks the parents, once a day for a size, and they find it chosen", async () => {
  const { parent, asha } = await family()
  const child = sales.world.as(asha)
  expect(await codeOf(putInBasket(child, { size_id: KIT(), quantity: 1 }))).toBe("GUARDIAN_PAYS")
  expect(await readBasket(child)).toMatchObject({ asks_parent: true, people: [] })
  expect(await askParent(child, UNIFORM())).toEqual({ parents: 1 })
  expect(await codeOf(askParent(child, UNIFORM()))).toBe("ASKED_TODAY")
  const { items } = await listMyNotices(parent, { limit: 5 })
  expect(items[0]).toMatchObject({
    title: "Asha would like: Uniform set (30)",
    href: `/shop/uniform-set?size=${UNIFORM()}&student_id=${asha.user_id}`,
  })
  expect(await codeOf(askParent(await adult(), UNIFORM()))).toBe("PAYS_ALONE")
  const alone = sales.world.as(
    await createStudent(sales.world.ctx, {
      under_18: true,
      parent_phone: "+919845011223",
      parent_name: "Mohan Rao",
    }),
  )
  expect(await codeOf(askParent(alone, UNIFORM()))).toBe("NO_PARENT_YET")
})

test("PAY-08 the office saves a thing with sizes and a price, and stock that was sold meanwhile isn't brought back by an old form", async () => {
  const kit = (await listShelf(sales.world.ctx)).find(({ slug }) => slug === "chess-kit")
  if (!kit) throw new Error("there is no chess kit")
  const saved = {
    ...{ item_id: kit.id, title: "Chess kit", title_hi: "शतरंज किट", summary: "", summary_hi: "" },
    ...{ image: kit.image, supplies: ["board-game" as const, "notebook" as const], sizes: [] },
  }
  expect(await refusalOf(saveItem(office, { ...saved, offered: true }))).toEqual({
    price_rupees: "PRICE_MISSING",
  })
  expect(await refusalOf(saveItem(office, { ...saved, offered: true, price_rupees: 0.001 }))).toEqual({
    price_rupees: "PRICE_MISSING",
  })
  const item = await saveItem(office, { ...saved, offered: true, price_rupees: 499.5 })
  expect(item).toMatchObject({ price_paise: 49_950, offered: true, sizes: [{ label: "" }] })
  const id = item.sizes[0]?.id ?? ""
  const buyer = await adult()
  await putInBasket(buyer, { size_id: id, quantity: 3 })
  const order = await orderBasket(buyer, FETCH as never)
  // The kit has things of 5 % and of none: one price has the highest.
  expect(order.price.documents[0]?.lines).toMatchObject([{ tax_code: "950490", rate: 500, quantity: 3 }])
  expect(item.hsn).toBeNull()
  // A code of the academy's own is on a new order, since the bill has it.
  const coded = await saveItem(office, { ...saved, offered: true, price_rupees: 499.5, hsn: "95049090" })
  expect(coded.hsn).toBe("95049090")
  const again = await orderBasket(buyer, FETCH as never)
  expect(again.order_number).not.toBe(order.order_number)
  expect(again.price.documents[0]?.lines).toMatchObject([{ tax_code: "95049090", rate: 500 }])
  expect(await codeOf(moveStock(office, { size_id: id, shown: 200, free: 250 }))).toBe("STOCK_CHANGED")
  const moved = await moveStock(office, { size_id: id, shown: 197, free: 250 })
  expect(moved.sizes).toMatchObject([{ free: 250, held: 3 }])
  expect(await moveStock(office, { size_id: id, shown: 197, free: 250 })).toEqual(moved)
  expect(await codeOf(saveItem(office, { ...saved, offered: true, price_rupees: 500, sizes: ["S"] }))).toBe(
    "SIZE_IN_USE",
  )
  // Taken off sale while it is in a basket.
  await saveItem(office, { ...saved, offered: false })
  expect((await readBasket(buyer)).lines).toMatchObject([{ fault: "withdrawn" }])
  expect(await codeOf(orderBasket(buyer, FETCH as never))).toBe("SOLD_OUT")
  const none = await sales.world.ctx.db.$count(shopItems, eq(shopItems.slug, "chess-kit"))
  expect(none).toBe(1)
  // Another tax and other sizes are in the log, with what was before.
  const other_tax = { supplies: ["board-game" as const], sizes: [] }
  await saveItem(office, { ...saved, ...other_tax, offered: false })
  const { rows } = await sales.pool.query(
    "select detail from audit_log where action = 'goods.item' and subject_id = $1 order by id desc limit 1",
    [kit.id],
  )
  expect(rows[0]?.detail).toMatchObject({
    supplies_from: "board-game, notebook",
    supplies_to: "board-game",
  })
  // Nor can a size go once its pieces are written off, since the order names it.
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  sales.world.clock.advance(-HOUR)
  await setStock(id, 0)
  expect(await codeOf(saveItem(office, { ...saved, offered: false, sizes: ["S"] }))).toBe("SIZE_IN_USE")
})

test("PAY-08 an erased buyer's address, number and words go, what was sold stays", async () => {
  const { buyer, order_number } = await bought()
  const exported = (await shopData.exportFor(sales.world.ctx, {
    user_id: buyer.viewer.user_id,
    contacts: [],
  })) as {
    shop_orders: { address: string }[]
    shop_lines: object[]
  }
  expect(exported).toMatchObject({ shop_orders: [{ address: "Flat 4B, 11th Main" }] })
  expect(exported.shop_lines).toHaveLength(2)
  await shopData.eraseFor(sales.world.ctx, { user_id: buyer.viewer.user_id, contacts: [] })
  const goods = await readGoods(sales.world.ctx, order_number)
  expect(goods).toMatchObject({ name: null, phone: null, address: null, pin: null, stage: "to-pack" })
  expect(goods.lines.map(({ student, quantity }) => [student, quantity])).toEqual([
    [null, 2],
    [null, 1],
  ])
})
