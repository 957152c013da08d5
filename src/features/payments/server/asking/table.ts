import { index, pgTable, timestamp, unique, uuid } from "drizzle-orm/pg-core"
import { students } from "#features/accounts/server/table.ts"
import { programs } from "#features/programs/server/table.ts"

/** When a child last asked the parents to pay for a program, in a batch. */
export const parentAsks = pgTable(
  "parent_asks",
  {
    id: uuid("id").primaryKey(),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    course_id: uuid("course_id")
      .notNull()
      .references(() => programs.id, { onDelete: "cascade" }),
    batch_id: uuid("batch_id"),
    asked_at: timestamp("asked_at", { withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [
    unique("parent_asks_of_basket").on(table.student_id, table.course_id, table.batch_id).nullsNotDistinct(),
    index("parent_asks_of_program").on(table.course_id),
  ],
)
