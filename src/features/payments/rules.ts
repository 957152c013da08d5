import { type Book, chargesOf, type PickupSupply, takeOff } from "./charges.ts"
import type { Facts, Policy, Pricing, Refund, RefundFacts } from "./facts.ts"
import { type GivenUp, type Unused, unusedFirst } from "./plan-changes.ts"
import { earlyPointsFirst, refundFirst } from "./refunds.ts"
import { HEADINGS } from "./supplies.ts"
import { type TaxCode, taxCharges } from "./tax.ts"

/** Goods had the first digits of their code. */
const headingOf: TaxCode = ({ supply, code }) => HEADINGS[supply] ?? code

const FIRST = { refund: refundFirst, earlyPoints: earlyPointsFirst, unused: unusedFirst }

/**
 * How prices are worked out, by version. An order keeps the version that priced it. A rule that changes gets a
 * new version beside the old one, which goes on answering as it did.
 */
const VERSIONS = {
  // Pick-up was a part of the classes, at their rate.
  "1": { ...FIRST, price: priceBy((taught) => taught, headingOf) },
  // Pick-up is a supply of its own.
  "2": { ...FIRST, price: priceBy(() => "transport", headingOf) },
  // Goods have an HSN of six digits, or the academy's own.
  "3": {
    ...FIRST,
    price: priceBy(
      () => "transport",
      ({ code }) => code,
    ),
  },
}

export type PriceRules = keyof typeof VERSIONS
export const NEWEST_RULES: PriceRules = "3"

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

/** Returns what a term is still worth that is given up, under the rules that priced it. Throws RangeError. */
export function answerUnused(given: GivenUp, version: PriceRules): Unused {
  return VERSIONS[version].unused(given)
}

function priceBy(pickupSupply: PickupSupply, taxCode: TaxCode) {
  return (facts: Facts): Pricing => {
    const book: Book = { trace: [], refused: [] }
    const { charges, spent } = takeOff(chargesOf(facts, book, pickupSupply), facts, book)
    const documents = taxCharges(charges, facts, book, taxCode)
    if (book.refused.length > 0) return { priced: null, refused: book.refused }
    const total_paise = documents.reduce((all, document) => all + document.total_paise, 0)
    return { priced: { total_paise, documents, trace: book.trace, spent }, refused: null }
  }
}
