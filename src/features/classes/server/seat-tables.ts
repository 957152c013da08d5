import { sql } from "drizzle-orm"
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  time,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { students, teachers } from "#features/accounts/server/table.ts"
import { instant } from "#platform/database/columns.ts"
import { demoClassRequests, scheduledClasses } from "./table.ts"

/**
 * Who waits for a seat in a full regular class. Positions increase in the order in which the class was
 * locked, so the waitlist is fair even if the clocks of processes differ.
 */
export const classWaitlist = pgTable(
  "class_waitlist",
  {
    id: uuid("id").primaryKey(),
    class_id: uuid("class_id")
      .notNull()
      .references(() => scheduledClasses.id, { onDelete: "cascade" }),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    place: bigint("place", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    unique("class_waitlist_once").on(table.class_id, table.student_id),
    index("class_waitlist_in_line").on(table.class_id, table.place),
    index("class_waitlist_of_student").on(table.student_id),
  ],
)

/** Other times that an instructor offered with a rejection. */
export const demoOffers = pgTable(
  "demo_offers",
  {
    request_id: uuid("request_id")
      .notNull()
      .references(() => demoClassRequests.id, { onDelete: "cascade" }),
    class_id: uuid("class_id")
      .notNull()
      .references(() => scheduledClasses.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.request_id, table.class_id] }),
    index("demo_offers_of_class").on(table.class_id),
  ],
)

/**
 * Times an instructor offers for one student each. A migration adds the exclusion of overlapping offers of
 * one instructor. A taken time is a class, so the exclusion of overlapping classes applies to it.
 */
export const oneOnOneSlots = pgTable(
  "one_on_one_slots",
  {
    id: uuid("id").primaryKey(),
    instructor_id: uuid("instructor_id")
      .notNull()
      .references(() => teachers.user_id),
    subject: text("subject").notNull(),
    /** Wall-clock in the institution's zone. Queries use the instants. */
    scheduled_date: date("scheduled_date").notNull(),
    start_time: time("start_time").notNull(),
    end_time: time("end_time").notNull(),
    starts_at: instant("starts_at").notNull(),
    ends_at: instant("ends_at").notNull(),
    status: text("status").$type<"offered" | "taken" | "withdrawn">().notNull().default("offered"),
    student_id: uuid("student_id").references(() => students.user_id, { onDelete: "set null" }),
    class_id: uuid("class_id")
      .unique()
      .references(() => scheduledClasses.id, { onDelete: "cascade" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    check("slots_end_after_start", sql`${table.ends_at} > ${table.starts_at}`),
    check("slots_status", sql`${table.status} in ('offered', 'taken', 'withdrawn')`),
    index("slots_offered").on(table.starts_at, table.id).where(sql`${table.status} = 'offered'`),
    index("slots_of_instructor").on(table.instructor_id, table.starts_at, table.id),
    index("slots_of_student").on(table.student_id),
  ],
)

/**
 * Totals of an instructor's completed and cancelled classes, updated by triggers when classes get these
 * states. Adding up all classes of many years would become slow.
 */
export const instructorTotals = pgTable("instructor_totals", {
  instructor_id: uuid("instructor_id")
    .primaryKey()
    .references(() => teachers.user_id, { onDelete: "cascade" }),
  classes: integer("classes").notNull().default(0),
  seats: integer("seats").notNull().default(0),
  /** The number of different people: the rows of `instructor_students`. */
  students: integer("students").notNull().default(0),
})

/**
 * Everyone who had a seat in a completed or cancelled class of an instructor, each once, kept by the same
 * triggers.
 */
export const instructorStudents = pgTable(
  "instructor_students",
  {
    instructor_id: uuid("instructor_id")
      .notNull()
      .references(() => teachers.user_id, { onDelete: "cascade" }),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.instructor_id, table.student_id] }),
    index("instructor_students_of_student").on(table.student_id),
  ],
)
