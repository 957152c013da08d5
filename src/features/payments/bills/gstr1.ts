import type { Gstr1Table } from "#contract/money.ts"
import { STATES, type StateCode } from "#shared/states.ts"
import type { Line } from "../facts.ts"
import type { BillContent } from "./bill.ts"
import type { BillKind } from "./numbers.ts"

/** A document as the return needs it; of a credit note also the bill that it corrects. */
export type Issued = {
  kind: BillKind
  number: string
  /** YYYY-MM-DD in India's zone. */
  issued_on: string
  series: string
  sequence: number
  total_paise: number
  content: Pick<BillContent, "supplier" | "buyer" | "place" | "lines" | "pieces">
  corrects: { kind: BillKind; total_paise: number } | null
}

/** A cell: a text, a count, or an amount. */
export type Cell = string | number | { paise: number }

/** The tables with their columns as the GST offline tool names them (version 3.2, tables 4 to 7, 9B, 12 and 13). */
export const GSTR1_COLUMNS: Record<Gstr1Table, readonly string[]> = {
  b2b: [
    ...["GSTIN/UIN of Recipient", "Receiver Name", "Invoice Number", "Invoice date", "Invoice Value"],
    ...["Place Of Supply", "Reverse Charge", "Applicable % of Tax Rate", "Invoice Type", "E-Commerce GSTIN"],
    ...["Rate", "Taxable Value", "Cess Amount"],
  ],
  b2cl: [
    ...["Invoice Number", "Invoice date", "Invoice Value", "Place Of Supply", "Applicable % of Tax Rate"],
    ...["Rate", "Taxable Value", "Cess Amount", "E-Commerce GSTIN"],
  ],
  b2cs: [
    ...["Type", "Place Of Supply", "Applicable % of Tax Rate", "Rate", "Taxable Value", "Cess Amount"],
    "E-Commerce GSTIN",
  ],
  cdnr: [
    ...["GSTIN/UIN of Recipient", "Receiver Name", "Note Number", "Note Date", "Note Type"],
    ...["Place Of Supply", "Reverse Charge", "Note Supply Type", "Note Value", "Applicable % of Tax Rate"],
    ...["Rate", "Taxable Value", "Cess Amount"],
  ],
  cdnur: [
    ...["UR Type", "Note Number", "Note Date", "Note Type", "Place Of Supply", "Note Value"],
    ...["Applicable % of Tax Rate", "Rate", "Taxable Value", "Cess Amount"],
  ],
  ...{ "hsn-b2b": hsnColumns(), "hsn-b2c": hsnColumns() },
  docs: ["Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"],
}

function hsnColumns(): readonly string[] {
  return [
    ...["HSN", "Description", "UQC", "Total Quantity", "Total Value", "Rate", "Taxable Value"],
    ...["Integrated Tax Amount", "Central Tax Amount", "State/UT Tax Amount", "Cess Amount"],
  ]
}

/** Above this an invoice to a consumer in another State is listed by itself (CGST Rules, rule 59, since August 2024). */
export const LARGE_PAISE = 1_00_000_00

const NO_CESS: Cell = { paise: 0 }

/**
 * Returns the tables of GSTR-1 for what one GSTIN issued. Credit notes to consumers lower B2CS, unless they correct an
 * invoice that was listed in B2CL. Bills of supply count in the table of documents alone: the return has their
 * values in table 8, which academies fill by hand.
 */
export function gstr1Of(issued: readonly Issued[]): Record<Gstr1Table, Cell[][]> {
  const taxed = issued.filter(({ kind, corrects }) => (corrects?.kind ?? kind) === "tax-invoice")
  const toBusiness = taxed.filter(({ content }) => content.buyer.gstin !== null)
  const toConsumer = taxed.filter(({ content }) => content.buyer.gstin === null)
  const large = toConsumer.filter(isLarge)
  return {
    b2b: invoices(toBusiness).flatMap(businessInvoice),
    b2cl: invoices(large).flatMap(largeInvoice),
    b2cs: smallSales(toConsumer.filter((one) => !isLarge(one))),
    cdnr: notes(toBusiness).flatMap(businessNote),
    cdnur: notes(large).flatMap(largeNote),
    "hsn-b2b": byCode(toBusiness),
    "hsn-b2c": byCode(toConsumer),
    docs: documents(issued),
  }
}

const invoices = (all: readonly Issued[]) => all.filter(({ corrects }) => corrects === null)
const notes = (all: readonly Issued[]) => all.filter(({ corrects }) => corrects !== null)

/** Whether it is a large invoice to a consumer in another State, or a note about one. */
function isLarge({ content, total_paise, corrects }: Issued): boolean {
  return content.place !== content.supplier.state && (corrects?.total_paise ?? total_paise) > LARGE_PAISE
}

function businessInvoice(one: Issued): Cell[][] {
  const { content, number, issued_on, total_paise } = one
  const { buyer, place } = content
  const known = [buyer.gstin ?? "", buyer.name, number, dated(issued_on), { paise: total_paise }]
  return byRate(one).map(([rate, taxable]) => [
    ...[...known, named(place), "N", "", "Regular B2B", "", rate, { paise: taxable }, NO_CESS],
  ])
}

function largeInvoice(one: Issued): Cell[][] {
  const { content, number, issued_on, total_paise } = one
  const known = [number, dated(issued_on), { paise: total_paise }, named(content.place), ""]
  return byRate(one).map(([rate, taxable]) => [...known, rate, { paise: taxable }, NO_CESS, ""])
}

function businessNote(one: Issued): Cell[][] {
  const { content, number, issued_on, total_paise } = one
  const { buyer, place } = content
  const known = [buyer.gstin ?? "", buyer.name, number, dated(issued_on), "C", named(place), "N"]
  return byRate(one).map(([rate, taxable]) => [
    ...[...known, "Regular B2B", { paise: total_paise }, "", rate, { paise: taxable }, NO_CESS],
  ])
}

function largeNote(one: Issued): Cell[][] {
  const { content, number, issued_on, total_paise } = one
  const known = ["B2CL", number, dated(issued_on), "C", named(content.place), { paise: total_paise }, ""]
  return byRate(one).map(([rate, taxable]) => [...known, rate, { paise: taxable }, NO_CESS])
}

/** Sales to consumers by State and rate, less what went back. */
function smallSales(all: readonly Issued[]): Cell[][] {
  const parts = all.flatMap(({ content, corrects }) =>
    content.lines.map((line) => ({ place: content.place, line, sign: corrects ? -1 : 1 })),
  )
  const groups = Map.groupBy(parts, ({ place, line }) => `${place} ${line.rate ?? 0}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const taxable = sum(group, ({ line, sign }) => sign * line.taxable_paise)
    if (!first || taxable === 0) return []
    return [["OE", named(first.place), "", rateOf(first.line), { paise: taxable }, NO_CESS, ""]]
  })
}

/** What was sold by HSN or SAC and rate, less what went back. */
function byCode(all: readonly Issued[]): Cell[][] {
  const parts = all.flatMap(({ content, corrects }) =>
    content.lines.map((line) => ({ line, sign: corrects ? -1 : 1, isCounted: !corrects || content.pieces })),
  )
  const groups = Map.groupBy(parts, ({ line }) => `${line.tax_code} ${line.rate}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const paise = (of: (line: Line) => number): Cell => ({
      paise: sum(group, ({ line, sign }) => sign * of(line)),
    })
    const code = first.line.tax_code ?? ""
    // Services have no quantity.
    const isService = code.startsWith("99")
    const quantity = sum(group, ({ line, sign, isCounted }) => (isCounted ? sign * line.quantity : 0))
    return [
      [
        ...[code, "", isService ? "NA" : "PCS-PIECES", isService ? 0 : quantity],
        ...[paise((line) => line.taxable_paise + taxOf(line)), rateOf(first.line)],
        ...[paise((line) => line.taxable_paise), paise((line) => line.igst_paise)],
        ...[paise((line) => line.cgst_paise), paise((line) => line.sgst_paise), NO_CESS],
      ],
    ]
  })
}

const taxOf = ({ cgst_paise, sgst_paise, igst_paise }: Line) => cgst_paise + sgst_paise + igst_paise

/** The first and last number of each series. Numbers are consecutive, and none is cancelled: a credit note corrects. */
function documents(issued: readonly Issued[]): Cell[][] {
  const groups = [...Map.groupBy(issued, ({ series }) => series).values()]
  return groups.flatMap((group) => {
    const inTurn = group.toSorted((one, other) => one.sequence - other.sequence)
    const [first, last] = [inTurn[0], inTurn.at(-1)]
    if (!first || !last) return []
    const nature = first.corrects ? "Credit Note" : "Invoices for outward supply"
    return [[nature, first.number, last.number, group.length, 0]]
  })
}

/** The taxable value of a document by its rates. */
function byRate({ content }: Issued): [rate: number, taxable: number][] {
  const groups = Map.groupBy(content.lines, ({ rate }) => rate ?? 0)
  return [...groups.values()].flatMap((lines) => {
    const [first] = lines
    return first ? [[rateOf(first), sum(lines, ({ taxable_paise }) => taxable_paise)]] : []
  })
}

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((so, one) => so + of(one), 0)

/** Percent. */
const rateOf = ({ rate }: Line) => (rate ?? 0) / 100

/** "29-Karnataka". */
const named = (place: StateCode) => `${place}-${STATES[place].en}`

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** "26-Nov-2026" for 2026-11-26. */
function dated(date: string): string {
  const [year, month, day] = date.split("-")
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`
}
