import type { Review } from "#contract/payments/priced.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { MINUTE } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { plansOf, type Term, termFrom, whyNotBuy, whyNotChange } from "../../memberships.ts"
import { earlyBefore } from "../../refunds.ts"
import { answerUnused, earlyPoints } from "../../rules.ts"
import { NOTHING, type Spending, spendable } from "../../spending.ts"
import { type Present, presentPlan, readPresent } from "../changes/present.ts"
import { reviewPickup } from "../pickup/offer.ts"
import { readAvailable } from "../points/available.ts"
import { POLICY, type ProgramPrice, priceProgram } from "../price.ts"
import { holdOf } from "../providers.ts"
import {
  type Beneficiary,
  chosenOf,
  findBeneficiaries,
  readAsker,
  readSold,
  renewalOn,
  requireMoney,
  shownPrice,
  standingOf,
} from "../purchase.ts"
import { readBatchChoice } from "./batch-choice.ts"
import { type AskedBuyer, reviewBuyer } from "./buyer.ts"

type AskedReview = Partial<AskedBuyer> & {
  course_id: string
  student_id?: string | undefined
  /** How many months of membership, 0 for the program as a whole; without it, what fits the student. */
  months?: number | undefined
  /** The order whose running term would be given up. */
  changes?: string | undefined
  /** Pick-up on so many days a week, 0 for none; without it, as in the present term. */
  pickup_per_week?: number | undefined
  points?: number | undefined
  credit_paise?: number | undefined
}

/** Returns what a program costs the viewer, and what has to be chosen first. Throws NOT_FOUND, PAYMENTS_OFF. */
export async function reviewProgram(ctx: SignedInCtx, asked: AskedReview): Promise<Review> {
  const { name } = requireMoney(ctx)
  const program = await readSold(ctx, asked.course_id)
  const beneficiaries = await findBeneficiaries(ctx, program.id)
  const { shown, buyer } = await reviewBuyer(ctx, asked)
  const { id, slug, title, price_paise, monthly_fee_paise } = program
  const chosen = chosenOf(beneficiaries, asked.student_id)
  if (asked.student_id && !chosen) notFound()
  const isStudent = ctx.viewer.role === "student"
  const asker = isStudent && beneficiaries.length === 0 ? await readAsker(ctx, program.id) : null
  const who = chosen ?? asker
  const plans = plansOf(POLICY, program)
  const present = asked.changes && chosen ? await readPresent(ctx, asked.changes, chosen, id) : null
  const first = present?.order.months ?? (who?.valid_until ? plans[0]?.months : 0)
  const months = (asked.months ?? first) || null
  const whyNot = present ? present.why : who && whyNotBuy(standingOf(who), { months, plans }, renewalOn(ctx))
  const mayBuy = !whyNot || whyNot.code === "enrolled"
  const renews = present ? null : (who?.valid_until ?? null)
  const term = months && mayBuy ? termFrom(todayOf(ctx), months, renews) : null
  const pickup = chosen ? await pickupOf(ctx, asked, program, chosen, term) : null
  const why = whyNot ?? (present && whyNotChange(presentPlan(present.order), wantedOf(months, pickup), plans))
  const isOpen = !why || why.code === "enrolled"
  const student_id = chosen?.student_id ?? ctx.viewer.user_id
  const batch_choice = who
    ? await readBatchChoice(ctx, id, { ...who, student_id }, { changes: present !== null })
    : { current: null, after: null }
  const has = chosen && buyer ? await readOwn(ctx, chosen, id) : NOTHING
  const wanted = {
    points: Math.min(asked.points ?? 0, has.points),
    credit_paise: Math.min(asked.credit_paise ?? 0, has.credit_paise),
  }
  const sold = { ...program, months, pickup: pickup?.priced ?? null }
  const paid = { has: wanted, given_up: present?.given_up ?? null }
  const pricing = buyer && !asker ? priceProgram(ctx, sold, buyer, paid) : null
  return {
    course: { id, slug, title, price_paise, monthly_fee_paise },
    ...{ beneficiaries, asker, ...shown, plans, months },
    student_id: chosen?.student_id ?? null,
    sells_whole: !present && (!who?.valid_until || who.valid_until < todayOf(ctx)),
    batch_choice,
    pickup: pickup?.offer ?? null,
    change: present?.given_up ? planChangeFor(present, isOpen ? pricing : null) : null,
    term: term && isOpen ? reviewTerm(ctx, term) : null,
    spendable: isOpen && pricing?.priced ? offerOf(pricing.due_paise, has, pricing.spent) : NOTHING,
    price: isOpen && pricing?.priced ? shownPrice({ ...pricing.priced, ...pricing, ...pricing.spent }) : null,
    refused: isOpen ? (pricing?.refused ?? []) : [why],
    refund_days: POLICY.refund.noneAfterDaysFromStart,
    hold_minutes: holdOf(name) / MINUTE,
  }
}

type Pickup = Awaited<ReturnType<typeof reviewPickup>>

function wantedOf(months: number | null, pickup: Pickup | null): { months: number | null; per_week: number } {
  return { months, per_week: pickup?.priced?.days_per_week ?? 0 }
}

/** What a plan is worth that would be given up. */
function planChangeFor({ order, given_up }: Present, pricing: ProgramPrice | null): Review["change"] {
  if (!given_up) return null
  const { rules_version, changed_on: _, ...about } = given_up
  const unused = answerUnused(given_up, rules_version)
  const rest_paise = pricing?.priced ? unused.unused_paise - pricing.exchange_paise : null
  return { ...about, ...unused, months: order.months ?? 0, rest_paise }
}

/** What the student and the buyer have to spend. */
function readOwn(ctx: SignedInCtx, { student_id }: Beneficiary, course_id: string): Promise<Spending> {
  return readAvailable(ctx, { student_id, buyer_id: ctx.viewer.user_id, course_id })
}

function pickupOf(
  ctx: SignedInCtx,
  { pickup_per_week }: AskedReview,
  { id, delivery }: Awaited<ReturnType<typeof readSold>>,
  { student_id, valid_until }: Beneficiary,
  term: Term | null,
) {
  const about = { student_id, course_id: id, delivery, starts_on: term?.starts_on ?? null }
  return reviewPickup(ctx, { ...about, valid_until, per_week: pickup_per_week })
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
