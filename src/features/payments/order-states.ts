import { DAY, HOUR, MINUTE } from "#shared/time.ts"

export type PaymentState = "created" | "failed" | "authorized" | "captured" | "refunded"
/** One is withdrawn where its payment was recorded by mistake. */
export type RefundState = "asked" | "pending" | "processed" | "failed" | "withdrawn"

const PAYMENT: readonly PaymentState[] = ["created", "failed", "authorized", "captured", "refunded"]
const REFUND: readonly RefundState[] = ["asked", "pending", "failed", "processed", "withdrawn"]

/**
 * Returns the state of a payment after the provider told one, in whatever order it tells them: states only move
 * forward, where a failed payment may still be authorised and captured.
 */
export function paymentAfter(known: PaymentState | null, told: PaymentState): PaymentState {
  return furthest(PAYMENT, known, told)
}

/** The same for a refund: one that is processed stays so, and one that failed may be processed later. */
export function refundAfter(known: RefundState, told: RefundState): RefundState {
  return furthest(REFUND, known, told)
}

function furthest<State>(order: readonly State[], known: State | null, told: State): State {
  return known !== null && order.indexOf(known) > order.indexOf(told) ? known : told
}

/** How long an order is kept for its payer. */
export const HOLD = 30 * MINUTE
/** How long after the order a payment may still be captured. */
export const LATEST_PAYMENT = 3 * DAY
const FIRST_LOOK = 15 * MINUTE
const LONGEST_WAIT = 12 * HOUR

/**
 * When the provider is asked about an order again: 15 minutes after it was made, then after as long as it has
 * existed, at most 12 hours, and for the last time when no payment can come any more. Null after that.
 */
export function nextLook(madeAt: Date, now: Date): Date | null {
  const age = now.getTime() - madeAt.getTime()
  if (age >= LATEST_PAYMENT) return null
  const wait = Math.min(Math.max(age, FIRST_LOOK), LONGEST_WAIT)
  return new Date(madeAt.getTime() + Math.min(age + wait, LATEST_PAYMENT))
}

/** Providers give nothing back of an older payment: six months, of which the shortest count. */
const PROVIDER_REFUNDS = 181 * DAY

/** Whether the provider still gives money back that was captured then. */
export function canProviderRefund(capturedAt: Date | null, now: Date): boolean {
  return capturedAt !== null && now.getTime() - capturedAt.getTime() < PROVIDER_REFUNDS
}
