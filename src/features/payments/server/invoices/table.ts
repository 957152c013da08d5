import { sql } from "drizzle-orm"
import { boolean, check, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"
import { instant, paise } from "#platform/database/columns.ts"
import { bills } from "../bills/table.ts"

/** What organisations paid of invoices, which are bills of no order, as the office found it at the bank. */
export const invoicePayments = pgTable(
  "invoice_payments",
  {
    id: uuid("id").primaryKey(),
    bill_id: uuid("bill_id")
      .notNull()
      .references(() => bills.id),
    /** The bank's, or of tax alone the certificate's, without spaces and in capitals. */
    reference: text("reference").notNull(),
    /** What arrived at the bank. */
    amount_paise: paise("amount_paise").notNull(),
    /** The tax that the organisation deducted at source (TDS), and by which section, if that was noted. */
    deducted_paise: paise("deducted_paise").notNull().default(0),
    deducted_section: text("deducted_section"),
    received_on: date("received_on", { mode: "string" }).notNull(),
    recorded_by: uuid("recorded_by").references(() => user.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    // Money at the bank counts for one invoice, also when two of the office record it at the same moment.
    uniqueIndex("invoice_payments_once").on(table.reference),
    index("invoice_payments_of_bill").on(table.bill_id, table.created_at),
    index("invoice_payments_recorded_by").on(table.recorded_by),
    check("invoice_payments_amount", sql`${table.amount_paise} >= 0`),
    check("invoice_payments_deducted", sql`${table.deducted_paise} >= 0`),
    check("invoice_payments_something", sql`${table.amount_paise} + ${table.deducted_paise} > 0`),
    check("invoice_payments_section", sql`${table.deducted_section} is null or ${table.deducted_paise} > 0`),
  ],
)

/**
 * Invoices of no order that are cancelled, or are to be once a colleague approves it, and what was paid of them: that goes
 * back by a transfer of the office.
 */
export const invoiceCancellations = pgTable(
  "invoice_cancellations",
  {
    bill_id: uuid("bill_id")
      .primaryKey()
      .references(() => bills.id),
    /** As the organisation reads it on the credit note. */
    reason: text("reason").notNull(),
    /** Whether more had been paid than one person may give back alone. */
    needs_second: boolean("needs_second").notNull(),
    asked_by: uuid("asked_by").references(() => user.id, { onDelete: "set null" }),
    asked_at: instant("asked_at").notNull(),
    decided_by: uuid("decided_by").references(() => user.id, { onDelete: "set null" }),
    /** Null while it waits for a colleague, as the credit note and what goes back. */
    decided_at: instant("decided_at"),
    note_id: uuid("note_id").references(() => bills.id),
    owed_paise: paise("owed_paise"),
    /** The bank's, without spaces and in capitals; null until it went back. */
    reference: text("reference"),
    returned_on: date("returned_on", { mode: "string" }),
    returned_by: uuid("returned_by").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("invoice_cancellations_of_note").on(table.note_id),
    uniqueIndex("invoice_cancellations_returned_once").on(table.reference),
    index("invoice_cancellations_asked_by").on(table.asked_by),
    index("invoice_cancellations_decided_by").on(table.decided_by),
    index("invoice_cancellations_returned_by").on(table.returned_by),
    check(
      "invoice_cancellations_decided",
      sql`(${table.decided_at} is null) = (${table.note_id} is null)
        and (${table.decided_at} is null) = (${table.owed_paise} is null)`,
    ),
    // Nobody approves their own.
    check(
      "invoice_cancellations_second",
      sql`not ${table.needs_second} or ${table.decided_by} is null or ${table.asked_by} <> ${table.decided_by}`,
    ),
    check("invoice_cancellations_owed", sql`${table.owed_paise} >= 0`),
    check(
      "invoice_cancellations_returned",
      sql`(${table.reference} is null) = (${table.returned_on} is null)
        and (${table.reference} is null or ${table.owed_paise} > 0)`,
    ),
  ],
)
