import { sql } from "drizzle-orm"
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { guardians, students, user } from "#features/accounts/server/table.ts"
import type { CheckIn } from "#features/attendance/arrivals.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { instant } from "#platform/database/columns.ts"

const ofStudent = {
  class_id: uuid("class_id")
    .notNull()
    // A class that a child came to isn't deleted: the gate would not know that the child is there.
    .references(() => scheduledClasses.id),
  student_id: uuid("student_id")
    .notNull()
    .references(() => students.user_id, { onDelete: "cascade" }),
}

/** Students who checked in at the centre, once for each way: evidence next to marks and presence. */
export const checkIns = pgTable(
  "check_ins",
  {
    ...ofStudent,
    way: text("way").$type<CheckIn["way"]>().notNull(),
    at: instant("at").notNull(),
    /** The student, or the staff at the gate. */
    made_by: uuid("made_by")
      .notNull()
      .references(() => user.id),
    /** Whose code was shown at the gate. */
    guardian_id: uuid("guardian_id").references(() => guardians.user_id, { onDelete: "set null" }),
  },
  (table) => [
    primaryKey({ columns: [table.class_id, table.student_id, table.way] }),
    index("check_ins_of_student").on(table.student_id),
    index("check_ins_of_guardian").on(table.guardian_id),
    index("check_ins_made_by").on(table.made_by),
    check("check_ins_way", sql`${table.way} in ('code', 'card', 'gate')`),
  ],
)

/** To whom a child was signed out after a class. Erasing the student empties the name. */
export const signOuts = pgTable(
  "sign_outs",
  {
    ...ofStudent,
    at: instant("at").notNull(),
    /** As it was then. */
    to_name: text("to_name").notNull(),
    guardian_id: uuid("guardian_id").references(() => guardians.user_id, { onDelete: "set null" }),
    made_by: uuid("made_by")
      .notNull()
      .references(() => user.id),
  },
  (table) => [
    primaryKey({ columns: [table.class_id, table.student_id] }),
    index("sign_outs_of_student").on(table.student_id),
    index("sign_outs_of_guardian").on(table.guardian_id),
    index("sign_outs_made_by").on(table.made_by),
  ],
)

/** Who may collect a child besides its guardians, by name. */
export const collectors = pgTable(
  "collectors",
  {
    id: uuid("id").primaryKey(),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    added_by: uuid("added_by")
      .notNull()
      .references(() => user.id),
    added_at: instant("added_at").notNull(),
  },
  (table) => [
    uniqueIndex("collectors_once").on(table.student_id, sql`lower(${table.name})`),
    index("collectors_added_by").on(table.added_by),
  ],
)

/** The cards that students show at the centre. One of a student's is in force at most. */
export const studentCards = pgTable(
  "student_cards",
  {
    /** Printed on the card, signed. */
    id: uuid("id").primaryKey(),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    made_at: instant("made_at").notNull(),
    made_by: uuid("made_by")
      .notNull()
      .references(() => user.id),
    revoked_at: instant("revoked_at"),
    revoked_by: uuid("revoked_by").references(() => user.id),
  },
  (table) => [
    uniqueIndex("student_cards_one_in_force").on(table.student_id).where(sql`${table.revoked_at} is null`),
    index("student_cards_of_student").on(table.student_id),
    index("student_cards_made_by").on(table.made_by),
    index("student_cards_revoked_by").on(table.revoked_by),
    check("student_cards_revoked", sql`(${table.revoked_at} is null) = (${table.revoked_by} is null)`),
  ],
)
