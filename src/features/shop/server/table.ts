import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { students, user } from "#features/accounts/server/table.ts"
import { orders } from "#features/payments/server/table.ts"
import type { Supply } from "#features/payments/supplies.ts"
import { instant, paise } from "#platform/database/columns.ts"
import type { ReturnReason, ReturnState } from "../returns.ts"
import type { Stage, Way } from "../stages.ts"

/** A kit or a piece of clothing, as the academy describes it. */
export const shopItems = pgTable(
  "shop_items",
  {
    id: uuid("id").primaryKey(),
    slug: text("slug").notNull().unique(),
    position: integer("position").notNull(),
    title: text("title").notNull(),
    title_hi: text("title_hi").notNull(),
    summary: text("summary").notNull(),
    summary_hi: text("summary_hi").notNull(),
    image: text("image").notNull(),
    /** What is in it, as GST tells it apart: one price for several has the highest of their rates. */
    supplies: text("supplies").array().$type<Supply[]>().notNull(),
    /** The academy's own HSN of 4, 6 or 8 digits; null for the one of what is in it. */
    hsn: text("hsn"),
    /** Tax included; null until the academy has set it. */
    price_paise: paise("price_paise"),
    /** Whether it is on sale. */
    offered: boolean("offered").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("shop_items_in_turn").on(table.position, table.id),
    check("shop_items_price", sql`${table.price_paise} > 0`),
    check("shop_items_offered", sql`not ${table.offered} or ${table.price_paise} is not null`),
    check("shop_items_hsn", sql`${table.hsn} ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'`),
    check("shop_items_supplies", sql`cardinality(${table.supplies}) > 0`),
  ],
)

/** A size of an item, with its pieces. An item without sizes has one with an empty label. */
export const shopSizes = pgTable(
  "shop_sizes",
  {
    id: uuid("id").primaryKey(),
    item_id: uuid("item_id")
      .notNull()
      .references(() => shopItems.id),
    label: text("label").notNull(),
    position: integer("position").notNull(),
    /** Pieces that came onto the shelf so far, less those that were written off from it. */
    stocked: integer("stocked").notNull().default(0),
    /** Pieces on the shelf that nobody has set aside or bought. Changed by guarded updates alone. */
    free: integer("free").notNull().default(0),
  },
  (table) => [
    unique("shop_sizes_of_item").on(table.item_id, table.label),
    check("shop_sizes_free", sql`${table.free} >= 0 and ${table.stocked} >= 0`),
  ],
)

/** What somebody means to buy: a row for each size and child. */
export const shopBasketLines = pgTable(
  "shop_basket_lines",
  {
    id: uuid("id").primaryKey(),
    owner_id: uuid("owner_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    size_id: uuid("size_id")
      .notNull()
      .references(() => shopSizes.id),
    /** Whom it is for. */
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    quantity: integer("quantity").notNull(),
    added_at: instant("added_at").notNull(),
  },
  (table) => [
    unique("shop_basket_lines_once").on(table.owner_id, table.size_id, table.student_id),
    index("shop_basket_lines_of_size").on(table.size_id),
    index("shop_basket_lines_of_student").on(table.student_id),
    check("shop_basket_lines_quantity", sql`${table.quantity} between 1 and 20`),
  ],
)

/** How an order of goods reaches its buyer, and how far it is. */
export const shopOrders = pgTable(
  "shop_orders",
  {
    order_id: uuid("order_id")
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    stage: text("stage").$type<Stage>().notNull(),
    way: text("way").$type<Way>().notNull(),
    /** Whom to hand it to, where, and how to reach them; null once the buyer was erased. */
    name: text("name"),
    phone: text("phone"),
    address: text("address"),
    pin: text("pin"),
    /** The centre where it is fetched, as it was called when it was ordered. */
    centre: text("centre"),
    /** In the academy's zone. */
    promised_on: date("promised_on", { mode: "string" }).notNull(),
    /** Within how many days a return can be asked for, as it was when it was ordered. */
    return_days: integer("return_days").notNull(),
    /** Whom it was sent with, and under which number. */
    carrier: text("carrier"),
    changed_at: instant("changed_at").notNull(),
    packed_at: instant("packed_at"),
    handed_over_at: instant("handed_over_at"),
  },
  (table) => [
    index("shop_orders_to_do")
      .on(table.promised_on, table.order_id)
      .where(sql`${table.stage} in ('to-pack', 'packed', 'sent', 'ready')`),
    index("shop_orders_done")
      .on(table.handed_over_at, table.order_id)
      .where(sql`${table.stage} in ('delivered', 'collected')`),
    check(
      "shop_orders_stage",
      sql`${table.stage} in ('held', 'released', 'to-pack', 'packed')
      or (${table.way} = 'delivery' and ${table.stage} in ('sent', 'delivered'))
      or (${table.way} = 'pickup' and ${table.stage} in ('ready', 'collected'))`,
    ),
    check("shop_orders_way", sql`${table.way} in ('delivery', 'pickup')`),
    check("shop_orders_pin", sql`${table.pin} is null or ${table.way} = 'delivery'`),
    check("shop_orders_centre", sql`(${table.centre} is not null) = (${table.way} = 'pickup')`),
    check(
      "shop_orders_handed_over",
      sql`(${table.stage} in ('delivered', 'collected')) = (${table.handed_over_at} is not null)`,
    ),
  ],
)

/** What was ordered. Its pieces are off the shelf unless the order was released. */
export const shopLines = pgTable(
  "shop_lines",
  {
    id: uuid("id").primaryKey(),
    order_id: uuid("order_id")
      .notNull()
      .references(() => shopOrders.order_id, { onDelete: "cascade" }),
    size_id: uuid("size_id")
      .notNull()
      .references(() => shopSizes.id),
    student_id: uuid("student_id").references(() => students.user_id, { onDelete: "set null" }),
    /** Which line of the order's price it is, from 0. */
    position: integer("position").notNull(),
    quantity: integer("quantity").notNull(),
  },
  (table) => [
    unique("shop_lines_of_order").on(table.order_id, table.position),
    index("shop_lines_of_size").on(table.size_id),
    index("shop_lines_of_student").on(table.student_id),
    check("shop_lines_quantity", sql`${table.quantity} > 0 and ${table.position} >= 0`),
  ],
)

/** Pieces that a buyer wants to give back. */
export const shopReturns = pgTable(
  "shop_returns",
  {
    /** The id of the form that it was asked for by, and of its refund: sent twice, it is one. */
    id: uuid("id").primaryKey(),
    line_id: uuid("line_id")
      .notNull()
      .references(() => shopLines.id, { onDelete: "cascade" }),
    quantity: integer("quantity").notNull(),
    reason: text("reason").$type<ReturnReason>().notNull(),
    /** In the buyer's words, and the office's answer to it; null once the buyer was erased. */
    note: text("note"),
    answer: text("answer"),
    state: text("state").$type<ReturnState>().notNull(),
    /** Whether the pieces went back onto the shelf or were written off; null until they came. */
    restocked: boolean("restocked"),
    /** What its refund comes to. Null until the pieces came, 0 where all was refunded before. */
    refund_paise: paise("refund_paise"),
    asked_at: instant("asked_at").notNull(),
    decided_at: instant("decided_at"),
    received_at: instant("received_at"),
    decided_by: uuid("decided_by").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    index("shop_returns_of_line").on(table.line_id),
    index("shop_returns_open")
      .on(table.asked_at, table.id)
      .where(sql`${table.state} in ('asked', 'accepted')`),
    index("shop_returns_decided_by").on(table.decided_by),
    check("shop_returns_state", sql`${table.state} in ('asked', 'accepted', 'declined', 'received')`),
    check(
      "shop_returns_reason",
      sql`${table.reason} in ('does-not-fit', 'faulty', 'wrong-item', 'not-wanted')`,
    ),
    check("shop_returns_quantity", sql`${table.quantity} > 0`),
    check("shop_returns_decided", sql`(${table.state} = 'asked') = (${table.decided_at} is null)`),
    check(
      "shop_returns_received",
      sql`num_nonnulls(${table.restocked}, ${table.refund_paise}, ${table.received_at})
      = case when ${table.state} = 'received' then 3 else 0 end`,
    ),
  ],
)

/** When a child last asked the parents for something. */
export const shopAsks = pgTable(
  "shop_asks",
  {
    id: uuid("id").primaryKey(),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    size_id: uuid("size_id")
      .notNull()
      .references(() => shopSizes.id, { onDelete: "cascade" }),
    asked_at: instant("asked_at").notNull(),
  },
  (table) => [
    uniqueIndex("shop_asks_once").on(table.student_id, table.size_id),
    index("shop_asks_of_size").on(table.size_id),
  ],
)
