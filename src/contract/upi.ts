import { z } from "zod"
import { base, digits, Id, sensitive } from "./base.ts"
import { DECLINE_REASONS, Order, OrderNumber, UpiClaim } from "./payments/order.ts"

/** A bank's reference of a UPI payment. */
export const Utr = digits("Enter the bank reference").regex(
  /^\d{12}$/,
  "The bank reference (UTR) has 12 digits, such as 630912345678",
)

/** What arrived, in paise: at most ₹10 lakh, twice what UPI allows. */
const Arrived = z
  .number("Give an amount in rupees, such as 8,999.00")
  .int()
  .min(1, "Give an amount in rupees, such as 8,999.00")
  .max(10_00_000_00, "Give an amount in rupees, such as 8,999.00")

/** The amount once more, where it isn't the order's: another amount goes back. */
const Again = Arrived.optional()

/** Text of a statement: a year of a busy academy. */
export const LONGEST_STATEMENT = 2_000_000

const Statement = z
  .string("Choose the statement's file, or paste it")
  .trim()
  .min(1, "Choose the statement's file, or paste it")
  .max(LONGEST_STATEMENT, "This is too large: export fewer days")

const Column = z.number("Choose a column").int().min(0).max(99)

/** Which columns of a statement hold what, by their place from 0. */
export const Columns = z.object({
  date: Column,
  /** Where the payer and the references are. */
  texts: z.array(Column).min(1, "Choose at least one column").max(20),
  /** What came in. */
  amount: Column,
  /** Says Cr or Dr, where one column of amounts has both. */
  direction: Column.nullable(),
})

const claim = base
  .route({
    method: "POST",
    path: "/orders/{order_number}/upi-claims",
    summary: "Tell that an order was paid to the academy's UPI id. A second claim corrects the first",
  })
  .input(OrderNumber.extend({ utr: Utr }))
  .output(Order)
  .errors({ ORDER_SETTLED: { status: 409, message: "This order isn't paid by UPI, or not any more" } })

export const Settled = z.object({
  order_number: z.string(),
  /** Whether the order is paid now, or the money has to go back. */
  outcome: z.enum(["paid", "owed"]),
  /** Why it has to go back. */
  reason: Order.shape.refunds.element.shape.reason.nullable(),
})

export type Settled = z.infer<typeof Settled>

/** A claim as staff see it. */
export const StaffClaim = UpiClaim.extend({
  id: Id,
  /** `reversed` where it was approved by mistake, and taken back. */
  state: z.enum([...UpiClaim.shape.state.options, "reversed"]),
  order_number: z.string(),
  course: z.string(),
  payer: z.string().nullable(),
  student: z.string().nullable(),
  /** To pay for the order. */
  total_paise: z.number().int(),
  /** What arrived; null until it is approved. */
  amount_paise: z.number().int().nullable(),
  decided_at: z.iso.datetime().nullable(),
})
export type StaffClaim = z.infer<typeof StaffClaim>

/** As many claims as are listed at once. */
export const CLAIMS_SHOWN = 100

const listClaims = base
  .route({
    method: "GET",
    path: "/admin/upi-claims",
    summary: "List transfers by UPI: those that wait for a decision, the oldest first, and the last decided",
  })
  .output(
    z.object({
      waiting: z.array(StaffClaim).max(CLAIMS_SHOWN),
      decided: z.array(StaffClaim).max(CLAIMS_SHOWN),
      /** Where families pay to; null where nothing is sold by UPI. */
      upi_id: z.string().nullable(),
    }),
  )

const decided = {
  CLAIM_DECIDED: { status: 409, message: "Somebody decided about this payment meanwhile" },
} as const

const approve = base
  .route({
    method: "POST",
    path: "/admin/upi-claims/{claim_id}/approval",
    summary: "Approve a transfer, with the amount that arrived. Another amount than the order's is refunded",
  })
  .input(z.object({ claim_id: Id, amount_paise: Arrived, again_paise: Again }))
  .output(Settled)
  .errors(decided)

const takeBack = sensitive
  .errors({
    ...decided,
    TRANSFER_USED: { status: 409, message: "This payment paid its order: refund it instead" },
    TRANSFER_RETURNED: { status: 409, message: "The money of this payment has gone back already" },
  })
  .route({
    method: "POST",
    path: "/admin/upi-claims/{claim_id}/reversal",
    summary:
      "Take back a transfer that was counted by mistake and paid no order: no refund is due, and its reference can be counted again. Again changes nothing",
  })
  .input(z.object({ claim_id: Id }))
  .output(z.object({}))

const decline = base
  .route({
    method: "POST",
    path: "/admin/upi-claims/{claim_id}/decline",
    summary: "Decline a transfer, with a reason that the payer reads",
  })
  .input(z.object({ claim_id: Id, reason: z.enum(DECLINE_REASONS, "Choose a reason") }))
  .output(z.object({}))
  .errors(decided)

const record = base
  .route({
    method: "POST",
    path: "/admin/upi-transfers",
    summary: "Record a transfer that nobody claimed. A reference counts once",
  })
  .input(
    z.object({
      order_number: z.string("Enter the order's number").trim().toUpperCase().max(40),
      utr: Utr,
      amount_paise: Arrived,
      again_paise: Again,
    }),
  )
  .output(Settled)

/** A line of a statement that may be for an order. */
export const StatementMatch = z.object({
  line: z.number().int(),
  date: z.iso.date(),
  text: z.string(),
  amount_paise: z.number().int(),
  order: z
    .object({ order_number: z.string(), payer: z.string().nullable(), total_paise: z.number().int() })
    .nullable(),
  why: z.enum([
    "utr-and-amount",
    "reference-and-amount",
    "utr-other-amount",
    "reference-other-amount",
    "amount-only",
    "several-orders",
    "paid-again",
    "counted-before",
    "settlement",
    "settlement-other-amount",
    "nothing",
  ]),
})
export type StatementMatch = z.infer<typeof StatementMatch>

/** So many lines are approved at once; the rest by importing the statement again. */
export const MOST_APPROVED = 300

export const StatementPreview = z.object({
  /** What each column is called, or its first value. */
  headings: z.array(z.string()).max(100),
  /** The columns that were used; null where they have to be chosen. */
  columns: Columns.nullable(),
  /** Whether they are known from an earlier import. */
  remembered: z.boolean(),
  /** What would be approved: reference and amount agree. */
  sure: z.array(StatementMatch).max(MOST_APPROVED),
  /** What staff have to look at one by one. */
  unsure: z.array(StatementMatch).max(CLAIMS_SHOWN),
  /** How many lines there are of each, as not all are listed. */
  counts: z.object({
    credits: z.number().int(),
    sure: z.number().int(),
    unsure: z.number().int(),
    counted_before: z.number().int(),
    /** Payouts of the payment provider. */
    settlements: z.number().int(),
    nothing: z.number().int(),
  }),
  /** Lines that can't be read, the first of them, and why. */
  unread: z.array(z.object({ line: z.number().int(), code: z.enum(["date", "amount"]) })).max(20),
})
export type StatementPreview = z.infer<typeof StatementPreview>

const unreadable = {
  STATEMENT_UNREADABLE: {
    status: 422,
    message: "This is no list of values with commas, or has too many rows",
  },
} as const

const previewStatement = base
  .route({
    method: "POST",
    path: "/admin/upi-statements/preview",
    summary: "Match a bank's statement with the orders that wait for a transfer. Nothing is written",
  })
  .input(z.object({ text: Statement, columns: Columns.optional() }))
  .output(StatementPreview)
  .errors(unreadable)

const importStatement = base
  .route({
    method: "POST",
    path: "/admin/upi-statements",
    summary: "Approve what a statement proves by reference and amount. Importing it again changes nothing",
  })
  .input(z.object({ text: Statement, columns: Columns }))
  .output(
    z.object({
      ...{ approved: z.number().int(), owed: z.number().int(), left: z.number().int() },
      /** Payouts of the payment provider that it has. */
      settlements: z.number().int(),
      /** Other money that came in and is kept until somebody explains it. */
      kept: z.number().int(),
    }),
  )
  .errors(unreadable)

export const upi = {
  ...{ claim, claims: listClaims, approve, decline, takeBack, record },
  ...{ previewStatement, importStatement },
}
