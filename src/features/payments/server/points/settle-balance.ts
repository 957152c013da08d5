import { eq } from "drizzle-orm"
import type { Order } from "#contract/payments/order.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { showOrder } from "../order-view.ts"
import { recordPaymentIn } from "../settling.ts"
import { orders } from "../table.ts"

/** What stands for the provider of an order that points and credit pay in full. */
export const BALANCE = "balance"

/**
 * Fulfils an order of which nothing is left to pay, as a payment of nothing, once. Throws
 * ALREADY_ENROLLED_IN_PROGRAM, after which the order ends like one that wasn't paid.
 */
export async function settleFromBalance(ctx: SignedInCtx, order: typeof orders.$inferSelect): Promise<Order> {
  await inTransaction(ctx, (tx) =>
    recordPaymentIn(tx, BALANCE, {
      ...{ id: order.number, order_id: order.provider_order_id, amount_paise: 0, state: "captured" },
      ...{ method: BALANCE, refunded_paise: 0, fee_paise: 0, tax_paise: 0, failure: null },
      created_at: tx.clock.now(),
    }),
  )
  const [row] = await ctx.db.select().from(orders).where(eq(orders.id, order.id))
  return showOrder(ctx, row ?? notFound())
}
