import { and, desc, eq } from "drizzle-orm"
import type { Review } from "#contract/payments/priced.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound, refuseFields, withValues } from "#platform/errors.ts"
import { ageOn } from "#shared/age.ts"
import { pickupFaults, whyNoPickup } from "../../pickup.ts"
import { POLICY } from "../price.ts"
import { orders } from "../table.ts"

/** For whom and for which term somebody would be picked up. */
type About = {
  student_id: string
  course_id: string
  delivery: string
  /** The first day of the term; null for a program as a whole. */
  starts_on: string | null
}

const { childAgeBelowYears: age_below } = POLICY.doorPickup
const plans = POLICY.doorPickup.plans.toSorted((one, other) => one.daysPerWeek - other.daysPerWeek)

/** A child's pick-up, as the rules of a price need it. */
export type PricedPickup = { days_per_week: number; age: number }

async function readBirth({ db }: Pick<SignedInCtx, "db">, studentId: string): Promise<string | null> {
  const [child] = await db
    .select({ date_of_birth: students.date_of_birth })
    .from(students)
    .where(eq(students.user_id, studentId))
  return (child ?? notFound()).date_of_birth
}

/** What a membership that ends on a day has of pick-up; the address only for who gave it. */
async function readPresent(ctx: SignedInCtx, { student_id, course_id }: About, valid_until: string | null) {
  if (valid_until === null) return null
  const { pickup_days, pickup_address, buyer_id } = orders
  const [present] = await ctx.db
    .select({ days: pickup_days, address: pickup_address, buyer_id })
    .from(orders)
    .where(
      and(
        eq(orders.student_id, student_id),
        eq(orders.course_id, course_id),
        eq(orders.ends_on, valid_until),
        eq(orders.state, "paid"),
      ),
    )
    .orderBy(desc(orders.paid_at))
    .limit(1)
  if (!present?.days) return null
  const address = present.buyer_id === ctx.viewer.user_id ? (present.address ?? "") : ""
  return { days: present.days, address }
}

/**
 * Returns what pick-up a checkout offers with a membership, and as what it is priced: what was asked for, or else what
 * the present term has. No offer for programs that aren't taught on premises, and for older children who have none now.
 */
export async function reviewPickup(
  ctx: SignedInCtx,
  { valid_until, per_week, ...about }: About & { valid_until: string | null; per_week: number | undefined },
): Promise<{ offer: Review["pickup"]; priced: PricedPickup | null }> {
  const { delivery, starts_on } = about
  if (delivery !== "on_premises" || starts_on === null) return { offer: null, priced: null }
  const date_of_birth = await readBirth(ctx, about.student_id)
  const present = await readPresent(ctx, about, valid_until)
  const why = whyNoPickup(POLICY, { date_of_birth, delivery, starts_on, today: todayOf(ctx) })
  if (why === "PICKUP_TOO_OLD" && !present) return { offer: null, priced: null }
  const wanted = per_week ?? present?.days.length ?? 0
  const plan = why ? undefined : plans.find(({ daysPerWeek }) => daysPerWeek === wanted)
  const days_per_week = plan?.daysPerWeek ?? 0
  return {
    offer: {
      plans: plans.map(({ daysPerWeek, pricePaise }) => ({
        ...{ days_per_week: daysPerWeek, monthly_paise: pricePaise },
      })),
      ...{ age_below, why, days_per_week, days: present?.days ?? [], address: present?.address ?? "" },
    },
    priced: plan && date_of_birth ? { days_per_week, age: ageOn(date_of_birth, starts_on) } : null,
  }
}

/** Pick-up as it is ordered: how often, on which weekdays (1 is Monday), and where. */
export type AskedPickup = {
  pickup_per_week?: number | undefined
  pickup_days?: number[] | undefined
  pickup_address?: string | undefined
}

const NONE = { priced: null, pickup_days: null, pickup_address: null }

/**
 * Returns pick-up as it is ordered, or nothing where none was asked for. Throws FIELD_ERRORS: at the days where it isn't
 * offered to this child or program, or not on so many days, and at an address that is missing.
 */
export async function requirePickup(
  ctx: SignedInCtx,
  { pickup_per_week = 0, pickup_days = [], pickup_address = "" }: AskedPickup,
  about: About,
): Promise<{ priced: PricedPickup | null; pickup_days: number[] | null; pickup_address: string | null }> {
  if (pickup_per_week === 0 && pickup_days.length === 0) return NONE
  const { delivery, starts_on } = about
  const date_of_birth = await readBirth(ctx, about.student_id)
  const why = whyNoPickup(POLICY, { date_of_birth, delivery, starts_on, today: todayOf(ctx) })
  if (why) refuseFields({ pickup_days: withValues(why, `${age_below}`) })
  const days = [...new Set(pickup_days)].sort((one, other) => one - other)
  const faults = pickupFaults(POLICY, { days, address: pickup_address, per_week: pickup_per_week })
  if (Object.keys(faults).length > 0) refuseFields(faults)
  if (!date_of_birth || !starts_on) return NONE
  return {
    priced: { days_per_week: pickup_per_week, age: ageOn(date_of_birth, starts_on) },
    ...{ pickup_days: days, pickup_address: pickup_address.trim() },
  }
}
