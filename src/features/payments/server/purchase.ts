import { and, desc, eq, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { Review, StateCode } from "#contract/payments.ts"
import { ageColumns, isMinor } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import type { MoneyPort } from "#platform/money/port.ts"
import { MINUTE } from "#shared/time.ts"
import { suppliersColumn } from "./bills/suppliers.ts"
import { POLICY, priceProgram } from "./price.ts"
import { holdOf, providerNamed } from "./providers.ts"
import { orders } from "./table.ts"

export type Beneficiary = Review["beneficiaries"][number]

/** The provider through which this academy sells, or its own UPI id instead. Throws PAYMENTS_OFF. */
export function requireMoney(ctx: Pick<Ctx, "money" | "env" | "brand">, way?: "upi"): MoneyPort {
  return (way ? providerNamed(ctx, DIRECT_UPI) : ctx.money) ?? refuse("PAYMENTS_OFF")
}

/** Returns an offered program, with the rows of who sells it. Throws NOT_FOUND. */
export async function readSold(ctx: Pick<Ctx, "db">, courseId: string) {
  const { id, slug, title, service, delivery, price_paise } = programs
  const [program] = await ctx.db
    .select({ id, slug, title, service, delivery, price_paise, suppliers: suppliersColumn() })
    .from(programs)
    .where(and(eq(id, courseId), isNull(programs.archived_at)))
  return program ?? notFound()
}

/**
 * Returns whom the viewer can pay for: a student of 18 for themself, a guardian for each confirmed child. A
 * student under 18 can't pay.
 */
export async function findBeneficiaries(ctx: SignedInCtx, courseId: string): Promise<Beneficiary[]> {
  const { user_id, role } = ctx.viewer
  const enrolled = sql<boolean>`exists (select from enrollments e where e.course_id = ${courseId}
    and e.student_id = students.user_id and e.status = 'active')`
  const found = { student_id: students.user_id, first_name: students.first_name, enrolled }
  if (role === "guardian") {
    return ctx.db
      .select(found)
      .from(guardianOf)
      .innerJoin(students, eq(students.user_id, guardianOf.student_id))
      .where(and(eq(guardianOf.guardian_id, user_id), eq(guardianOf.answer, "confirmed")))
      .orderBy(students.first_name, students.user_id)
  }
  const own = await ctx.db
    .select({ ...found, ...ageColumns })
    .from(students)
    .where(eq(students.user_id, user_id))
  return own
    .filter((student) => !isMinor(ctx, student))
    .map(({ student_id, first_name, enrolled }) => ({ student_id, first_name, enrolled }))
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

/** Returns what a program costs the viewer, and what has to be chosen first. Throws NOT_FOUND, PAYMENTS_OFF. */
export async function reviewProgram(
  ctx: SignedInCtx,
  asked: {
    course_id: string
    student_id?: string | undefined
    state?: z.infer<typeof StateCode> | undefined
  },
): Promise<Review> {
  const { name } = requireMoney(ctx)
  const program = await readSold(ctx, asked.course_id)
  const beneficiaries = await findBeneficiaries(ctx, program.id)
  const state = asked.state ?? (await readLastState(ctx))
  const { id, slug, title, price_paise } = program
  const chosen = chosenOf(beneficiaries, asked.student_id)
  if (asked.student_id && !chosen) notFound()
  const pricing = state ? priceProgram(ctx, program, state) : null
  return {
    course: { id, slug, title, price_paise },
    beneficiaries,
    student_id: chosen?.student_id ?? null,
    state,
    price: pricing?.priced ? shownPrice({ ...pricing.priced, ...pricing }) : null,
    refused: pricing?.refused ?? [],
    refund_days: POLICY.refund.noneAfterDaysFromStart,
    hold_minutes: holdOf(name) / MINUTE,
  }
}

/** A price as the contract shows it. */
export function shownPrice(price: NonNullable<Review["price"]>): NonNullable<Review["price"]> {
  const { total_paise, documents, trace, rules_version } = price
  return { total_paise, documents, trace, rules_version }
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
