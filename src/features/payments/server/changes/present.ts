import { and, eq, isNotNull } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import type { TraceStep } from "#features/ledger/rules.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { termFrom } from "../../memberships.ts"
import type { PaidWith } from "../price.ts"
import type { Beneficiary } from "../purchase.ts"
import { readTerms } from "../refunding/terms.ts"
import { orders } from "../table.ts"
import { findChange } from "./find-change.ts"

type Order = typeof orders.$inferSelect

/** The order that a membership runs by, with what would be given up of it today, or why it can't be. */
export type Present = {
  order: Order
  given_up: NonNullable<PaidWith["given_up"]> | null
  why: TraceStep | null
}

/**
 * Returns the order of a student's running term, and what it is worth today. Only the one who paid can give it up, since
 * it is their money; a term that is paid already after it has to be refunded first. Throws NOT_FOUND for another
 * student's order.
 */
export async function readPresent(
  ctx: SignedInCtx,
  order_number: string,
  { student_id, valid_until }: Pick<Beneficiary, "student_id" | "valid_until">,
  course_id: string,
): Promise<Present> {
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.number, order_number),
        eq(orders.student_id, student_id),
        eq(orders.course_id, course_id),
        isNotNull(orders.months),
      ),
    )
  if (!order) return notFound()
  const refused = (code: string): Present => ({ order, given_up: null, why: { code } })
  if (order.buyer_id !== ctx.viewer.user_id) return refused("change-payer-only")
  const { starts_on, ends_on, state, rules_version } = order
  const today = todayOf(ctx)
  const isRunning = state === "paid" && starts_on && ends_on && starts_on <= today && today <= ends_on
  if (!isRunning || (await findChange(ctx, order.id))) return refused("change-not-running")
  if (valid_until !== ends_on) return refused("change-later-term")
  const paid_paise = (await readTerms(ctx, order))?.terms.left_paise ?? 0
  const term = { starts_on, ends_on, changed_on: today }
  return { order, given_up: { order_number, paid_paise, ...term, rules_version }, why: null }
}

/** What a family has now, as far as a plan can differ from it. */
export function presentPlan({ months, pickup_days }: Order): { months: number; per_week: number } {
  return { months: months ?? 0, per_week: pickup_days?.length ?? 0 }
}

/** The term of a plan that is changed to: it starts when it is paid. */
export function changedTerm(ctx: Ctx, months: number) {
  return termFrom(todayOf(ctx), months, null)
}
