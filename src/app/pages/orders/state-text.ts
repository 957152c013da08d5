import type { Order } from "#contract/payments/order.ts"
import type { CheckoutText } from "../checkout/checkout.text.ts"

/** What the state means: a sale is refunded for other reasons than money that couldn't be used. */
export function stateText(
  text: CheckoutText,
  order: Pick<Order, "state" | "paid_at" | "payments" | "refunds" | "upi">,
): string {
  // Nobody knows whether something was charged: staff counted a transfer by mistake.
  if (order.state === "expired" && order.payments.some(({ taken_back }) => taken_back))
    return text.takenBack(order.upi?.open ?? false)
  if (!order.paid_at) return text.stateTexts[order.state]
  if (order.state === "refunded") return text.refundedSale
  if (order.state !== "refunding") return text.stateTexts[order.state]
  const isOffice = order.refunds.some(({ way, state }) => way === "office" || state === "failed")
  return isOffice ? text.refundingByOffice : text.refundingSale
}
