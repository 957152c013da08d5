import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { GoodsOrder } from "#contract/shop/goods.ts"
import { students } from "#features/accounts/server/table.ts"
import { orders } from "#features/payments/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { whyNotReturn } from "../returns.ts"
import { shopItems, shopLines, shopOrders, shopReturns, shopSizes } from "./table.ts"

/** Returns how far the viewer's own order of goods is. Throws NOT_FOUND. */
export async function readOwnGoods(ctx: SignedInCtx, number: string): Promise<GoodsOrder> {
  const [order] = await findGoods(
    ctx,
    and(eq(orders.number, number), eq(orders.buyer_id, ctx.viewer.user_id)),
  )
  return order ?? notFound()
}

/** The same for the office, of anybody's. Throws NOT_FOUND. */
export async function readGoods(ctx: Ctx, number: string): Promise<GoodsOrder> {
  const [order] = await findGoods(ctx, eq(orders.number, number))
  return order ?? notFound()
}

/** Returns orders of goods with their lines and returns, those promised first before the others. Three statements. */
export async function findGoods(ctx: Ctx, which: SQL | undefined, most = 1): Promise<GoodsOrder[]> {
  const rows = await ctx.db
    .select({ goods: shopOrders, number: orders.number, state: orders.state })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.order_id))
    .where(which)
    .orderBy(asc(shopOrders.promised_on), asc(shopOrders.order_id))
    .limit(most)
  if (rows.length === 0) return []
  const lines = await ctx.db
    .select({
      ...{ line: shopLines, size: shopSizes.label, title: shopItems.title, title_hi: shopItems.title_hi },
      ...{ image: shopItems.image, first_name: students.first_name },
    })
    .from(shopLines)
    .innerJoin(shopSizes, eq(shopSizes.id, shopLines.size_id))
    .innerJoin(shopItems, eq(shopItems.id, shopSizes.item_id))
    .leftJoin(students, eq(students.user_id, shopLines.student_id))
    .where(
      inArray(
        shopLines.order_id,
        rows.map(({ goods }) => goods.order_id),
      ),
    )
    .orderBy(asc(shopLines.position))
  const returns = await ctx.db
    .select({ row: shopReturns, given: refundGiven })
    .from(shopReturns)
    .where(
      inArray(
        shopReturns.line_id,
        lines.map(({ line }) => line.id),
      ),
    )
    .orderBy(asc(shopReturns.asked_at), asc(shopReturns.id))
  const linesBy = Map.groupBy(lines, ({ line }) => line.order_id)
  // A refund is shown once it is given.
  const shown = returns.map(({ row, given }) => ({
    ...row,
    refund_paise: given || row.refund_paise === 0 ? row.refund_paise : null,
  }))
  const returnsBy = Map.groupBy(shown, ({ line_id }) => line_id)
  return rows.map((row) => viewOf(ctx, row, linesBy.get(row.goods.order_id) ?? [], returnsBy))
}

type Found = { goods: typeof shopOrders.$inferSelect; number: string; state: string }
type FoundLine = {
  line: typeof shopLines.$inferSelect
  size: string
  title: string
  title_hi: string
  image: string
  first_name: string | null
}
type ReturnRow = typeof shopReturns.$inferSelect

function viewOf(
  ctx: Ctx,
  { goods, number, state }: Found,
  lines: readonly FoundLine[],
  returnsBy: ReadonlyMap<string, ReturnRow[]>,
): GoodsOrder {
  const zone = ctx.env.TIME_ZONE
  const handed_over_on = goods.handed_over_at && dateInZone(goods.handed_over_at, zone)
  const facts = {
    ...{ handed_over_on, today: dateInZone(ctx.clock.now(), zone), days: goods.return_days },
    is_refunded: state === "refunding" || state === "refunded",
  }
  const { stage, way, name, phone, address, pin, centre, promised_on, carrier } = goods
  return {
    ...{ order_number: number, stage, way, name, phone, address, pin, centre, promised_on, carrier },
    changed_at: goods.changed_at.toISOString(),
    return_until: handed_over_on && addDays(handed_over_on, goods.return_days),
    lines: lines.map(({ line, size, title, title_hi, image, first_name }) => {
      const returns = returnsBy.get(line.id) ?? []
      const left = line.quantity - askedOf(returns)
      const why_not = whyNotReturn({ ...facts, left })
      return {
        ...{ id: line.id, size, image, quantity: line.quantity, title: { en: title, hi: title_hi } },
        student: line.student_id ? { student_id: line.student_id, first_name: first_name ?? "" } : null,
        ...{ returnable: why_not ? 0 : left, why_not },
        returns: returns.map(showReturn),
      }
    }),
  }
}

/** Pieces that a return was asked for, unless it was declined. */
export function askedOf(returns: readonly Pick<ReturnRow, "state" | "quantity">[]): number {
  return returns.reduce((all, { state, quantity }) => (state === "declined" ? all : all + quantity), 0)
}

/** Whether the refund of a return was given: above the limit, a second person approves it first. */
export const refundGiven = sql<boolean>`exists (select from refunds r where r.request_id = shop_returns.id)`

/** What became of a return's refund that a second person decides about; null where nobody was asked. */
export const refundAsked = sql<
  "waiting" | "approved" | "declined" | null
>`(select q.state from refund_requests q
  where q.id = shop_returns.id)`

export function showReturn(row: ReturnRow): GoodsOrder["lines"][number]["returns"][number] {
  const { id, quantity, reason, note, answer, state, refund_paise, asked_at } = row
  return { id, quantity, reason, note, answer, state, refund_paise, asked_at: asked_at.toISOString() }
}
