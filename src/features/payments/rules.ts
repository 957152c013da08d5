import { type Book, chargesOf, takeOff } from "./charges.ts"
import type { Facts, Policy, Pricing, Refund, RefundFacts } from "./facts.ts"
import { earlyPointsFirst, refundFirst } from "./refunds.ts"
import { taxCharges } from "./tax.ts"

/**
 * How prices are worked out, by version. An order keeps the version that priced it. A rule that changes gets a
 * new version beside the old one, which goes on answering as it did.
 */
const VERSIONS = { "1": { price: priceFirst, refund: refundFirst, earlyPoints: earlyPointsFirst } }

export type PriceRules = keyof typeof VERSIONS
export const NEWEST_RULES: PriceRules = "1"

/**
 * Returns what an order costs with every step that led there, or why it can't be sold. The same facts under
 * the same version always give the same answer. Throws RangeError for amounts that are none.
 */
export function priceOrder(facts: Facts, version: PriceRules = NEWEST_RULES): Pricing {
  return VERSIONS[version].price(facts)
}

/** Returns what comes back of an order, and why, under the rules that priced it. */
export function answerRefund(facts: RefundFacts, version: PriceRules): Refund {
  return VERSIONS[version].refund(facts)
}

/** Returns the points in paise that a renewal earns by being paid early. Dates are of the academy's zone. */
export function earlyPoints(
  policy: Policy,
  renewal: { captured_on: string; starts_on: string },
  version: PriceRules = NEWEST_RULES,
): number {
  return VERSIONS[version].earlyPoints(policy, renewal)
}

function priceFirst(facts: Facts): Pricing {
  const book: Book = { trace: [], refused: [] }
  const { charges, spent } = takeOff(chargesOf(facts, book), facts, book)
  const documents = taxCharges(charges, facts, book)
  if (book.refused.length > 0) return { priced: null, refused: book.refused }
  const total_paise = documents.reduce((all, document) => all + document.total_paise, 0)
  return { priced: { total_paise, documents, trace: book.trace, spent }, refused: null }
}
