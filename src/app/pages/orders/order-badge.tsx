import type { Order } from "#contract/payments/order.ts"
import { Badge } from "#ui/components/badge.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { changeTexts } from "../checkout/change/change.texts.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import { TONES } from "./order-tones.ts"

type StateOf = { state: Order["state"]; refunds: readonly Pick<Order["refunds"][number], "reason">[] }

/** Whether its plan was given up for another one. */
export function isChanged({ refunds }: Pick<StateOf, "refunds">): boolean {
  return refunds.some(({ reason }) => reason === "plan-changed")
}

/** An order's state. What a plan was worth that gave way to another wasn't paid back, so it isn't called refunded. */
export function OrderBadge({ order }: { order: StateOf }) {
  const { states } = useTexts(checkoutTexts)
  const { changed } = useTexts(changeTexts)
  const { state } = order
  return (
    <Badge tone={TONES[state]}>{state === "refunded" && isChanged(order) ? changed : states[state]}</Badge>
  )
}
