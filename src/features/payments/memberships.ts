import { addDays, endOfMonths } from "#shared/zone.ts"
import { membershipPrice } from "./charges.ts"
import type { Policy } from "./facts.ts"
import { shareOf } from "./rounding.ts"

/** A term of a membership. Dates are YYYY-MM-DD in the institution's zone, both included. */
export type Term = {
  months: number
  /** The last day of the term that it follows; null for a first one. */
  renews: string | null
  starts_on: string
  ends_on: string
}

/** What a student has of a program: nothing, all of it, or a membership, perhaps an ended one. */
export type Standing = "none" | "whole" | { valid_until: string }

/** One way to buy a membership, before tax is told apart. */
export type Plan = {
  months: number
  percent: number
  total_paise: number
  /** Less than months times the fee. */
  saved_paise: number
  /** The total by month, rounded half up: only for comparing. */
  per_month_paise: number
}

/**
 * The term that a payment of today buys: one that is paid in time continues the present one, any other starts
 * today.
 */
export function termFrom(today: string, months: number, renews: string | null): Term {
  const starts_on = renews !== null && renews >= today ? addDays(renews, 1) : today
  return { months, renews, starts_on, ends_on: endOfMonths(starts_on, months) }
}

/** The first day on which a membership can be renewed. */
export function renewalOpens(validUntil: string, opensDaysBefore: number): string {
  return addDays(validUntil, -opensDaysBefore)
}

/** What a program costs as a whole and by the month, in paise; without a fee it has no memberships. */
export type Prices = { price_paise: number; monthly_fee_paise: number | null }

/**
 * The memberships on sale, the shortest first: those that cost less than the program as a whole, which has no end. Nobody
 * is offered a choice that is worse in every way.
 */
export function plansOf(
  { memberships }: Pick<Policy, "memberships">,
  { price_paise, monthly_fee_paise }: Prices,
): Plan[] {
  if (monthly_fee_paise === null) return []
  return memberships
    .map((offered) => {
      const { list_paise, off_paise } = membershipPrice(monthly_fee_paise, offered)
      const { months, discountPercent: percent } = offered
      const total_paise = list_paise - off_paise
      return {
        ...{ months, percent, total_paise, saved_paise: off_paise },
        per_month_paise: shareOf(total_paise, 1, months),
      }
    })
    .filter(({ total_paise }) => total_paise < price_paise)
    .toSorted((one, other) => one.months - other.months)
}

type Refusal = "enrolled" | "no-membership" | "membership-not-offered" | "member-now" | "renewal-too-early"

/** Why somebody can't buy this now, as a code with values, or null. `months` is null for the one-time price. */
export function whyNotBuy(
  standing: Standing,
  { months, plans }: { months: number | null; plans: readonly Pick<Plan, "months">[] },
  { today, opensDaysBefore }: { today: string; opensDaysBefore: number },
): { code: Refusal; date: string } | null {
  if (standing === "whole") return { code: "enrolled", date: today }
  if (months !== null && plans.length === 0) return { code: "no-membership", date: today }
  if (months !== null && !plans.some((plan) => plan.months === months))
    return { code: "membership-not-offered", date: today }
  if (standing === "none") return null
  const { valid_until } = standing
  if (months === null) return valid_until >= today ? { code: "member-now", date: valid_until } : null
  const date = renewalOpens(valid_until, opensDaysBefore)
  return today < date ? { code: "renewal-too-early", date } : null
}

/** Why a running membership can't be changed to this plan, as a code with values, or null. */
export function whyNotChange(
  present: { months: number; per_week: number },
  wanted: { months: number | null; per_week: number },
  plans: readonly Pick<Plan, "months">[],
): { code: "no-membership" | "membership-not-offered" | "plan-same" } | null {
  if (plans.length === 0) return { code: "no-membership" }
  if (!plans.some(({ months }) => months === wanted.months)) return { code: "membership-not-offered" }
  const isSame = present.months === wanted.months && present.per_week === wanted.per_week
  return isSame ? { code: "plan-same" } : null
}
