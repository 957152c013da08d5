import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type { Changed } from "#features/programs/server/imported.ts"

/** Things the office did once, such as hiding the checklist, by name. */
export const officeMarks = pgTable("office_marks", {
  name: text("name").primaryKey(),
  /** The id of what was created, if any. */
  value: text("value").notNull().default(""),
  at: timestamp("at", { withTimezone: true, mode: "date" }).notNull(),
})

/**
 * Figures of past weeks in which so much happened that counting takes long, by the instant a week begins. They are counted
 * anew each hour; other weeks are counted when they are looked at.
 */
export const countedWeeks = pgTable("counted_weeks", {
  begins: timestamp("begins", { withTimezone: true, mode: "date" }).primaryKey(),
  class_enrolments: integer("class_enrolments").notNull(),
  present: integer("present").notNull(),
  absent: integer("absent").notNull(),
  counted_at: timestamp("counted_at", { withTimezone: true, mode: "date" }).notNull(),
})

/**
 * The ids of what an import created, by kind; nothing else is kept of its list. Ids are removed while it is
 * undone, so that undoing continues where it stopped.
 */
export type Made = {
  users?: string[]
  /** Students who got a guardian's contact. */
  contacts?: string[]
  enrolments?: string[]
  programs?: string[]
  classes?: string[]
  /** Classes in which its students have seats; known once it is being undone. */
  seats?: string[]
}

/** The same with enrolments that were there and got another end or batch, as they were before. */
export type Written = Made & { changed?: Changed[] }

/** Imported lists, which can be undone for a while. */
export const imports = pgTable(
  "imports",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").notNull(),
    made_by: uuid("made_by").notNull(),
    made_at: timestamp("made_at", { withTimezone: true, mode: "date" }).notNull(),
    created: integer("created").notNull(),
    made: jsonb("made").$type<Written>().notNull(),
    /** When the undo was requested, and by whom. */
    undo_asked_at: timestamp("undo_asked_at", { withTimezone: true, mode: "date" }),
    undo_asked_by: uuid("undo_asked_by"),
    /**
     * How much there is to undo, and how much is done: rows of the list, and classes whose seats are freed.
     */
    undo_total: integer("undo_total").notNull().default(0),
    undo_done: integer("undo_done").notNull().default(0),
    /** What came into use while it was being undone, and was kept. */
    undo_kept: jsonb("undo_kept").$type<Made>().notNull().default({}),
    undone_at: timestamp("undone_at", { withTimezone: true, mode: "date" }),
  },
  (table) => [index("imports_newest").on(table.made_at)],
)
