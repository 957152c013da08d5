import { and, eq, gt, ne, or, sql } from "drizzle-orm"
import { closeEnrolment } from "#features/programs/server/service.ts"
import { recordChange } from "#platform/audit.ts"
import type { Ctx } from "#platform/context.ts"
import { termOf } from "../order-view.ts"
import { giveBackPoints } from "../points/points-back.ts"
import { orders, payments, refunds } from "../table.ts"

type Order = typeof orders.$inferSelect

/** What was paid for an order, with credit and unused days of a plan before, which both come back as credit. */
export function paidFor(
  { credit_paise, exchange_paise }: Pick<Order, "credit_paise" | "exchange_paise">,
  { amount_paise }: Pick<typeof payments.$inferSelect, "amount_paise">,
): number {
  return amount_paise + credit_paise + exchange_paise
}

/**
 * Ends in the caller's transaction what a refund ends: with the last of the money the order, whose goods stay if they are
 * still here, and the student's place. Returns whether a place ended.
 */
export async function endWithRefund(
  tx: Ctx,
  order: Order,
  { isOver, state, ends_enrolment }: { isOver: boolean; state: Order["state"]; ends_enrolment: boolean },
): Promise<boolean> {
  if (isOver) await tx.db.update(orders).set({ state }).where(eq(orders.id, order.id))
  if (isOver && !order.course_id) await tx.goods.refunded(tx, order.id)
  const { course_id, student_id } = order
  return (
    ends_enrolment &&
    course_id !== null &&
    student_id !== null &&
    !(await isBoughtAgain(tx, order)) &&
    (await closeEnrolment(tx, { course_id, student_id }, termOf(order)))
  )
}

/** Whether what an order was for was paid again later, by an order that still counts: the place is of that one now. */
async function isBoughtAgain(tx: Ctx, { course_id, student_id, renews, paid_at }: Order): Promise<boolean> {
  if (!course_id || !student_id || !paid_at) return false
  const again = and(
    eq(orders.course_id, course_id),
    eq(orders.student_id, student_id),
    eq(orders.state, "paid"),
    gt(orders.paid_at, paid_at),
    // What continues its term is another thing, and may have been ended before.
    sql`${orders.renews} is not distinct from ${renews}::date`,
  )
  return (await tx.db.$count(orders, again)) > 0
}

/**
 * Ends a paid order whose money all went back by now, as a refund of ours would: the last of it was given on the provider's
 * own pages. In the caller's transaction, which holds the order, and before its credit note.
 */
export async function endOutside(
  tx: Ctx,
  { payment_id, amount_paise }: Pick<typeof refunds.$inferSelect, "payment_id" | "amount_paise">,
): Promise<void> {
  const [paid] = await tx.db
    .select({ order: orders, payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(eq(payments.id, payment_id))
  if (paid?.order.state !== "paid") return
  const [sum] = await tx.db
    .select({ paise: sql<number>`coalesce(sum(${refunds.amount_paise}), 0)`.mapWith(Number) })
    .from(refunds)
    // What only waits at the provider, without our having asked for it, may still fail there.
    .where(
      and(
        eq(refunds.payment_id, payment_id),
        or(ne(refunds.reason, "outside"), eq(refunds.state, "processed")),
      ),
    )
  const { order, payment } = paid
  const after = sum?.paise ?? 0
  if (after < paidFor(order, payment)) return
  const state = "refunding"
  const left = await endWithRefund(tx, order, { isOver: true, state, ends_enrolment: true })
  await recordChange(tx, "order.refund", order.number, {
    from: { refunded_paise: after - amount_paise, order_state: order.state, enrolled: true },
    to: { refunded_paise: after, order_state: state, enrolled: !left },
  })
  await giveBackPoints(tx, order)
}
