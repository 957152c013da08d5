import { and, eq, sql } from "drizzle-orm"
import type { DeclineReason } from "#contract/payments/order.ts"
import type { Settled } from "#contract/upi.ts"
import { recordAct } from "#platform/audit.ts"
import type { Ctx } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { holdReferences, isInvoiced } from "../bank/invoiced.ts"
import { explainLines } from "../bank/keep.ts"
import { recordPaymentIn } from "../settling.ts"
import { orders, payments, refunds } from "../table.ts"
import { tellApproved, tellDeclined } from "./notices.ts"
import { upiClaims } from "./table.ts"

type Order = typeof orders.$inferSelect
export type Claim = typeof upiClaims.$inferSelect

/** An order is kept this long at least after its payer told of a transfer, and to try again after one was declined. */
const AGAIN_WITHIN = DAY

/**
 * Counts a transfer that staff saw in the bank's statement, in the caller's transaction, which has locked the
 * order. From here it is a payment like a provider's: the right amount fulfils the order, any other goes back.
 * Throws FIELD_ERRORS where the reference was counted before, also for an organisation's invoice, and for an order that could never be paid.
 */
export async function settleTransfer(
  tx: Ctx,
  order: Order,
  { utr, amount_paise }: { utr: string; amount_paise: number },
): Promise<Settled> {
  const references = await holdReferences(tx, utr)
  // An organisation's invoice was paid by it.
  if (await isInvoiced(tx, references)) refuseFields({ utr: "UTR_COUNTED" })
  const decided_at = tx.clock.now()
  const approved = { state: "approved" as const, amount_paise, decided_at }
  const waiting = and(eq(upiClaims.order_id, order.id), eq(upiClaims.state, "waiting"))
  const [claimed] = await tx.db
    .update(upiClaims)
    .set(approved)
    .where(and(waiting, eq(upiClaims.utr, utr)))
    .returning({ id: upiClaims.id })
  const id = claimed?.id ?? newId()
  if (!claimed) {
    // The payer mistyped what the statement has.
    const other = { state: "declined" as const, reason: "other-reference" as const, decided_at }
    await tx.db.update(upiClaims).set(other).where(waiting)
    const made = await tx.db
      .insert(upiClaims)
      .values({ id, order_id: order.id, utr, claimed_at: decided_at, ...approved })
      .onConflictDoNothing()
    if (made.rowCount === 0) refuseFields({ utr: "UTR_COUNTED" })
  }
  const isCounted = await recordPaymentIn(tx, DIRECT_UPI, {
    ...{ id: utr, order_id: order.provider_order_id, amount_paise, state: "captured", method: "upi" },
    ...{ refunded_paise: 0, fee_paise: 0, tax_paise: null, failure: null, created_at: decided_at },
  })
  // An order that was replaced before it could be paid: nobody was told to pay it.
  if (!isCounted) refuseFields({ order_number: "ORDER_UNKNOWN" })
  await explainLines(tx, { order_id: order.id, utr })
  const settled = await outcomeOf(tx, order, utr)
  await recordAct(tx, "upi.approve", id, {
    ...{ order_id: order.id, expected_paise: order.total_paise, arrived_paise: amount_paise },
    outcome: settled.reason ?? settled.outcome,
  })
  await tellApproved(tx, order, { id, amount_paise, reason: settled.reason })
  await tellChanged(tx, order)
  return settled
}

async function outcomeOf(tx: Ctx, { number }: Order, utr: string): Promise<Settled> {
  const [owed] = await tx.db
    .select({ reason: refunds.reason })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(and(eq(payments.provider, DIRECT_UPI), eq(payments.provider_payment_id, utr)))
  return { order_number: number, outcome: owed ? "owed" : "paid", reason: owed?.reason ?? null }
}

/** Declines a claim in the caller's transaction, which has locked its order. The payer can claim again. */
export async function declineClaim(
  tx: Ctx,
  order: Order,
  claim: Pick<Claim, "id" | "utr">,
  reason: DeclineReason,
): Promise<void> {
  const decided_at = tx.clock.now()
  await tx.db
    .update(upiClaims)
    .set({ state: "declined", reason, decided_at })
    .where(eq(upiClaims.id, claim.id))
  await keepLonger(tx, order.id)
  await recordAct(tx, "upi.decline", claim.id, { order_id: order.id, reason })
  await tellDeclined(tx, order, { id: claim.id, utr: claim.utr, reason })
  await tellChanged(tx, order)
}

/**
 * Keeps an order for at least another day, in the caller's transaction. The job that ends orders, where it waits for this
 * one already, can't see a claim that came meanwhile, but sees that the order is kept.
 */
export async function keepLonger(tx: Ctx, orderId: string): Promise<void> {
  const until = new Date(tx.clock.now().getTime() + AGAIN_WITHIN)
  await tx.db
    .update(orders)
    .set({ hold_until: sql`greatest(${orders.hold_until}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(orders.id, orderId), eq(orders.state, "awaiting")))
}

/** Open pages of the payer and of the office load again. */
export async function tellChanged(tx: Ctx, order: Pick<Order, "id" | "buyer_id">): Promise<void> {
  await emit(tx, "upi.claimed", order.id)
  if (order.buyer_id) await emit(tx, "person.changed", order.buyer_id)
}
