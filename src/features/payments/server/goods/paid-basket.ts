import { and, eq, gte, isNull, ne, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { orders } from "../table.ts"

type Order = typeof orders.$inferSelect

/**
 * Whether an order of goods is for a basket that its buyer paid by another order since. A buyer has one basket and one live
 * order of it, so one of the two took the other's place.
 */
export async function isBasketPaid(
  { db }: Pick<Ctx, "db">,
  { id, buyer_id, created_at }: Order,
): Promise<boolean> {
  if (!buyer_id) return false
  const ofBasket = and(eq(orders.buyer_id, buyer_id), isNull(orders.course_id))
  const [other] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(ofBasket, ne(orders.id, id), gte(orders.paid_at, created_at)))
    .limit(1)
  return other !== undefined
}

/**
 * The same in a transaction that fulfils the order: payments of one buyer's orders come one after the other. Not by locking
 * the orders, of which each payment holds its own already.
 */
export async function holdBasket(tx: Pick<Ctx, "db">, order: Order): Promise<boolean> {
  const key = `basket:${order.buyer_id}`
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  return isBasketPaid(tx, order)
}
