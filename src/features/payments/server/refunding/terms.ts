import { and, asc, eq, gte, isNull, ne, or, sql } from "drizzle-orm"
import type { RefundTerms } from "#contract/payments.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import type { RefundFacts } from "../../facts.ts"
import { canProviderRefund } from "../../order-states.ts"
import { answerRefund } from "../../rules.ts"
import { wayOf } from "../refunds.ts"
import { type orders, payments, refunds } from "../table.ts"

type Order = typeof orders.$inferSelect
type Payment = typeof payments.$inferSelect

/** What is known of an order's money beside its terms. */
export type Paid = { terms: RefundTerms; payment: Payment; paid_back_paise: number }

/**
 * Returns what would come back of an order today under the rules that priced it, and why; null where nothing was
 * paid for it. Every refund of its payment counts as gone, also one that failed and is still owed.
 */
export async function readTerms(ctx: Ctx, order: Order): Promise<Paid | null> {
  const [payment] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, order.id), payments.fulfils))
  if (!payment) return null
  const [sum] = await ctx.db
    .select({ paise: sql<number>`coalesce(sum(${refunds.amount_paise}), 0)::bigint` })
    .from(refunds)
    .where(eq(refunds.payment_id, payment.id))
  const paid_back_paise = Number(sum?.paise ?? 0)
  const start = await readStart(ctx, order)
  const facts: RefundFacts = {
    policy: order.facts.policy,
    asked_on: todayOf(ctx),
    starts_on: start.starts_on,
    lines: linesOf(order, paid_back_paise),
    earned_and_spent_paise: 0,
  }
  const { refund_paise, trace } = answerRefund(facts, order.rules_version)
  const left_paise = payment.amount_paise - paid_back_paise
  const terms: RefundTerms = {
    ...{ left_paise, refund_paise: Math.min(refund_paise, left_paise) },
    trace: [start, ...trace],
    until: addDays(start.starts_on, order.facts.policy.refund.noneAfterDaysFromStart),
    ends_enrolment: refund_paise > 0 && refund_paise === left_paise,
    way: canProviderRefund(payment.captured_at, ctx.clock.now()) ? wayOf(ctx, order) : "office",
  }
  return { terms, payment, paid_back_paise }
}

/** What was paid back before, line by line from the first one. */
function linesOf(order: Order, paidBackPaise: number): RefundFacts["lines"] {
  let rest = paidBackPaise
  return order.documents
    .flatMap((document) => document.lines)
    .map(({ code, amount_paise, offs }) => {
      const refunded_paise = Math.min(rest, amount_paise)
      rest -= refunded_paise
      return { code, amount_paise, offs, refunded_paise, faulty: false }
    })
}

/** The first class that the student could attend after paying; where none is planned, the day of the payment. */
async function readStart(ctx: Ctx, order: Order) {
  const paidAt = order.paid_at ?? order.created_at
  const { course_id, series_id, class_type, status, starts_at, scheduled_date } = scheduledClasses
  const [first] = await ctx.db
    .select({ scheduled_date })
    .from(scheduledClasses)
    .where(
      and(
        eq(course_id, order.course_id),
        eq(class_type, "regular"),
        ne(status, "cancelled"),
        gte(starts_at, paidAt),
        order.batch_id === null ? undefined : or(isNull(series_id), eq(series_id, order.batch_id)),
      ),
    )
    .orderBy(asc(starts_at))
    .limit(1)
  return first
    ? { code: "start", starts_on: first.scheduled_date, why: "first-class" }
    : { code: "start", starts_on: dateInZone(paidAt, ctx.env.TIME_ZONE), why: "payment" }
}
