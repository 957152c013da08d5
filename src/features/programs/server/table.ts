import { type Placeholder, type SQL, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { instant } from "#platform/database/columns.ts"

/**
 * Returns a text in the form that searches compare: in lower case, with a capital Q for each blank. Trigrams
 * end at non-letters, and so would not distinguish "first songs" from "songs first". No other capital remains
 * in the text.
 */
export function searchable(text: SQL): SQL {
  return sql`translate(lower(${text}), ' ', 'Q')`
}

/** Returns the words of a program's title, instructor and subject, in lower case. */
export function wordsOf(table: { search_text: AnyPgColumn }): SQL {
  return sql`regexp_split_to_array(${table.search_text}, '[^a-z0-9\\u0080-\\uffff]+')`
}

const offered = (table: { archived_at: AnyPgColumn }) => sql`${table.archived_at} is null`

type Kinds = Record<
  "position" | "id" | "service" | "curriculum" | "grade" | "subject" | "delivery",
  AnyPgColumn
>

/**
 * The index of an order by `key`, then by position. `column` is the column that the key negates, so that the
 * index contains it.
 */
function orderIndex(
  name: string,
  key: AnyPgColumn | SQL,
  column: AnyPgColumn | null,
  table: Kinds & { archived_at: AnyPgColumn },
) {
  const { service, curriculum, grade, subject, delivery } = table
  const behind = [service, curriculum, grade, subject, delivery, ...(column ? [column] : [])]
  return index(name)
    .on(key as SQL, table.position, table.id, ...behind)
    .where(offered(table))
}

export const programs = pgTable(
  "programs",
  {
    id: uuid("id").primaryKey(),
    slug: text("slug").notNull().unique(),
    /** The academy's recommended order; the seed's order at first. */
    position: integer("position").notNull(),
    title: text("title").notNull(),
    instructor: text("instructor").notNull(),
    /** The instructor who manages its video lessons, beside the office. */
    teacher_id: uuid("teacher_id").references(() => teachers.user_id, { onDelete: "set null" }),
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
    /** Counted every five minutes, unless the figures are samples. */
    students: integer("students").notNull(),
    sample_figures: boolean("sample_figures").notNull().default(false),
    duration: text("duration").notNull(),
    /** The length in hours, by which durations sort. */
    duration_hours: integer("duration_hours").notNull(),
    price_paise: integer("price_paise").notNull(),
    /** What a month costs as a membership, in paise; null where none are sold. */
    monthly_fee_paise: integer("monthly_fee_paise"),
    delivery: text("delivery").notNull(),
    venue: jsonb("venue").$type<{ name: string; address: string }>(),
    archived_at: instant("archived_at"),
    created_at: instant("created_at").notNull().defaultNow(),
    updated_at: instant("updated_at").notNull().defaultNow(),
    /**
     * The text that searches use, one line each for title, instructor and subject, so that one index serves
     * all three.
     */
    search_text: text("search_text")
      .notNull()
      .generatedAlwaysAs(searchable(sql.raw("title || E'\\n' || instructor || E'\\n' || subject"))),
  },
  (table) => [
    check("programs_price", sql`${table.price_paise} >= 0`),
    check("programs_monthly_fee", sql`${table.monthly_fee_paise} > 0`),
    // One index for each order, negated for descending ones, so that a page is one range of it. The kinds are
    // the last columns, so that filtering by kind only reads the index.
    index("programs_recommended")
      .on(
        table.position,
        table.id,
        table.service,
        table.curriculum,
        table.grade,
        table.subject,
        table.delivery,
      )
      .where(offered(table)),
    orderIndex("programs_by_rating", sql`(-${table.rating})`, table.rating, table),
    orderIndex("programs_by_students", sql`(-${table.students})`, table.students, table),
    orderIndex("programs_by_price", table.price_paise, null, table),
    orderIndex("programs_by_price_high", sql`(-${table.price_paise})`, table.price_paise, table),
    orderIndex("programs_by_duration", table.duration_hours, null, table),
    index("programs_of_teacher").on(table.teacher_id).where(sql`${table.teacher_id} is not null`),
    index("programs_archived").on(table.id).where(sql`${table.archived_at} is not null`),
    index("programs_by_kind")
      .on(table.subject, table.curriculum, table.grade, table.service, table.delivery)
      .where(offered(table)),
    // Read far more often than written, so without the list of pending entries that every search would have
    // to read.
    index("programs_search")
      .using("gin", sql`${table.search_text} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(offered(table)),
    index("programs_by_word")
      .using("gin", sql`(${wordsOf(table)})`)
      .with({ fastupdate: false })
      .where(offered(table)),
  ],
)

/**
 * How many programs of each kind are offered, kept by triggers on programs, so that queries need not count.
 */
export const programKinds = pgTable(
  "program_kinds",
  {
    service: text("service").notNull(),
    curriculum: text("curriculum").notNull(),
    grade: text("grade").notNull(),
    subject: text("subject").notNull(),
    delivery: text("delivery").notNull(),
    offered: integer("offered").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.service, table.curriculum, table.grade, table.subject, table.delivery] }),
  ],
)

/**
 * Every word by which programs can be found, kept by triggers on programs, for suggestions for mistyped
 * words.
 */
export const programWords = pgTable(
  "program_words",
  {
    word: text("word").primaryKey(),
    /** How many offered programs contain it. */
    offered: integer("offered").notNull(),
  },
  (table) => [index("program_words_like").using("gin", sql`${table.word} gin_trgm_ops`)],
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
    /** The series of classes that the student chose; null for all classes of the program. */
    batch_id: uuid("batch_id"),
    /** The last day on which the student may attend, in the institution's zone; null without an end. */
    valid_until: date("valid_until", { mode: "string" }),
    created_at: instant("created_at").notNull().defaultNow(),
    /** When a renewal, another batch or a new start last gave it other classes; null if none did. */
    changed_at: instant("changed_at"),
    /** The last day whose classes that left as they were; null if it was about all. */
    changed_after: date("changed_after", { mode: "string" }),
  },
  (table) => [
    uniqueIndex("enrollments_one_active")
      .on(table.course_id, table.student_id)
      .where(sql`${table.status} = 'active'`),
    index("enrollments_of_student").on(table.student_id, table.created_at),
    index("enrollments_newest").on(table.created_at),
    index("enrollments_ending")
      .on(table.valid_until, table.id)
      .where(sql`${table.valid_until} is not null and ${table.status} = 'active'`),
    check("enrollments_status", sql`${table.status} in ('active', 'cancelled')`),
  ],
)

/** A column, a value or a placeholder of a query. */
type Given = AnyPgColumn | Placeholder | string

/** Whether a program that has a price was not bought for a date of the institution's zone. */
export function unpaidOn(of: { course_id: Given; student_id: Given; date: Given }): SQL<boolean> {
  return sql<boolean>`(exists (select from programs p where p.id = ${of.course_id} and p.price_paise > 0)
    and not exists (select from enrollments e where e.course_id = ${of.course_id}
      and e.student_id = ${of.student_id} and e.status = 'active'
      and (e.valid_until is null or e.valid_until >= ${of.date})))`
}

/** Whether an active enrolment covers a date of the institution's zone. */
export function covers(date: string | Placeholder | SQL): SQL<boolean> {
  const { status, valid_until } = enrollments
  return sql<boolean>`(${status} = 'active' and (${valid_until} is null or ${valid_until} >= ${date}::date))`
}

/** Files for the students of a program. The store has the file under the row's id. */
export const programMaterials = pgTable(
  "program_materials",
  {
    id: uuid("id").primaryKey(),
    course_id: uuid("course_id")
      .notNull()
      .references(() => programs.id),
    title: text("title").notNull(),
    name: text("name").notNull(),
    content_type: text("content_type").notNull(),
    size_bytes: integer("size_bytes").notNull(),
    uploaded_by: uuid("uploaded_by").references(() => user.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
    deleted_at: instant("deleted_at"),
  },
  (table) => [
    index("program_materials_of_program")
      .on(table.course_id, table.created_at)
      .where(sql`${table.deleted_at} is null`),
  ],
)
