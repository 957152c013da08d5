import { isDeepStrictEqual } from "node:util"
import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { DAY, HOUR } from "#shared/time.ts"
import type { Facts, Item, State } from "../../facts.ts"
import { suppliersColumn } from "../bills/suppliers.ts"
import { type OrderDraft, type OrderRow, priceColumns } from "../checkout/draft.ts"
import { LIVE, makeKnown } from "../orders.ts"
import { type ProgramPrice, priceGoods } from "../price.ts"
import { goodsHoldOf } from "../providers.ts"
import { requireMoney } from "../purchase.ts"
import { orders } from "../table.ts"
import { isClaimed } from "../upi/claimed.ts"
import { releaseHeld } from "./release.ts"

/** What is bought, by whom, and where it is delivered: null for what is fetched from the academy. */
export type GoodsWanted = {
  items: Item[]
  buyer: Omit<Facts["buyer"], "delivered_to"> & { delivered_to: State | null }
  way?: "upi" | undefined
}

/** What the shop does in the transaction that makes an order. */
export type Keeping = {
  /** Whether the buyer's live order is for the same lines and the same delivery. */
  isSame(tx: Ctx, orderId: string): Promise<boolean>
  /**
   * Locks the pieces of the order that is replaced and of the new one together, so that of two buyers who swap theirs
   * neither waits for the other.
   */
  lock(tx: Ctx, replacedId: string): Promise<void>
  /** Writes what the order is for, and sets its pieces aside. Throws where there are fewer. */
  hold(tx: Ctx, orderId: string): Promise<void>
}

/** How often within a day a buyer may leave orders of goods by UPI unpaid. */
const MOST_UNPAID = 3

/** Returns what goods cost today. One query. Throws PAYMENTS_OFF. */
export async function reviewGoods(
  ctx: Ctx,
  { items, buyer }: Pick<GoodsWanted, "items" | "buyer">,
): Promise<ProgramPrice> {
  requireMoney(ctx)
  const { rows } = await ctx.db.execute<{ all: Parameters<typeof priceGoods>[3] }>(
    sql`select ${suppliersColumn()} as all`,
  )
  return priceGoods(ctx, items, buyer, rows[0]?.all ?? [])
}

/**
 * Orders goods at the price of now, sets their pieces aside and has the provider make its order. While a buyer has a live
 * order that says the same, that one is returned; another one is replaced. Throws PAYMENTS_OFF, NOT_SOLD, UNPAID_ORDERS, what
 * `hold` does, and GATEWAY_AWAY, after which a repeat goes on.
 */
export async function orderGoods(
  ctx: SignedInCtx,
  { items, buyer, way }: GoodsWanted,
  keeping: Keeping,
): Promise<OrderRow> {
  const money = requireMoney(ctx, way)
  const now = ctx.clock.now()
  const draft: OrderDraft = {
    ...priceColumns(await reviewGoods(ctx, { items, buyer }), money),
    ...{ buyer_id: ctx.viewer.user_id, course_id: null },
    ...{ hold_until: new Date(now.getTime() + goodsHoldOf(money.name)), created_at: now },
  }
  const place = () => placeGoods(ctx, draft, keeping)
  // Another tab may make one between reading and writing: then that one is read.
  const order = (await place()) ?? (await place()) ?? refuse("GATEWAY_AWAY")
  return (await makeKnown(ctx, money, order, order.id === draft.id)) ?? refuse("GATEWAY_AWAY")
}

/** Returns null where another press made an order meanwhile. */
async function placeGoods(ctx: SignedInCtx, draft: OrderDraft, keeping: Keeping): Promise<OrderRow | null> {
  return inTransaction(ctx, async (tx) => {
    const own = and(eq(orders.buyer_id, tx.viewer.user_id), isNull(orders.course_id))
    const [live] = await tx.db
      .select()
      .from(orders)
      .where(and(own, inArray(orders.state, LIVE)))
      .for("update")
    if (live) {
      // Somebody says that it is paid already: a second order would be paid twice.
      if (await isClaimed(tx, live.id)) return live
      const isOpen = live.hold_until > tx.clock.now()
      const isSame = isSamePrice(live, draft) && (await keeping.isSame(tx, live.id))
      if (isOpen && isSame) return live
      const state = isSame ? "expired" : "cancelled"
      await tx.db.update(orders).set({ state }).where(eq(orders.id, live.id))
      await keeping.lock(tx, live.id)
      await releaseHeld(tx, [live])
    }
    if (draft.provider === DIRECT_UPI) await refuseUnpaid(tx, own)
    const [made] = await tx.db.insert(orders).values(draft).onConflictDoNothing().returning()
    if (!made) return null
    await keeping.hold(tx, made.id)
    return made
  })
}

/**
 * Throws UNPAID_ORDERS for who ordered goods by UPI three times in the last day and has paid nothing since: ordering costs
 * nothing, and would keep the pieces from everybody else. Changes of one order within an hour count once.
 */
async function refuseUnpaid(tx: Ctx, own: SQL | undefined): Promise<void> {
  const since = new Date(tx.clock.now().getTime() - DAY)
  const recent = await tx.db
    .select({ state: orders.state, created_at: orders.created_at })
    .from(orders)
    .where(and(own, eq(orders.provider, DIRECT_UPI), gt(orders.created_at, since)))
    .orderBy(desc(orders.created_at))
  const isUnpaid = ({ state }: { state: string }) => state === "expired" || state === "cancelled"
  const paid = recent.findIndex((one) => !isUnpaid(one))
  const unpaid = paid === -1 ? recent : recent.slice(0, paid)
  if (countTurns(unpaid.map(({ created_at }) => created_at.getTime())) >= MOST_UNPAID) refuse("UNPAID_ORDERS")
}

/** Counts orders by their instants, the newest first: those within an hour of the first are one that was changed. */
function countTurns(instants: readonly number[]): number {
  let [turns, began] = [0, Number.NEGATIVE_INFINITY]
  for (const at of instants.toReversed()) {
    if (at - began < HOUR) continue
    turns += 1
    began = at
  }
  return turns
}

/** Whether an order would be billed as this draft. Its lines are compared by the shop. */
function isSamePrice(live: OrderRow, draft: OrderDraft): boolean {
  const { gstin, business_name, business_address, state, delivered_to } = live.facts.buyer
  const buyer = draft.facts.buyer
  return (
    live.total_paise === draft.total_paise &&
    live.provider === draft.provider &&
    live.rules_version === draft.rules_version &&
    live.facts.date === draft.facts.date &&
    // Also another name or HSN, since the bill has them.
    isDeepStrictEqual(live.facts.items, draft.facts.items) &&
    gstin === buyer.gstin &&
    business_name === buyer.business_name &&
    business_address === buyer.business_address &&
    state === buyer.state &&
    delivered_to === buyer.delivered_to
  )
}
