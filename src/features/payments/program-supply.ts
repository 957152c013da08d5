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

/** Returns a program as an item of an order. On premises it is taught in the academy's own State. */
export function itemOf(
  { service, delivery, price_paise }: { service: string; delivery: string; price_paise: number },
  own: State,
): Item {
  const taught: Teaching["taught"] =
    delivery === "on_premises" ? { online: false, state: own } : { online: true }
  return { kind: "program", price_paise, supply: SUPPLIES[service] ?? "coaching", taught }
}
