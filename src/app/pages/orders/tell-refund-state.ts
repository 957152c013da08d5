import type { Order } from "#contract/payments/order.ts"
import type { CheckoutText } from "../checkout/checkout.text.ts"

/** Who refunds, and how far it is: the provider's states, or what the office does itself. */
export function tellRefundState(text: CheckoutText, refund: Order["refunds"][number]): string {
  return refund.way === "provider" ? text.refundStates[refund.state] : text.refundWays[refund.way]
}
