import { z } from "zod"
import { base, Id, WallDate, WallTime } from "../base.ts"
import { Bill } from "../bills.ts"
import { Business, sale } from "../payments/priced.ts"
import { PREMISES_KINDS } from "./codes.ts"
import { OpenInvoice, Quote } from "./quotes.ts"

const short = "Use at most 120 characters"

/** The fields of the enquiry form. */
export const PremisesEnquiry = z.object({
  name: z.string("Enter your name").trim().min(1, "Enter your name").max(120, short),
  organisation: z
    .string("Enter the name of the society, school or office")
    .trim()
    .min(1, "Enter the name of the society, school or office")
    .max(120, short),
  kind: z.enum(PREMISES_KINDS, "Choose one"),
  phone: z.string("Enter your phone number").trim().min(1, "Enter your phone number").max(20),
  email: z.email("Enter an e-mail address such as asha@example.com").max(254).trim().toLowerCase(),
  address: z
    .string("Enter the address")
    .trim()
    .min(5, "Enter the address")
    .max(250, "Use at most 250 characters"),
  pin: z.string("Enter the six digits of the PIN code, such as 560041").trim().max(20),
  /** A program's title, or anything else. */
  activity: z.string("Tell us what you'd like").trim().min(2, "Tell us what you'd like").max(120, short),
  people: z.coerce
    .number("Give a whole number")
    .int("Give a whole number")
    .min(1, "Give a whole number")
    .max(5_000, "Use at most 5,000"),
  ages: z
    .string("Tell us the ages, such as 6 to 12")
    .trim()
    .min(1, "Tell us the ages, such as 6 to 12")
    .max(60),
  days: z
    .string("Tell us which days and times suit you")
    .trim()
    .min(1, "Tell us which days and times suit you")
    .max(200, "Use at most 200 characters"),
  message: z.string().trim().max(4_000, "Use at most 4,000 characters").default(""),
  /** In which language to write back. */
  language: z.enum(["en", "hi"]).default("en"),
  /** A trap: people never see this field, programs that fill in every field do. */
  website: z.string().max(0, "Leave this field empty").optional(),
})
export type PremisesEnquiry = z.infer<typeof PremisesEnquiry>

const enquire = base
  .route({
    method: "POST",
    path: "/premises/enquiries",
    summary: "Ask for programs at one's own place. The same enquiry sent again within a day counts once",
  })
  .input(PremisesEnquiry)
  .output(z.object({}))

const Token = z.object({ token: z.string().min(1).max(100) })

/** A quote as the organisation sees it, by the link in the mail. */
export const OfferedQuote = z.object({
  quote: Quote,
  /** Null until it is accepted. */
  invoice: OpenInvoice.nullable(),
  /** Where the organisation's people join, and how many have; null until the batch is scheduled. */
  batch: z.object({ join_path: z.string(), joined: z.number().int() }).nullable(),
})
export type OfferedQuote = z.infer<typeof OfferedQuote>

const answers = {
  QUOTE_EXPIRED: { status: 410, message: "This quote has expired: ask for a new one" },
  QUOTE_ANSWERED: { status: 409, message: "This quote was answered or withdrawn" },
} as const

const quote = base
  .route({
    method: "GET",
    path: "/premises/quotes/{token}",
    summary: "Get a quote by the link that was sent",
  })
  .input(Token)
  .output(OfferedQuote)

/** What an organisation says when it accepts. */
export const Acceptance = z.object({
  accepted_by: z.string("Enter your name").trim().min(1, "Enter your name").max(120, short),
  ...Business,
})
export type Acceptance = z.infer<typeof Acceptance>

const accept = base
  .errors({ ...answers, NOT_SOLD: sale.NOT_SOLD })
  .route({
    method: "POST",
    path: "/premises/quotes/{token}/acceptance",
    summary:
      "Accept a quote: the invoice is issued, and the batch is scheduled. Accepting again changes nothing",
  })
  .input(Token.extend(Acceptance.shape))
  .output(OfferedQuote)

const decline = base
  .errors(answers)
  .route({ method: "POST", path: "/premises/quotes/{token}/refusal", summary: "Decline a quote" })
  .input(Token.extend({ reason: z.string().trim().max(500, "Use at most 500 characters").default("") }))
  .output(OfferedQuote)

const invoice = base
  .route({
    method: "GET",
    path: "/premises/quotes/{token}/invoice",
    summary: "Get the invoice of an accepted quote by the link that was sent",
  })
  .input(Token)
  .output(Bill)

const creditNote = base
  .route({
    method: "GET",
    path: "/premises/quotes/{token}/credit-note",
    summary: "Get the credit note that cancelled the invoice of a quote, by the link that was sent",
  })
  .input(Token)
  .output(Bill)

const JoinCode = z.object({ code: z.string().min(1).max(100) })

/** A batch as those see it who have its link. */
export const InvitedTo = z.object({
  title: z.string(),
  organisation: z.string(),
  address: z.string(),
  /** The next class, or null once the batch is over. */
  next: z.object({ id: Id, scheduled_date: WallDate, start_time: WallTime, end_time: WallTime }).nullable(),
  weekdays: z.array(z.number().int()),
  coming: z.number().int(),
  free_seats: z.number().int(),
  /** Whether the viewer has a seat in it. */
  joined: z.boolean(),
})
export type InvitedTo = z.infer<typeof InvitedTo>

const invitation = base
  .route({
    method: "GET",
    path: "/premises/join/{code}",
    summary: "Get the batch at an organisation's address by the link that it passed on",
  })
  .input(JoinCode)
  .output(InvitedTo)

const join = base
  .errors({
    CLASS_NOT_OPEN: { status: 409, message: "This class is no longer open" },
    CLASS_FULL: { status: 409, message: "All seats are taken" },
  })
  .route({
    method: "POST",
    path: "/premises/join/{code}",
    summary: "Take a seat in every coming class of a batch, or in none. Joining again changes nothing",
  })
  .input(JoinCode)
  .output(z.object({ classes: z.number().int() }))

export const premises = { enquire, quote, accept, decline, invoice, creditNote, invitation, join }
