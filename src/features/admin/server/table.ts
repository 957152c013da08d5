import { pgTable, text, timestamp } from "drizzle-orm/pg-core"

/** What the office did once, such as hiding the checklist, by name. */
export const officeMarks = pgTable("office_marks", {
  name: text("name").primaryKey(),
  /** The id of what was made, where there is one. */
  value: text("value").notNull().default(""),
  at: timestamp("at", { withTimezone: true, mode: "date" }).notNull(),
})
