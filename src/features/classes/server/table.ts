import { sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  time,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { CancelCode, ClassDelivery, ClassStatus, ClassType } from "#contract/classes/classes.ts"
import type { CallOutcome, DemoRequest } from "#contract/classes/demo-requests.ts"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import { instant } from "#platform/database/columns.ts"

/**
 * Classes. Date and times are wall-clock in the institution's zone; starts_at and ends_at are the same
 * moments as instants and are used in queries. A migration adds the exclusion of overlapping classes of one
 * instructor.
 */
export const scheduledClasses = pgTable(
  "scheduled_classes",
  {
    id: uuid("id").primaryKey(),
    /** The instructor who starts and runs the class, and whose time it takes. */
    instructor_id: uuid("instructor_id")
      .notNull()
      .references(() => teachers.user_id),
    /** The owner of the class while a substitute teaches it; null when its own instructor does. */
    substitutes_for: uuid("substitutes_for").references(() => teachers.user_id),
    /** The program that the class belongs to, if any. */
    course_id: uuid("course_id").references(() => programs.id),
    /**
     * Shared by classes that were scheduled together as a weekly series. Everything else is stored in each
     * class, so that one can be edited on its own.
     */
    series_id: uuid("series_id"),
    /** What the academy's lists call the series; null where no list made it. */
    batch: text("batch"),
    /** Edited individually: later edits of the series don't change it. */
    detached: boolean("detached").notNull().default(false),
    /** The key of the form that scheduled it. The same form sent twice makes one class, or one series. */
    request_key: uuid("request_key"),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    subject: text("subject").notNull(),
    curriculum: text("curriculum").notNull(),
    grade: text("grade").notNull().default(""),
    scheduled_date: date("scheduled_date").notNull(),
    start_time: time("start_time").notNull(),
    end_time: time("end_time").notNull(),
    starts_at: instant("starts_at").notNull(),
    ends_at: instant("ends_at").notNull(),
    max_capacity: integer("max_capacity").notNull(),
    /** Taken seats: enrolments and approved demo requests. Shown as enrolled_count. */
    seats_taken: integer("seats_taken").notNull().default(0),
    /** Seats kept for demo requests without an answer. */
    seats_held: integer("seats_held").notNull().default(0),
    /** How many are on the waitlist. */
    waiting: integer("waiting").notNull().default(0),
    /** Made from a time offered to one student. Other students can't find it. */
    one_on_one: boolean("one_on_one").notNull().default(false),
    /** The invitation by which alone its seats are given: nobody else finds it. Null for classes that are open to all. */
    invitation_id: uuid("invitation_id"),
    status: text("status").$type<ClassStatus>().notNull().default("scheduled"),
    class_type: text("class_type").$type<ClassType>().notNull().default("regular"),
    auto_record: boolean("auto_record").notNull().default(false),
    delivery: text("delivery").$type<ClassDelivery>().notNull().default("online"),
    venue_name: text("venue_name"),
    venue_address: text("venue_address"),
    /** The link to the class's own room, set when it is started. */
    google_meet_link: text("google_meet_link"),
    /** A meeting that Google made for the class, if configured. */
    meet_link: text("meet_link"),
    /** The number of edits, for calendars that contain the class. */
    revision: integer("revision").notNull().default(0),
    /** What the person who cancelled it wrote. */
    cancel_reason: text("cancel_reason"),
    /** Why the product cancelled it, where nobody did. */
    cancel_code: text("cancel_code").$type<CancelCode>(),
    started_at: instant("started_at"),
    ended_at: instant("ended_at"),
    created_at: instant("created_at").notNull().defaultNow(),
    updated_at: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    // What a seat refers to, which has the start of its class.
    unique("classes_with_start").on(table.id, table.starts_at),
    check("classes_end_after_start", sql`${table.ends_at} > ${table.starts_at}`),
    check("classes_capacity", sql`${table.max_capacity} between 1 and 100`),
    check("classes_seats", sql`${table.seats_taken} between 0 and ${table.max_capacity}`),
    check(
      "classes_seats_held",
      sql`${table.seats_held} >= 0 and ${table.waiting} >= 0 and ${table.seats_taken} + ${table.seats_held} <= ${table.max_capacity}`,
    ),
    check("classes_one_on_one", sql`not ${table.one_on_one} or ${table.max_capacity} = 1`),
    check("classes_invitation", sql`${table.invitation_id} is null or not ${table.one_on_one}`),
    check("classes_status", sql`${table.status} in ('scheduled', 'live', 'completed', 'cancelled')`),
    check("classes_cancel_code", sql`${table.cancel_code} in ('not_held', 'given_back')`),
    check("classes_type", sql`${table.class_type} in ('regular', 'demo')`),
    check("classes_delivery", sql`${table.delivery} in ('online', 'on_premises')`),
    check("classes_venue", sql`${table.delivery} = 'online' or ${table.venue_name} is not null`),
    uniqueIndex("classes_one_per_request").on(table.request_key).where(sql`${table.request_key} is not null`),
    index("classes_given_away")
      .on(table.substitutes_for, table.starts_at, table.id)
      .where(sql`${table.substitutes_for} is not null`),
    index("classes_of_series")
      .on(table.series_id, table.starts_at)
      .where(sql`${table.series_id} is not null`),
    index("classes_of_program")
      .on(table.course_id, table.starts_at, table.id)
      .where(sql`${table.course_id} is not null`),
    index("classes_of_invitation")
      .on(table.invitation_id, table.starts_at)
      .where(sql`${table.invitation_id} is not null`),
    index("classes_by_start").on(table.starts_at, table.id),
    index("classes_of_instructor").on(table.instructor_id, table.starts_at, table.id),
    index("classes_running_of_instructor")
      .on(table.instructor_id, table.starts_at)
      .where(sql`${table.status} in ('scheduled', 'live')`),
    index("classes_live").on(table.ends_at).where(sql`${table.status} = 'live'`),
    index("classes_not_started").on(table.ends_at).where(sql`${table.status} = 'scheduled'`),
    index("classes_cancelled").on(table.starts_at, table.id).where(sql`${table.status} = 'cancelled'`),
    index("classes_search").using("gin", sql`${table.title} gin_trgm_ops`),
  ],
)

/**
 * Classes that anyone may find: made neither for one student nor for those who are invited. Without a parameter, whose
 * value cached plans would not know.
 */
export const shared = sql`(not ${scheduledClasses.one_on_one} and ${scheduledClasses.invitation_id} is null)`

/** Whether a class is one that anyone may find. */
export function isShared(row: { one_on_one: boolean; invitation_id: string | null }): boolean {
  return !row.one_on_one && row.invitation_id === null
}

export const classEnrollments = pgTable(
  "class_enrollments",
  {
    id: uuid("id").primaryKey(),
    class_id: uuid("class_id").notNull(),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    created_at: instant("created_at").notNull().defaultNow(),
    /**
     * When its class starts, so that a page of a student's classes reads only the seats shown. The database
     * fills it by a trigger, whatever is inserted, and changes it when the class moves.
     */
    starts_at: instant("starts_at")
      .notNull()
      .$defaultFn(() => sql`null`),
    /**
     * Whether its class has recordings, so that a list of them doesn't look at every seat of a student. Triggers
     * keep it, whatever is written. Whether the student may watch them is for the recordings to say.
     */
    recorded: boolean("recorded").notNull().default(false),
  },
  (table) => [
    foreignKey({
      name: "class_enrollments_class_fk",
      columns: [table.class_id, table.starts_at],
      foreignColumns: [scheduledClasses.id, scheduledClasses.starts_at],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
    unique("class_enrollments_one_seat").on(table.class_id, table.student_id),
    index("class_enrollments_of_student").on(table.student_id, table.starts_at, table.class_id),
    index("class_enrollments_recorded")
      .on(table.student_id, table.starts_at, table.class_id)
      .where(sql`${table.recorded}`),
    index("class_enrollments_newest").on(table.created_at, table.id),
  ],
)

export const demoClassRequests = pgTable(
  "demo_class_requests",
  {
    id: uuid("id").primaryKey(),
    class_id: uuid("class_id")
      .notNull()
      .references(() => scheduledClasses.id, { onDelete: "cascade" }),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    instructor_id: uuid("instructor_id")
      .notNull()
      .references(() => teachers.user_id),
    status: text("status").$type<DemoRequest["status"]>().notNull().default("pending"),
    message: text("message"),
    requested_at: instant("requested_at").notNull().defaultNow(),
    responded_at: instant("responded_at"),
    /** Whether a seat is kept for the request now, at most until `held_until`. */
    holds_seat: boolean("holds_seat").notNull().default(false),
    /**
     * When the kept seat goes, or went, to the next on the waitlist. A pending request without it is on the
     * waitlist.
     */
    held_until: instant("held_until"),
    /** The activity whose one free trial the request uses. Null if it uses none, as after a rejection. */
    trial_of: text("trial_of"),
    /** The rejected request whose offer of another time this request accepted. */
    offered_for: uuid("offered_for").references((): AnyPgColumn => demoClassRequests.id, {
      onDelete: "set null",
    }),
    callback_from: instant("callback_from"),
    callback_by: instant("callback_by"),
    called_at: instant("called_at"),
    called_by: uuid("called_by").references(() => user.id, { onDelete: "set null" }),
    call_outcome: text("call_outcome").$type<CallOutcome>(),
  },
  (table) => [
    unique("demo_requests_one_per_class").on(table.class_id, table.student_id),
    check("demo_requests_status", sql`${table.status} in ('pending', 'approved', 'rejected')`),
    check(
      "demo_requests_hold",
      sql`not ${table.holds_seat} or (${table.status} = 'pending' and ${table.held_until} is not null)`,
    ),
    // Needs no predicate: requests that are no trial have null here, and nulls are distinct.
    unique("demo_requests_one_trial").on(table.student_id, table.trial_of),
    unique("demo_requests_one_answer").on(table.offered_for),
    index("demo_requests_held").on(table.held_until).where(sql`${table.holds_seat}`),
    index("demo_requests_waiting")
      .on(table.class_id, table.requested_at, table.id)
      .where(sql`${table.status} = 'pending'`),
    index("demo_requests_to_call")
      .on(table.instructor_id, table.callback_by)
      .where(sql`${table.called_at} is null and ${table.callback_by} is not null`),
    index("demo_requests_of_instructor").on(table.instructor_id, table.requested_at, table.id),
    index("demo_requests_newest").on(table.requested_at, table.id),
    index("demo_requests_of_student").on(table.student_id, table.class_id),
  ],
)

/**
 * The private address of a person's calendar. Only a hash is stored; the address was only shown to its owner.
 */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    user_id: uuid("user_id")
      .primaryKey()
      .references(() => user.id, { onDelete: "cascade" }),
    token_hash: text("token_hash").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("calendar_feeds_by_token").on(table.token_hash)],
)

/** Which reminders were written for which start of a class. A moved class gets new reminders. */
export const classReminders = pgTable(
  "class_reminders",
  {
    class_id: uuid("class_id")
      .notNull()
      .references(() => scheduledClasses.id, { onDelete: "cascade" }),
    kind: text("kind").$type<"reminder" | "soon">().notNull(),
    starts_at: instant("starts_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.class_id, table.kind, table.starts_at] })],
)
