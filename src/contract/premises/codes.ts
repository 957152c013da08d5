/** Who asks for lessons at their place. */
export const PREMISES_KINDS = ["society", "school", "office"] as const
export type PremisesKind = (typeof PREMISES_KINDS)[number]

export const ENQUIRY_STATES = ["new", "quoted", "accepted", "declined", "closed"] as const
export type EnquiryState = (typeof ENQUIRY_STATES)[number]

/** `withdrawn`: another quote took its place, or the enquiry was closed. */
export const QUOTE_STATES = ["sent", "accepted", "declined", "withdrawn"] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** What lessons at an organisation's place are supplied as. */
export const PREMISES_SUPPLIES = ["coaching", "sports-training", "culture", "fitness"] as const
export type PremisesSupply = (typeof PREMISES_SUPPLIES)[number]

/** The most lines of a quote. */
export const MOST_LINES = 6
