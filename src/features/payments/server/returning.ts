import { eq } from "drizzle-orm"
import type { Order } from "#contract/payments/order.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { GatewayRefused, GatewayUnanswered } from "#platform/money/port.ts"
import { lookAtOrder } from "./looking.ts"
import { readOrder, requireOrder } from "./order-view.ts"
import { orders } from "./table.ts"

type Row = typeof orders.$inferSelect
type Returned = { order_number: string; payment_id: string; signature: string }

/**
 * A payer came back from paying. If the provider signed that for our stored order, it is asked at once; only what
 * it then tells counts. Throws NOT_FOUND.
 */
export async function noteReturn(ctx: SignedInCtx, returned: Returned): Promise<Order> {
  const order = await requireOrder(ctx, returned.order_number)
  await askIfSigned(ctx, order, returned)
  return readOrder(ctx, order.number)
}

/**
 * The same where the provider had the browser post it from its own site, which sends no session. Returns whether
 * the order is paid now; false as well for what wasn't signed, which changes nothing.
 */
export async function notePostedReturn(ctx: Ctx, returned: Returned): Promise<boolean> {
  const own = eq(orders.number, returned.order_number)
  const [order] = await ctx.db.select().from(orders).where(own)
  if (!order || !(await askIfSigned(ctx, order, returned))) return false
  const [now] = await ctx.db.select({ state: orders.state }).from(orders).where(own)
  return now?.state === "paid"
}

/** Asks the provider if it signed this return of our stored order. Returns whether it did. */
async function askIfSigned(ctx: Ctx, order: Row, { payment_id, signature }: Returned): Promise<boolean> {
  const order_id = order.provider_order_id
  if (ctx.money?.name !== order.provider || !order_id) return false
  if (!ctx.money.verifyReturn({ order_id, payment_id, signature })) return false
  await lookAtOrder(ctx, ctx.money, order).catch((error: unknown) => {
    if (!(error instanceof GatewayUnanswered || error instanceof GatewayRefused)) throw error
    ctx.log.warn({ err: error, order: order.number }, "the payment provider couldn't be asked")
  })
  return true
}
