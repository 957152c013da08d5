/** The texts of pick-up and drop and of a business's bill, in English. */
export const pickupText = {
  title: "Pick-up and drop",
  note: (age: number) => `From home to class and back, for children under ${age}.`,
  none: "No pick-up",
  plan: (days: number) => (days === 1 ? "1 day a week" : `${days} days a week`),
  everyMonth: (amount: string) => `${amount} a month`,
  days: (count: number) => (count === 1 ? "On which day?" : `On which ${count} days?`),
  address: "Address for pick-up",
  addressHint: "The academy's staff see it, and nobody else.",
  whyNot: {
    PICKUP_AGE_UNKNOWN: (name: string, age: number) =>
      `Pick-up is for children under ${age}, and ${name}'s date of birth isn't known here. Ask the office to add it.`,
    PICKUP_BORN_LATER: (name: string) =>
      `${name}'s date of birth is in the future, so there is no pick-up. Ask the office to correct it.`,
    PICKUP_TOO_OLD: (name: string, age: number) =>
      `${name} is ${age} or older when the new term starts, so pick-up ends with the present term.`,
  } as Record<string, (name: string, age: number) => string>,
  chosen: (days: string) => `Pick-up: ${days}`,
  chosenAt: (days: string, address: string) => `Pick-up: ${days}, ${address}`,
  business: "Bill for a business",
  businessHint:
    "If the business is registered for GST, its GSTIN goes on the bill and may change which tax is charged.",
  gstin: "GSTIN",
  businessName: "Name of the business",
  businessAddress: "Address of the business",
  businessAddressHint: "A bill with a GSTIN must have it.",
  billedTo: (gstin: string, name: string | null) => `Billed to ${name ?? "a business"}, GSTIN ${gstin}`,
}

export type PickupText = typeof pickupText
