import type { TraceStep } from "#features/ledger/rules.ts"
import { DAY } from "#shared/time.ts"
import { shareOf } from "./rounding.ts"
import { LEAST_PAYMENT, POINT_PAISE, type Spending, spendable } from "./spending.ts"

/** A term that is given up for another plan. Dates are YYYY-MM-DD in the academy's zone, both included. */
export type GivenUp = {
  order_number: string
  /** What was paid for it, with credit, and didn't go back. Points were a discount and aren't paid. */
  paid_paise: number
  starts_on: string
  ends_on: string
  /** The first day of the new term. */
  changed_on: string
}

export type Unused = { days: number; of_days: number; unused_paise: number }

const daysFrom = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / DAY + 1

/**
 * What a term is still worth on the day it is given up: its whole days from that day on, as a share of what was paid for
 * all of them, rounded half up to the paisa. Throws RangeError for a day outside of the term.
 */
export function unusedFirst({ paid_paise, starts_on, ends_on, changed_on }: GivenUp): Unused {
  const [days, of_days] = [daysFrom(changed_on, ends_on), daysFrom(starts_on, ends_on)]
  if (days < 1 || days > of_days) throw new RangeError(`${changed_on} is no day of the term`)
  return { days, of_days, unused_paise: shareOf(paid_paise, days, of_days) }
}

/** How a new plan is paid. */
export type PlanPayment = {
  spent: Spending
  /** What the unused days pay of it, and what is left of them, which becomes credit. */
  exchange_paise: number
  rest_paise: number
}

/**
 * Pays a plan with the unused days of the one before, then with points, then with credit. What is left to pay is nothing,
 * or enough for a provider; whatever the unused days are worth beyond the price is credit.
 */
export function payPlan(price_paise: number, unused_paise: number, has: Spending): PlanPayment {
  const most = Math.min(price_paise, unused_paise)
  const spent = spendable(price_paise - most, has)
  const left = price_paise - most - spent.points * POINT_PAISE - spent.credit_paise
  const missing = left > 0 && left < LEAST_PAYMENT ? Math.min(LEAST_PAYMENT - left, most) : 0
  const exchange_paise = most - missing
  return { spent, exchange_paise, rest_paise: unused_paise - exchange_paise }
}

/** The steps by which unused days pay for a plan. */
export function exchangeSteps(
  { order_number, paid_paise }: GivenUp,
  { days, of_days, unused_paise }: Unused,
  { exchange_paise, rest_paise }: PlanPayment,
): TraceStep[] {
  return [
    { code: "unused-days", order_number, days, of_days, paid_paise, unused_paise },
    ...(exchange_paise > 0 ? [{ code: "paid-with-unused", exchange_paise }] : []),
    ...(rest_paise > 0 ? [{ code: "unused-as-credit", rest_paise }] : []),
  ]
}
