import { asc, eq, type SQL } from "drizzle-orm"
import { orders } from "#features/payments/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { shopOrders } from "./table.ts"

/**
 * Locks orders with their goods and returns both, in one order for everybody who locks several. Money is locked before
 * goods, as where a payment arrives or a refund is given.
 */
export async function holdGoods(tx: Pick<Ctx, "db">, which: SQL | undefined) {
  await tx.db.select({ id: orders.id }).from(orders).where(which).orderBy(asc(orders.id)).for("update")
  const { number, state, buyer_id } = orders
  return tx.db
    .select({ goods: shopOrders, number, state, buyer_id })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.order_id))
    .where(which)
    .orderBy(asc(shopOrders.order_id))
    .for("update", { of: shopOrders })
}
