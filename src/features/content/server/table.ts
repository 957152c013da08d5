import { sql } from "drizzle-orm"
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"
import { instant } from "#platform/database/columns.ts"

/** Messages to the office from the contact form. */
export const contactMessages = pgTable(
  "contact_messages",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** E.164. */
    phone: text("phone"),
    topic: text("topic").notNull(),
    message: text("message").notNull(),
    /** Who sent it, if they were signed in: without mail nobody proves an e-mail, and by this it goes with the account. */
    user_id: uuid("user_id").references(() => user.id),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("contact_messages_newest").on(table.created_at, table.id),
    index("contact_messages_of_sender").on(table.email, table.created_at),
    index("contact_messages_of_person").on(table.user_id).where(sql`${table.user_id} is not null`),
  ],
)

/**
 * People who asked for new articles by mail. A row not confirmed within a week is deleted, and unsubscribing
 * deletes the row: nothing is kept of people who are not subscribed.
 */
export const subscribers = pgTable(
  "blog_subscribers",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull().unique(),
    /** The language to write in: "en" or "hi". */
    language: text("language").notNull(),
    /** SHA-256 of the newest confirmation link's token, in base64url. */
    confirm_hash: text("confirm_hash").notNull().unique(),
    /** Part of the links that unsubscribe; it gives access to nothing else. */
    end_key: text("end_key").notNull().unique(),
    /** When a confirmation was last requested, and how often since `asks_from`. */
    asked_at: instant("asked_at").notNull(),
    asks: integer("asks").notNull(),
    asks_from: instant("asks_from").notNull(),
    confirmed_at: instant("confirmed_at"),
  },
  (table) => [index("blog_subscribers_pending").on(table.asked_at).where(sql`${table.confirmed_at} is null`)],
)
