import { sql } from "drizzle-orm"
import { check, date, index, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core"
import { VIEW_KINDS, type ViewKind } from "#contract/accounts/views.ts"
import { students } from "./table.ts"

/** Which staff looked at a student's data: one row for each viewer, student, kind and day, with ids only. */
export const dataViews = pgTable(
  "data_views",
  {
    id: uuid("id").primaryKey(),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    /** The day in the institution's zone. */
    day: date("day").notNull(),
    viewer_id: uuid("viewer_id").notNull(),
    kind: text("kind").$type<ViewKind>().notNull(),
    /** The first time on that day. */
    at: timestamp("at", { withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [
    unique("data_views_once_a_day").on(table.student_id, table.day, table.viewer_id, table.kind),
    index("data_views_of_student").on(table.student_id, table.at, table.id),
    index("data_views_by_day").on(table.day),
    index("data_views_of_viewer").on(table.viewer_id, table.day),
    check(
      "data_views_kind",
      sql.raw(`"data_views"."kind" in (${VIEW_KINDS.map((kind) => `'${kind}'`).join(", ")})`),
    ),
  ],
)
