import { and, asc, eq, gt } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { admins, demoPeople, students } from "#features/accounts/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { weekdayOf } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { createOrder } from "./orders.ts"
import { POLICY } from "./price.ts"
import { recordTransfer } from "./upi/claims.ts"

/** An id that belongs to nobody, where the trial has none of its own. */
const DEMO_UPI = "demo@kaksha"
const DEMO_UTR = "600000000001"
const DAYS_A_WEEK = 5
const KARNATAKA = "29"

/**
 * Has the family of a trial's young student buy a membership with pick-up and drop, paid to the academy's UPI id and
 * approved by its office, so that the driver's list has somebody. Only for the very first start, and not where nothing is
 * sold.
 */
export async function seedPickup(ctx: Ctx, { program: slug }: { program: string }): Promise<void> {
  const trial = { ...ctx, env: { ...ctx.env, UPI_ID: ctx.env.UPI_ID || DEMO_UPI } }
  const [program] = await ctx.db.select({ id: programs.id }).from(programs).where(eq(programs.slug, slug))
  const family = await findFamily(trial)
  const office = await findOffice(trial)
  if (!ctx.money || !program || !family || !office) return
  const today = todayOf(ctx)
  const { order_number, price } = await createOrder(family.guardian, {
    ...{ course_id: program.id, student_id: family.student_id, state: KARNATAKA, months: 1, way: "upi" },
    pickup_per_week: DAYS_A_WEEK,
    pickup_days: Array.from({ length: DAYS_A_WEEK }, (_, at) => weekdayOf(addDays(today, at))),
    pickup_address: "Flat 4B, Lakeview Apartments, 11th Main, Jayanagar, Bengaluru 560041",
  })
  await recordTransfer(office, { order_number, utr: DEMO_UTR, amount_paise: price.total_paise })
}

/** A student young enough to be picked up, and a guardian who pays. */
async function findFamily(ctx: Ctx): Promise<{ guardian: SignedInCtx; student_id: string } | null> {
  const oldest = addDays(todayOf(ctx), -365 * POLICY.doorPickup.childAgeBelowYears)
  const [link] = await ctx.db
    .select({ student_id: guardianOf.student_id, guardian_id: guardianOf.guardian_id })
    .from(guardianOf)
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .where(and(gt(students.date_of_birth, oldest), holds("pay")))
    .orderBy(asc(students.created_at))
    .limit(1)
  const viewer = link && (await readPerson(ctx.db, link.guardian_id))
  return link && viewer ? { guardian: { ...ctx, viewer }, student_id: link.student_id } : null
}

async function findOffice(ctx: Ctx): Promise<SignedInCtx | null> {
  const [admin] = await ctx.db
    .select({ user_id: admins.user_id })
    .from(admins)
    .innerJoin(demoPeople, eq(demoPeople.user_id, admins.user_id))
  const viewer = admin && (await readPerson(ctx.db, admin.user_id))
  return viewer ? { ...ctx, viewer } : null
}
