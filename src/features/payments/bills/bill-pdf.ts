import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { renderPdf } from "#platform/pdf/pdf.ts"
import { STATES, type StateCode } from "#shared/states.ts"
import { formatDateIn } from "#shared/time.ts"
import type { Line } from "../facts.ts"
import { billTextHi } from "./bill.text.hi.ts"
import { type BillText, billText } from "./bill.text.ts"
import type { Bill } from "./bill.ts"
import { tellTrace } from "./told-price.server.ts"

const TEXTS = { en: billText, hi: billTextHi } satisfies Record<string, BillText>
type Language = keyof typeof TEXTS
const TAGS: Record<Language, string> = { en: "en-IN", hi: "hi-IN" }
const TEMPLATE = createRequire(import.meta.url).resolve("#features/payments/bills/bill.typ")
const template = readFileSync(TEMPLATE, "utf8")

const amounts = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const inRupees = (paise: number) => amounts.format(paise / 100)
/** A credit note for goods that the buyer keeps is for no pieces. */
const counted = ({ quantity }: Line) => (quantity === 0 ? "" : `${quantity}`)
const percent = (rate: number) => `${rate / 100} %`

/** Returns a bill as a PDF in the reader's language. Amounts have both decimals, in Indian groups. */
export function billPdf(bill: Bill, language: Language): Promise<Buffer> {
  return renderSheet(billSheet(bill, language))
}

/** Returns a sheet as a PDF: a bill's, or one that is laid out like it. */
export function renderSheet(sheet: ReturnType<typeof billSheet>): Promise<Buffer> {
  return renderPdf(template, sheet)
}

/** What a bill's file is called: its number, in signs that file names may have. */
export function billFile({ number }: Pick<Bill, "number">): string {
  return `${number.replaceAll("/", "-")}.pdf`
}

/** Everything that the sheet says, as texts. */
export function billSheet(bill: Bill, language: Language) {
  const text = TEXTS[language]
  const date = (on: string) => formatDateIn(TAGS[language], on)
  const state = (code: StateCode) => text.state(STATES[code][language], code)
  const { supplier, buyer } = bill
  const taxed = bill.lines.some(({ rate }) => rate !== null)
  const columns = taxed ? taxedColumns(bill, text) : plainColumns(text)
  return {
    language,
    // What an organisation owes is no receipt yet.
    title: bill.kind === "receipt" && !bill.paid ? text.unpaid : text.titles[bill.kind],
    number: bill.number,
    facts: [
      [text.number, bill.number],
      [text.date, date(bill.issued_on)],
      ...(bill.corrects
        ? [[text.corrects, `${bill.corrects.number}, ${date(bill.corrects.issued_on)}`]]
        : []),
      [text.placeOfSupply, `${STATES[bill.place][language]} (${bill.place})`],
      ...(taxed ? [[text.reverseCharge, text.no]] : []),
    ],
    supplier_label: text.supplier,
    supplier: [
      supplier.name,
      ...supplier.address,
      state(supplier.state),
      ...(supplier.gstin ? [text.gstin(supplier.gstin)] : []),
    ],
    buyer_label: text.buyer,
    buyer: [
      buyer.name,
      ...(buyer.address ?? []),
      ...(bill.student === buyer.name ? [] : [text.student(bill.student)]),
      state(buyer.state),
      ...(buyer.gstin ? [text.gstin(buyer.gstin)] : []),
    ],
    head: [text.item, ...columns.map(({ head }) => head)],
    rows: bill.lines.map((line) => [
      line.name?.[language] ?? (TAUGHT.has(line.code) ? bill.title : text.charges[line.code]),
      explain(
        line,
        text,
        bill.term && text.term(bill.term.months, date(bill.term.starts_on), date(bill.term.ends_on)),
      ),
      ...columns.map(({ cell }) => cell(line)),
    ]),
    totals: totalsOf(bill, taxed, text),
    total: [text.total, `₹ ${inRupees(bill.total_paise)}`],
    notes: notesOf(bill, text),
    why_label: text.why,
    why: bill.kind === "credit-note" ? [] : tellTrace(language, bill.trace, taxed),
  }
}

/** Lines that are called by what was bought. */
const TAUGHT = new Set<Line["code"]>(["program", "membership"])

type Column = { head: string; cell: (line: Line) => string }

function plainColumns(text: BillText): Column[] {
  return [
    { head: text.quantity, cell: counted },
    { head: text.amount, cell: ({ amount_paise }) => inRupees(amount_paise) },
  ]
}

function taxedColumns({ place, supplier }: Bill, text: BillText): Column[] {
  const taxes: Column[] =
    place === supplier.state
      ? [
          taxColumn("CGST", ({ cgst_paise }) => cgst_paise, 2),
          taxColumn("SGST", ({ sgst_paise }) => sgst_paise, 2),
        ]
      : [taxColumn("IGST", ({ igst_paise }) => igst_paise, 1)]
  return [
    { head: text.taxCode, cell: ({ tax_code }) => tax_code ?? "" },
    { head: text.quantity, cell: counted },
    { head: text.taxable, cell: ({ taxable_paise }) => inRupees(taxable_paise) },
    ...taxes,
    { head: text.amount, cell: ({ amount_paise }) => inRupees(amount_paise) },
  ]
}

function taxColumn(head: string, of: (line: Line) => number, halves: 1 | 2): Column {
  return { head, cell: (line) => `${inRupees(of(line))}\n${percent((line.rate ?? 0) / halves)}` }
}

/** The term, the price before anything came off, and what did. */
function explain({ code, list_paise, offs }: Line, text: BillText, term: string | undefined): string {
  const steps = offs.map((off) => `−\u00a0${inRupees(off.off_paise)} ${text.offs[off.code]}`)
  const about = code === "membership" && term ? [term] : []
  return [text.charges[code], ...about, ...(steps.length > 0 ? [inRupees(list_paise), ...steps] : [])].join(
    " · ",
  )
}

function totalsOf({ lines, round_off_paise }: Bill, taxed: boolean, text: BillText): [string, string][] {
  if (!taxed) return []
  const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0)
  const rows: [string, number][] = [
    [text.taxable, sum(({ taxable_paise }) => taxable_paise)],
    ["CGST", sum(({ cgst_paise }) => cgst_paise)],
    ["SGST", sum(({ sgst_paise }) => sgst_paise)],
    ["IGST", sum(({ igst_paise }) => igst_paise)],
    [text.roundOff, round_off_paise],
  ]
  return rows
    .filter(([label, paise]) => paise !== 0 || label === text.taxable)
    .map(([label, paise]) => [label, inRupees(paise)])
}

/** Why a credit note was issued, and what happens with the money. */
function creditNotes({ trace }: Bill, text: BillText): string[] {
  const cancelled = trace.find(({ code }) => code === "cancelled")
  if (!cancelled) return [text.credited]
  const [paid_paise, deducted_paise] = [Number(cancelled.paid_paise), Number(cancelled.deducted_paise ?? 0)]
  return [
    text.cancelled(String(cancelled.reason)),
    paid_paise > 0 ? text.goesBack(inRupees(paid_paise)) : text.nothingDue,
    ...(deducted_paise > 0 ? [text.deducted(inRupees(deducted_paise))] : []),
  ]
}

function notesOf(bill: Bill, text: BillText): string[] {
  const { kind, paid, pay_to, supplier } = bill
  const notes = [
    ...(kind === "credit-note" ? creditNotes(bill, text) : []),
    paid && text.paid(paid.method, paid.reference),
    pay_to && text.payTo(pay_to, bill.number),
    supplier.registration === "unregistered" && text.notRegistered,
    supplier.registration === "composition" && text.composition,
    text.computer,
  ]
  return notes.filter((note) => typeof note === "string")
}
