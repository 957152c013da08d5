import { sql } from "drizzle-orm"
import { check, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import type { AsideReason, BankLine } from "#contract/bank.ts"
import { user } from "#features/accounts/server/table.ts"
import { instant, paise } from "#platform/database/columns.ts"
import { invoicePayments } from "../invoices/table.ts"
import { settlements } from "../settlements/table.ts"
import { orders } from "../table.ts"

/**
 * Money that a bank's statement has and no order explained: until somebody says what it is, and what they said. What an
 * import counted without the bank's reference is here as well.
 */
export const bankLines = pgTable(
  "bank_lines",
  {
    id: uuid("id").primaryKey(),
    /** Of its day, amount and text, and which of such lines of a day it is: imported again, it is the same line. */
    fingerprint: text("fingerprint").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    /** As the bank wrote it; null once the person it names was erased. */
    text: text("text"),
    amount_paise: paise("amount_paise").notNull(),
    /** The bank's reference in the text, where there is one. */
    utr: text("utr"),
    /** Why the import couldn't count it, or how it did, and the order that it may be for. */
    why: text("why").$type<BankLine["why"]>().notNull(),
    hint_order_id: uuid("hint_order_id").references(() => orders.id),
    state: text("state").$type<BankLine["state"]>().notNull(),
    order_id: uuid("order_id").references(() => orders.id),
    settlement_id: uuid("settlement_id").references(() => settlements.id),
    /** The payment of an organisation's invoice that explained it, and puts it aside. */
    invoice_payment_id: uuid("invoice_payment_id").references(() => invoicePayments.id),
    /** Why it was put aside, and what staff wrote. */
    reason: text("reason").$type<AsideReason>(),
    note: text("note"),
    imported_at: instant("imported_at").notNull(),
    decided_at: instant("decided_at"),
    /** Null where an import or an approval matched it. */
    decided_by: uuid("decided_by").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("bank_lines_once").on(table.fingerprint),
    index("bank_lines_open").on(table.imported_at, table.id).where(sql`${table.state} = 'open'`),
    index("bank_lines_decided").on(table.decided_at, table.id).where(sql`${table.state} <> 'open'`),
    index("bank_lines_open_utr")
      .on(table.utr)
      .where(sql`${table.state} = 'open' and ${table.utr} is not null`),
    // A settlement arrives once.
    uniqueIndex("bank_lines_of_settlement").on(table.settlement_id),
    index("bank_lines_of_order").on(table.order_id),
    index("bank_lines_of_invoice_payment").on(table.invoice_payment_id),
    index("bank_lines_hint").on(table.hint_order_id),
    index("bank_lines_decided_by").on(table.decided_by),
    check("bank_lines_state", sql`${table.state} in ('open', 'matched', 'aside')`),
    check("bank_lines_amount", sql`${table.amount_paise} > 0`),
    check("bank_lines_decided_when", sql`(${table.state} = 'open') = (${table.decided_at} is null)`),
    check(
      "bank_lines_matched",
      sql`num_nonnulls(${table.order_id}, ${table.settlement_id}) = case ${table.state} when 'matched' then 1 else 0 end`,
    ),
    check(
      "bank_lines_invoiced",
      sql`${table.invoice_payment_id} is null or ${table.reason} = 'recorded-elsewhere'`,
    ),
    check("bank_lines_aside", sql`(${table.state} = 'aside') = (${table.reason} is not null)`),
  ],
)
