import { and, eq, isNull, sql } from "drizzle-orm"
import type { Review } from "#contract/payments/priced.ts"
import { ageColumns, isMinor, todayOf } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import type { MoneyPort } from "#platform/money/port.ts"
import { DAY } from "#shared/time.ts"
import { type Prices, plansOf, type Standing, termFrom, whyNotBuy } from "../memberships.ts"
import { suppliersColumn } from "./bills/suppliers.ts"
import { POLICY, RENEWAL } from "./price.ts"
import { providerNamed } from "./providers.ts"

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

/** Whether a selected student's account is neither closed nor disabled: nobody pays for, or renews, one that is. */
export const hasOpenAccount = sql<boolean>`exists (select from users u
  where u.id = students.user_id and u.disabled_at is null and u.erase_at is null)`

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
 * Returns whom the viewer can pay for: a student of 18 for themself, a guardian for each child they may
 * pay for whose account is open. A student under 18 can't pay.
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
      .where(and(eq(guardianOf.guardian_id, user_id), holds("pay"), hasOpenAccount))
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
export async function readAsker(ctx: SignedInCtx, courseId: string): Promise<Review["asker"]> {
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

export function chosenOf(
  all: readonly Beneficiary[],
  studentId: string | undefined,
): Beneficiary | undefined {
  if (studentId) return all.find(({ student_id }) => student_id === studentId)
  return all.length === 1 ? all[0] : undefined
}

export function renewalOn(ctx: Ctx) {
  return { today: todayOf(ctx), opensDaysBefore: RENEWAL.opensDaysBefore }
}

export function standingOf({
  enrolled,
  valid_until,
}: Pick<Beneficiary, "enrolled" | "valid_until">): Standing {
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
  const { total_paise, points, credit_paise, exchange_paise, documents, trace, rules_version } = price
  return { total_paise, points, credit_paise, exchange_paise, documents, trace, rules_version }
}
