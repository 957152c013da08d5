import { z } from "zod"
import { base, Id, PageQuery, pageOf, sensitive } from "./base.ts"
import { settlementProcedures } from "./settlements.ts"

/** A month in the academy's zone, YYYY-MM. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Choose a month")

const Paise = z.number().int()

/** How much, and of how many. */
export const Counted = z.object({ paise: Paise, count: z.number().int() })
export type Counted = z.infer<typeof Counted>

/**
 * How money came and went: through the payment provider, from bank to bank, or as credit that the family keeps with the
 * academy, which never arrives or leaves.
 */
export const MONEY_WAYS = ["gateway", "bank", "credit"] as const
export type MoneyWay = (typeof MONEY_WAYS)[number]

export const EndingMembership = z.object({
  student_id: Id,
  student_name: z.string(),
  course: z.string(),
  /** The last day of the term. */
  ends_on: z.iso.date(),
  /** The order that paid for it; null where the office enrolled the student. */
  order_number: z.string().nullable(),
  /** Who paid; null where nobody did or the account is erased. */
  buyer: z.string().nullable(),
})
export type EndingMembership = z.infer<typeof EndingMembership>

export const MoneyOverview = z.object({
  month: Month,
  /** What arrived in the month. */
  received: z.object({ gateway: Counted, bank: Counted }),
  /** Of that, what fulfilled no order and goes back: paid twice, too late, another amount. */
  unasked: Counted,
  /** What went back in the month; credit stays with the academy. */
  refunded: z.object({ gateway: Counted, bank: Counted, credit: Counted }),
  /** The same day by day, of days on which money came or went: what arrived, and what left the academy. */
  by_day: z.array(z.object({ day: z.iso.date(), received_paise: Paise, refunded_paise: Paise })).max(31),
  /** As things are now, whichever month is shown. */
  now: z.object({
    /** Orders that wait for their payment. */
    unpaid: Counted,
    /** What organisations owe of their invoices. */
    invoices: Counted,
    /** What organisations had paid of invoices that were cancelled, and what didn't go back to them yet. */
    to_organisations: Counted,
    /** Invoices to organisations whose cancellation waits for a colleague. */
    cancellations: Counted,
    /** Transfers by UPI that payers told of and nobody has checked. */
    transfers: Counted,
    /** Refunds above the limit that wait for a colleague. */
    to_approve: Counted,
    /** Refunds that the office gives itself. */
    to_pay: Counted,
    /** Refunds that the provider was asked for and hasn't given yet. */
    on_its_way: Counted,
    /** Settlements of which something doesn't match the books, with how much. */
    unmatched_settlements: Counted,
    /** Money of imported statements that nobody has explained. */
    bank_lines: Counted,
  }),
  ending: z.object({
    /** How many days ahead are shown. */
    days: z.number().int(),
    count: z.number().int(),
    first: z.array(EndingMembership).max(20),
  }),
})
export type MoneyOverview = z.infer<typeof MoneyOverview>

const overview = base
  .route({
    method: "GET",
    path: "/admin/money",
    summary: "Get what came in and went back in a month, what is owed now and which memberships end",
  })
  .input(z.object({ month: Month.optional() }))
  .output(MoneyOverview)

/** Money that came or went. */
export const MoneyMovement = z.object({
  at: z.iso.datetime(),
  way: z.enum(MONEY_WAYS),
  amount_paise: Paise,
  /** Whether it was for nothing that could be had, and goes or went back. */
  unasked: z.boolean(),
  /** UPI, card and so on, as the provider calls it. */
  method: z.string().nullable(),
  /** Null for an invoice to an organisation. */
  order_number: z.string().nullable(),
  invoice: z.object({ bill_id: Id, number: z.string() }).nullable(),
  course: z.string(),
  buyer: z.string().nullable(),
  student: z.object({ student_id: Id, name: z.string() }).nullable(),
})
export type MoneyMovement = z.infer<typeof MoneyMovement>

const movements = base
  .route({
    method: "GET",
    path: "/admin/money/movements",
    summary: "List what came in or went back in a month, newest first",
  })
  .input(
    PageQuery.extend({
      month: Month,
      direction: z.enum(["in", "out"]),
      way: z.enum(MONEY_WAYS).optional(),
      /** Those alone that fulfilled nothing. */
      unasked: z.stringbool().optional(),
    }),
  )
  .output(pageOf(MoneyMovement))

const ending = base
  .route({
    method: "GET",
    path: "/admin/money/memberships",
    summary: "List memberships that end soon, the next first",
  })
  .input(PageQuery)
  .output(pageOf(EndingMembership))

/** Days in the academy's zone, both included, a year at most. */
const Days = z.object({ first: z.iso.date("Choose a date"), last: z.iso.date("Choose a date") })

/** One entry of the books. */
export const JournalLine = z.object({
  date: z.iso.date(),
  journal_id: Id,
  kind: z.string(),
  account: z.string(),
  debit_paise: Paise,
  credit_paise: Paise,
  order_number: z.string().nullable(),
})
export type JournalLine = z.infer<typeof JournalLine>

const journal = sensitive
  .route({
    method: "GET",
    path: "/admin/money/journal",
    summary:
      "List the entries of the journals that moved money, for the accountant. A page has whole journals",
  })
  .input(
    Days.extend({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(500),
    }),
  )
  .output(pageOf(JournalLine))

/** The tables of GSTR-1, as the GST offline tool imports each from a file of its own. */
export const GSTR1_TABLES = ["b2b", "b2cl", "b2cs", "cdnr", "cdnur", "hsn-b2b", "hsn-b2c", "docs"] as const
export type Gstr1Table = (typeof GSTR1_TABLES)[number]

export const Gstr1 = z.object({
  /** Whose documents these are; null where nobody with a GSTIN issued any. */
  gstin: z.string().nullable(),
  tables: z.array(
    z.object({
      name: z.enum(GSTR1_TABLES),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.object({ paise: Paise })]))),
    }),
  ),
})
export type Gstr1 = z.infer<typeof Gstr1>

const issuers = base
  .route({
    method: "GET",
    path: "/admin/money/issuers",
    summary: "List the GSTINs under which documents were issued on some days, the last one first",
  })
  .input(Days)
  .output(z.object({ gstins: z.array(z.string()) }))

const gstr1 = sensitive
  .route({
    method: "GET",
    path: "/admin/money/gstr1",
    summary: "Get the tables of GSTR-1 from the invoices and credit notes of one GSTIN",
  })
  .input(Days.extend({ gstin: z.string().max(20).optional() }))
  .output(Gstr1)

export const money = { overview, movements, ending, journal, issuers, gstr1, ...settlementProcedures }
