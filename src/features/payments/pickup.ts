import { ageOn } from "#shared/age.ts"
import type { Policy } from "./facts.ts"

/** What a family chose of pick-up and drop. Weekdays are 1 for Monday to 7 for Sunday. */
export type PickupChoice = { days: number[]; address: string }

export type PickupFault =
  | "PICKUP_ONLINE"
  | "PICKUP_MEMBERS_ONLY"
  | "PICKUP_AGE_UNKNOWN"
  | "PICKUP_BORN_LATER"
  | "PICKUP_TOO_OLD"

type Child = {
  /** YYYY-MM-DD; null where the academy doesn't know it. */
  date_of_birth: string | null
  delivery: string
  /** The first day of the term, and today, in the academy's zone. */
  starts_on: string | null
  today: string
}

/** Why nobody can be picked up for this program, or this child can't, as the code of the field's message; or null. */
export function whyNoPickup(
  { doorPickup }: Pick<Policy, "doorPickup">,
  { date_of_birth, delivery, starts_on, today }: Child,
): PickupFault | null {
  if (delivery !== "on_premises") return "PICKUP_ONLINE"
  if (starts_on === null) return "PICKUP_MEMBERS_ONLY"
  if (date_of_birth === null) return "PICKUP_AGE_UNKNOWN"
  if (date_of_birth > today) return "PICKUP_BORN_LATER"
  return ageOn(date_of_birth, starts_on) >= doorPickup.childAgeBelowYears ? "PICKUP_TOO_OLD" : null
}

/** What is wrong with the days and the address that a family chose, by field; nothing where both will do. */
export function pickupFaults(
  { doorPickup }: Pick<Policy, "doorPickup">,
  { days, address, per_week }: PickupChoice & { per_week: number },
): { pickup_days?: string; pickup_address?: string } {
  const offered = doorPickup.plans.some(({ daysPerWeek }) => daysPerWeek === per_week)
  return {
    ...(!offered && { pickup_days: "PICKUP_NOT_OFFERED" }),
    ...(offered && new Set(days).size !== per_week && { pickup_days: "PICKUP_DAYS" }),
    ...(address.trim() === "" && { pickup_address: "PICKUP_ADDRESS" }),
  }
}
