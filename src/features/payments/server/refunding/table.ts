import { sql } from "drizzle-orm"
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import type { RefundRequest } from "#contract/orders.ts"
import { user } from "#features/accounts/server/table.ts"
import { instant, paise } from "#platform/database/columns.ts"
import { orders } from "../table.ts"

/** Refunds above the academy's limit that one admin asked for and another one decides about. */
export const refundRequests = pgTable(
  "refund_requests",
  {
    /** The id of the form that it was asked for by, and of the refund's, once it is given. */
    id: uuid("id").primaryKey(),
    order_id: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    amount_paise: paise("amount_paise").notNull(),
    /** Why, as the family reads it with the refund; null once somebody of it was erased. */
    note: text("note"),
    ends_enrolment: boolean("ends_enrolment").notNull(),
    /** How much of it is for each line of the order, where goods come back. */
    lines: jsonb("lines").$type<number[]>(),
    state: text("state").$type<RefundRequest["state"]>().notNull().default("waiting"),
    asked_by: uuid("asked_by").references(() => user.id, { onDelete: "set null" }),
    asked_at: instant("asked_at").notNull(),
    decided_by: uuid("decided_by").references(() => user.id, { onDelete: "set null" }),
    decided_at: instant("decided_at"),
    /** Why it was declined, for staff alone. */
    reason: text("reason"),
  },
  (table) => [
    uniqueIndex("refund_requests_one_waits").on(table.order_id).where(sql`${table.state} = 'waiting'`),
    index("refund_requests_of_order").on(table.order_id, table.asked_at),
    index("refund_requests_waiting").on(table.asked_at).where(sql`${table.state} = 'waiting'`),
    index("refund_requests_asked_by").on(table.asked_by),
    index("refund_requests_decided_by").on(table.decided_by),
    check("refund_requests_state", sql`${table.state} in ('waiting', 'approved', 'declined')`),
    check("refund_requests_amount", sql`${table.amount_paise} > 0`),
    check("refund_requests_decided", sql`(${table.state} = 'waiting') = (${table.decided_at} is null)`),
    // Nobody approves their own.
    check(
      "refund_requests_second",
      sql`${table.state} <> 'approved' or ${table.asked_by} <> ${table.decided_by}`,
    ),
  ],
)
