import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { ReturnEntry } from "#contract/shop/desk.ts"
import type { GoodsOrder } from "#contract/shop/goods.ts"
import { user } from "#features/accounts/server/table.ts"
import { refundGoods } from "#features/payments/server/goods/refund-goods.ts"
import { orders } from "#features/payments/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { dateInZone } from "#shared/time.ts"
import { type ReturnReason, whyNotReturn, worthOf } from "../returns.ts"
import { askedOf, readOwnGoods, refundAsked, refundGiven, showReturn } from "./goods-view.ts"
import { holdGoods } from "./hold.ts"
import { putBack } from "./stock.ts"
import { shopItems, shopLines, shopReturns, shopSizes } from "./table.ts"
import { tellReturn } from "./tell.ts"

type Asked = {
  order_number: string
  return_id: string
  line_id: string
  quantity: number
  reason: ReturnReason
  note: string
}

/**
 * The buyer asks to give pieces of a line back. Sent twice, it is one return. Throws NOT_FOUND, NOT_RETURNABLE with the
 * reason, and FIELD_ERRORS for more pieces than are left.
 */
export async function askReturn(ctx: SignedInCtx, asked: Asked): Promise<GoodsOrder> {
  await inTransaction(ctx, async (tx) => {
    const [order] = await holdGoods(
      tx,
      and(eq(orders.number, asked.order_number), eq(orders.buyer_id, tx.viewer.user_id)),
    )
    if (!order) notFound()
    const [line] = await tx.db
      .select()
      .from(shopLines)
      .where(and(eq(shopLines.id, asked.line_id), eq(shopLines.order_id, order.goods.order_id)))
    if (!line) notFound()
    const returns = await tx.db.select().from(shopReturns).where(eq(shopReturns.line_id, line.id))
    if (returns.some(({ id }) => id === asked.return_id)) return
    const zone = tx.env.TIME_ZONE
    const { handed_over_at, return_days: days } = order.goods
    const left = line.quantity - askedOf(returns)
    const why = whyNotReturn({
      handed_over_on: handed_over_at && dateInZone(handed_over_at, zone),
      ...{ today: dateInZone(tx.clock.now(), zone), days, left },
      is_refunded: order.state === "refunding" || order.state === "refunded",
    })
    if (why) refuse("NOT_RETURNABLE", { why })
    if (asked.quantity > left) refuseFields({ quantity: "RETURN_TOO_MANY" })
    const { return_id: id, line_id, quantity, reason, note } = asked
    await tx.db.insert(shopReturns).values({
      ...{ id, line_id, quantity, reason, note: note || null, state: "asked", asked_at: tx.clock.now() },
    })
    await emit(tx, "refund.asked", order.goods.order_id)
  })
  return readOwnGoods(ctx, asked.order_number)
}

/** What a return is of, with the bought line and what is known of its order. */
async function findReturns(ctx: Ctx, which: SQL | undefined, order: SQL[], limit: number) {
  return ctx.db
    .select({
      ...{ row: shopReturns, line: shopLines, size: shopSizes.label, order_number: orders.number },
      ...{ title: shopItems.title, title_hi: shopItems.title_hi, buyer: user.name },
      ...{ given: refundGiven, asked: refundAsked },
      amount_paise:
        sql<number>`(jsonb_path_query_array(${orders.documents}, '$[*].lines[*]') -> ${shopLines.position} ->> 'amount_paise')::bigint`.mapWith(
          Number,
        ),
      received: sql<number>`(select coalesce(sum(r.quantity), 0) from shop_returns r
        where r.line_id = ${shopLines.id} and r.state = 'received')`.mapWith(Number),
    })
    .from(shopReturns)
    .innerJoin(shopLines, eq(shopLines.id, shopReturns.line_id))
    .innerJoin(shopSizes, eq(shopSizes.id, shopLines.size_id))
    .innerJoin(shopItems, eq(shopItems.id, shopSizes.item_id))
    .innerJoin(orders, eq(orders.id, shopLines.order_id))
    .leftJoin(user, eq(user.id, orders.buyer_id))
    .where(which)
    .orderBy(...order)
    .limit(limitFor(limit))
}

/** Lists returns: those that wait for the office or for their pieces, the oldest first, or those that are over. */
export async function listReturns(
  ctx: Ctx,
  { over, cursor, limit }: { over: boolean; cursor?: string | undefined; limit: number },
): Promise<{ items: ReturnEntry[]; next_cursor: string | null }> {
  const after = decodeCursor(cursor)
  const { asked_at, id, state } = shopReturns
  const key = sql`(${asked_at}, ${id})`
  const behind = sql`(${after?.at.toISOString()}::timestamptz, ${after?.id}::uuid)`
  const rows = await findReturns(
    ctx,
    and(
      inArray(state, over ? ["declined", "received"] : ["asked", "accepted"]),
      after ? (over ? sql`${key} < ${behind}` : sql`${key} > ${behind}`) : undefined,
    ),
    over ? [desc(asked_at), desc(id)] : [asc(asked_at), asc(id)],
    limit,
  )
  return toPage(
    rows,
    limit,
    ({ row }) => ({ id: row.id, at: row.asked_at }),
    (found): ReturnEntry => ({
      ...showReturn(found.row),
      ...{ order_number: found.order_number, buyer: found.buyer, size: found.size },
      title: { en: found.title, hi: found.title_hi },
      worth_paise: worthOf(
        { ...found.line, amount_paise: found.amount_paise },
        found.received,
        found.row.quantity,
      ),
      refund: refundOf(found),
      received_at: found.row.received_at?.toISOString() ?? null,
      restocked: found.row.restocked,
    }),
  )
}

type FoundReturn = Awaited<ReturnType<typeof findReturns>>[number]

/** How far the refund of a return is; null while its pieces didn't come, and where nothing was left to refund. */
function refundOf({
  row,
  given,
  asked,
}: Pick<FoundReturn, "row" | "given" | "asked">): ReturnEntry["refund"] {
  if (!row.refund_paise) return null
  if (given) return "given"
  return asked === "declined" ? "declined" : "waits"
}

/** Locks the order of a return, as everything does that changes it, and returns both. Throws NOT_FOUND. */
async function holdReturn(tx: Ctx, returnId: string) {
  const own = eq(shopReturns.id, returnId)
  const [found] = await tx.db
    .select({ order_id: shopLines.order_id })
    .from(shopReturns)
    .innerJoin(shopLines, eq(shopLines.id, shopReturns.line_id))
    .where(own)
  if (!found) return notFound()
  await holdGoods(tx, eq(orders.id, found.order_id))
  const [held] = await findReturns(tx, own, [asc(shopReturns.id)], 1)
  return held ?? notFound()
}

/**
 * Accepts or declines a return, once, and tells the buyer. Throws NOT_FOUND, RETURN_DECIDED where somebody decided
 * otherwise, and FIELD_ERRORS for a refusal without a reason.
 */
export async function decideReturn(
  ctx: SignedInCtx,
  { return_id, accepts, answer }: { return_id: string; accepts: boolean; answer: string },
): Promise<void> {
  if (!accepts && answer === "") refuseFields({ answer: "FIELD_EMPTY" })
  const state = accepts ? "accepted" : "declined"
  await inTransaction(ctx, async (tx) => {
    const { row, line, ...about } = await holdReturn(tx, return_id)
    if (row.state === state) return
    if (row.state !== "asked") refuse("RETURN_DECIDED")
    await tx.db
      .update(shopReturns)
      .set({ state, answer: answer || null, decided_at: tx.clock.now(), decided_by: tx.viewer.user_id })
      .where(eq(shopReturns.id, row.id))
    await recordAct(tx, `goods.return-${state}`, about.order_number)
    const told = {
      id: row.id,
      line: { ...about, order_id: line.order_id },
      answer: answer || null,
      refund_paise: 0,
    }
    await tellReturn(tx, told, state)
    await emit(tx, "refund.asked", line.order_id)
  })
}

type Refunded = Awaited<ReturnType<typeof refundGoods>>

/** Asks again for a refund that was declined, at most what is left by now. */
async function refundAnew(
  tx: SignedInCtx,
  { id, refund_paise }: FoundReturn["row"],
  { order_id, position }: FoundReturn["line"],
): Promise<Refunded> {
  const wanted = { order_id, request_id: id, position, worth_paise: refund_paise ?? 0 }
  const refund = await refundGoods(tx, wanted)
  await tx.db.update(shopReturns).set({ refund_paise: refund.refund_paise }).where(eq(shopReturns.id, id))
  await emit(tx, "refund.asked", order_id)
  return refund
}

/** Tells the buyer that a colleague declined the refund of a return, where a request is for one. */
export async function tellRefundDeclined(tx: Ctx, requestId: string): Promise<void> {
  const [found] = await findReturns(tx, eq(shopReturns.id, requestId), [asc(shopReturns.id)], 1)
  if (!found) return
  const { row, line, ...about } = found
  const told = { id: row.id, line: { ...about, order_id: line.order_id }, answer: null }
  await tellReturn(tx, { ...told, refund_paise: row.refund_paise ?? 0 }, "refund-declined")
}

/**
 * Pieces of an accepted return came back: they go onto the shelf or are written off, and are refunded, at most what is left
 * of the order. Once, but a refund that a colleague declined is asked for anew. Throws NOT_FOUND, RETURN_DECIDED and
 * REFUND_WAITS.
 */
export function receiveReturn(
  ctx: SignedInCtx,
  { return_id, restocked }: { return_id: string; restocked: boolean },
): Promise<Refunded> {
  return inTransaction(ctx, async (tx) => {
    const { row, line, amount_paise, received, given, asked, ...about } = await holdReturn(tx, return_id)
    if (row.state === "received" && row.restocked === restocked) {
      const refund = refundOf({ row, given, asked })
      if (refund === "declined") return refundAnew(tx, row, line)
      return { outcome: refund ?? "nothing", refund_paise: row.refund_paise ?? 0 }
    }
    if (row.state !== "accepted") return refuse("RETURN_DECIDED")
    // Before the refund, which locks the counter of bills: a payment takes its pieces first, too.
    if (restocked) await putBack(tx, [{ size_id: line.size_id, quantity: row.quantity }])
    const refund = await refundGoods(tx, {
      ...{ order_id: line.order_id, request_id: row.id, position: line.position },
      worth_paise: worthOf({ quantity: line.quantity, amount_paise }, received, row.quantity),
    })
    await tx.db
      .update(shopReturns)
      .set({ state: "received", restocked, refund_paise: refund.refund_paise, received_at: tx.clock.now() })
      .where(eq(shopReturns.id, row.id))
    await recordAct(tx, "goods.return-received", about.order_number, {
      ...{ quantity: row.quantity, restocked, refund_paise: refund.refund_paise },
    })
    const { refund_paise, outcome } = refund
    const told = { id: row.id, line: { ...about, order_id: line.order_id }, answer: null, refund_paise }
    await tellReturn(tx, { ...told, waits: outcome === "waits" }, "received")
    await emit(tx, "refund.asked", line.order_id)
    return refund
  })
}
