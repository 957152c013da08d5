import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { instant } from "#platform/database/columns.ts"

/**
 * The bin: deleted classes with their former values, for 30 days. They have a table of their own, so that
 * queries of classes need not exclude them.
 */
export const deletedClasses = pgTable(
  "deleted_classes",
  {
    /** The class's own id. */
    id: uuid("id").primaryKey(),
    /** Shared by all that one click deleted. */
    deletion_id: uuid("deletion_id").notNull(),
    /** The owner of the class, even if a substitute was to teach it. */
    owner_id: uuid("owner_id")
      .notNull()
      .references(() => teachers.user_id, { onDelete: "cascade" }),
    row: jsonb("row").$type<Record<string, unknown>>().notNull(),
    deleted_at: instant("deleted_at").notNull(),
    deleted_by: uuid("deleted_by").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    index("deleted_classes_of_owner").on(table.owner_id, table.deleted_at, table.id),
    index("deleted_classes_newest").on(table.deleted_at, table.id),
    index("deleted_classes_together").on(table.deletion_id),
    index("deleted_classes_by").on(table.deleted_by),
  ],
)

/**
 * The table that a row of a deleted class is from. `demo_answers` are requests that answered one of its own.
 */
export type BinnedKind =
  | "class_enrollments"
  | "class_waitlist"
  | "demo_class_requests"
  | "demo_answers"
  | "demo_offers"
  | "one_on_one_slots"
  | "class_reminders"

/**
 * The rows that went into the bin with a class, each separate, so that a student's are deleted with the
 * student.
 */
export const deletedClassRows = pgTable(
  "deleted_class_rows",
  {
    id: uuid("id").primaryKey(),
    class_id: uuid("class_id")
      .notNull()
      .references(() => deletedClasses.id, { onDelete: "cascade" }),
    student_id: uuid("student_id").references(() => students.user_id, { onDelete: "cascade" }),
    kind: text("kind").$type<BinnedKind>().notNull(),
    row: jsonb("row").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index("deleted_class_rows_of_class").on(table.class_id),
    index("deleted_class_rows_of_student").on(table.student_id),
  ],
)
