import { sql } from "drizzle-orm"
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { instant, paise } from "#platform/database/columns.ts"
import type { SettledWhy } from "../../settlements.ts"
import { payments, refunds } from "../table.ts"

/** What a payment provider paid to the academy's bank at once. */
export const settlements = pgTable(
  "settlements",
  {
    id: uuid("id").primaryKey(),
    provider: text("provider").notNull(),
    provider_settlement_id: text("provider_settlement_id").notNull(),
    /** The bank's reference of the transfer. */
    utr: text("utr"),
    settled_at: instant("settled_at").notNull(),
    /** What its items sum to, which a trigger on them keeps: what arrives at the bank. */
    net_paise: paise("net_paise").notNull().default(0),
  },
  (table) => [
    uniqueIndex("settlements_once").on(table.provider, table.provider_settlement_id),
    index("settlements_newest").on(table.settled_at, table.id),
    index("settlements_of_amount").on(table.net_paise),
    index("settlements_of_utr").on(table.utr).where(sql`${table.utr} is not null`),
  ],
)

/** A payment, refund or other movement that a settlement consists of, as the provider told it. */
export const settlementItems = pgTable(
  "settlement_items",
  {
    id: uuid("id").primaryKey(),
    settlement_id: uuid("settlement_id")
      .notNull()
      .references(() => settlements.id),
    /** Names the journal that has it: those that were read together are in one. */
    booking_id: uuid("booking_id").notNull(),
    type: text("type").notNull(),
    /** The provider's id of the payment or the refund, and of their order. */
    entity_id: text("entity_id").notNull(),
    provider_order_id: text("provider_order_id"),
    payment_id: uuid("payment_id").references(() => payments.id),
    refund_id: uuid("refund_id").references(() => refunds.id),
    amount_paise: paise("amount_paise").notNull(),
    credit_paise: paise("credit_paise").notNull(),
    debit_paise: paise("debit_paise").notNull(),
    fee_paise: paise("fee_paise").notNull(),
    tax_paise: paise("tax_paise").notNull(),
    /** What left the provider's account in the books for it; negative for a refund. */
    booked_paise: paise("booked_paise").notNull(),
    /** Why it doesn't match the books; null where it does. */
    why: text("why").$type<SettledWhy>(),
  },
  (table) => [
    uniqueIndex("settlement_items_once").on(table.settlement_id, table.type, table.entity_id),
    // What is at the provider leaves it once.
    uniqueIndex("settlement_items_of_payment").on(table.payment_id).where(sql`${table.booked_paise} > 0`),
    uniqueIndex("settlement_items_of_refund").on(table.refund_id).where(sql`${table.booked_paise} < 0`),
    index("settlement_items_payments").on(table.payment_id).where(sql`${table.payment_id} is not null`),
    index("settlement_items_refunds").on(table.refund_id).where(sql`${table.refund_id} is not null`),
    index("settlement_items_unmatched").on(table.settlement_id).where(sql`${table.why} is not null`),
    check("settlement_items_subject", sql`num_nonnulls(${table.payment_id}, ${table.refund_id}) <= 1`),
    check(
      "settlement_items_booked",
      sql`${table.booked_paise} = 0 or (${table.booked_paise} > 0 and ${table.payment_id} is not null)
      or (${table.booked_paise} < 0 and ${table.refund_id} is not null)`,
    ),
    check("settlement_items_why", sql`${table.why} is not null or ${table.booked_paise} <> 0`),
  ],
)

/** Until when a provider's settlements are known. */
export const settlementReadings = pgTable("settlement_readings", {
  provider: text("provider").primaryKey(),
  /** Days before it needn't be asked for again. */
  read_until: instant("read_until").notNull(),
  asked_at: instant("asked_at").notNull(),
})
