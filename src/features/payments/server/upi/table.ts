import { sql } from "drizzle-orm"
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import type { DeclineReason } from "#contract/payments/order.ts"
import type { StaffClaim } from "#contract/upi.ts"
import { instant } from "#platform/database/columns.ts"
import type { StatementColumns } from "../../upi/statement.ts"
import { orders } from "../table.ts"

/** Transfers to the academy's UPI id: claimed by a payer, or found in a statement, and decided by staff. */
export const upiClaims = pgTable(
  "upi_claims",
  {
    id: uuid("id").primaryKey(),
    order_id: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    /** The bank's reference of 12 digits; of a line of a statement without one, the order's own. */
    utr: text("utr").notNull(),
    state: text("state").$type<StaffClaim["state"]>().notNull(),
    /** Why it was declined. */
    reason: text("reason").$type<DeclineReason>(),
    /** What arrived, once it is approved; also where that was taken back as recorded by mistake. */
    amount_paise: bigint("amount_paise", { mode: "number" }),
    claimed_at: instant("claimed_at").notNull(),
    decided_at: instant("decided_at"),
  },
  (table) => [
    // A reference counts once, also for two orders at the same moment.
    uniqueIndex("upi_claims_once").on(table.utr).where(sql`${table.state} not in ('declined', 'reversed')`),
    uniqueIndex("upi_claims_one_waits").on(table.order_id).where(sql`${table.state} = 'waiting'`),
    index("upi_claims_of_order").on(table.order_id, table.claimed_at),
    index("upi_claims_waiting").on(table.claimed_at).where(sql`${table.state} = 'waiting'`),
    index("upi_claims_decided").on(table.decided_at).where(sql`${table.state} <> 'waiting'`),
    check("upi_claims_state", sql`${table.state} in ('waiting', 'approved', 'declined', 'reversed')`),
    check("upi_claims_decided_when", sql`(${table.state} = 'waiting') = (${table.decided_at} is null)`),
    check("upi_claims_declined", sql`(${table.state} = 'declined') = (${table.reason} is not null)`),
    check(
      "upi_claims_amount",
      sql`(${table.state} in ('approved', 'reversed')) = (${table.amount_paise} is not null)`,
    ),
  ],
)

/** Which columns a bank's statement has, by its headings, so that they are chosen once. */
export const statementColumns = pgTable("upi_statement_columns", {
  headings: text("headings").primaryKey(),
  columns: jsonb("columns").$type<StatementColumns>().notNull(),
  used_at: instant("used_at").notNull(),
})
