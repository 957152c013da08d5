import { sql } from "drizzle-orm"
import { check, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
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
    /** The bank's, without spaces and in capitals. */
    reference: text("reference").notNull(),
    amount_paise: paise("amount_paise").notNull(),
    received_on: date("received_on", { mode: "string" }).notNull(),
    recorded_by: uuid("recorded_by").references(() => user.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    // Money at the bank counts for one invoice, also when two of the office record it at the same moment.
    uniqueIndex("invoice_payments_once").on(table.reference),
    index("invoice_payments_of_bill").on(table.bill_id, table.created_at),
    index("invoice_payments_recorded_by").on(table.recorded_by),
    check("invoice_payments_amount", sql`${table.amount_paise} > 0`),
  ],
)
