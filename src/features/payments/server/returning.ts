import type { Order } from "#contract/payments.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { GatewayRefused, GatewayUnanswered } from "#platform/money/port.ts"
import { lookAtOrder } from "./looking.ts"
import { readOrder, requireOrder } from "./order-view.ts"

/**
 * A payer came back from paying. If the provider signed that for our stored order, it is asked at once; only what
 * it then tells counts. Throws NOT_FOUND.
 */
export async function noteReturn(
  ctx: SignedInCtx,
  returned: { order_number: string; payment_id: string; signature: string },
): Promise<Order> {
  const order = await requireOrder(ctx, returned.order_number)
  const { payment_id, signature } = returned
  const order_id = order.provider_order_id
  if (ctx.money && order_id && ctx.money.verifyReturn({ order_id, payment_id, signature })) {
    await lookAtOrder(ctx, ctx.money, order).catch((error: unknown) => {
      if (!(error instanceof GatewayUnanswered || error instanceof GatewayRefused)) throw error
      ctx.log.warn({ err: error, order: order.number }, "the payment provider couldn't be asked")
    })
  }
  return readOrder(ctx, order.number)
}
