import { z } from "zod"
import { Id, WallDate, WallTime } from "../base.ts"
import { Bill } from "../bills.ts"
import { Business, Paise, StateCode, Weekdays } from "../payments/priced.ts"
import { MOST_LINES, PREMISES_SUPPLIES, QUOTE_STATES } from "./codes.ts"

const line = "Fill this in"

/** One line of a quote as staff type it. */
const QuoteLine = z.object({
  name: z.string(line).trim().min(1, line).max(120, "Use at most 120 characters"),
  /** The same in Hindi; empty where the name is read in both languages. */
  name_hi: z.string().trim().max(120, "Use at most 120 characters").default(""),
  quantity: z.coerce
    .number("Give a whole number")
    .int("Give a whole number")
    .min(1, "Give a whole number")
    .max(1_000, "Use at most 1,000"),
  /** Of one piece, tax included. */
  price_rupees: z.coerce
    .number("Enter rupees, such as 4999 or 4999.50")
    .positive("Enter rupees, such as 4999 or 4999.50")
    .max(10_00_000, "Use at most ₹10,00,000"),
})

/** When the lessons take place: weekly on some weekdays from a first date on. */
export const Schedule = z.object({
  first_on: WallDate,
  weekdays: Weekdays,
  start_time: WallTime,
  end_time: WallTime,
  weeks: z.coerce.number("Give a number from 1 to 60").int().min(1).max(60),
  /** Null while nobody is chosen: then staff make the batch themselves. */
  instructor_id: Id.nullable(),
  capacity: z.coerce.number("Give a number from 1 to 100").int().min(1).max(100),
})
export type Schedule = z.infer<typeof Schedule>

/** A quote as staff send it. */
export const QuoteDraft = Schedule.extend({
  instructor_id: Id.optional(),
  /** Made by the form, so that what is sent twice is one quote. */
  quote_id: Id,
  /** The newest quote that the form was shown: if a colleague sent another meanwhile, this one isn't sent. */
  after_quote_id: Id.optional(),
  title: z.string(line).trim().min(1, line).max(120, "Use at most 120 characters"),
  lines: z.array(QuoteLine).min(1, line).max(MOST_LINES),
  supply: z.enum(PREMISES_SUPPLIES, "Choose one"),
  /** Where the place is. */
  state: StateCode,
  ...Business,
  valid_until: WallDate,
  note: z.string().trim().max(1_000, "Use at most 1,000 characters").default(""),
  /** In which the organisation is written to. */
  language: z.enum(["en", "hi"]).default("en"),
})
export type QuoteDraft = z.infer<typeof QuoteDraft>

/** A quote as it was sent. */
export const Quote = Schedule.extend({
  id: Id,
  number: z.string(),
  state: z.enum(QUOTE_STATES),
  /** Whether it can't be accepted any more because its date has passed. */
  expired: z.boolean(),
  title: z.string(),
  note: z.string(),
  sent_on: WallDate,
  valid_until: WallDate,
  language: z.enum(["en", "hi"]),
  supply: z.enum(PREMISES_SUPPLIES),
  supplier: Bill.shape.supplier,
  buyer: Bill.shape.buyer,
  /** Whose place it is, and where; empty once that was erased. */
  venue: z.object({ name: z.string(), address: z.string() }),
  place: StateCode,
  lines: Bill.shape.lines,
  round_off_paise: Paise,
  total_paise: Paise,
  trace: Bill.shape.trace,
  answered_at: z.iso.datetime().nullable(),
  /** What the person wrote who declined it. */
  answer_note: z.string(),
})
export type Quote = z.infer<typeof Quote>

/** An invoice with what is still owed. */
export const OpenInvoice = z.object({
  bill_id: Id,
  number: z.string(),
  issued_on: WallDate,
  total_paise: Paise,
  paid_paise: Paise,
  /** The tax that the organisation deducted at source (TDS). */
  deducted_paise: Paise,
  /** What banks kept of it, which the organisation doesn't owe. */
  charges_paise: Paise,
  /** What is still to be paid: nothing once it is cancelled. */
  owed_paise: Paise,
  /** What was paid above what was owed and goes back; nothing once it is cancelled, as all goes back then. */
  back_paise: Paise,
  /** Where it is paid, as the academy says it today; empty where it says nothing. */
  pay_to: z.string(),
  /** Null unless it was cancelled. */
  cancelled: z
    .object({
      credit_note: z.object({ bill_id: Id, number: z.string(), issued_on: WallDate }),
      /** What had been paid and goes back, and by which transfer it did. */
      owed_paise: Paise,
      returned: z.object({ reference: z.string(), returned_on: WallDate }).nullable(),
    })
    .nullable(),
})
export type OpenInvoice = z.infer<typeof OpenInvoice>
