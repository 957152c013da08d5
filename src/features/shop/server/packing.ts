import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { z } from "zod"
import type { DESK_STAGES } from "#contract/shop/codes.ts"
import type { shopDesk as contract, PackEntry } from "#contract/shop/desk.ts"
import type { GoodsOrder, InBoth } from "#contract/shop/goods.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { user } from "#features/accounts/server/table.ts"
import { orders } from "#features/payments/server/table.ts"
import { recordChange } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { STEPS, type Stage } from "../stages.ts"
import { findGoods } from "./goods-view.ts"
import { holdGoods } from "./hold.ts"
import { shopItems, shopLines, shopOrders, shopSizes } from "./table.ts"
import { tellStage } from "./tell.ts"

type Asked = { stage: (typeof DESK_STAGES)[number]; cursor?: string | undefined; limit: number }
type Advance = z.output<NonNullable<(typeof contract)["advance"]["~orpc"]["inputSchema"]>>

const isPaid = eq(orders.state, "paid")
/** A packing list of more is several. */
const MOST_PACKED = 200

function at(stage: Asked["stage"]): SQL {
  return stage === "done"
    ? sql`${shopOrders.stage} in ('delivered', 'collected')`
    : sql`${shopOrders.stage} = ${stage}`
}

/**
 * Lists orders of one stage: those to do by their promised dates, those that were handed over with the newest first. Three
 * statements. Throws FIELD_ERRORS for an invalid cursor.
 */
export async function listOrders(ctx: Ctx, { stage, cursor, limit }: Asked) {
  const isDone = stage === "done"
  // A date is an instant here, so that both lists page alike.
  const sortedBy = isDone
    ? sql<string>`${shopOrders.handed_over_at}`
    : sql<string>`(${shopOrders.promised_on}::timestamp at time zone 'UTC')`
  const after = decodeCursor(cursor)
  const behind = sql`(${after?.at.toISOString()}::timestamptz, ${after?.id}::uuid)`
  const key = sql`(${sortedBy}, ${shopOrders.order_id})`
  const rows = await ctx.db
    .select({
      id: shopOrders.order_id,
      at: sortedBy,
      goods: shopOrders,
      number: orders.number,
      buyer: user.name,
    })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.order_id))
    .leftJoin(user, eq(user.id, orders.buyer_id))
    .where(
      and(
        at(stage),
        isDone ? undefined : isPaid,
        after ? (isDone ? sql`${key} < ${behind}` : sql`${key} > ${behind}`) : undefined,
      ),
    )
    .orderBy(isDone ? sql`${key} desc` : key)
    .limit(limitFor(limit))
  const lines = await readLines(
    ctx,
    rows.map(({ id }) => id),
  )
  const today = todayOf(ctx)
  const page = toPage(
    rows,
    limit,
    ({ id, at }) => ({ id, at: new Date(at) }),
    ({ id, goods, number, buyer }): PackEntry => ({
      ...{ order_number: number, stage: goods.stage, way: goods.way, buyer },
      ...{ centre: goods.centre, pin: goods.pin, promised_on: goods.promised_on },
      late: !isDone && goods.promised_on < today,
      lines: lines.get(id) ?? [],
    }),
  )
  return { ...page, counts: await countStages(ctx) }
}

type LineShown = { title: z.infer<typeof InBoth>; size: string; quantity: number }

async function readLines({ db }: Ctx, ids: readonly string[]): Promise<Map<string, LineShown[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      ...{ order_id: shopLines.order_id, quantity: shopLines.quantity, size: shopSizes.label },
      title: { en: shopItems.title, hi: shopItems.title_hi },
    })
    .from(shopLines)
    .innerJoin(shopSizes, eq(shopSizes.id, shopLines.size_id))
    .innerJoin(shopItems, eq(shopItems.id, shopSizes.item_id))
    .where(inArray(shopLines.order_id, [...ids]))
    .orderBy(asc(shopLines.position))
  const groups = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map([...groups].map(([id, all]) => [id, all.map(({ order_id: _, ...line }) => line)]))
}

/** How many orders wait at each stage. */
async function countStages({ db }: Ctx): Promise<Record<string, number>> {
  const rows = await db
    .select({ stage: shopOrders.stage, orders: sql<number>`count(*)`.mapWith(Number) })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.order_id))
    .where(and(sql`${shopOrders.stage} in ('to-pack', 'packed', 'sent', 'ready')`, isPaid))
    .groupBy(shopOrders.stage)
  return Object.fromEntries(rows.map(({ stage, orders }) => [stage, orders]))
}

/** Returns what is to be packed: all pieces together, and each order, those promised first before the others. */
export async function readPackingList(ctx: Ctx): Promise<{ pieces: LineShown[]; orders: GoodsOrder[] }> {
  const found = await findGoods(ctx, and(eq(shopOrders.stage, "to-pack"), isPaid), MOST_PACKED)
  const pieces = new Map<string, LineShown>()
  for (const { title, size, quantity } of found.flatMap(({ lines }) => lines)) {
    const key = `${title.en} ${size}`
    const before = pieces.get(key)?.quantity ?? 0
    pieces.set(key, { title, size, quantity: before + quantity })
  }
  return { pieces: [...pieces.values()], orders: found }
}

/**
 * Notes that paid orders reached a stage, from the one before it, and tells their buyers. Orders that are at it already
 * stay as they are. Returns how many moved, and the numbers of those that couldn't.
 */
export function advance(
  ctx: SignedInCtx,
  { order_numbers, to, carrier }: Advance,
): Promise<{ moved: number; left: string[] }> {
  return inTransaction(ctx, async (tx) => {
    const found = await holdGoods(tx, inArray(orders.number, order_numbers))
    const moves = found.filter(
      ({ goods, state }) => state === "paid" && stageBefore(goods, to) === goods.stage,
    )
    for (const { goods, number } of moves)
      await move(tx, { id: goods.order_id, number, from: goods.stage, to, carrier })
    const isThere = found.filter(({ goods }) => goods.stage === to).map(({ number }) => number)
    const done = new Set([...moves.map(({ number }) => number), ...isThere])
    return { moved: moves.length, left: order_numbers.filter((number) => !done.has(number)) }
  })
}

function stageBefore({ way }: { way: keyof typeof STEPS }, to: Stage): Stage | null {
  const steps = STEPS[way]
  return steps[steps.indexOf(to) - 1] ?? null
}

async function move(
  tx: SignedInCtx,
  { id, number, from, to, carrier }: { id: string; number: string; from: Stage; to: Stage; carrier: string },
): Promise<void> {
  const now = tx.clock.now()
  await tx.db
    .update(shopOrders)
    .set({
      ...{ stage: to, changed_at: now },
      ...(to === "packed" && { packed_at: now }),
      ...(to === "sent" && carrier !== "" && { carrier }),
      ...((to === "delivered" || to === "collected") && { handed_over_at: now }),
    })
    .where(eq(shopOrders.order_id, id))
  await recordChange(tx, "goods.stage", number, { from: { stage: from }, to: { stage: to } })
  await tellStage(tx, id, to)
}
