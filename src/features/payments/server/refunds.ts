import { and, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm"
import type { Order as ShownOrder } from "#contract/payments/order.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { type GatewayRefund, GatewayRefused } from "#platform/money/port.ts"
import { newId } from "#shared/ids.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { refundAfter } from "../order-states.ts"
import { issueCreditNotes } from "./bills/issue.ts"
import { releaseHeld } from "./goods/release.ts"
import { writeOwed, writeReturned } from "./journals.ts"
import { REFUND_QUEUE } from "./queues.ts"
import { endOutside } from "./refunding/end-order.ts"
import { orders, payments, refunds } from "./table.ts"

export type RefundReason = ShownOrder["refunds"][number]["reason"]
type Refund = typeof refunds.$inferSelect

const OPEN = ["asked", "pending"] as const
/** How many refunds one run of the job asks about. */
const AT_ONCE = 100
/** A job that was lost is made again after this long, in milliseconds. */
const AGAIN_AFTER = 5 * MINUTE

/**
 * Writes in the caller's transaction that a captured payment has to go back whole. A job asks the provider for
 * it.
 */
export async function oweRefund(
  tx: Ctx,
  order: typeof orders.$inferSelect,
  payment: Pick<typeof payments.$inferSelect, "id" | "amount_paise">,
  reason: RefundReason,
): Promise<void> {
  // Nothing was paid but points and credit, which go back with the transaction.
  if (payment.amount_paise === 0) refuse(order.changes ? "PLAN_CHANGED" : "ALREADY_ENROLLED_IN_PROGRAM")
  const [id, now] = [newId(), tx.clock.now()]
  const { provider } = order
  const way = wayOf(tx, order)
  await tx.db.insert(refunds).values({
    ...{ id, payment_id: payment.id, amount_paise: payment.amount_paise, reason, state: "asked", provider },
    ...{ way, created_at: now, changed_at: now, look_at: lookAgainAt(tx) },
  })
  await writeOwed(tx, provider, payment.id, payment.amount_paise, reason)
  if (!order.paid_at) {
    await tx.db.update(orders).set({ state: "refunding" }).where(eq(orders.id, order.id))
    if (order.state === "awaiting") await releaseHeld(tx, [order])
  }
  if (way === "provider") await tx.jobs.send(tx, REFUND_QUEUE, { refund_id: id })
}

/** Whether the provider that took the money of an order can give it back, or the office has to. */
export function wayOf(
  { money }: Pick<Ctx, "money">,
  order: Pick<typeof orders.$inferSelect, "provider">,
): "provider" | "office" {
  // Nobody stands between the academy's bank and the payer: staff pay it back and record that.
  return money?.name === order.provider && order.provider !== DIRECT_UPI ? "provider" : "office"
}

/** When the job is made again that asks for a refund of now. */
export function lookAgainAt({ clock }: Pick<Ctx, "clock">): Date {
  return new Date(clock.now().getTime() + AGAIN_AFTER)
}

/**
 * Asks the provider for a refund, under the key of its id, so that repeats do nothing; of one that is on its way,
 * asks what became of it. Throws where it gives no answer.
 */
export async function askForRefund(ctx: Ctx, refundId: string): Promise<void> {
  const [found] = await ctx.db
    .select({ refund: refunds, payment_id: payments.provider_payment_id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(and(eq(refunds.id, refundId), inArray(refunds.state, OPEN), eq(refunds.way, "provider")))
  if (!found || ctx.money?.name !== found.refund.provider) return
  const { refund, payment_id } = found
  try {
    const told = refund.provider_refund_id
      ? await ctx.money.fetchRefund(refund.provider_refund_id)
      : await ctx.money.refund(payment_id, refund.amount_paise, keyOf(refund))
    await inTransaction(ctx, (tx) => recordRefundIn(tx, refund.provider, told, refund.id))
  } catch (error) {
    const isRefused = error instanceof GatewayRefused && !error.retryable
    if (!isRefused || refund.state !== "asked") throw error
    ctx.log.error({ err: error, refund: refund.id }, "the payment provider refused a refund")
    const failed = { state: "failed" as const, changed_at: ctx.clock.now() }
    await ctx.db
      .update(refunds)
      .set(failed)
      .where(and(eq(refunds.id, refund.id), eq(refunds.state, "asked")))
  }
}

/** A try that the provider refused is asked for anew under another key. */
function keyOf({ id, tries }: Refund): string {
  return tries === 0 ? id : `${id}-${tries}`
}

function hasKey(key: string): SQL {
  return sql`${key} in (${refunds.id}::text, ${refunds.id} || '-' || ${refunds.tries})`
}

/** Takes in what the provider tells of a refund, in the caller's transaction, in whatever order it is told. */
export async function recordRefundIn(
  tx: Ctx,
  provider: string,
  told: GatewayRefund,
  ownId?: string,
): Promise<void> {
  const [payment] = await tx.db
    .select({ id: payments.id, order_id: payments.order_id, fulfils: payments.fulfils })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(eq(payments.provider, provider), eq(payments.provider_payment_id, told.payment_id)))
    .for("update", { of: orders })
  if (!payment) return
  const known = await findRefund(tx, payment.id, told, ownId)
  const refund = known ?? (await noteOutside(tx, provider, payment.id, told))
  const state = refundAfter(refund.state, told.state)
  const [changed] = await tx.db
    .update(refunds)
    .set({ state, provider_refund_id: told.id, changed_at: tx.clock.now() })
    .where(eq(refunds.id, refund.id))
    .returning()
  if (!changed || state !== "processed" || refund.state === "processed") return
  await finishRefund(tx, changed, payment)
}

/** What follows in the caller's transaction once money went back, by whom and how ever. */
export async function finishRefund(
  tx: Ctx,
  refund: Refund,
  payment: Pick<typeof payments.$inferSelect, "order_id" | "fulfils">,
  holder?: string,
): Promise<void> {
  if (refund.reason === "outside" && payment.fulfils) await endOutside(tx, refund)
  await writeReturned(tx, refund, await issueCreditNotes(tx, refund, payment), holder)
  await closeOrder(tx, payment.order_id)
}

/** A refund of ours whose answer was lost is known by its key, or, where the provider tells none, by its amount. */
async function findRefund(
  tx: Ctx,
  paymentId: string,
  told: GatewayRefund,
  ownId: string | undefined,
): Promise<Refund | undefined> {
  const own = ownId
    ? eq(refunds.id, ownId)
    : and(
        isNull(refunds.provider_refund_id),
        eq(refunds.way, "provider"),
        told.key ? hasKey(told.key) : eq(refunds.amount_paise, told.amount_paise),
      )
  const [refund] = await tx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.payment_id, paymentId), or(eq(refunds.provider_refund_id, told.id), own)))
    .orderBy(refunds.provider_refund_id)
    .limit(1)
  return refund
}

/** A refund that somebody made on the provider's own pages. */
async function noteOutside(
  tx: Ctx,
  provider: string,
  payment_id: string,
  told: GatewayRefund,
): Promise<Refund> {
  const now = tx.clock.now()
  const [refund] = await tx.db
    .insert(refunds)
    .values({
      ...{ id: newId(), payment_id, amount_paise: told.amount_paise, reason: "outside", state: "pending" },
      ...{ provider, provider_refund_id: told.id, created_at: now, changed_at: now, look_at: now },
    })
    .returning()
  if (!refund) throw new Error(`The refund ${told.id} was not written`)
  return refund
}

/** An order whose money all went back is refunded. Who paid sees it on their open page. */
export async function closeOrder(tx: Ctx, orderId: string): Promise<void> {
  const [order] = await tx.db.select().from(orders).where(eq(orders.id, orderId)).for("update")
  if (order?.buyer_id) await emit(tx, "person.enrolled", order.buyer_id)
  if (order?.state !== "refunding") return
  const open = await tx.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(and(eq(payments.order_id, orderId), inArray(refunds.state, ["asked", "pending", "failed"])))
  if (open.length === 0) await tx.db.update(orders).set({ state: "refunded" }).where(eq(orders.id, orderId))
}

/** Enqueues again what the provider hasn't answered, and what it hasn't paid back yet: once an hour each. */
export async function repeatRefunds(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const due = await ctx.db
    .update(refunds)
    .set({ look_at: new Date(now.getTime() + HOUR) })
    .where(
      inArray(
        refunds.id,
        ctx.db
          .select({ id: refunds.id })
          .from(refunds)
          .where(and(inArray(refunds.state, OPEN), eq(refunds.way, "provider"), lte(refunds.look_at, now)))
          .orderBy(refunds.look_at)
          .limit(AT_ONCE)
          .for("update", { skipLocked: true }),
      ),
    )
    .returning({ id: refunds.id })
  for (const { id } of due) await ctx.jobs.send(ctx, REFUND_QUEUE, { refund_id: id })
}
