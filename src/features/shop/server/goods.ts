import { and, eq, inArray, sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { orders } from "#features/payments/server/table.ts"
import { type Ctx, type Goods, inTransaction } from "#platform/context.ts"
import { Refusal } from "#platform/errors.ts"
import { promisedOn } from "../promise.ts"
import { isStillHere } from "../stages.ts"
import { tellRefundDeclined } from "./returns.ts"
import { termsOf } from "./settings.ts"
import { putBack, takePieces } from "./stock.ts"
import { shopBasketLines, shopLines, shopOrders, shopReturns } from "./table.ts"

/** What the payments feature needs of the shop, which depends on it and not the other way round. */
export const goods: Goods = {
  async deliver(tx, orderId) {
    const own = eq(shopOrders.order_id, orderId)
    const [order] = await tx.db.select().from(shopOrders).where(own).for("update")
    if (!order || (order.stage !== "held" && order.stage !== "released")) return false
    if (order.stage === "released" && !(await takeAgain(tx, orderId))) return false
    // Days count from the payment, where that came on a later one.
    const { delivery_days, pickup_days, holidays } = termsOf(tx)
    const days = order.way === "delivery" ? delivery_days : pickup_days
    const anew = promisedOn(todayOf(tx), days, holidays)
    const isLater = order.stage === "released" && anew > order.promised_on
    await tx.db
      .update(shopOrders)
      .set({
        ...{ stage: "to-pack", changed_at: tx.clock.now() },
        promised_on: isLater ? anew : order.promised_on,
      })
      .where(own)
    await emptyBasket(tx, orderId)
    return true
  },
  async isOffered({ db }, orderId) {
    const { rows } = await db.execute<{ offered: boolean }>(sql`
      select coalesce(bool_and(s.free >= wanted.pieces), false) as offered
      from (select size_id, sum(quantity) as pieces from shop_lines where order_id = ${orderId} group by size_id) wanted
      join shop_sizes s on s.id = wanted.size_id`)
    return rows[0]?.offered === true
  },
  async release(tx, orderIds) {
    await takeBack(tx, and(inArray(shopOrders.order_id, [...orderIds]), eq(shopOrders.stage, "held")))
  },
  async refunded(tx, orderId) {
    const [order] = await tx.db
      .select({ stage: shopOrders.stage })
      .from(shopOrders)
      .where(eq(shopOrders.order_id, orderId))
      .for("update")
    if (order && isStillHere(order.stage)) await takeBack(tx, eq(shopOrders.order_id, orderId))
  },
  async returned({ db }, requestId) {
    const [found] = await db
      .select({ at: shopLines.position, pieces: shopReturns.quantity })
      .from(shopReturns)
      .innerJoin(shopLines, eq(shopLines.id, shopReturns.line_id))
      .where(eq(shopReturns.id, requestId))
    return found ?? null
  },
  refundDeclined: tellRefundDeclined,
}

/** Ends orders whose pieces go back onto the shelf. */
async function takeBack(tx: Ctx, which: ReturnType<typeof and>): Promise<void> {
  const released = await tx.db
    .update(shopOrders)
    .set({ stage: "released", changed_at: tx.clock.now() })
    .where(which)
    .returning({ order_id: shopOrders.order_id })
  if (released.length > 0)
    await putBack(
      tx,
      await readPieces(
        tx,
        released.map(({ order_id }) => order_id),
      ),
    )
}

/** Takes the pieces of an order that had been released, all or none. */
async function takeAgain(tx: Ctx, orderId: string): Promise<boolean> {
  const pieces = await readPieces(tx, [orderId])
  try {
    await inTransaction(tx, (inner) => takePieces(inner, pieces))
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === "SOLD_OUT") return false
    throw error
  }
}

function readPieces({ db }: Pick<Ctx, "db">, orderIds: readonly string[]) {
  return db
    .select({ size_id: shopLines.size_id, quantity: shopLines.quantity })
    .from(shopLines)
    .where(inArray(shopLines.order_id, [...orderIds]))
}

/** Takes out of the buyer's basket what was bought; what they added meanwhile stays. */
async function emptyBasket({ db }: Ctx, orderId: string): Promise<void> {
  const bought = sql`(select o.buyer_id, l.size_id, l.student_id, l.quantity from ${shopLines} l
    join ${orders} o on o.id = l.order_id where l.order_id = ${orderId}) bought`
  const same = sql`b.owner_id = bought.buyer_id and b.size_id = bought.size_id and b.student_id = bought.student_id`
  await db.execute(
    sql`delete from ${shopBasketLines} b using ${bought} where ${same} and b.quantity <= bought.quantity`,
  )
  await db.execute(sql`update ${shopBasketLines} b set quantity = b.quantity - bought.quantity from ${bought}
    where ${same} and b.quantity > bought.quantity`)
}
