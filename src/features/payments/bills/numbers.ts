import type { Document } from "../facts.ts"

export type BillKind = Document["kind"] | "credit-note"

/** One letter for each kind, so that each has consecutive numbers of its own. */
const LETTERS: Record<BillKind, string> = {
  "tax-invoice": "T",
  "bill-of-supply": "S",
  receipt: "R",
  "credit-note": "C",
}

/** As many digits as fit beside the longest prefix: "KAK/2627/T123456" has the 16 characters that the law allows. */
export const PREFIX = /^[A-Z][A-Z0-9]{0,2}$/

/** The financial year of a date (YYYY-MM-DD), April to March: "2627" for 2026-27. */
export function financialYearOf(date: string): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < "04" ? 1 : 0)
  const short = (of: number) => String(of % 100).padStart(2, "0")
  return `${short(year)}${short(year + 1)}`
}

/** What the numbers of a series begin with; a consecutive number follows. */
export function seriesOf(prefix: string, financialYear: string, kind: BillKind): string {
  return `${prefix}/${financialYear}/${LETTERS[kind]}`
}

/** Whose numbers are consecutive: each GSTIN counts for itself, and so does an academy without one. */
export function entityOf(gstin: string | null): string {
  return gstin ?? "without-gstin"
}
