import { eq } from "drizzle-orm"
import { recordChange } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { REFUND_QUEUE } from "../queues.ts"
import { finishRefund, lookAgainAt } from "../refunds.ts"
import { orders, payments, refunds } from "../table.ts"

type Refund = typeof refunds.$inferSelect

/** Whether staff have to give this refund themselves: the provider can't, or has failed. */
export function isForStaff({ way, state }: Pick<Refund, "way" | "state">): boolean {
  return state === "failed" || (way === "office" && state === "asked")
}

/** Whether the provider may be asked anew: it refused, and so made no refund that could still arrive. */
export function isRepeatable(refund: Pick<Refund, "way" | "state" | "provider_refund_id">): boolean {
  return refund.way === "provider" && refund.state === "failed" && refund.provider_refund_id === null
}

/**
 * Records how the office gave a refund: by a payout of its own, with the bank's reference, or as credit with the
 * academy. Repeating it changes nothing. Throws NOT_FOUND, REFUND_SETTLED and FIELD_ERRORS.
 */
export async function settleRefund(
  ctx: SignedInCtx,
  asked: { refund_id: string; how: "payout" | "credit"; reference: string; agreed?: boolean },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { refund, order, fulfils } = await holdRefund(tx, asked.refund_id)
    const { how } = asked
    const reference = how === "payout" ? asked.reference : null
    if (refund.state === "processed" && refund.way === how && refund.reference === reference) return
    if (!isForStaff(refund)) refuse("REFUND_SETTLED")
    if (reference === "") refuseFields({ reference: "FIELD_EMPTY" })
    if (how === "credit" && !order.buyer_id) refuseFields({ how: "PAYER_GONE" })
    // Credit can be spent at once, and isn't taken back then.
    if (how === "credit" && !asked.agreed) refuseFields({ agreed: "CREDIT_UNAGREED" })
    const changed_at = tx.clock.now()
    const now = { state: "processed" as const, way: how, reference, changed_at, settled_at: changed_at }
    await tx.db.update(refunds).set(now).where(eq(refunds.id, refund.id))
    await finishRefund(
      tx,
      { ...refund, ...now },
      { order_id: order.id, fulfils },
      order.buyer_id ?? undefined,
    )
    await recordChange(
      tx,
      "order.refund-settled",
      order.number,
      { from: { refund_state: refund.state, way: refund.way }, to: { refund_state: now.state, way: how } },
      { amount_paise: refund.amount_paise },
    )
  })
}

/** Has the provider asked anew for a refund that it refused. Throws NOT_FOUND and REFUND_SETTLED. */
export async function retryRefund(ctx: SignedInCtx, refundId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { refund, order } = await holdRefund(tx, refundId)
    if (refund.way === "provider" && refund.state === "asked") return
    if (!isRepeatable(refund)) refuse("REFUND_SETTLED")
    await tx.db
      .update(refunds)
      .set({
        ...{ state: "asked", tries: refund.tries + 1, changed_at: tx.clock.now() },
        look_at: lookAgainAt(tx),
      })
      .where(eq(refunds.id, refund.id))
    await tx.jobs.send(tx, REFUND_QUEUE, { refund_id: refund.id })
    await recordChange(
      tx,
      "order.refund-retried",
      order.number,
      { from: { refund_state: refund.state }, to: { refund_state: "asked" } },
      { amount_paise: refund.amount_paise },
    )
  })
}

/** A refund and its order, which is locked: whatever changes a refund locks that first. */
export async function holdRefund(tx: Ctx, refundId: string) {
  const [found] = await tx.db
    .select({
      ...{ order_id: payments.order_id, fulfils: payments.fulfils, captured_at: payments.captured_at },
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(refunds.id, refundId))
  if (!found) notFound()
  const [order] = await tx.db.select().from(orders).where(eq(orders.id, found.order_id)).for("update")
  const [refund] = await tx.db.select().from(refunds).where(eq(refunds.id, refundId))
  const { fulfils, captured_at } = found
  return { order: order ?? notFound(), refund: refund ?? notFound(), fulfils, captured_at }
}
