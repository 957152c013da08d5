import { isDeepStrictEqual } from "node:util"
import { asc, desc, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import type { Order } from "#contract/payments/order.ts"
import type { shop as contract } from "#contract/shop/shop.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { guardians, students, user } from "#features/accounts/server/table.ts"
import type { Item } from "#features/payments/facts.ts"
import { canLieIn, tidyPin } from "#features/payments/pins.ts"
import { requireBuyer, reviewBuyer } from "#features/payments/server/checkout/buyer.ts"
import { orderGoods, reviewGoods } from "#features/payments/server/goods/order-goods.ts"
import { showOrder } from "#features/payments/server/order-view.ts"
import { goodsHoldOf } from "#features/payments/server/providers.ts"
import { requireMoney } from "#features/payments/server/purchase.ts"
import { orders } from "#features/payments/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { refuse, refuseFields } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { parsePhone } from "#shared/phone.ts"
import { MINUTE } from "#shared/time.ts"
import { isDeliveredTo } from "../area.ts"
import { promisedOn } from "../promise.ts"
import type { Way } from "../stages.ts"
import { type BasketRow, openBasket } from "./basket.ts"
import { requireShop, waysOf } from "./items.ts"
import type { Terms } from "./settings.ts"
import { lockSizes, takePieces } from "./stock.ts"
import { shopLines, shopOrders } from "./table.ts"

type AskedReview = z.output<NonNullable<(typeof contract)["review"]["~orpc"]["inputSchema"]>>
type Asked = z.output<NonNullable<(typeof contract)["order"]["~orpc"]["inputSchema"]>>
type Review = z.input<NonNullable<(typeof contract)["review"]["~orpc"]["outputSchema"]>>

/** What is bought, line by line, and then the fee of bringing it. */
function itemsOf(rows: readonly BasketRow[], way: Way, terms: Terms): Item[] {
  const goods = rows.flatMap(({ item, size, quantity }): Item[] => {
    if (item.price_paise === null || !item.offered) return []
    const named = (title: string, label: string) => (size.label ? `${title}, ${label} ${size.label}` : title)
    const name = { en: named(item.title, "size"), hi: named(item.title_hi, "साइज़") }
    const { supplies, price_paise: unit_paise, hsn } = item
    return [{ kind: "goods", supplies, unit_paise, quantity, name, ...(hsn && { hsn }) }]
  })
  const fee = way === "delivery" && goods.length > 0 ? terms.delivery_fee_paise : 0
  return fee > 0 ? [...goods, { kind: "delivery", price_paise: fee }] : goods
}

/**
 * Returns what the viewer's basket costs, how it can reach them and by when. Throws SHOP_CLOSED and PAYMENTS_OFF. What
 * was typed for the last order need not be typed again.
 */
export async function reviewBasket(ctx: SignedInCtx, asked: AskedReview): Promise<Review> {
  const terms = requireShop(ctx)
  const { basket, rows } = await openBasket(ctx)
  const ways = waysOf(ctx, terms)
  const known = await readKnown(ctx)
  const offered = (way: Way | null | undefined) => (way && ways[way] ? way : null)
  const way = offered(asked.way) ?? offered(known.way) ?? offered("delivery") ?? offered("pickup")
  const { shown, buyer } = await reviewBuyer(ctx, asked)
  const items = way ? itemsOf(rows, way, terms) : []
  const delivered_to = way === "delivery" ? (shown.state ?? null) : null
  const price =
    buyer && items.length > 0 ? await reviewGoods(ctx, { items, buyer: { ...buyer, delivered_to } }) : null
  const pin = asked.pin ? tidyPin(asked.pin) : null
  const { way: _, ...typed } = known
  return {
    ...{ basket, ways, way, ...shown, known: typed },
    hold_minutes: goodsHoldOf(requireMoney(ctx).name) / MINUTE,
    outside: way === "delivery" && pin ? !isDeliveredTo(pin, terms.pins) : null,
    price: price?.priced ? { ...price.priced, ...shownOf(price) } : null,
    refused: price?.refused ?? [],
  }
}

function shownOf({ rules_version, spent, exchange_paise }: Awaited<ReturnType<typeof reviewGoods>>) {
  return { rules_version, ...spent, exchange_paise }
}

/** Where the viewer's last order of goods went, or who they are. */
async function readKnown({ db, viewer }: SignedInCtx): Promise<Review["known"] & { way: Way | null }> {
  const [last] = await db
    .select({ goods: shopOrders })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.order_id))
    .where(eq(orders.buyer_id, viewer.user_id))
    .orderBy(desc(orders.created_at))
    .limit(1)
  const { way = null, name, phone, address, pin, centre } = last?.goods ?? {}
  const [person] = await db
    .select({ name: user.name, phone: sql<string | null>`coalesce(${guardians.phone}, ${students.phone})` })
    .from(user)
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .leftJoin(students, eq(students.user_id, user.id))
    .where(eq(user.id, viewer.user_id))
  return {
    ...{ way, name: name ?? person?.name ?? "", address: address ?? "" },
    phone: phone ?? person?.phone ?? "",
    ...{ pin: pin ?? "", centre: centre ?? "" },
  }
}

/** How an order reaches its buyer, as the shop keeps it. */
type Delivery = Pick<
  typeof shopOrders.$inferInsert,
  "way" | "name" | "phone" | "address" | "pin" | "centre" | "promised_on" | "return_days"
>

/** Throws FIELD_ERRORS for each field that is missing or wrong, and for an address outside of the area. */
function requireDelivery(ctx: Ctx, asked: Asked, terms: Terms): Delivery {
  const { way, name } = asked
  const phone = parsePhone(asked.phone)
  const faults: Record<string, string> = {
    ...(name === "" && { name: "FIELD_EMPTY" }),
    ...(!phone && { phone: "PHONE_INVALID" }),
  }
  const promise = (days: number) => promisedOn(todayOf(ctx), days, terms.holidays)
  const shared = { way, name, phone, return_days: terms.return_days }
  if (way === "pickup") {
    const centre = terms.centres.find((one) => one.name === asked.centre)
    if (!centre) faults.centre = "CENTRE_MISSING"
    if (Object.keys(faults).length > 0) refuseFields(faults)
    const at = { address: null, pin: null, centre: `${centre?.name}: ${centre?.address}` }
    return { ...shared, ...at, promised_on: promise(terms.pickup_days) }
  }
  const pin = tidyPin(asked.pin ?? "")
  if (asked.address === "") faults.address = "FIELD_EMPTY"
  if (!pin) faults.pin = "PIN_INVALID"
  else if (!canLieIn(pin, asked.state)) faults.pin = "PIN_OTHER_STATE"
  else if (!isDeliveredTo(pin, terms.pins))
    faults.pin = terms.centres.length > 0 ? "PIN_OUTSIDE_PICKUP" : "PIN_OUTSIDE"
  if (Object.keys(faults).length > 0) refuseFields(faults)
  return { ...shared, address: asked.address, pin, centre: null, promised_on: promise(terms.delivery_days) }
}

/**
 * Orders the viewer's basket, whose pieces are set aside while it is paid. The basket stays as it is until then. Throws
 * SHOP_CLOSED, PAYMENTS_OFF, BASKET_EMPTY, SOLD_OUT, UNPAID_ORDERS, FIELD_ERRORS, NOT_SOLD and GATEWAY_AWAY.
 */
export async function orderBasket(ctx: SignedInCtx, asked: Asked): Promise<Order> {
  const terms = requireShop(ctx)
  const delivery = requireDelivery(ctx, asked, terms)
  const { delivered_to, ...buyer } = requireBuyer(asked)
  const { basket, rows } = await openBasket(ctx)
  if (rows.length === 0) refuse("BASKET_EMPTY")
  if (basket.lines.some(({ fault }) => fault === "withdrawn")) refuse("SOLD_OUT")
  const wanted = {
    items: itemsOf(rows, delivery.way, terms),
    buyer: { ...buyer, delivered_to: delivery.way === "delivery" ? delivered_to : null },
    way: asked.pay_by,
  }
  const lines = rows.map(({ size, student, quantity }, position) => ({
    ...{ size_id: size.id, student_id: student.student_id, position, quantity },
  }))
  const order = await orderGoods(ctx, wanted, {
    isSame: async (tx, orderId) => isDeepStrictEqual(await readKept(tx, orderId), { delivery, lines }),
    async lock(tx, replacedId) {
      const kept = await readKept(tx, replacedId)
      await lockSizes(
        tx,
        [...kept.lines, ...lines].map(({ size_id }) => size_id),
      )
    },
    async hold(tx, order_id) {
      await tx.db
        .insert(shopOrders)
        .values({ order_id, ...delivery, stage: "held", changed_at: tx.clock.now() })
      await tx.db.insert(shopLines).values(lines.map((line) => ({ id: newId(), order_id, ...line })))
      await takePieces(tx, lines)
    },
  })
  return showOrder(ctx, order)
}

async function readKept({ db }: Pick<Ctx, "db">, orderId: string) {
  const { way, name, phone, address, pin, centre, promised_on, return_days } = shopOrders
  const [delivery] = await db
    .select({ way, name, phone, return_days, address, pin, centre, promised_on })
    .from(shopOrders)
    .where(eq(shopOrders.order_id, orderId))
  const { size_id, student_id, position, quantity } = shopLines
  const lines = await db
    .select({ size_id, student_id, position, quantity })
    .from(shopLines)
    .where(eq(shopLines.order_id, orderId))
    .orderBy(asc(position))
  return { delivery, lines }
}
