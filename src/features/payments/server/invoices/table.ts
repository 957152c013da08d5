import { sql } from "drizzle-orm"
import { boolean, check, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"
import { instant, paise } from "#platform/database/columns.ts"
import { bills } from "../bills/table.ts"

/**
 * What settles invoices, which are bills of no order: what organisations paid, as the office found it at the bank, and what
 * banks kept of it. What was recorded by mistake stays, and doesn't count from then on.
 */
export const invoicePayments = pgTable(
  "invoice_payments",
  {
    id: uuid("id").primaryKey(),
    bill_id: uuid("bill_id")
      .notNull()
      .references(() => bills.id),
    /** The bank's, or of tax alone the certificate's, without spaces and in capitals; empty for what a bank kept. */
    reference: text("reference").notNull(),
    /** What arrived at the bank. */
    amount_paise: paise("amount_paise").notNull(),
    /** The tax that the organisation deducted at source (TDS), and by which section, if that was noted. */
    deducted_paise: paise("deducted_paise").notNull().default(0),
    deducted_section: text("deducted_section"),
    /** What banks kept on the way: the rest of an invoice that was written off for it. */
    charges_paise: paise("charges_paise").notNull().default(0),
    /** What arrived above what was owed, and by which transfer it went back. */
    excess_paise: paise("excess_paise").notNull().default(0),
    excess_reference: text("excess_reference"),
    excess_returned_on: date("excess_returned_on", { mode: "string" }),
    excess_returned_by: uuid("excess_returned_by").references(() => user.id, { onDelete: "set null" }),
    received_on: date("received_on", { mode: "string" }).notNull(),
    recorded_by: uuid("recorded_by").references(() => user.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
    /** Null while it counts. */
    reversed_at: instant("reversed_at"),
    reversed_by: uuid("reversed_by").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    // Of one transfer an invoice has one payment, also when two of the office record it at the same moment.
    uniqueIndex("invoice_payments_once")
      .on(table.reference, table.bill_id)
      .where(sql`${table.reversed_at} is null`),
    index("invoice_payments_of_bill").on(table.bill_id, table.created_at),
    index("invoice_payments_recorded_by").on(table.recorded_by),
    index("invoice_payments_reversed_by").on(table.reversed_by),
    index("invoice_payments_excess_returned_by").on(table.excess_returned_by),
    uniqueIndex("invoice_payments_excess_returned_once").on(table.excess_reference),
    check("invoice_payments_amount", sql`${table.amount_paise} >= 0`),
    check("invoice_payments_deducted", sql`${table.deducted_paise} >= 0`),
    // What a bank kept is a row of its own, and of an invoice there is one: it has no reference.
    check(
      "invoice_payments_something",
      sql`case when ${table.charges_paise} > 0
        then ${table.amount_paise} + ${table.deducted_paise} = 0 and ${table.reference} = ''
        else ${table.amount_paise} + ${table.deducted_paise} > 0 and ${table.reference} <> '' end`,
    ),
    check("invoice_payments_charges", sql`${table.charges_paise} >= 0`),
    check("invoice_payments_excess", sql`${table.excess_paise} between 0 and ${table.amount_paise}`),
    check(
      "invoice_payments_excess_returned",
      sql`(${table.excess_reference} is null) = (${table.excess_returned_on} is null)
        and (${table.excess_reference} is null or (${table.excess_paise} > 0 and ${table.reversed_at} is null))`,
    ),
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
