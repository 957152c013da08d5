import { and, asc, eq, exists, gte, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { RefundTerms } from "#contract/payments/refund-terms.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { classWaitlist } from "#features/classes/server/seat-tables.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { enrollments } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import type { Refund, RefundFacts } from "../../facts.ts"
import { canProviderRefund } from "../../order-states.ts"
import { answerRefund } from "../../rules.ts"
import { findChange } from "../changes/find-change.ts"
import { readPointsBack } from "../points/points-back.ts"
import { wayOf } from "../refunds.ts"
import { orders, payments, refunds } from "../table.ts"
import { paidFor } from "./end-order.ts"

type Order = typeof orders.$inferSelect
type Payment = typeof payments.$inferSelect

/** What is known of an order's money beside its terms. */
export type Paid = {
  terms: RefundTerms
  payment: Payment
  /** What was paid, with the credit that paid a part, and what of that went back. */
  paid_paise: number
  paid_back_paise: number
}

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
  const pointsBack = await readPointsBack(ctx, order)
  const facts: RefundFacts = {
    policy: order.facts.policy,
    asked_on: todayOf(ctx),
    starts_on: start.starts_on,
    lines: linesOf(order, paid_back_paise),
    followed: await isFollowed(ctx, order),
    earned_and_spent_paise: pointsBack.earned_and_spent_paise,
  }
  const change = order.months === null ? null : await findChange(ctx, order.id)
  const answer = change ? CHANGED : answerRefund(facts, order.rules_version)
  const paid_paise = paidFor(order, payment)
  const left_paise = paid_paise - paid_back_paise
  const refund_paise = Math.min(answer.refund_paise, left_paise)
  const deducted_paise = Math.min(left_paise, pointsBack.earned_and_spent_paise)
  const isOpen = order.state === "paid"
  const ends_enrolment = isOpen && isInTime(answer) && refund_paise + deducted_paise === left_paise
  const terms: RefundTerms = {
    ...{ left_paise, refund_paise },
    credit_paise: splitRefund({ payment, paid_back_paise }, refund_paise).credit_paise,
    points: ends_enrolment ? pointsBack.back : 0,
    trace: [start, ...answer.trace],
    until: addDays(start.starts_on, order.facts.policy.refund.noneAfterDaysFromStart),
    waits: start.why === "waitlist",
    ends_enrolment,
    valid_until: order.months ? order.renews : null,
    way: canProviderRefund(payment.captured_at, ctx.clock.now()) ? wayOf(ctx, order) : "office",
  }
  return { terms, payment, paid_paise, paid_back_paise }
}

/** A term that was given up for another plan: its unused days paid for that, and the others are used. */
const CHANGED: Refund = {
  ...{ refund_paise: 0, points_paise: 0, credit_paise: 0 },
  trace: [{ code: "plan-changed" }],
}

const isInTime = ({ trace }: { trace: RefundTerms["trace"] }) => trace.some(({ code }) => code === "in-time")

/** What of a refund goes back as money and what as credit: money first, as far as money was paid. */
export function splitRefund(
  { payment, paid_back_paise }: Pick<Paid, "payment" | "paid_back_paise">,
  amount_paise: number,
): { money_paise: number; credit_paise: number } {
  const money_paise = Math.min(amount_paise, Math.max(0, payment.amount_paise - paid_back_paise))
  return { money_paise, credit_paise: amount_paise - money_paise }
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

/**
 * Whether a term was paid since that continues the one of this order, and still does: one that was ended can stay paid in
 * part.
 */
async function isFollowed(ctx: Ctx, { ends_on, course_id, student_id }: Order): Promise<boolean> {
  if (!ends_on || !student_id || !course_id) return false
  const later = and(
    eq(orders.course_id, course_id),
    eq(orders.student_id, student_id),
    gte(orders.renews, ends_on),
    eq(orders.state, "paid"),
    sql`exists (select from enrollments e where e.course_id = ${course_id} and e.student_id = ${student_id}
      and e.status = 'active' and (e.valid_until is null or e.valid_until > ${ends_on}::date))`,
  )
  return (await ctx.db.$count(orders, later)) > 0
}

/**
 * The first day of a membership's term. Of a program as a whole, the first class that the student could attend after
 * paying, also where the office changed the batch since. One whose waitlist they are on doesn't count: while they wait
 * for all of them nothing has begun. Where no class is planned, it is the day of the payment.
 */
async function readStart(ctx: Ctx, order: Order) {
  if (order.starts_on) return { code: "start", starts_on: order.starts_on, why: "term" }
  const paidAt = order.paid_at ?? order.created_at
  const payment = { code: "start", starts_on: dateInZone(paidAt, ctx.env.TIME_ZONE), why: "payment" }
  if (!order.course_id) return { ...payment, why: "goods" }
  const { course_id, class_type, status, starts_at, scheduled_date } = scheduledClasses
  const waits = sql<boolean>`exists (select from ${classWaitlist} w where w.class_id = scheduled_classes.id
    and w.student_id = ${order.student_id})`
  const [first] = await ctx.db
    .select({ scheduled_date, waits })
    .from(scheduledClasses)
    .where(
      and(
        eq(course_id, order.course_id),
        eq(class_type, "regular"),
        ne(status, "cancelled"),
        gte(starts_at, paidAt),
        await couldAttend(ctx, order),
      ),
    )
    .orderBy(waits, asc(starts_at))
    .limit(1)
  if (first?.waits) return { code: "start", starts_on: addDays(todayOf(ctx), 1), why: "waitlist" }
  return first ? { code: "start", starts_on: first.scheduled_date, why: "first-class" } : payment
}

/** The classes of a program that were the student's: those of the batch, and after a move those with a seat before it. */
async function couldAttend(ctx: Ctx, { course_id, student_id, batch_id }: Order): Promise<SQL | undefined> {
  const { id, series_id, starts_at } = scheduledClasses
  const ofBatch = (batch: string | null) =>
    batch === null ? undefined : or(isNull(series_id), eq(series_id, batch))
  if (!(course_id && student_id)) return ofBatch(batch_id)
  const [present] = await ctx.db
    .select({ batch_id: enrollments.batch_id, moved_at: enrollments.changed_at })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.course_id, course_id),
        eq(enrollments.student_id, student_id),
        eq(enrollments.status, "active"),
      ),
    )
  if (!present?.moved_at || present.batch_id === batch_id) return ofBatch(batch_id)
  const seats = ctx.db
    .select({ one: sql`1` })
    .from(classEnrollments)
    .where(and(eq(classEnrollments.class_id, id), eq(classEnrollments.student_id, student_id)))
  return or(exists(seats), and(gte(starts_at, present.moved_at), ofBatch(present.batch_id)))
}
