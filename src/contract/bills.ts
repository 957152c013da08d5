import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate } from "./base.ts"
import { PricedLine, StateCode, Step } from "./payments/priced.ts"

const Paise = z.number().int()
const BillKind = z.enum(["tax-invoice", "bill-of-supply", "receipt", "credit-note"])
const Registration = z.enum(["unregistered", "regular", "composition", "exempt"])

/** A bill in a list. */
export const BillLine = z.object({
  id: Id,
  order_number: z.string(),
  kind: BillKind,
  number: z.string(),
  issued_on: z.iso.date(),
  total_paise: Paise,
  /** What was bought. */
  title: z.string(),
  student: z.string(),
  /** Of a credit note: the number of the bill that it corrects. */
  corrects: z.string().nullable(),
})
export type BillLine = z.infer<typeof BillLine>

/** A bill as it was issued, which never changes. */
export const Bill = z.object({
  kind: BillKind,
  number: z.string(),
  issued_on: z.iso.date(),
  corrects: z.object({ number: z.string(), issued_on: z.iso.date() }).nullable(),
  supplier: z.object({
    name: z.string(),
    address: z.array(z.string()),
    state: StateCode,
    gstin: z.string().nullable(),
    registration: Registration,
  }),
  buyer: z.object({
    name: z.string(),
    /** Of a business; missing where none was given. */
    address: z.array(z.string()).optional(),
    state: StateCode,
    gstin: z.string().nullable(),
  }),
  student: z.string(),
  title: z.string(),
  /** The State of supply. */
  place: StateCode,
  lines: z.array(PricedLine),
  first_line: z.number().int(),
  round_off_paise: Paise,
  total_paise: Paise,
  /** Where an organisation pays it, as the academy said it then. */
  pay_to: z.string().optional(),
  paid: z.object({ method: z.string().nullable(), reference: z.string() }).nullable(),
  trace: z.array(Step),
  /** Of a credit note: what it takes back of each line of the bill that it corrects. */
  taken: z.array(Paise).optional(),
})
export type Bill = z.infer<typeof Bill>

/** The academy as a legal entity, from a date on. */
export const Supplier = z.object({
  valid_from: z.iso.date(),
  name: z.string(),
  address: z.array(z.string()),
  state: StateCode,
  registration: Registration,
  gstin: z.string().nullable(),
  prefix: z.string(),
})
export type Supplier = z.infer<typeof Supplier>

const SupplierRates = z.array(
  z.object({
    supply: z.string(),
    tax_code: z.string(),
    /** Per ten thousand. */
    rate: z.number().int(),
    above: z.object({ piece_paise: Paise, rate: z.number().int() }).nullable(),
    from: z.iso.date(),
    source: z.string(),
  }),
)

export const SupplierSetting = z.object({
  /** Who sells today; null where nothing is sold before it is set. */
  current: Supplier.nullable(),
  /** Whether an admin set it; a trial has sample values before. */
  is_set: z.boolean(),
  /** One for each date, the latest first. */
  all: z.array(Supplier),
  rates: SupplierRates,
})
export type SupplierSetting = z.infer<typeof SupplierSetting>

export const SupplierDraft = z.object({
  valid_from: WallDate,
  name: z
    .string("Enter the legal name")
    .trim()
    .min(1, "Enter the legal name")
    .max(120, "Use at most 120 characters"),
  /** One line after the other. */
  address: z
    .string("Enter the address")
    .trim()
    .min(1, "Enter the address")
    .max(300, "Use at most 300 characters"),
  state: StateCode,
  registration: Registration,
  gstin: z.string().trim().max(20).optional(),
  prefix: z.string("Enter a prefix").trim().min(1, "Enter a prefix").max(10),
})

const list = base
  .route({
    method: "GET",
    path: "/my/bills",
    summary: "List one's own bills and credit notes, the newest first",
  })
  .input(PageQuery.extend({ order_number: z.string().max(40).optional() }))
  .output(pageOf(BillLine))

const read = base
  .route({ method: "GET", path: "/bills/{bill_id}", summary: "Get a bill or credit note as it was issued" })
  .input(z.object({ bill_id: Id }))
  .output(Bill)

const supplier = base
  .route({
    method: "GET",
    path: "/admin/supplier",
    summary: "Get who sells, since when, and the rates of GST",
  })
  .output(SupplierSetting)

const enterSupplier = base
  .route({
    method: "POST",
    path: "/admin/supplier",
    summary: "Enter who sells from a date on. What was billed before stays as it is",
  })
  .input(SupplierDraft)
  .output(SupplierSetting)

export const bills = { list, read, supplier, enterSupplier }
