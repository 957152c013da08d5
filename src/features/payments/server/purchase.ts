import { and, desc, eq, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { Review, StateCode } from "#contract/payments.ts"
import { ageColumns, isMinor, todayOf } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import type { MoneyPort } from "#platform/money/port.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { type Prices, plansOf, type Standing, type Term, termFrom, whyNotBuy } from "../memberships.ts"
import { earlyBefore } from "../refunds.ts"
import { earlyPoints } from "../rules.ts"
import { NOTHING, type Spending, spendable } from "../spending.ts"
import { suppliersColumn } from "./bills/suppliers.ts"
import { readAvailable } from "./points/available.ts"
import { POLICY, priceProgram, RENEWAL } from "./price.ts"
import { holdOf, providerNamed } from "./providers.ts"
import { orders } from "./table.ts"

export type Beneficiary = Review["beneficiaries"][number]

/** A child can send the same request to the parents again after this long, in milliseconds. */
export const AGAIN_AFTER = DAY

/** The provider through which this academy sells, or its own UPI id instead. Throws PAYMENTS_OFF. */
export function requireMoney(ctx: Pick<Ctx, "money" | "env" | "brand">, way?: "upi"): MoneyPort {
  return (way ? providerNamed(ctx, DIRECT_UPI) : ctx.money) ?? refuse("PAYMENTS_OFF")
}

/** Returns an offered program, with the rows of who sells it. Throws NOT_FOUND. */
export async function readSold(ctx: Pick<Ctx, "db">, courseId: string) {
  const { id, slug, title, service, delivery, price_paise, monthly_fee_paise } = programs
  const sold = { id, slug, title, service, delivery, price_paise, monthly_fee_paise }
  const [program] = await ctx.db
    .select({ ...sold, suppliers: suppliersColumn() })
    .from(programs)
    .where(and(eq(id, courseId), isNull(programs.archived_at)))
  return program ?? notFound()
}

/** What a selected student has of a program, as columns. */
export function enrolmentIn(courseId: string) {
  const enrolment = sql`from enrollments e where e.course_id = ${courseId}
    and e.student_id = students.user_id and e.status = 'active'`
  return {
    enrolled: sql<boolean>`exists (select ${enrolment})`,
    valid_until: sql<string | null>`(select e.valid_until::text ${enrolment})`,
  }
}

/**
 * Returns whom the viewer can pay for: a student of 18 for themself, a guardian for each confirmed child. A
 * student under 18 can't pay.
 */
export async function findBeneficiaries(ctx: SignedInCtx, courseId: string): Promise<Beneficiary[]> {
  const { user_id, role } = ctx.viewer
  const found = {
    ...{ student_id: students.user_id, first_name: students.first_name, ...enrolmentIn(courseId) },
  }
  if (role === "guardian") {
    return ctx.db
      .select(found)
      .from(guardianOf)
      .innerJoin(students, eq(students.user_id, guardianOf.student_id))
      .where(and(eq(guardianOf.guardian_id, user_id), eq(guardianOf.answer, "confirmed")))
      .orderBy(students.first_name, students.user_id)
  }
  const own = await readOwn(ctx, courseId)
  return own && !own.is_minor ? [own.standing] : []
}

/** Returns what the viewer, a student, has of a program, and whether they are under 18. */
async function readOwn(ctx: SignedInCtx, courseId: string) {
  const [own] = await ctx.db
    .select({
      ...{ student_id: students.user_id, first_name: students.first_name },
      ...enrolmentIn(courseId),
      ...ageColumns,
      asked_at: sql<string | null>`(select max(a.asked_at)::text from parent_asks a
        where a.course_id = ${courseId} and a.student_id = students.user_id)`,
    })
    .from(students)
    .where(eq(students.user_id, ctx.viewer.user_id))
  if (!own) return null
  const { student_id, first_name, enrolled, valid_until, asked_at } = own
  return {
    ...{ standing: { student_id, first_name, enrolled, valid_until }, is_minor: isMinor(ctx, own) },
    asked_at: asked_at ? new Date(asked_at) : null,
  }
}

/** A student under 18 doesn't pay: they choose, and ask a parent. */
async function readAsker(ctx: SignedInCtx, courseId: string): Promise<Review["asker"]> {
  const own = await readOwn(ctx, courseId)
  if (!own?.is_minor) return null
  const { enrolled, valid_until } = own.standing
  const since = ctx.clock.now().getTime() - AGAIN_AFTER
  const isRecent = own.asked_at !== null && own.asked_at.getTime() > since
  return { enrolled, valid_until, asked_at: isRecent && own.asked_at ? own.asked_at.toISOString() : null }
}

/**
 * Returns whom the viewer pays for. Throws GUARDIAN_PAYS for a student under 18, and NOT_FOUND for somebody
 * whom the viewer doesn't pay for.
 */
export async function requireBeneficiary(
  ctx: SignedInCtx,
  courseId: string,
  studentId: string | undefined,
): Promise<Beneficiary> {
  const all = await findBeneficiaries(ctx, courseId)
  const own = ctx.viewer.role === "student" && (studentId ?? ctx.viewer.user_id) === ctx.viewer.user_id
  if (own && all.length === 0) refuse("GUARDIAN_PAYS")
  return chosenOf(all, studentId) ?? notFound()
}

function chosenOf(all: readonly Beneficiary[], studentId: string | undefined): Beneficiary | undefined {
  if (studentId) return all.find(({ student_id }) => student_id === studentId)
  return all.length === 1 ? all[0] : undefined
}

type AskedReview = {
  course_id: string
  student_id?: string | undefined
  state?: z.infer<typeof StateCode> | undefined
  /** How many months of membership, 0 for the program as a whole; without it, what fits the student. */
  months?: number | undefined
  points?: number | undefined
  credit_paise?: number | undefined
}

/** Returns what a program costs the viewer, and what has to be chosen first. Throws NOT_FOUND, PAYMENTS_OFF. */
export async function reviewProgram(ctx: SignedInCtx, asked: AskedReview): Promise<Review> {
  const { name } = requireMoney(ctx)
  const program = await readSold(ctx, asked.course_id)
  const beneficiaries = await findBeneficiaries(ctx, program.id)
  const state = asked.state ?? (await readLastState(ctx))
  const { id, slug, title, price_paise, monthly_fee_paise } = program
  const chosen = chosenOf(beneficiaries, asked.student_id)
  if (asked.student_id && !chosen) notFound()
  const isStudent = ctx.viewer.role === "student"
  const asker = isStudent && beneficiaries.length === 0 ? await readAsker(ctx, program.id) : null
  const who = chosen ?? asker
  const plans = plansOf(POLICY, program)
  const months = (asked.months ?? (who?.valid_until ? plans[0]?.months : 0)) || null
  const why = who && whyNotBuy(standingOf(who), { months, plans }, renewalOn(ctx))
  const full_paise = plans.find((plan) => plan.months === months)?.total_paise ?? price_paise
  const isOpen = !why || why.code === "enrolled"
  const has =
    chosen && state
      ? await readAvailable(ctx, {
          ...{ student_id: chosen.student_id, buyer_id: ctx.viewer.user_id, course_id: id },
        })
      : NOTHING
  const wanted = {
    points: Math.min(asked.points ?? 0, has.points),
    credit_paise: Math.min(asked.credit_paise ?? 0, has.credit_paise),
  }
  const pricing = state && !asker ? priceProgram(ctx, { ...program, months }, state, wanted) : null
  return {
    course: { id, slug, title, price_paise, monthly_fee_paise },
    beneficiaries,
    asker,
    student_id: chosen?.student_id ?? null,
    state,
    plans,
    sells_whole: !who?.valid_until || who.valid_until < todayOf(ctx),
    months,
    term: months && isOpen ? reviewTerm(ctx, termFrom(todayOf(ctx), months, who?.valid_until ?? null)) : null,
    spendable: isOpen && pricing?.priced ? offerOf(full_paise, has, pricing.spent) : NOTHING,
    price: isOpen && pricing?.priced ? shownPrice({ ...pricing.priced, ...pricing, ...pricing.spent }) : null,
    refused: isOpen ? (pricing?.refused ?? []) : [why],
    refund_days: POLICY.refund.noneAfterDaysFromStart,
    hold_minutes: holdOf(name) / MINUTE,
  }
}

/** What could be spent: all points, and the credit that goes beside the points that are spent already. */
function offerOf(price_paise: number, has: Spending, { points }: Spending): Spending {
  return {
    points: spendable(price_paise, { points: has.points, credit_paise: 0 }).points,
    credit_paise: spendable(price_paise, { points, credit_paise: has.credit_paise }).credit_paise,
  }
}

function reviewTerm(ctx: Ctx, { renews, starts_on, ends_on }: Term): NonNullable<Review["term"]> {
  const points_paise = renews === null ? 0 : earlyPoints(POLICY, { captured_on: todayOf(ctx), starts_on })
  const before = earlyBefore(POLICY, starts_on)
  return {
    ...{ continues: renews !== null && renews >= todayOf(ctx), starts_on, ends_on },
    refund_until: addDays(starts_on, POLICY.refund.noneAfterDaysFromStart),
    early: points_paise > 0 ? { points_paise, before } : null,
  }
}

function renewalOn(ctx: Ctx) {
  return { today: todayOf(ctx), opensDaysBefore: RENEWAL.opensDaysBefore }
}

function standingOf({ enrolled, valid_until }: Pick<Beneficiary, "enrolled" | "valid_until">): Standing {
  if (valid_until !== null) return { valid_until }
  return enrolled ? "whole" : "none"
}

/**
 * Returns the term that a student would buy today, and null values for the program as a whole. Throws
 * ALREADY_ENROLLED_IN_PROGRAM and NOT_SOLD.
 */
export function requireTerm(
  ctx: Ctx,
  student: Beneficiary,
  { months, ...prices }: { months: number | null } & Prices,
) {
  const why = whyNotBuy(standingOf(student), { months, plans: plansOf(POLICY, prices) }, renewalOn(ctx))
  if (why?.code === "enrolled") refuse("ALREADY_ENROLLED_IN_PROGRAM")
  if (why) refuse("NOT_SOLD", { reasons: [why] })
  const renews = student.valid_until
  if (months === null) return { months, renews, starts_on: null, ends_on: null }
  return termFrom(todayOf(ctx), months, renews)
}

/** A price as the contract shows it. */
export function shownPrice(price: NonNullable<Review["price"]>): NonNullable<Review["price"]> {
  const { total_paise, points, credit_paise, documents, trace, rules_version } = price
  return { total_paise, points, credit_paise, documents, trace, rules_version }
}

/** The State of the viewer's last order, which they need not choose again. */
async function readLastState(ctx: SignedInCtx): Promise<z.infer<typeof StateCode> | null> {
  const [last] = await ctx.db
    .select({ state: sql<z.infer<typeof StateCode>>`${orders.facts} -> 'buyer' ->> 'state'` })
    .from(orders)
    .where(eq(orders.buyer_id, ctx.viewer.user_id))
    .orderBy(desc(orders.created_at))
    .limit(1)
  return last?.state ?? null
}
