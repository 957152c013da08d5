import policies from "#content/policies.json" with { type: "json" }
import { todayOf } from "#features/accounts/server/age.ts"
import type { TraceStep } from "#features/ledger/rules.ts"
import type { Ctx } from "#platform/context.ts"
import type { Supplier } from "../bills/supplier.ts"
import type { Facts, Item, Policy, Priced, Pricing, State } from "../facts.ts"
import { exchangeSteps, type GivenUp, type PlanPayment, payPlan, type Unused } from "../plan-changes.ts"
import { itemOf } from "../program-supply.ts"
import { answerUnused, NEWEST_RULES, type PriceRules, priceOrder } from "../rules.ts"
import { NOTHING, POINT_PAISE, type Spending } from "../spending.ts"
import { supplierOn } from "./bills/suppliers.ts"

const { memberships, referral, doorPickup, welcomeKit, uniform, earlyPaymentPoints, refund } = policies
export const POLICY: Policy = {
  ...{ memberships, referral, doorPickup, welcomeKit, uniform, earlyPaymentPoints, refund },
}

/** From when a membership can be renewed, when that is pointed out, and when people are reminded: days before its end. */
export const RENEWAL = policies.membershipRenewal

/** What decides the price of a program, and the rows of who sells it. */
export type SoldProgram = {
  service: string
  delivery: string
  price_paise: number
  monthly_fee_paise?: number | null
  /** How many months of membership are bought; null for the program as a whole. */
  months?: number | null
  /** Pick-up and drop, with the child's age in years on the first day of the term. */
  pickup?: { days_per_week: number; age: number } | null
  suppliers?: readonly Supplier[]
}

/** Before an academy said who it is, nothing is sold. */
const NOBODY: Facts["supplier"] = { state: "97", registrations: [] }

export type ProgramPrice = Pricing & {
  facts: Facts
  rules_version: typeof NEWEST_RULES
  /** What is spent of points and credit. */
  spent: Spending
  /** What unused days of the plan before pay. */
  exchange_paise: number
  /** What there is to pay after them, and before points and credit. */
  due_paise: number
}

/** What a price is paid with beside money. */
export type PaidWith = { has?: Spending; given_up?: (GivenUp & { rules_version: PriceRules }) | null }

/**
 * Returns what a program or its membership costs this buyer today, with the facts that decided it, where unused days of
 * `given_up` pay first and then as much as possible of `has`. The total is what is left to pay. A trial that hasn't said
 * who sells does so under its sample values; others can't sell.
 */
export function priceProgram(
  ctx: Pick<Ctx, "clock" | "env" | "brand">,
  program: SoldProgram,
  buyer: Facts["buyer"],
  { has = NOTHING, given_up = null }: PaidWith = {},
): ProgramPrice {
  const date = todayOf(ctx)
  const known = supplierOn(ctx, program.suppliers ?? [], date)
  const supplier = known ?? NOBODY
  const unused = given_up && unusedOf(given_up)
  const facts: Facts = {
    ...{ date, policy: POLICY, supplier, buyer },
    items: [itemOf(program, supplier.state)],
    referred: false,
    ...(unused && { given_up: unused }),
    spend: { points_paise: 0, credit_paise: 0 },
  }
  const nobody: Pricing = { priced: null, refused: [{ code: "no-supplier" }] }
  const full: Pricing = known ? priceOrder(facts) : nobody
  const price_paise = full.priced?.total_paise ?? 0
  const paid = payPlan(price_paise, unused?.unused_paise ?? 0, full.priced ? has : NOTHING)
  const { spent, exchange_paise } = paid
  const due_paise = Math.max(0, price_paise - (unused?.unused_paise ?? 0))
  const about = { rules_version: NEWEST_RULES, due_paise, spent, exchange_paise }
  const reduced = { ...facts, spend: { ...facts.spend, points_paise: spent.points * POINT_PAISE } }
  const { priced, refused } = spent.points > 0 ? priceOrder(reduced) : full
  if (!priced) return { priced, refused, ...about, facts }
  const steps = unused ? exchangeSteps(unused, unused, paid) : []
  return { priced: paidWith(priced, paid, steps), refused: null, ...about, facts: reduced }
}

/**
 * Returns what goods cost this buyer today, with the facts that decided it. What is fetched is delivered in the academy's
 * own State: then `delivered_to` is null.
 */
export function priceGoods(
  ctx: Pick<Ctx, "clock" | "env" | "brand">,
  items: Item[],
  buyer: Omit<Facts["buyer"], "delivered_to"> & { delivered_to: State | null },
  suppliers: readonly Supplier[],
): ProgramPrice {
  const date = todayOf(ctx)
  const known = supplierOn(ctx, suppliers, date)
  const supplier = known ?? NOBODY
  const facts: Facts = {
    ...{ date, policy: POLICY, supplier, items, referred: false },
    buyer: { ...buyer, delivered_to: buyer.delivered_to ?? supplier.state },
    spend: { points_paise: 0, credit_paise: 0 },
  }
  const pricing: Pricing = known ? priceOrder(facts) : { priced: null, refused: [{ code: "no-supplier" }] }
  const due_paise = pricing.priced?.total_paise ?? 0
  return { ...pricing, facts, rules_version: NEWEST_RULES, spent: NOTHING, exchange_paise: 0, due_paise }
}

function unusedOf({ rules_version, ...given_up }: NonNullable<PaidWith["given_up"]>): GivenUp & Unused {
  return { ...given_up, ...answerUnused(given_up, rules_version) }
}

/**
 * Unused days and credit are money that the academy has or owes: they pay a part of the price, and the price and its taxes
 * stay.
 */
function paidWith(priced: Priced, { spent, exchange_paise }: PlanPayment, steps: TraceStep[]): Priced {
  const { credit_paise } = spent
  return {
    ...priced,
    total_paise: priced.total_paise - exchange_paise - credit_paise,
    trace: [
      ...priced.trace,
      ...steps,
      ...(credit_paise > 0 ? [{ code: "paid-with-credit", credit_paise }] : []),
    ],
  }
}
