import { sql } from "drizzle-orm"
import { bigint, boolean, check, index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core"
import { students, user } from "#features/accounts/server/table.ts"
import type { CoachState } from "#features/attendance/coach-marks.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { instant } from "#platform/database/columns.ts"

/** What every message of a coach's device carries. Its id is made by the device, so that it counts once. */
const message = {
  id: uuid("id").primaryKey(),
  class_id: uuid("class_id")
    .notNull()
    .references(() => scheduledClasses.id, { onDelete: "restrict" }),
  coach_id: uuid("coach_id")
    .notNull()
    .references(() => user.id),
  device_id: uuid("device_id").notNull(),
  /** As the device's clock said. */
  device_time: instant("device_time").notNull(),
  /** How far the server's clock was ahead of the device's, in ms. */
  clock_offset_ms: bigint("clock_offset_ms", { mode: "number" }).notNull(),
  /** The device's time with its offset. Orders the messages. */
  made_at: instant("made_at").notNull(),
  received_at: instant("received_at").notNull(),
}

/**
 * The marks of coaches' devices: evidence next to presence in the room. Only appended to; of each student the
 * latest counts. Erasing the student empties the notes.
 */
export const coachMarks = pgTable(
  "coach_marks",
  {
    ...message,
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    state: text("state").$type<CoachState>().notNull(),
    note: text("note"),
    /** The student's card was scanned, and was in force. */
    by_card: boolean("by_card").notNull().default(false),
  },
  (table) => [
    check("coach_marks_state", sql`${table.state} in ('present', 'late', 'absent', 'excused')`),
    index("coach_marks_of_class").on(table.class_id, table.student_id),
    index("coach_marks_of_student").on(table.student_id),
    index("coach_marks_of_coach").on(table.coach_id),
  ],
)

/**
 * Head counts, notes and whether everybody is marked, as coaches' devices said, and releases by staff. Only
 * appended to; the latest counts.
 */
export const coachLists = pgTable(
  "coach_lists",
  {
    ...message,
    head_count: smallint("head_count"),
    note: text("note"),
    complete: boolean("complete").notNull(),
    /** Staff let the notices go without waiting for a device. */
    released: boolean("released").notNull().default(false),
  },
  (table) => [
    check("coach_lists_head_count", sql`${table.head_count} between 0 and 500`),
    index("coach_lists_of_class").on(table.class_id),
    index("coach_lists_of_coach").on(table.coach_id),
  ],
)

/** Children in the hall who are not on its list, by name, until staff find out who they are. */
export const unexpectedChildren = pgTable(
  "unexpected_children",
  {
    ...message,
    name: text("name").notNull(),
    /** Who it was; null while open, and if dismissed. */
    student_id: uuid("student_id").references(() => students.user_id, { onDelete: "set null" }),
    decided_at: instant("decided_at"),
    decided_by: uuid("decided_by").references(() => user.id),
  },
  (table) => [
    check(
      "unexpected_children_decided",
      sql`(${table.decided_at} is null) = (${table.decided_by} is null)
        and (${table.student_id} is null or ${table.decided_at} is not null)`,
    ),
    index("unexpected_children_of_class").on(table.class_id),
    index("unexpected_children_of_student").on(table.student_id),
    index("unexpected_children_of_coach").on(table.coach_id),
  ],
)
