import { and, eq } from "drizzle-orm"
import { BalanceTooLow } from "#features/ledger/server/journals.ts"
import { recordAct, recordChange } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { canProviderRefund } from "../../order-states.ts"
import { reverseReturned } from "../journals.ts"
import { wayOf } from "../refunds.ts"
import { orders, refunds } from "../table.ts"
import { holdRefund, isForStaff } from "./settle-refund.ts"

type Refund = typeof refunds.$inferSelect

/** Whether the office gave a refund by a payout of its own, which has the bank's reference. */
export function isPaidOut({ state, way }: Pick<Refund, "state" | "way">): boolean {
  return state === "processed" && way === "payout"
}

/**
 * Corrects the bank's reference of a refund that the office paid out. One payout may give several refunds, so others may have
 * the same. Repeating it changes nothing. Throws NOT_FOUND and REFUND_SETTLED.
 */
export async function correctReference(
  ctx: SignedInCtx,
  { refund_id, reference }: { refund_id: string; reference: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { refund, order } = await holdRefund(tx, refund_id)
    if (!isPaidOut(refund)) refuse("REFUND_SETTLED")
    if (refund.reference === reference) return
    await tx.db.update(refunds).set({ reference }).where(eq(refunds.id, refund.id))
    await recordAct(tx, "order.refund-corrected", order.number, { refund_id: refund.id })
  })
}

/** Whether staff kept a refund as credit, and not an order that credit had paid. */
export function isKept({ state, way, settled_at }: Pick<Refund, "state" | "way" | "settled_at">): boolean {
  return state === "processed" && way === "credit" && settled_at !== null
}

/**
 * Has a refund owed again that staff kept as credit by mistake, as long as the family has all of the credit. One that the
 * provider can still give counts as failed there, as before, and may be asked of it again. Repeating it changes nothing. Throws NOT_FOUND, REFUND_SETTLED and CREDIT_USED.
 */
export async function reopenRefund(ctx: SignedInCtx, refundId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { refund, order, captured_at } = await holdRefund(tx, refundId)
    if (isForStaff(refund)) return
    if (!isKept(refund)) refuse("REFUND_SETTLED")
    await reverseReturned(tx, refund).catch((error: unknown) => {
      if (error instanceof BalanceTooLow) return refuse("CREDIT_USED")
      throw error
    })
    const isProviders = canProviderRefund(captured_at, tx.clock.now()) && wayOf(tx, order) === "provider"
    const owed = isProviders
      ? { state: "failed" as const, way: "provider" as const }
      : { state: "asked" as const, way: "office" as const }
    await tx.db
      .update(refunds)
      .set({ ...owed, settled_at: null, reopened: refund.reopened + 1, changed_at: tx.clock.now() })
      .where(eq(refunds.id, refund.id))
    const closed = and(eq(orders.id, order.id), eq(orders.state, "refunded"))
    await tx.db.update(orders).set({ state: "refunding" }).where(closed)
    await recordChange(
      tx,
      "order.refund-reopened",
      order.number,
      {
        from: { refund_state: refund.state, way: refund.way },
        to: { refund_state: owed.state, way: owed.way },
      },
      { amount_paise: refund.amount_paise },
    )
    if (order.buyer_id) await emit(tx, "person.enrolled", order.buyer_id)
  })
}
