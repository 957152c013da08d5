import type { Order } from "#contract/payments/order.ts"
import type { BadgeTone } from "#ui/components/badge.tsx"

/** The colour of each state of an order. */
export const TONES: Record<Order["state"], BadgeTone> = {
  created: "warning",
  awaiting: "primary",
  paid: "success",
  expired: "neutral",
  cancelled: "neutral",
  failed: "danger",
  refunding: "warning",
  refunded: "neutral",
}
