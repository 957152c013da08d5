import type { TraceStep } from "#features/ledger/rules.ts"
import type { StateCode } from "#shared/states.ts"
import type { Line, Registration, Seller } from "../facts.ts"
import type { BillKind } from "./numbers.ts"

/** What a bill says, as it was when it was issued. */
export type BillContent = {
  supplier: Omit<Seller, "prefix"> & { state: StateCode; registration: Registration }
  /** Whom it is for; a business with the lines of its address. */
  buyer: { name: string; address?: string[]; state: StateCode; gstin: string | null }
  student: string
  /** What was bought, such as the program's title. */
  title: string
  /** The term of a membership. Missing in bills of before there were any. */
  term?: { months: number; starts_on: string; ends_on: string }
  place: StateCode
  lines: Line[]
  /** Where its lines begin among all lines of the order. */
  first_line: number
  round_off_paise: number
  total_paise: number
  /** Where an organisation pays it, as the academy said it then. */
  pay_to?: string
  /** How it was paid, such as UPI, with the provider's reference. */
  paid: { method: string | null; reference: string } | null
  /** The steps that led to the amounts. */
  trace: TraceStep[]
  /** Of a credit note: what it takes back of each line of the bill that it corrects, in paise. */
  taken?: number[]
  /** And how many pieces of it. Missing in notes of before, whose lines say the bill's own quantity. */
  pieces?: number[]
}

/** A document as it was issued. It never changes: a mistake is corrected by a credit note that names it. */
export type Bill = BillContent & {
  kind: BillKind
  number: string
  /** YYYY-MM-DD in India's zone. */
  issued_on: string
  corrects: { number: string; issued_on: string } | null
}
