import { sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import type {
  CaptionLanguage,
  RecordingFailure,
  RecordingQuality,
  RecordingStatus,
  RecordingVisibility,
} from "#contract/recordings/recordings.ts"
import { teachers, user } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { instant } from "#platform/database/columns.ts"

/** The file store, or the spool in which recordings arrive. */
export type RecordingStore = "kept" | "spool"

/**
 * Recordings of classes. Chunks arrive in the spool under the recording's id; processing makes a file of them
 * under `file_path`. A class with recordings can't be deleted.
 */
export const classRecordings = pgTable(
  "class_recordings",
  {
    id: uuid("id").primaryKey(),
    class_id: uuid("class_id")
      .notNull()
      .references(() => scheduledClasses.id),
    instructor_id: uuid("instructor_id")
      .notNull()
      .references(() => teachers.user_id),
    title: text("title").notNull(),
    /**
     * The text that searches match: the title, and the class's title, which no longer changes once it was
     * live.
     */
    search_text: text("search_text").notNull().default(""),
    file_path: text("file_path"),
    file_size: bigint("file_size", { mode: "number" }),
    duration_seconds: real("duration_seconds"),
    recording_started_at: instant("recording_started_at").notNull(),
    recording_ended_at: instant("recording_ended_at"),
    status: text("status").$type<RecordingStatus>().notNull(),
    /** Older releases wrote sentences. */
    failure: text("failure").$type<RecordingFailure>(),
    is_demo_class: boolean("is_demo_class").notNull(),
    visibility: text("visibility").$type<RecordingVisibility>().notNull(),
    quality: text("quality").$type<RecordingQuality>().notNull(),
    source: text("source").notNull(),
    mime_type: text("mime_type").notNull(),
    /** A small JPEG as a data URL. */
    poster: text("poster"),
    received_bytes: bigint("received_bytes", { mode: "number" }).notNull().default(0),
    /** When the recorder last reported or sent something. */
    received_at: instant("received_at").notNull(),
    /** How many of the received bytes the file at `file_path` was made of. */
    processed_bytes: bigint("processed_bytes", { mode: "number" }).notNull().default(0),
    /** Until when links open a file that will be replaced by a better one. */
    linked_until: instant("linked_until"),
    /** Since when its recorder is paused. */
    paused_at: instant("paused_at"),
    deleted_at: instant("deleted_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    check("recordings_status", sql`${table.status} in ('recording', 'processing', 'completed', 'failed')`),
    check("recordings_visibility", sql`${table.visibility} in ('enrolled_students', 'instructor_only')`),
    check("recordings_quality", sql`${table.quality} in ('720p', '1080p')`),
    check(
      "recordings_completed_have_a_file",
      sql`${table.status} <> 'completed' or (${table.file_size} is not null and ${table.duration_seconds} is not null)`,
    ),
    index("recordings_of_instructor").on(table.instructor_id, table.recording_started_at, table.id),
    index("recordings_of_class").on(table.class_id, table.recording_started_at),
    index("recordings_unfinished")
      .on(table.received_at)
      .where(sql`${table.status} in ('recording', 'processing')`),
    index("recordings_failed")
      .on(table.created_at)
      .where(sql`${table.status} = 'failed' and ${table.deleted_at} is null`),
    index("recordings_open")
      .on(table.received_at)
      .where(sql`${table.recording_ended_at} is null or ${table.processed_bytes} < ${table.received_bytes}`),
    index("recordings_kept").on(table.recording_started_at).where(sql`${table.deleted_at} is null`),
    index("recordings_by_start").on(table.recording_started_at, table.id),
    index("recordings_in_bin").on(table.deleted_at).where(sql`${table.deleted_at} is not null`),
    index("recordings_binned_by_start")
      .on(table.recording_started_at, table.id)
      .where(sql`${table.deleted_at} is not null`),
    index("recordings_search").using("gin", table.instructor_id, sql`${table.search_text} gin_trgm_ops`),
    index("recordings_binned_of_instructor")
      .on(table.instructor_id, table.recording_started_at, table.id)
      .where(sql`${table.deleted_at} is not null`),
  ],
)

/**
 * Files that were replaced by better ones, and those of captions that are gone. Each is kept while links open it and
 * backups may name it.
 */
export const replacedRecordingFiles = pgTable(
  "replaced_recording_files",
  {
    store: text("store").$type<RecordingStore>().notNull(),
    key: text("key").notNull(),
    remove_at: instant("remove_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.store, table.key] }),
    index("replaced_recording_files_due").on(table.remove_at),
  ],
)

/** Marks set by the instructor, shown as chapters in the player. */
export const recordingChapters = pgTable(
  "recording_chapters",
  {
    id: uuid("id").primaryKey(),
    recording_id: uuid("recording_id")
      .notNull()
      .references(() => classRecordings.id, { onDelete: "cascade" }),
    at_seconds: real("at_seconds").notNull(),
    title: text("title").notNull(),
  },
  (table) => [index("recording_chapters_in_order").on(table.recording_id, table.at_seconds)],
)

/**
 * The captions of a recording, one file for each language; its bytes are in the file store under the row's
 * id.
 */
export const recordingCaptions = pgTable(
  "recording_captions",
  {
    id: uuid("id").primaryKey(),
    recording_id: uuid("recording_id")
      .notNull()
      .references(() => classRecordings.id, { onDelete: "cascade" }),
    language: text("language").$type<CaptionLanguage>().notNull(),
    cues: integer("cues").notNull(),
    uploaded_by: uuid("uploaded_by")
      .notNull()
      .references(() => user.id),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    unique("recording_captions_one_per_language").on(table.recording_id, table.language),
    index("recording_captions_of_person").on(table.uploaded_by),
  ],
)

/** How far each person watched, and for how long in all. */
export const recordingViews = pgTable(
  "recording_views",
  {
    recording_id: uuid("recording_id")
      .notNull()
      .references(() => classRecordings.id, { onDelete: "cascade" }),
    user_id: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    position_seconds: real("position_seconds").notNull(),
    watched_seconds: integer("watched_seconds").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recording_id, table.user_id] }),
    index("recording_views_of_person").on(table.user_id),
  ],
)
