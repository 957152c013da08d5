import { and, eq, inArray, or } from "drizzle-orm"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { bills } from "./bills/table.ts"
import { LIVE } from "./orders.ts"
import { orders, payments, refunds } from "./table.ts"
import { upiClaims } from "./upi/table.ts"

/**
 * Money that was taken has to be accounted for, so orders, payments and refunds stay. What goes is who bought and
 * for whom. Bills stay whole, as the law asks, with the names that they were issued to; nothing leads from a person
 * to them any more.
 */
export const paymentsData: PersonalDataOf = {
  feature: "payments",
  tables: ["orders"],
  async exportFor({ db }, { user_id }) {
    const own = or(eq(orders.buyer_id, user_id), eq(orders.student_id, user_id))
    const bought = await db.select().from(orders).where(own)
    const ids = bought.map(({ id }) => id)
    const paid = await db.select().from(payments).where(inArray(payments.order_id, ids))
    const paidIds = paid.map(({ id }) => id)
    return {
      // Who else took part in it is that person's data.
      orders: bought.map(({ buyer_id, student_id, ...order }) => ({
        ...order,
        bought: buyer_id === user_id,
        for_self: student_id === user_id,
      })),
      payments: paid,
      upi_claims: await db.select().from(upiClaims).where(inArray(upiClaims.order_id, ids)),
      bills: await db.select().from(bills).where(inArray(bills.order_id, ids)),
      refunds: await db.select().from(refunds).where(inArray(refunds.payment_id, paidIds)),
    }
  },
  async eraseFor({ db }, { user_id }) {
    const own = or(eq(orders.buyer_id, user_id), eq(orders.student_id, user_id))
    await db
      .update(orders)
      .set({ state: "cancelled" })
      .where(and(own, inArray(orders.state, LIVE)))
    // Staff may have written about somebody why they gave money back.
    const paid = db
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.order_id))
      .where(own)
    await db.update(refunds).set({ note: null }).where(inArray(refunds.payment_id, paid))
    await db.update(orders).set({ buyer_id: null }).where(eq(orders.buyer_id, user_id))
    await db.update(orders).set({ student_id: null }).where(eq(orders.student_id, user_id))
    return 0
  },
}
