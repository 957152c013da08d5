import { sql } from "drizzle-orm"
import { check, index, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"
import { instant } from "#platform/database/columns.ts"
import { SLIDE_FAILURES, SLIDE_KINDS } from "#shared/slides.ts"

/** A page with what it says, and what the staff noted on it. */
export type SlidePage = { width: number; height: number; text: string; note?: string | undefined }

/**
 * Files of slides; the pictures of their pages are in the file store. They refer to a class without depending on its
 * row, so that they are still there when a deleted class is restored.
 */
export const slideDecks = pgTable(
  "slide_decks",
  {
    id: uuid("id").primaryKey(),
    class_id: uuid("class_id").notNull(),
    added_by: uuid("added_by")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    kind: text("kind", { enum: SLIDE_KINDS }).notNull(),
    size_bytes: integer("size_bytes").notNull(),
    status: text("status", { enum: ["waiting", "ready", "failed"] }).notNull(),
    failure: text("failure", { enum: SLIDE_FAILURES }),
    page_count: smallint("page_count").notNull().default(0),
    pages: jsonb("pages").$type<SlidePage[]>().notNull().default([]),
    /** The furthest page that a class was shown, from 0; null before any. */
    reached: smallint("reached"),
    created_at: instant("created_at").notNull(),
    deleted_at: instant("deleted_at"),
    revision: integer("revision").notNull().default(0),
  },
  (table) => [
    index("slide_decks_of_class").on(table.class_id, table.created_at),
    index("slide_decks_waiting").on(table.created_at).where(sql`${table.status} = 'waiting'`),
    check("slide_decks_status", sql`${table.status} in ('waiting', 'ready', 'failed')`),
  ],
)

export type StoredDeck = typeof slideDecks.$inferSelect
