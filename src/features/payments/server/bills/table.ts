import { sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { instant, paise } from "#platform/database/columns.ts"
import type { StateCode } from "#shared/states.ts"
import type { BillContent } from "../../bills/bill.ts"
import type { BillKind } from "../../bills/numbers.ts"
import type { Registration } from "../../facts.ts"
import { orders, refunds } from "../table.ts"

/** The academy as a legal entity, from a date on. A change adds a row; of one date the last one counts. */
export const suppliers = pgTable(
  "suppliers",
  {
    id: uuid("id").primaryKey(),
    valid_from: date("valid_from", { mode: "string" }).notNull(),
    name: text("name").notNull(),
    /** Line by line, without the State. */
    address: text("address").array().notNull(),
    state: text("state").$type<StateCode>().notNull(),
    registration: text("registration").$type<Registration>().notNull(),
    gstin: text("gstin"),
    prefix: text("prefix").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("suppliers_in_turn").on(table.valid_from, table.created_at),
    check(
      "suppliers_registration",
      sql`${table.registration} in ('unregistered', 'regular', 'composition', 'exempt')`,
    ),
    check(
      "suppliers_gstin",
      sql`${table.registration} not in ('regular', 'composition') or ${table.gstin} is not null`,
    ),
    check("suppliers_prefix", sql`${table.prefix} ~ '^[A-Z][A-Z0-9]{0,2}$'`),
  ],
)

/** The last number of each series. It is counted up by the transaction that issues, so that none is missing. */
export const billCounters = pgTable(
  "bill_counters",
  {
    entity: text("entity").notNull(),
    financial_year: text("financial_year").notNull(),
    series: text("series").notNull(),
    last: integer("last").notNull(),
  },
  (table) => [primaryKey({ columns: [table.entity, table.financial_year, table.series] })],
)

/** Bills as they were issued. Never changed and never deleted: a mistake is corrected by a credit note. */
export const bills = pgTable(
  "bills",
  {
    id: uuid("id").primaryKey(),
    /** Null for an invoice to an organisation, which is issued before it is paid. */
    order_id: uuid("order_id").references(() => orders.id),
    kind: text("kind").$type<BillKind>().notNull(),
    entity: text("entity").notNull(),
    financial_year: text("financial_year").notNull(),
    series: text("series").notNull(),
    sequence: integer("sequence").notNull(),
    number: text("number").notNull(),
    /** In India's zone, which decides the financial year. */
    issued_on: date("issued_on", { mode: "string" }).notNull(),
    /** Of a credit note: the bill that it corrects, and the refund that it is issued for, unless it cancels an invoice of no order. */
    corrects: uuid("corrects").references((): AnyPgColumn => bills.id),
    refund_id: uuid("refund_id").references(() => refunds.id),
    total_paise: paise("total_paise").notNull(),
    content: jsonb("content").$type<BillContent>().notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("bills_consecutive").on(table.entity, table.financial_year, table.series, table.sequence),
    uniqueIndex("bills_number").on(table.entity, table.number),
    uniqueIndex("bills_credited_once").on(table.refund_id, table.corrects),
    uniqueIndex("bills_cancelled_once")
      .on(table.corrects)
      .where(sql`${table.corrects} is not null and ${table.refund_id} is null`),
    index("bills_of_order").on(table.order_id, table.created_at),
    index("bills_of_day").on(table.issued_on, table.id),
    index("bills_corrected").on(table.corrects),
    check("bills_kind", sql`${table.kind} in ('tax-invoice', 'bill-of-supply', 'receipt', 'credit-note')`),
    check("bills_number_shape", sql`${table.number} ~ '^[A-Z1-9][A-Z0-9/-]{0,15}$'`),
    check("bills_sequence", sql`${table.sequence} > 0`),
    check("bills_total", sql`${table.total_paise} > 0`),
    check(
      "bills_corrects",
      sql`(${table.kind} = 'credit-note') = (${table.corrects} is not null)
        and (${table.refund_id} is not null) = (${table.corrects} is not null and ${table.order_id} is not null)`,
    ),
  ],
)
