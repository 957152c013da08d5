import { sql } from "drizzle-orm"
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  time,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { EnquiryState, PremisesKind, PremisesSupply, QuoteState } from "#contract/premises/codes.ts"
import { teachers, user } from "#features/accounts/server/table.ts"
import type { TraceStep } from "#features/ledger/rules.ts"
import type { Document, Facts, Item } from "#features/payments/facts.ts"
import { bills } from "#features/payments/server/bills/table.ts"
import { programs } from "#features/programs/server/table.ts"
import { instant, paise } from "#platform/database/columns.ts"

/**
 * What societies, schools and offices asked for. Whom to reach and where is null once it was erased: an enquiry of which a
 * quote was accepted stays without it, because an invoice belongs to it.
 */
export const premisesEnquiries = pgTable(
  "premises_enquiries",
  {
    id: uuid("id").primaryKey(),
    name: text("name"),
    organisation: text("organisation"),
    kind: text("kind").$type<PremisesKind>().notNull(),
    /** E.164. */
    phone: text("phone"),
    email: text("email"),
    address: text("address"),
    pin: text("pin"),
    /** The program that was named, if it is one of the academy's. */
    course_id: uuid("course_id").references(() => programs.id, { onDelete: "set null" }),
    activity: text("activity").notNull(),
    people: integer("people").notNull(),
    ages: text("ages").notNull(),
    days: text("days").notNull(),
    message: text("message"),
    language: text("language").$type<"en" | "hi">().notNull(),
    state: text("state").$type<EnquiryState>().notNull(),
    created_at: instant("created_at").notNull(),
    changed_at: instant("changed_at").notNull(),
  },
  (table) => [
    index("premises_enquiries_of_state").on(table.state, table.created_at, table.id),
    index("premises_enquiries_of_sender").on(table.email, table.created_at),
    index("premises_enquiries_oldest").on(table.created_at),
    index("premises_enquiries_of_program").on(table.course_id).where(sql`${table.course_id} is not null`),
    check("premises_enquiries_kind", sql`${table.kind} in ('society', 'school', 'office')`),
    check(
      "premises_enquiries_state",
      sql`${table.state} in ('new', 'quoted', 'accepted', 'declined', 'closed')`,
    ),
    check("premises_enquiries_people", sql`${table.people} > 0`),
  ],
)

/** The last number of each year's quotes. It stays when quotes are deleted, so that no number is given again. */
export const quoteCounters = pgTable("premises_quote_counters", {
  financial_year: text("financial_year").primaryKey(),
  last: integer("last").notNull(),
})

/** Quotes as they were sent, each with its price and the batch that it is for. */
export const premisesQuotes = pgTable(
  "premises_quotes",
  {
    id: uuid("id").primaryKey(),
    enquiry_id: uuid("enquiry_id")
      .notNull()
      .references(() => premisesEnquiries.id, { onDelete: "cascade" }),
    financial_year: text("financial_year").notNull(),
    sequence: integer("sequence").notNull(),
    number: text("number").notNull(),
    state: text("state").$type<QuoteState>().notNull(),
    title: text("title").notNull(),
    note: text("note").notNull().default(""),
    items: jsonb("items").$type<Item[]>().notNull(),
    supply: text("supply").$type<PremisesSupply>().notNull(),
    facts: jsonb("facts").$type<Facts>().notNull(),
    document: jsonb("document").$type<Document>().notNull(),
    trace: jsonb("trace").$type<TraceStep[]>().notNull(),
    total_paise: paise("total_paise").notNull(),
    sent_on: date("sent_on", { mode: "string" }).notNull(),
    valid_until: date("valid_until", { mode: "string" }).notNull(),
    language: text("language").$type<"en" | "hi">().notNull(),
    /** SHA-256 of the token in the newest link, in base64url. */
    token_hash: text("token_hash").notNull(),
    /** The cause of the mail with that link. */
    mail_id: uuid("mail_id").notNull(),
    first_on: date("first_on", { mode: "string" }).notNull(),
    weekdays: smallint("weekdays").array().notNull(),
    start_time: time("start_time").notNull(),
    end_time: time("end_time").notNull(),
    weeks: smallint("weeks").notNull(),
    capacity: smallint("capacity").notNull(),
    instructor_id: uuid("instructor_id").references(() => teachers.user_id, { onDelete: "set null" }),
    sent_by: uuid("sent_by").references(() => user.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
    answered_at: instant("answered_at"),
    /** Who accepted or declined, as they wrote it; null once it was erased. */
    answered_by: text("answered_by"),
    answer_note: text("answer_note"),
    bill_id: uuid("bill_id").references(() => bills.id),
    /** The first class of the batch, as it was scheduled. Its classes have the quote's id as their invitation. */
    class_id: uuid("class_id"),
    /** What the link has by which people take seats in the batch; null until there is one. The desk can replace it. */
    join_code: text("join_code"),
    /** Why the batch couldn't be scheduled, by field. */
    batch_problems: jsonb("batch_problems").$type<Record<string, string>>().notNull().default({}),
  },
  (table) => [
    uniqueIndex("premises_quotes_number").on(table.number),
    uniqueIndex("premises_quotes_consecutive").on(table.financial_year, table.sequence),
    uniqueIndex("premises_quotes_by_token").on(table.token_hash),
    uniqueIndex("premises_quotes_of_mail").on(table.mail_id),
    uniqueIndex("premises_quotes_of_bill").on(table.bill_id),
    uniqueIndex("premises_quotes_of_join_code").on(table.join_code),
    // Of an enquiry one quote at a time can be accepted, and one is.
    uniqueIndex("premises_quotes_one_counts")
      .on(table.enquiry_id)
      .where(sql`${table.state} in ('sent', 'accepted')`),
    index("premises_quotes_of_enquiry").on(table.enquiry_id, table.created_at),
    index("premises_quotes_sent_by").on(table.sent_by),
    index("premises_quotes_of_instructor")
      .on(table.instructor_id)
      .where(sql`${table.instructor_id} is not null`),
    check("premises_quotes_state", sql`${table.state} in ('sent', 'accepted', 'declined', 'withdrawn')`),
    check("premises_quotes_accepted", sql`(${table.state} = 'accepted') = (${table.bill_id} is not null)`),
    check("premises_quotes_sequence", sql`${table.sequence} > 0`),
    check("premises_quotes_total", sql`${table.total_paise} > 0`),
  ],
)
