import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"

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
    created_at: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [
    index("contact_messages_newest").on(table.created_at, table.id),
    index("contact_messages_of_sender").on(table.email, table.created_at),
  ],
)
