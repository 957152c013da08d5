import type { Item, State, Teaching } from "./facts.ts"
import type { Supply } from "./supplies.ts"

/** What a program is supplied as, by its service. */
const SUPPLIES: Record<string, Supply> = {
  Academics: "coaching",
  Sports: "sports-training",
  "Martial Arts": "sports-training",
  Fitness: "fitness",
  Music: "culture",
  "Art & Culture": "culture",
}

type Sold = {
  service: string
  delivery: string
  price_paise: number
  /** The fee of a month, and how many are bought. Without either, the program is paid once. */
  monthly_fee_paise?: number | null
  months?: number | null
  /** Pick-up and drop, with the child's age in years on the first day of the term. */
  pickup?: { days_per_week: number; age: number } | null
}

/** Returns a program as an item of an order. On premises it is taught in the academy's own State. */
export function itemOf(
  { service, delivery, price_paise, monthly_fee_paise, months, pickup = null }: Sold,
  own: State,
): Item {
  const taught: Teaching["taught"] =
    delivery === "on_premises" ? { online: false, state: own } : { online: true }
  const supply = SUPPLIES[service] ?? "coaching"
  if (!months || !monthly_fee_paise) return { kind: "program", price_paise, supply, taught }
  return { kind: "membership", monthly_paise: monthly_fee_paise, months, pickup, supply, taught }
}
