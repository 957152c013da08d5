import { sql } from "drizzle-orm"
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })

/** What people wrote to the office by the contact form. */
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
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("contact_messages_newest").on(table.created_at, table.id),
    index("contact_messages_of_sender").on(table.email, table.created_at),
  ],
)

/**
 * Who asked for new articles by mail. A row that is not confirmed within a week goes, and unsubscribing takes the
 * row away: of those who are not subscribed nothing is kept.
 */
export const subscribers = pgTable(
  "blog_subscribers",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull().unique(),
    /** In which language to write: "en" or "hi". */
    language: text("language").notNull(),
    /** SHA-256 of the newest confirmation link's token, in base64url. */
    confirm_hash: text("confirm_hash").notNull().unique(),
    /** Stands in the links that unsubscribe; it opens nothing else. */
    end_key: text("end_key").notNull().unique(),
    /** When a confirmation was last asked for, and how often since `asks_from`. */
    asked_at: instant("asked_at").notNull(),
    asks: integer("asks").notNull(),
    asks_from: instant("asks_from").notNull(),
    confirmed_at: instant("confirmed_at"),
  },
  (table) => [index("blog_subscribers_pending").on(table.asked_at).where(sql`${table.confirmed_at} is null`)],
)
