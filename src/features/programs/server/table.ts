import { type SQL, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { students } from "#features/accounts/server/table.ts"

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })

type Searched = { title: AnyPgColumn; instructor: AnyPgColumn; subject: AnyPgColumn }

/** What a search looks through, one line each, so that one index serves all three. */
export function searchText(table: Searched): SQL {
  return sql`${table.title} || E'\\n' || ${table.instructor} || E'\\n' || ${table.subject}`
}

const offered = (table: { archived_at: AnyPgColumn }) => sql`${table.archived_at} is null`

export const programs = pgTable(
  "programs",
  {
    id: uuid("id").primaryKey(),
    slug: text("slug").notNull().unique(),
    /** The order in which an academy recommends its programs; the seed's order at first. */
    position: integer("position").notNull(),
    title: text("title").notNull(),
    instructor: text("instructor").notNull(),
    instructor_bio: text("instructor_bio").notNull().default(""),
    summary: text("summary").notNull(),
    description: text("description").notNull(),
    outline: jsonb("outline").$type<string[]>().notNull().default([]),
    image: text("image").notNull(),
    image_alt: text("image_alt").notNull().default(""),
    level: text("level").notNull(),
    service: text("service").notNull(),
    curriculum: text("curriculum").notNull(),
    grade: text("grade").notNull(),
    subject: text("subject").notNull(),
    rating: real("rating").notNull(),
    students: integer("students").notNull(),
    sample_figures: boolean("sample_figures").notNull().default(false),
    duration: text("duration").notNull(),
    /** The real length in hours, by which durations sort. */
    duration_hours: integer("duration_hours").notNull(),
    price_paise: integer("price_paise").notNull(),
    delivery: text("delivery").notNull(),
    venue: jsonb("venue").$type<{ name: string; address: string }>(),
    archived_at: instant("archived_at"),
    created_at: instant("created_at").notNull().defaultNow(),
    updated_at: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    check("programs_price", sql`${table.price_paise} >= 0`),
    // One index for each order, with the column negated where the order descends: a page is then one range of it.
    index("programs_recommended").on(table.position, table.id).where(offered(table)),
    index("programs_by_rating").on(sql`(-${table.rating})`, table.position, table.id).where(offered(table)),
    index("programs_by_students")
      .on(sql`(-${table.students})`, table.position, table.id)
      .where(offered(table)),
    index("programs_by_price").on(table.price_paise, table.position, table.id).where(offered(table)),
    index("programs_by_price_high")
      .on(sql`(-${table.price_paise})`, table.position, table.id)
      .where(offered(table)),
    index("programs_by_duration").on(table.duration_hours, table.position, table.id).where(offered(table)),
    index("programs_by_subject").on(table.subject, table.position).where(offered(table)),
    index("programs_by_service").on(table.service, table.position).where(offered(table)),
    index("programs_by_curriculum").on(table.curriculum, table.position).where(offered(table)),
    index("programs_by_grade").on(table.grade, table.position).where(offered(table)),
    index("programs_search")
      .using("gin", sql`(${searchText(table)}) gin_trgm_ops`)
      .where(offered(table)),
  ],
)

/** Program enrolments. One active row per student and program. */
export const enrollments = pgTable(
  "enrollments",
  {
    id: uuid("id").primaryKey(),
    course_id: uuid("course_id")
      .notNull()
      .references(() => programs.id),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    status: text("status").notNull().default("active"),
    created_at: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("enrollments_one_active")
      .on(table.course_id, table.student_id)
      .where(sql`${table.status} = 'active'`),
    index("enrollments_of_student").on(table.student_id, table.created_at),
    check("enrollments_status", sql`${table.status} in ('active', 'cancelled')`),
  ],
)
