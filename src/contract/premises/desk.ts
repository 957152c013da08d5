import { z } from "zod"
import { base, Id, PageQuery, pageOf, sensitive, WallDate } from "../base.ts"
import { Paise, sale } from "../payments/priced.ts"
import { ENQUIRY_STATES, PREMISES_KINDS } from "./codes.ts"
import { OpenInvoice, Quote, QuoteDraft, Schedule } from "./quotes.ts"

/**
 * What one invoice, or several, come to: the total less what was cancelled, paid, deducted and kept by banks, and with what
 * was returned, is what is owed less what has to go back.
 */
export const InvoiceSums = z.object({
  total_paise: Paise,
  /** What credit notes take back. */
  cancelled_paise: Paise,
  paid_paise: Paise,
  /** The tax that was deducted at source; of what is cancelled, none. */
  deducted_paise: Paise,
  /** What banks kept, and was written off for it; of what is cancelled, none. */
  charges_paise: Paise,
  /** What went back of cancelled invoices and of what was too much, and what still has to. */
  returned_paise: Paise,
  back_paise: Paise,
  /** What is still to be paid. */
  owed_paise: Paise,
})
export type InvoiceSums = z.infer<typeof InvoiceSums>

/** An enquiry in the list. */
export const EnquiryEntry = z.object({
  id: Id,
  organisation: z.string().nullable(),
  kind: z.enum(PREMISES_KINDS),
  activity: z.string(),
  people: z.number().int(),
  state: z.enum(ENQUIRY_STATES),
  asked_at: z.iso.datetime(),
  /** The newest quote. */
  quote: z
    .object({ number: z.string(), total_paise: Paise, valid_until: WallDate, expired: z.boolean() })
    .nullable(),
  /** What became of its invoice; null without one. */
  invoice: InvoiceSums.extend({
    number: z.string(),
    /** Whether its cancellation waits for a colleague. */
    waits: z.boolean(),
  }).nullable(),
  /** Whether it was accepted and has no batch yet. */
  needs_batch: z.boolean(),
})
export type EnquiryEntry = z.infer<typeof EnquiryEntry>

const list = base
  .route({
    method: "GET",
    path: "/admin/premises/enquiries",
    summary: "List enquiries by state, newest first",
  })
  .input(PageQuery.extend({ state: z.enum(ENQUIRY_STATES).default("new") }))
  .output(
    pageOf(EnquiryEntry).extend({
      counts: z.record(z.string(), z.number().int()),
      /** Of all invoices to organisations; null but for those that were accepted. */
      sums: InvoiceSums.nullable(),
    }),
  )

/** An enquiry with everything that followed. What is null was erased, or nobody typed it. */
export const Enquiry = z.object({
  id: Id,
  name: z.string().nullable(),
  organisation: z.string().nullable(),
  kind: z.enum(PREMISES_KINDS),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  pin: z.string().nullable(),
  course_id: Id.nullable(),
  activity: z.string(),
  people: z.number().int(),
  ages: z.string(),
  days: z.string(),
  message: z.string().nullable(),
  language: z.enum(["en", "hi"]),
  state: z.enum(ENQUIRY_STATES),
  asked_at: z.iso.datetime(),
  /** What a quote begins with. */
  suggested: z.object({ supply: z.string(), state: z.string().nullable() }),
  /** The newest first. */
  quotes: z.array(Quote).max(50),
  invoice: OpenInvoice.extend({
    /** What was paid and hasn't gone back: what a cancellation gives back. */
    kept_paise: Paise,
    /** Whether what is owed may be written off as charges that banks kept. */
    may_be_charges: z.boolean(),
    payments: z.array(
      z.object({
        payment_id: Id,
        /** Empty for charges that banks kept. */
        reference: z.string(),
        amount_paise: Paise,
        deducted_paise: Paise,
        deducted_section: z.string().nullable(),
        charges_paise: Paise,
        /** What arrived above what was owed, and by which transfer it went back. */
        excess_paise: Paise,
        excess_returned: z.object({ reference: z.string(), returned_on: WallDate }).nullable(),
        received_on: WallDate,
      }),
    ),
    /** Who asked to cancel it, while that waits for a colleague. */
    asked: z
      .object({
        reason: z.string(),
        asked_by: z.string().nullable(),
        is_own: z.boolean(),
        /** How many could approve it now beside the viewer. */
        colleagues: z.number().int(),
      })
      .nullable(),
  }).nullable(),
  /** The batch of the accepted quote. */
  batch: z
    .object({
      /** Its first class, or null with the fields that kept it from being made. */
      class_id: Id.nullable(),
      problems: z.record(z.string(), z.string()),
      /** The path by which the organisation's people take their seats. */
      join_path: z.string().nullable(),
      /** How many classes are to come, and the seats that are free in each of them. */
      coming: z.number().int(),
      free_seats: z.number().int(),
      people: z.array(z.object({ user_id: Id, name: z.string(), joined_at: z.iso.datetime() })).max(500),
    })
    .nullable(),
})
export type Enquiry = z.infer<typeof Enquiry>

const ofEnquiry = z.object({ enquiry_id: Id })

const read = base
  .route({ method: "GET", path: "/admin/premises/enquiries/{enquiry_id}", summary: "Get an enquiry" })
  .input(ofEnquiry)
  .output(Enquiry)

const changed = {
  ENQUIRY_CHANGED: { status: 409, message: "A colleague changed this enquiry meanwhile: look at it again" },
  ENQUIRY_SETTLED: { status: 409, message: "This enquiry was accepted" },
} as const

const sendQuote = base
  .errors({
    ...changed,
    NOT_SOLD: sale.NOT_SOLD,
    ENQUIRY_ERASED: { status: 409, message: "The contact details of this enquiry were deleted" },
  })
  .route({
    method: "POST",
    path: "/admin/premises/enquiries/{enquiry_id}/quotes",
    summary:
      "Send a quote by mail. It takes the place of the one before. The same form sent twice is one quote",
  })
  .input(ofEnquiry.extend(QuoteDraft.shape))
  .output(Enquiry)

const resendQuote = base
  .errors(changed)
  .route({
    method: "POST",
    path: "/admin/premises/quotes/{quote_id}/link",
    summary: "Send the mail of a quote again, with a new link in place of the old one",
  })
  .input(z.object({ quote_id: Id }))
  .output(Enquiry)

const close = base
  .errors(changed)
  .route({
    method: "POST",
    path: "/admin/premises/enquiries/{enquiry_id}/end",
    summary: "Close an enquiry, and withdraw its quote",
  })
  .input(ofEnquiry)
  .output(Enquiry)

const makeBatch = base
  .errors({ BATCH_MADE: { status: 409, message: "The batch was made meanwhile" } })
  .route({
    method: "POST",
    path: "/admin/premises/quotes/{quote_id}/batch",
    summary: "Schedule the batch of an accepted quote at the organisation's address",
  })
  .input(Schedule.extend({ quote_id: Id, instructor_id: Id }))
  .output(Enquiry)

const renewJoinLink = base
  .route({
    method: "POST",
    path: "/admin/premises/quotes/{quote_id}/join-link",
    summary: "Replace the link by which people join a batch. The old one ends; who joined keeps the seats",
  })
  .input(z.object({ quote_id: Id }))
  .output(Enquiry)

const removePerson = base
  .route({
    method: "DELETE",
    path: "/admin/premises/quotes/{quote_id}/people/{user_id}",
    summary: "Take a student out of the classes of a batch that are still to come",
  })
  .input(z.object({ quote_id: Id, user_id: Id }))
  .output(Enquiry)

const cancelled = {
  INVOICE_CANCELLED: { status: 409, message: "This invoice was cancelled" },
} as const
const reference = z
  .string("Enter the bank reference")
  .trim()
  .min(4, "Enter the bank reference")
  .max(40, "Use at most 40 characters")

const rupees = z.coerce
  .number("Enter rupees, such as 4999 or 4999.50")
  .nonnegative("Enter rupees, such as 4999 or 4999.50")
  .max(1_00_00_000)

const recordPayment = base
  .errors(cancelled)
  .route({
    method: "POST",
    path: "/admin/premises/quotes/{quote_id}/payments",
    summary:
      "Note that the invoice, or a part of it, was paid, and what tax was deducted. A transfer counts once, unless it is said to be shared",
  })
  .input(
    z.object({
      quote_id: Id,
      reference,
      /** What arrived at the bank; 0 where tax alone is noted. */
      amount_rupees: rupees,
      /** The tax that the organisation deducted at source, and by which section, such as 194C. */
      deducted_rupees: rupees.default(0),
      deducted_section: z.string().trim().max(20, "Use at most 20 characters").default(""),
      received_on: WallDate,
      /** Whether the same transfer paid another invoice as well, which has it already. */
      shared: z.coerce.boolean().default(false),
      /** Whether it is right that more arrived than is owed. What is over is owed to the organisation. */
      over: z.coerce.boolean().default(false),
    }),
  )
  .output(Enquiry)

const ofQuote = z.object({ quote_id: Id })

const writeOffRemainder = sensitive
  .errors({
    ...cancelled,
    INVOICE_CHANGED: { status: 409, message: "Another amount is owed by now: look at the invoice again" },
    NOT_CHARGES: { status: 409, message: "So much can't be what banks kept of a payment" },
  })
  .route({
    method: "POST",
    path: "/admin/premises/quotes/{quote_id}/charges",
    summary:
      "Write off the little that is left of an invoice as charges that banks kept. Taken back as a payment is",
  })
  .input(
    ofQuote.extend({
      /** What is owed, as it was shown. */
      amount_paise: z.coerce.number().int().positive().max(1_000_000_000),
    }),
  )
  .output(Enquiry)

const recordExcessReturn = sensitive
  .errors({
    ...cancelled,
    REFUND_SETTLED: { status: 409, message: "Another transfer was noted for it" },
  })
  .route({
    method: "POST",
    path: "/admin/premises/quotes/{quote_id}/payments/{payment_id}/return",
    summary: "Note by which transfer went back what a payment had above what was owed",
  })
  .input(ofQuote.extend({ payment_id: Id, reference, returned_on: WallDate }))
  .output(Enquiry)

const correctReturn = sensitive
  .route({
    method: "PUT",
    path: "/admin/premises/quotes/{quote_id}/return/reference",
    summary:
      "Correct the reference of the transfer by which something went back: of a payment what was too much, else what was paid of a cancelled invoice",
  })
  .input(ofQuote.extend({ payment_id: Id.optional(), reference }))
  .output(Enquiry)

const reversePayment = sensitive
  .errors({
    ...cancelled,
    EXCESS_RETURNED: { status: 409, message: "What was too much of this payment went back already" },
  })
  .route({
    method: "DELETE",
    path: "/admin/premises/quotes/{quote_id}/payments/{payment_id}",
    summary:
      "Take back a payment that was recorded by mistake: its amount is owed again. Again changes nothing",
  })
  .input(ofQuote.extend({ payment_id: Id }))
  .output(Enquiry)

const cancelInvoice = sensitive
  .errors({
    ...cancelled,
    CANCELLATION_WAITS: { status: 409, message: "A colleague asked to cancel this invoice meanwhile" },
  })
  .route({
    method: "POST",
    path: "/admin/premises/quotes/{quote_id}/cancellation",
    summary:
      "Cancel an invoice by a credit note. Where more was paid than one person may refund, a colleague is asked first",
  })
  .input(
    ofQuote.extend({
      reason: z
        .string("Give the reason")
        .trim()
        .min(1, "Give the reason")
        .max(300, "Use at most 300 characters"),
    }),
  )
  .output(Enquiry)

const approveCancellation = sensitive
  .errors({
    ...cancelled,
    OWN_CANCELLATION: { status: 409, message: "Somebody else has to approve it than who asked for it" },
  })
  .route({
    method: "POST",
    path: "/admin/premises/quotes/{quote_id}/cancellation/approval",
    summary: "Cancel the invoice that a colleague asked to cancel",
  })
  .input(ofQuote)
  .output(Enquiry)

const keepInvoice = sensitive
  .errors(cancelled)
  .route({
    method: "DELETE",
    path: "/admin/premises/quotes/{quote_id}/cancellation",
    summary: "Decline or withdraw that an invoice is cancelled",
  })
  .input(ofQuote)
  .output(Enquiry)

const recordReturn = sensitive
  .errors({ REFUND_SETTLED: { status: 409, message: "Another transfer was noted for it" } })
  .route({
    method: "POST",
    path: "/admin/premises/quotes/{quote_id}/return",
    summary: "Note by which transfer went back what was paid of a cancelled invoice",
  })
  .input(ofQuote.extend({ reference, returned_on: WallDate }))
  .output(Enquiry)

export const premisesDesk = {
  ...{ list, read, sendQuote, resendQuote, close },
  ...{ makeBatch, renewJoinLink, removePerson, recordPayment, reversePayment },
  ...{ writeOffRemainder, recordExcessReturn },
  ...{ cancelInvoice, approveCancellation, keepInvoice, recordReturn, correctReturn },
}
