import policies from "#content/policies.json" with { type: "json" }
import supplier from "#content/supplier.json" with { type: "json" }
import { todayOf } from "#features/accounts/server/age.ts"
import type { Ctx } from "#platform/context.ts"
import type { Facts, Policy, Pricing, Registration } from "../facts.ts"
import { itemOf } from "../program-supply.ts"
import { NEWEST_RULES, priceOrder } from "../rules.ts"

const { memberships, referral, doorPickup, welcomeKit, uniform, earlyPaymentPoints, refund } = policies
export const POLICY: Policy = {
  ...{ memberships, referral, doorPickup, welcomeKit, uniform, earlyPaymentPoints, refund },
}

/** What decides the price of a program. */
export type SoldProgram = { service: string; delivery: string; price_paise: number }

/** Returns what a program costs a buyer of this State today, with the facts that decided it. */
export function priceProgram(
  ctx: Pick<Ctx, "clock" | "env">,
  program: SoldProgram,
  state: string,
): Pricing & { facts: Facts; rules_version: typeof NEWEST_RULES } {
  const facts: Facts = {
    date: todayOf(ctx),
    policy: POLICY,
    supplier: {
      state: supplier.state,
      registrations: supplier.registrations as { from: string; kind: Registration }[],
    },
    buyer: { state, delivered_to: state, gstin_state: null },
    items: [itemOf(program, supplier.state)],
    referred: false,
    spend: { points_paise: 0, credit_paise: 0 },
  }
  return { ...priceOrder(facts), facts, rules_version: NEWEST_RULES }
}
