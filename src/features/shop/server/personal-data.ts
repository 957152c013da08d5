import { eq, inArray, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import { orders } from "#features/payments/server/table.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { shopAsks, shopBasketLines, shopLines, shopOrders, shopReturns } from "./table.ts"

/**
 * A basket and what a child asked for go with the person. What was sold has to be accounted for, so orders and returns
 * stay, without where it went, for whom it was and what was written about it.
 */
export const shopData: PersonalDataOf = {
  feature: "shop",
  tables: ["shop_basket_lines", "shop_orders", "shop_lines", "shop_returns", "shop_asks"],
  attached: sql`exists (select from ${shopAsks} where ${shopAsks.student_id} = ${user.id})
    or exists (select from ${shopLines} where ${shopLines.student_id} = ${user.id})`,
  async exportFor({ db }, { user_id }) {
    const bought = db.select({ id: orders.id }).from(orders).where(eq(orders.buyer_id, user_id))
    const goods = await db.select().from(shopOrders).where(inArray(shopOrders.order_id, bought))
    const lines = await db.select().from(shopLines).where(inArray(shopLines.order_id, bought))
    const ids = lines.map(({ id }) => id)
    return {
      shop_basket_lines: await db.select().from(shopBasketLines).where(eq(shopBasketLines.owner_id, user_id)),
      shop_orders: goods,
      // Whom it was for, is that person's data.
      shop_lines: [
        ...lines.map(({ student_id, ...line }) => ({ ...line, for_self: student_id === user_id })),
        ...(await db.select().from(shopLines).where(eq(shopLines.student_id, user_id)))
          .filter(({ id }) => !ids.includes(id))
          .map(({ student_id: _, ...line }) => ({ ...line, for_self: true })),
      ],
      shop_returns: (await db.select().from(shopReturns).where(inArray(shopReturns.line_id, ids))).map(
        ({ decided_by: _, ...row }) => row,
      ),
      // Of staff, what they decided; what the buyer wrote is the buyer's data.
      shop_returns_decided: (
        await db.select().from(shopReturns).where(eq(shopReturns.decided_by, user_id))
      ).map(({ note: _, answer: __, ...row }) => row),
      shop_asks: await db.select().from(shopAsks).where(eq(shopAsks.student_id, user_id)),
    }
  },
  async eraseFor({ db }, { user_id }) {
    const bought = db.select({ id: orders.id }).from(orders).where(eq(orders.buyer_id, user_id))
    const lines = db.select({ id: shopLines.id }).from(shopLines).where(inArray(shopLines.order_id, bought))
    const nobody = { name: null, phone: null, address: null, pin: null }
    await db.delete(shopBasketLines).where(eq(shopBasketLines.owner_id, user_id))
    await db.delete(shopBasketLines).where(eq(shopBasketLines.student_id, user_id))
    await db.delete(shopAsks).where(eq(shopAsks.student_id, user_id))
    await db.update(shopReturns).set({ note: null, answer: null }).where(inArray(shopReturns.line_id, lines))
    await db.update(shopReturns).set({ decided_by: null }).where(eq(shopReturns.decided_by, user_id))
    await db.update(shopLines).set({ student_id: null }).where(eq(shopLines.student_id, user_id))
    await db.update(shopOrders).set(nobody).where(inArray(shopOrders.order_id, bought))
    return 0
  },
}
