import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core"
import type { WhiteboardItem } from "#contract/rooms/room-whiteboard.ts"
import { user } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { instant } from "#platform/database/columns.ts"

const ofClass = () =>
  uuid("class_id")
    .notNull()
    .references(() => scheduledClasses.id, { onDelete: "cascade" })

/**
 * The whiteboard of a class; a row exists once anything was drawn. The revision counts what was saved, in
 * order.
 */
export const roomWhiteboards = pgTable("room_whiteboards", {
  class_id: ofClass().primaryKey(),
  revision: integer("revision").notNull().default(0),
  page: smallint("page").notNull().default(0),
  pages: smallint("pages").notNull().default(1),
  /** The pages on squared paper, from 0. */
  squared: smallint("squared").array().notNull().default([]),
  /** How many items were ever drawn. */
  items: integer("items").notNull().default(0),
  /** How many of them are there now. */
  there: integer("there").notNull().default(0),
})

export type ItemBody = Pick<
  WhiteboardItem,
  "kind" | "ink" | "size" | "points" | "text" | "picture" | "screen"
>

/** Drawn items in their latest state; erased ones remain as markers. */
export const roomWhiteboardItems = pgTable(
  "room_whiteboard_items",
  {
    class_id: ofClass(),
    id: uuid("id").notNull(),
    page: smallint("page").notNull(),
    version: integer("version").notNull(),
    author: uuid("author")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    changed_by: uuid("changed_by")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    by_staff: boolean("by_staff").notNull(),
    body: jsonb("body").$type<ItemBody>().notNull(),
    gone: boolean("gone").notNull(),
    revision: integer("revision").notNull(),
    drawn_at: timestamp("drawn_at", { withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.class_id, table.id] }),
    index("room_whiteboard_items_changed").on(table.class_id, table.revision),
    // Also for how many somebody drew in a class that is drawing.
    index("room_whiteboard_items_of_author").on(table.author, table.class_id, table.gone),
  ],
)

/**
 * Pictures that were sent for whiteboards; their files are in the file store. They refer to a class without depending
 * on its row, so that a sweep finds them once nothing shows them any more.
 */
export const whiteboardPictures = pgTable(
  "whiteboard_pictures",
  {
    id: uuid("id").primaryKey(),
    class_id: uuid("class_id").notNull(),
    added_by: uuid("added_by")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    width: smallint("width").notNull(),
    height: smallint("height").notNull(),
    size_bytes: integer("size_bytes").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("whiteboard_pictures_of_class").on(table.class_id),
    index("whiteboard_pictures_of_person").on(table.added_by),
  ],
)

export type StoredPicture = typeof whiteboardPictures.$inferSelect
