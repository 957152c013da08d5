import { type Book, dueOf } from "./charges.ts"
import type { Charge, Document, Facts, Line, Registration, State } from "./facts.ts"
import { shareOf } from "./rounding.ts"
import { holdingOn, isGoods, type Rate, rateOn } from "./supplies.ts"

/** Which code a line has at a rate, where the academy gave none of its own. */
export type TaxCode = (row: Rate) => string

/** Where a charge is supplied, and why there (IGST Act, sections 10 and 12). */
export function placeOf({ taught, supplies }: Charge, buyer: Facts["buyer"]): { place: State; why: string } {
  if (!taught) return { place: buyer.delivered_to, why: "delivered-there" }
  if (!taught.online && (buyer.gstin_state === null || supplies.includes("fitness"))) {
    return { place: taught.state, why: "performed-there" }
  }
  if (buyer.gstin_state !== null) return { place: buyer.gstin_state, why: "gstin" }
  return { place: buyer.state, why: "on-record" }
}

/** The documents of an order, one for each place of supply, in the order of the lines. */
export function taxCharges(
  charges: readonly Charge[],
  facts: Facts,
  book: Book,
  taxCode: TaxCode,
): Document[] {
  const registration = holdingOn(facts.supplier.registrations, facts.date)?.kind ?? "unregistered"
  book.trace.push({ code: "supplier", registration, date: facts.date })
  const lines = charges.map((charge, at) => {
    const { place, why } = placeOf(charge, facts.buyer)
    book.trace.push({ code: "place", line: at, place, why, same_state: place === facts.supplier.state })
    refuseOtherState(charge, at, registration, place, facts, book)
    return { place, line: lineOf(charge, at, registration, place, facts, book, taxCode) }
  })
  return [...Map.groupBy(lines, ({ place }) => place)].map(([place, placed]) =>
    documentOf(
      registration,
      place,
      placed.map(({ line }) => line),
      book,
    ),
  )
}

/** Who isn't registered can't sell goods to another State, and who pays by composition nothing at all. */
function refuseOtherState(
  { supplies }: Charge,
  line: number,
  registration: Registration,
  place: State,
  { supplier }: Facts,
  book: Book,
) {
  if (place === supplier.state) return
  const kept = registration === "composition" || (registration === "unregistered" && supplies.some(isGoods))
  if (kept) book.refused.push({ code: "other-state", line, place, registration })
}

function lineOf(
  charge: Charge,
  at: number,
  registration: Registration,
  place: State,
  facts: Facts,
  book: Book,
  taxCode: TaxCode,
): Line {
  const { code, name, quantity, list_paise, offs, supplies } = charge
  const amount_paise = dueOf(charge)
  const plain = { code, ...(name && { name }), quantity, list_paise, offs, amount_paise }
  const untaxed = { taxable_paise: amount_paise, cgst_paise: 0, sgst_paise: 0, igst_paise: 0 }
  if (registration !== "regular") return { ...plain, ...untaxed, tax_code: null, rate: null }

  // One price for several supplies has the highest of their rates (CGST Act, section 8).
  const piece = Math.ceil(amount_paise / Math.max(1, quantity))
  const rows = supplies.map((supply) => rateOn(supply, facts.date, piece))
  const [highest] = rows.flatMap((row) => row ?? []).toSorted((one, other) => other.charged - one.charged)
  if (!highest || rows.includes(null)) {
    book.refused.push({ code: "no-rate", line: at, date: facts.date })
    return { ...plain, ...untaxed, tax_code: null, rate: null }
  }
  const { charged: rate, from, source } = highest
  const tax_code = charge.hsn ?? taxCode(highest)
  book.trace.push({
    code: "rate",
    line: at,
    supply: highest.supply,
    of: rows.length,
    tax_code,
    rate,
    from,
    source,
  })
  const taxable_paise = shareOf(amount_paise, 10_000, 10_000 + rate)
  const half = shareOf(taxable_paise, rate, 20_000)
  const taxes =
    place === facts.supplier.state
      ? { cgst_paise: half, sgst_paise: half, igst_paise: 0 }
      : { cgst_paise: 0, sgst_paise: 0, igst_paise: shareOf(taxable_paise, rate, 10_000) }
  return { ...plain, tax_code, rate, taxable_paise, ...taxes }
}

function documentOf(registration: Registration, place: State, lines: Line[], book: Book): Document {
  const total_paise = lines.reduce((all, { amount_paise }) => all + amount_paise, 0)
  const round_off_paise = lines.reduce(
    (left, { taxable_paise, cgst_paise, sgst_paise, igst_paise }) =>
      left - taxable_paise - cgst_paise - sgst_paise - igst_paise,
    total_paise,
  )
  if (round_off_paise !== 0) book.trace.push({ code: "round-off", place, round_off_paise })
  const taxed = lines.some(({ rate }) => rate !== null && rate > 0)
  const kind = registration === "unregistered" ? "receipt" : taxed ? "tax-invoice" : "bill-of-supply"
  return { kind, place, lines, round_off_paise, total_paise }
}
