import { and, eq, sql } from "drizzle-orm"
import { openEnrolment } from "#features/programs/server/service.ts"
import { programs } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import type { GatewayPayment } from "#platform/money/port.ts"
import { newId } from "#shared/ids.ts"
import { paymentAfter } from "../order-states.ts"
import { issueBills } from "./bills/issue.ts"
import { draftSale } from "./journals.ts"
import { LOOK_QUEUE } from "./queues.ts"
import { oweRefund, type RefundReason } from "./refunds.ts"
import { gatewayEvents, orders, payments } from "./table.ts"

type Order = typeof orders.$inferSelect
type Payment = typeof payments.$inferSelect

/**
 * Takes in what the provider tells of a payment, in one transaction: in whatever order, however often and late
 * it is told. Captured money either fulfils its order or is owed back, once. Returns false for a payment of no
 * order of ours.
 */
export async function recordPayment(ctx: Ctx, provider: string, told: GatewayPayment): Promise<boolean> {
  return inTransaction(ctx, (tx) => recordPaymentIn(tx, provider, told))
}

/** The same in the caller's transaction, and nothing for an event that was taken in before. */
export async function recordPaymentIn(
  tx: Ctx,
  provider: string,
  told: GatewayPayment,
  eventId?: string,
): Promise<boolean> {
  if (!told.order_id) return false
  const wanted = and(eq(orders.provider, provider), eq(orders.provider_order_id, told.order_id))
  const event = tx.db.$with("event").as(
    tx.db
      .insert(gatewayEvents)
      .values({ provider, event_id: eventId ?? "", received_at: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ event_id: gatewayEvents.event_id }),
  )
  // Two reports of one order's payments come one after the other.
  const [order] = eventId
    ? await tx.db
        .with(event)
        .select()
        .from(orders)
        .where(and(wanted, sql`exists (select from event)`))
        .for("update", { of: orders })
    : await tx.db.select().from(orders).where(wanted).for("update")
  if (!order) return false
  const [known] = await tx.db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.provider_payment_id, told.id)))
  const state = paymentAfter(known?.state ?? null, told.state)
  if (state === known?.state) return true
  const isCaptured = state === "captured"
  const reason = isCaptured ? await whyNot(tx, order, told) : null
  const id = known?.id ?? newId()
  const enrolment = isCaptured && !reason ? await enrolFor(tx, order, id) : null
  const payment = await writePayment(tx, order, told, known ?? null, {
    ...{ id, state, fulfils: enrolment !== null || known?.fulfils === true },
    captured_at: isCaptured ? tx.clock.now() : (known?.captured_at ?? null),
  })
  if (enrolment) {
    const paid = { state: "paid" as const, paid_at: tx.clock.now(), points_awarded: enrolment.points_awarded }
    await tx.db.update(orders).set(paid).where(eq(orders.id, order.id))
    await issueBills(tx, order, payment)
  } else if (isCaptured) await oweRefund(tx, order, payment, reason ?? "enrolled-already")
  // Money that waits to be captured is decided about at once, outside of this transaction.
  if (state === "authorized") await tx.jobs.send(tx, LOOK_QUEUE, { order_id: order.id })
  return true
}

/** Why captured money can't fulfil its order, or null. */
async function whyNot(tx: Ctx, order: Order, told: GatewayPayment): Promise<RefundReason | null> {
  if (order.paid_at) return "paid-already"
  if (told.amount_paise !== order.total_paise) return "wrong-amount"
  if (!order.student_id) return "student-gone"
  return order.state === "awaiting" || (await isOffered(tx, order)) ? null : "no-longer-offered"
}

/** Whether the seat of an order that is no longer kept can be taken again. */
async function isOffered(ctx: Pick<Ctx, "db">, order: Order): Promise<boolean> {
  const [program] = await ctx.db
    .select({ archived_at: programs.archived_at })
    .from(programs)
    .where(eq(programs.id, order.course_id))
  return program?.archived_at === null
}

async function enrolFor(tx: Ctx, order: Order, paymentId: string) {
  const { course_id, student_id, batch_id } = order
  if (!student_id) return null
  return openEnrolment(tx, { course_id, student_id, batch_id }, [draftSale(tx, order, paymentId)])
}

async function writePayment(
  tx: Ctx,
  order: Order,
  told: GatewayPayment,
  known: Payment | null,
  now: Pick<Payment, "id" | "state" | "fulfils" | "captured_at">,
): Promise<Payment> {
  const row = {
    ...now,
    method: told.method ?? known?.method ?? null,
    fee_paise: told.fee_paise ?? known?.fee_paise ?? null,
    tax_paise: told.tax_paise ?? known?.tax_paise ?? null,
    failure_reason: now.state === "failed" ? (told.failure?.reason ?? told.failure?.code ?? null) : null,
  }
  const [payment] = known
    ? await tx.db.update(payments).set(row).where(eq(payments.id, known.id)).returning()
    : await tx.db
        .insert(payments)
        .values({
          ...row,
          order_id: order.id,
          ...{ provider: order.provider, provider_payment_id: told.id, amount_paise: told.amount_paise },
          created_at: told.created_at,
        })
        .returning()
  if (!payment) throw new Error(`The payment ${told.id} was not written`)
  return payment
}

/**
 * Whether an authorised payment is to be captured: its order is live, or what it was for can still be had.
 * Otherwise the provider gives it back without being asked.
 */
export async function isWorthCapturing(ctx: Ctx, order: Order, told: GatewayPayment): Promise<boolean> {
  if (order.paid_at || told.amount_paise !== order.total_paise || !order.student_id) return false
  if (order.state === "awaiting") return true
  return (order.state === "expired" || order.state === "cancelled") && (await isOffered(ctx, order))
}
