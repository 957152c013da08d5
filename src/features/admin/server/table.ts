import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"

/** What the office did once, such as hiding the checklist, by name. */
export const officeMarks = pgTable("office_marks", {
  name: text("name").primaryKey(),
  /** The id of what was made, where there is one. */
  value: text("value").notNull().default(""),
  at: timestamp("at", { withTimezone: true, mode: "date" }).notNull(),
})

/** The ids of what an import made, by what it is: that is all it keeps of its list. */
export type Made = {
  users?: string[]
  /** Students who got a guardian's contact. */
  contacts?: string[]
  enrolments?: string[]
  programs?: string[]
  classes?: string[]
}

/** Lists that were written, so that each can be taken back for a while. */
export const imports = pgTable(
  "imports",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").notNull(),
    made_by: uuid("made_by").notNull(),
    made_at: timestamp("made_at", { withTimezone: true, mode: "date" }).notNull(),
    created: integer("created").notNull(),
    made: jsonb("made").$type<Made>().notNull(),
    undone_at: timestamp("undone_at", { withTimezone: true, mode: "date" }),
  },
  (table) => [index("imports_newest").on(table.made_at)],
)
