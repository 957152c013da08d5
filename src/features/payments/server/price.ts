import policies from "#content/policies.json" with { type: "json" }
import { todayOf } from "#features/accounts/server/age.ts"
import type { Ctx } from "#platform/context.ts"
import type { Supplier } from "../bills/supplier.ts"
import type { Facts, Policy, Priced, Pricing } from "../facts.ts"
import { itemOf } from "../program-supply.ts"
import { NEWEST_RULES, priceOrder } from "../rules.ts"
import { NOTHING, POINT_PAISE, type Spending, spendable } from "../spending.ts"
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
  suppliers?: readonly Supplier[]
}

/** Before an academy said who it is, nothing is sold. */
const NOBODY: Facts["supplier"] = { state: "97", registrations: [] }

/**
 * Returns what a program or its membership costs a buyer of this State today, with the facts that decided it, where as much as possible
 * is paid with `has`. The total is what is left to pay. A trial that hasn't said
 * who sells does so under its sample values; others can't sell.
 */
export function priceProgram(
  ctx: Pick<Ctx, "clock" | "env" | "brand">,
  program: SoldProgram,
  state: string,
  has: Spending = NOTHING,
): Pricing & { facts: Facts; rules_version: typeof NEWEST_RULES; spent: Spending } {
  const date = todayOf(ctx)
  const known = supplierOn(ctx, program.suppliers ?? [], date)
  const supplier = known ?? NOBODY
  const facts: Facts = {
    ...{ date, policy: POLICY, supplier },
    buyer: { state, delivered_to: state, gstin_state: null },
    items: [itemOf(program, supplier.state)],
    referred: false,
    spend: { points_paise: 0, credit_paise: 0 },
  }
  const nobody: Pricing = { priced: null, refused: [{ code: "no-supplier" }] }
  const full: Pricing = known ? priceOrder(facts) : nobody
  const rules_version = NEWEST_RULES
  const spent = full.priced ? spendable(full.priced.total_paise, has) : NOTHING
  if (spent.points === 0 && spent.credit_paise === 0) return { ...full, facts, rules_version, spent }
  const reduced = { ...facts, spend: { ...facts.spend, points_paise: spent.points * POINT_PAISE } }
  const { priced, refused } = priceOrder(reduced)
  if (!priced) return { priced, refused, facts, rules_version, spent }
  return { priced: payWithCredit(priced, spent), refused, facts: reduced, rules_version, spent }
}

/** Credit is money that the academy owes: it pays a part of the price, and the price and its taxes stay. */
function payWithCredit(priced: Priced, { credit_paise }: Spending): Priced {
  if (credit_paise === 0) return priced
  return {
    ...priced,
    total_paise: priced.total_paise - credit_paise,
    trace: [...priced.trace, { code: "paid-with-credit", credit_paise }],
  }
}
