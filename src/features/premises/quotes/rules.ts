import type { PremisesSupply } from "#contract/premises/codes.ts"
import { faultOfGstin, tidyGstin } from "#features/payments/bills/gstin.ts"
import type { Facts, Item } from "#features/payments/facts.ts"
import { STATES } from "#shared/states.ts"

/** Whether a quote can't be accepted any more: it can on its last day, both YYYY-MM-DD of the academy's zone. */
export function isExpired({ valid_until }: { valid_until: string }, today: string): boolean {
  return valid_until < today
}

/** The number of a quote, such as KA/2627/Q7. Bills have letters of their own. */
export function quoteNumber(prefix: string, financialYear: string, sequence: number): string {
  return `${prefix}/${financialYear}/Q${sequence}`
}

export type Billed = {
  gstin?: string | undefined
  business_name?: string | undefined
  business_address?: string | undefined
}

/** Whom a quote is for where nothing else is typed, and the State in which the lessons take place. */
export type Place = { organisation: string; address: string; state: string }

/** Whom a quote is billed to, or what is wrong by field. A GSTIN names its State itself, in its first two digits. */
export function buyerAt(
  { organisation, address, state }: Place,
  { gstin, business_name = "", business_address = "" }: Billed,
): { buyer: Facts["buyer"]; problems: null } | { buyer: null; problems: Record<string, string> } {
  const tidy = tidyGstin(gstin)
  const lines = business_address
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n")
  const named = {
    business_name: business_name.trim() || organisation,
    business_address: lines || address,
  }
  if (!tidy) return { buyer: { ...named, state, delivered_to: state, gstin_state: null }, problems: null }
  const own = tidy.slice(0, 2)
  const fault = faultOfGstin(tidy, own) ?? (Object.hasOwn(STATES, own) ? null : "GSTIN_INVALID")
  if (fault) return { buyer: null, problems: { gstin: fault } }
  if (!named.business_address)
    return { buyer: null, problems: { business_address: "BUSINESS_ADDRESS_MISSING" } }
  return {
    buyer: { ...named, state: own, delivered_to: state, gstin_state: own, gstin: tidy },
    problems: null,
  }
}

type TypedLine = { name: string; name_hi: string; quantity: number; price_rupees: number }

/** The lines of a quote as items that have a price. Prices have tax included. */
export function itemsOf(lines: readonly TypedLine[], supply: PremisesSupply, state: string): Item[] {
  return lines.map(({ name, name_hi, quantity, price_rupees }) => ({
    ...{ kind: "premises" as const, quantity, supply, taught: { online: false as const, state } },
    ...{ unit_paise: Math.round(price_rupees * 100), name: { en: name, hi: name_hi || name } },
  }))
}
