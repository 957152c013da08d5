import { sql } from "drizzle-orm"
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import type { LessonFailure, LessonUploadStatus } from "#contract/lessons.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import { instant } from "#platform/database/columns.ts"
import type { VideoKind } from "#shared/video.ts"

/** Whole seconds as PostgreSQL's set of ranges: seconds added twice are in it once. */
const seconds = customType<{ data: string }>({ dataType: () => "int4multirange" })

/**
 * The video lessons of programs, in order. Students see the video at `file_path`; the `upload_*` columns
 * describe one being uploaded, even while it replaces another. Bytes arrive in the spool under `upload_id`.
 */
export const programLessons = pgTable(
  "program_lessons",
  {
    id: uuid("id").primaryKey(),
    course_id: uuid("course_id")
      .notNull()
      .references(() => programs.id),
    position: integer("position").notNull(),
    title: text("title").notNull(),
    file_path: text("file_path"),
    file_size: bigint("file_size", { mode: "number" }),
    duration_seconds: real("duration_seconds"),
    file_kind: text("file_kind").$type<VideoKind>(),
    upload_id: uuid("upload_id"),
    upload_name: text("upload_name"),
    upload_kind: text("upload_kind").$type<VideoKind>(),
    /** The size of the upload in bytes. */
    upload_size: bigint("upload_size", { mode: "number" }),
    received_bytes: bigint("received_bytes", { mode: "number" }).notNull().default(0),
    /** When the last byte arrived. */
    received_at: instant("received_at"),
    upload_status: text("upload_status").$type<LessonUploadStatus>(),
    failure: text("failure").$type<LessonFailure>(),
    uploaded_by: uuid("uploaded_by").references(() => user.id, { onDelete: "set null" }),
    deleted_at: instant("deleted_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    unique("program_lessons_upload").on(table.upload_id),
    check(
      "program_lessons_upload_status",
      sql`${table.upload_status} in ('uploading', 'processing', 'failed')`,
    ),
    check(
      "program_lessons_upload_whole",
      sql`(${table.upload_id} is null) = (${table.upload_status} is null) and (${table.upload_id} is null) = (${table.upload_size} is null) and (${table.upload_id} is null) = (${table.upload_kind} is null)`,
    ),
    check(
      "program_lessons_file_whole",
      sql`(${table.file_path} is null) = (${table.file_size} is null) and (${table.file_path} is null) = (${table.duration_seconds} is null) and (${table.file_path} is null) = (${table.file_kind} is null)`,
    ),
    index("program_lessons_in_order").on(table.course_id, table.position, table.id),
    index("program_lessons_unfinished").on(table.received_at).where(sql`${table.upload_id} is not null`),
    index("program_lessons_in_bin").on(table.deleted_at).where(sql`${table.deleted_at} is not null`),
    index("program_lessons_of_person").on(table.uploaded_by),
  ],
)

/**
 * Videos that were replaced or are no longer needed, and uploads that were made into one. They are kept while links open
 * them and backups may name them.
 */
export const replacedLessonFiles = pgTable(
  "replaced_lesson_files",
  {
    key: text("key").primaryKey(),
    remove_at: instant("remove_at").notNull(),
  },
  (table) => [index("replaced_lesson_files_due").on(table.remove_at)],
)

/** Which seconds of a lesson each student has seen, and where they stopped. */
export const lessonProgress = pgTable(
  "lesson_progress",
  {
    lesson_id: uuid("lesson_id")
      .notNull()
      .references(() => programLessons.id, { onDelete: "cascade" }),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    position_seconds: real("position_seconds").notNull(),
    seen: seconds("seen").notNull().default("{}"),
    /** How many different seconds were seen. */
    seen_seconds: integer("seen_seconds").notNull().default(0),
    /** When enough was seen for the first time. */
    done_at: instant("done_at"),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lesson_id, table.student_id] }),
    index("lesson_progress_of_student").on(table.student_id, table.updated_at),
  ],
)
