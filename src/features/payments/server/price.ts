import policies from "#content/policies.json" with { type: "json" }
import { todayOf } from "#features/accounts/server/age.ts"
import type { Ctx } from "#platform/context.ts"
import type { Supplier } from "../bills/supplier.ts"
import type { Facts, Policy, Pricing } from "../facts.ts"
import { itemOf } from "../program-supply.ts"
import { NEWEST_RULES, priceOrder } from "../rules.ts"
import { supplierOn } from "./bills/suppliers.ts"

const { memberships, referral, doorPickup, welcomeKit, uniform, earlyPaymentPoints, refund } = policies
export const POLICY: Policy = {
  ...{ memberships, referral, doorPickup, welcomeKit, uniform, earlyPaymentPoints, refund },
}

/** What decides the price of a program, and the rows of who sells it. */
export type SoldProgram = {
  service: string
  delivery: string
  price_paise: number
  suppliers?: readonly Supplier[]
}

/** Before an academy said who it is, nothing is sold. */
const NOBODY: Facts["supplier"] = { state: "97", registrations: [] }

/**
 * Returns what a program costs a buyer of this State today, with the facts that decided it. A trial that hasn't said
 * who sells does so under its sample values; others can't sell.
 */
export function priceProgram(
  ctx: Pick<Ctx, "clock" | "env" | "brand">,
  program: SoldProgram,
  state: string,
): Pricing & { facts: Facts; rules_version: typeof NEWEST_RULES } {
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
  const pricing: Pricing = known ? priceOrder(facts) : { priced: null, refused: [{ code: "no-supplier" }] }
  return { ...pricing, facts, rules_version: NEWEST_RULES }
}
