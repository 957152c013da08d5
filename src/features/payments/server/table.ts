import { sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
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
import type { Order } from "#contract/payments/order.ts"
import { students, user } from "#features/accounts/server/table.ts"
import type { TraceStep } from "#features/ledger/rules.ts"
import { programs } from "#features/programs/server/table.ts"
import { instant, paise } from "#platform/database/columns.ts"
import type { Document, Facts } from "../facts.ts"
import type { PaymentState, RefundState } from "../order-states.ts"
import type { PriceRules } from "../rules.ts"

/** What somebody wants to buy, with its price as it was worked out. Outlives its people, without naming them. */
export const orders = pgTable(
  "orders",
  {
    id: uuid("id").primaryKey(),
    /** What people and the provider call it. Random, so that it tells nothing of how much is sold. */
    number: text("number").notNull(),
    buyer_id: uuid("buyer_id").references(() => user.id, { onDelete: "set null" }),
    student_id: uuid("student_id").references(() => students.user_id, { onDelete: "set null" }),
    /** The program; null for goods from the shop, whose lines are in the shop's own tables. */
    course_id: uuid("course_id").references(() => programs.id),
    batch_id: uuid("batch_id"),
    state: text("state").$type<Order["state"]>().notNull(),
    facts: jsonb("facts").$type<Facts>().notNull(),
    rules_version: text("rules_version").$type<PriceRules>().notNull(),
    trace: jsonb("trace").$type<TraceStep[]>().notNull(),
    documents: jsonb("documents").$type<Document[]>().notNull(),
    /** What is left to pay, after points and credit. */
    total_paise: paise("total_paise").notNull(),
    /** The student's points that the price is less by. While the order is live they are set aside for it. */
    points: integer("points").notNull().default(0),
    /** The buyer's credit that pays a part of the price; set aside in the same way. */
    credit_paise: paise("credit_paise").notNull().default(0),
    /** The order whose running term this one replaces, and what its unused days pay of the price. */
    changes: uuid("changes").references((): AnyPgColumn => orders.id),
    exchange_paise: paise("exchange_paise").notNull().default(0),
    provider: text("provider").notNull(),
    /** Null until the provider knows the order. */
    provider_order_id: text("provider_order_id"),
    /** How often the provider was asked to make it, so that each try has a reference of its own. */
    tries: integer("tries").notNull().default(0),
    hold_until: instant("hold_until").notNull(),
    /** When the provider is asked about it again; null once no payment can come any more. */
    look_at: instant("look_at"),
    points_awarded: integer("points_awarded"),
    /** How many months of membership it is for; null for a program that is paid once. */
    months: integer("months"),
    /** The last day of the term that this one follows; null for a first one. */
    renews: date("renews", { mode: "string" }),
    /** First and last day of the term: as planned, and as it became when it was paid. */
    starts_on: date("starts_on", { mode: "string" }),
    ends_on: date("ends_on", { mode: "string" }),
    /** On which weekdays the student is picked up for the classes of the term, 1 for Monday; null for no pick-up. */
    pickup_days: integer("pickup_days").array(),
    /** Where; null once the student or the buyer was erased. */
    pickup_address: text("pickup_address"),
    created_at: instant("created_at").notNull(),
    paid_at: instant("paid_at"),
  },
  (table) => [
    uniqueIndex("orders_number").on(table.number),
    uniqueIndex("orders_of_provider").on(table.provider, table.provider_order_id),
    // What is pressed twice, in two tabs or by two guardians is one order.
    uniqueIndex("orders_one_live")
      .on(table.student_id, table.course_id)
      .where(sql`${table.state} in ('created', 'awaiting')`),
    // A buyer's basket is paid by one order at a time.
    uniqueIndex("orders_one_live_basket")
      .on(table.buyer_id)
      .where(sql`${table.course_id} is null and ${table.state} in ('created', 'awaiting')`),
    index("orders_newest").on(table.created_at, table.id),
    index("orders_of_state").on(table.state, table.created_at, table.id),
    index("orders_of_buyer").on(table.buyer_id, table.created_at),
    index("orders_of_student").on(table.student_id, table.created_at),
    index("orders_with_pickup")
      .on(table.course_id, table.ends_on)
      .where(sql`${table.pickup_days} is not null`),
    index("orders_to_look_at").on(table.look_at).where(sql`${table.look_at} is not null`),
    index("orders_to_expire").on(table.hold_until).where(sql`${table.state} in ('created', 'awaiting')`),
    check(
      "orders_state",
      sql`${table.state} in ('created', 'awaiting', 'paid', 'expired', 'cancelled', 'failed', 'refunding', 'refunded')`,
    ),
    check(
      "orders_term",
      sql`num_nulls(${table.months}, ${table.starts_on}, ${table.ends_on}) in (0, 3) and ${table.starts_on} <= ${table.ends_on}`,
    ),
    // A term is given up once.
    uniqueIndex("orders_changed_once").on(table.changes).where(sql`${table.paid_at} is not null`),
    check(
      "orders_exchange",
      sql`${table.exchange_paise} >= 0
      and (${table.exchange_paise} = 0 or ${table.changes} is not null)`,
    ),
    check(
      "orders_changes",
      sql`${table.changes} is null or (${table.months} is not null and ${table.renews} is null)`,
    ),
    check(
      "orders_pickup",
      sql`${table.pickup_days} is null or (${table.months} is not null
      and cardinality(${table.pickup_days}) > 0 and ${table.pickup_days} <@ '{1,2,3,4,5,6,7}')`,
    ),
    check("orders_pickup_address", sql`${table.pickup_address} is null or ${table.pickup_days} is not null`),
    check(
      "orders_goods",
      sql`${table.course_id} is not null or (num_nonnulls(${table.student_id}, ${table.batch_id}, ${table.months},
      ${table.changes}) = 0 and ${table.points} = 0 and ${table.credit_paise} = 0)`,
    ),
    check("orders_total", sql`${table.total_paise} >= 0`),
    check("orders_spent", sql`${table.points} >= 0 and ${table.credit_paise} >= 0`),
    check("orders_paid", sql`${table.state} <> 'paid' or ${table.paid_at} is not null`),
  ],
)

/** Every try to pay an order, as the provider tells it. States only move forward. */
export const payments = pgTable(
  "payments",
  {
    id: uuid("id").primaryKey(),
    order_id: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    provider: text("provider").notNull(),
    provider_payment_id: text("provider_payment_id").notNull(),
    amount_paise: paise("amount_paise").notNull(),
    state: text("state").$type<PaymentState>().notNull(),
    /** Whether it is the payment that its order was fulfilled for. */
    fulfils: boolean("fulfils").notNull().default(false),
    method: text("method"),
    fee_paise: paise("fee_paise"),
    tax_paise: paise("tax_paise"),
    failure_reason: text("failure_reason"),
    created_at: instant("created_at").notNull(),
    captured_at: instant("captured_at"),
    /** When staff took it back as recorded by mistake: it never arrived so, and counts for nothing. */
    reversed_at: instant("reversed_at"),
  },
  (table) => [
    uniqueIndex("payments_once").on(table.provider, table.provider_payment_id),
    uniqueIndex("payments_one_fulfils").on(table.order_id).where(sql`${table.fulfils}`),
    index("payments_of_order").on(table.order_id, table.created_at),
    check(
      "payments_state",
      sql`${table.state} in ('created', 'failed', 'authorized', 'captured', 'refunded')`,
    ),
    check("payments_fulfils", sql`not ${table.fulfils} or ${table.captured_at} is not null`),
    check(
      "payments_reversed",
      sql`${table.reversed_at} is null or (${table.captured_at} is not null and not ${table.fulfils})`,
    ),
  ],
)

/** Money that goes back. Its id is the key under which the provider is asked for it once. */
export const refunds = pgTable(
  "refunds",
  {
    id: uuid("id").primaryKey(),
    payment_id: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    amount_paise: paise("amount_paise").notNull(),
    reason: text("reason").$type<Order["refunds"][number]["reason"]>().notNull(),
    /** By the provider, or by the office: which then records a payout of its own, or credit. */
    way: text("way").$type<Order["refunds"][number]["way"]>().notNull().default("provider"),
    /** How the amount came about. */
    trace: jsonb("trace").$type<TraceStep[]>().notNull().default([]),
    /** Why staff give it back, as the family reads it. */
    note: text("note"),
    /** The bank's reference of a payout. */
    reference: text("reference"),
    /** When staff recorded how they gave it; null for what nobody had to give, such as credit that paid a part. */
    settled_at: instant("settled_at"),
    /** How often it was kept as credit by mistake and became owed again, so that each time has a journal of its own. */
    reopened: integer("reopened").notNull().default(0),
    /** The form that it was asked for by: pressed twice, it is one refund. */
    request_id: uuid("request_id"),
    ends_enrolment: boolean("ends_enrolment").notNull().default(false),
    /** How often it was asked for anew after the provider had refused it. */
    tries: integer("tries").notNull().default(0),
    state: text("state").$type<RefundState>().notNull(),
    provider: text("provider").notNull(),
    provider_refund_id: text("provider_refund_id"),
    created_at: instant("created_at").notNull(),
    changed_at: instant("changed_at").notNull(),
    /** When the provider is asked for it, or about it, again. */
    look_at: instant("look_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("refunds_of_provider").on(table.provider, table.provider_refund_id),
    uniqueIndex("refunds_of_request").on(table.request_id),
    index("refunds_of_payment").on(table.payment_id),
    index("refunds_for_staff")
      .on(table.created_at, table.id)
      .where(sql`${table.state} = 'failed' or (${table.state} = 'asked' and ${table.way} = 'office')`),
    index("refunds_open").on(table.look_at).where(sql`${table.state} in ('asked', 'pending')`),
    check("refunds_state", sql`${table.state} in ('asked', 'pending', 'failed', 'processed', 'withdrawn')`),
    check("refunds_way", sql`${table.way} in ('provider', 'office', 'payout', 'credit')`),
    check("refunds_amount", sql`${table.amount_paise} > 0`),
  ],
)

/** What the provider reported, so that a repeat is known. */
export const gatewayEvents = pgTable(
  "gateway_events",
  {
    provider: text("provider").notNull(),
    event_id: text("event_id").notNull(),
    received_at: instant("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.event_id] }),
    index("gateway_events_oldest").on(table.received_at),
  ],
)
