import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { instant } from "#platform/database/columns.ts"

const ofClass = () =>
  uuid("class_id")
    .notNull()
    .references(() => scheduledClasses.id, { onDelete: "cascade" })
const ofPerson = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => user.id, { onDelete: "cascade" })

/**
 * What the instructor allows students; a row exists once anything happened in the room. The revision counts
 * every change of the room's board in the order of commits, because each change locks this row.
 */
export const roomPolicies = pgTable(
  "room_policies",
  {
    class_id: ofClass().primaryKey(),
    microphones: boolean("microphones").notNull().default(true),
    cameras: boolean("cameras").notNull().default(true),
    screen_share: boolean("screen_share").notNull().default(false),
    chat: boolean("chat").notNull().default(true),
    locked_at: instant("locked_at"),
    whiteboard: boolean("whiteboard").notNull().default(false),
    drawing: boolean("drawing").notNull().default(false),
    /** The slides in the middle of the room, if any, and the page that is shown. */
    slides_deck: uuid("slides_deck"),
    slides_page: smallint("slides_page").notNull().default(0),
    revision: integer("revision").notNull().default(0),
    /** Since when the class is being recorded; null if it is not. */
    recording_since: instant("recording_since"),
  },
  (table) => [
    index("rooms_being_recorded").on(table.class_id).where(sql`${table.recording_since} is not null`),
  ],
)

/** What one student may or may not do, regardless of the class's policy; null follows the policy. */
export const roomAllowances = pgTable(
  "room_allowances",
  {
    class_id: ofClass(),
    person_id: ofPerson("person_id"),
    microphone: boolean("microphone"),
    camera: boolean("camera"),
    screen_share: boolean("screen_share"),
    chat: boolean("chat"),
    drawing: boolean("drawing"),
  },
  (table) => [primaryKey({ columns: [table.class_id, table.person_id] })],
)

/** People who were in the room when it was locked, and may come back. */
export const roomAdmissions = pgTable(
  "room_admissions",
  { class_id: ofClass(), person_id: ofPerson("person_id") },
  (table) => [primaryKey({ columns: [table.class_id, table.person_id] })],
)

/** Raised hands, in the order of their revisions. */
export const roomHands = pgTable(
  "room_hands",
  {
    class_id: ofClass(),
    person_id: ofPerson("person_id"),
    revision: integer("revision").notNull(),
    raised_at: instant("raised_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.class_id, table.person_id] })],
)

/** Chat messages. `seq` is the position; `revision` grows when the message is deleted. */
export const roomMessages = pgTable(
  "room_messages",
  {
    id: uuid("id").primaryKey(),
    class_id: ofClass(),
    sender_id: ofPerson("sender_id"),
    by_staff: boolean("by_staff").notNull(),
    private_with: uuid("private_with").references(() => user.id, { onDelete: "cascade" }),
    body: text("body").notNull(),
    seq: integer("seq").notNull(),
    revision: integer("revision").notNull(),
    created_at: instant("created_at").notNull(),
    deleted_at: instant("deleted_at"),
  },
  (table) => [
    unique("room_messages_in_order").on(table.class_id, table.seq),
    index("room_messages_changed").on(table.class_id, table.revision),
    index("room_messages_of_sender").on(table.sender_id, table.created_at),
    index("room_messages_old").on(table.created_at),
    check("room_messages_length", sql`char_length(${table.body}) between 1 and 1000`),
  ],
)

export const roomPolls = pgTable(
  "room_polls",
  {
    id: uuid("id").primaryKey(),
    class_id: ofClass(),
    question: text("question").notNull(),
    options: text("options").array().notNull(),
    is_multiple: boolean("is_multiple").notNull(),
    may_change: boolean("may_change").notNull(),
    status: text("status", { enum: ["draft", "open", "closed"] }).notNull(),
    results_shown: boolean("results_shown").notNull().default(false),
    created_by: ofPerson("created_by"),
    created_at: instant("created_at").notNull(),
    revision: integer("revision").notNull(),
  },
  (table) => [
    index("room_polls_of_class").on(table.class_id, table.created_at),
    check("room_polls_options", sql`cardinality(${table.options}) between 2 and 6`),
  ],
)

/** One person's vote in a poll: the positions of the chosen options. */
export const roomVotes = pgTable(
  "room_votes",
  {
    poll_id: uuid("poll_id")
      .notNull()
      .references(() => roomPolls.id, { onDelete: "cascade" }),
    person_id: ofPerson("person_id"),
    choices: smallint("choices").array().notNull(),
    voted_at: instant("voted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.poll_id, table.person_id] })],
)

/** Files shared with a class; their bytes are in the file store under the row's id. */
export const roomFiles = pgTable(
  "room_files",
  {
    id: uuid("id").primaryKey(),
    class_id: ofClass(),
    shared_by: ofPerson("shared_by"),
    name: text("name").notNull(),
    content_type: text("content_type").notNull(),
    size_bytes: integer("size_bytes").notNull(),
    created_at: instant("created_at").notNull(),
    deleted_at: instant("deleted_at"),
    revision: integer("revision").notNull(),
    /** The slides that the product made it of, if any. They may be gone. */
    deck_id: uuid("deck_id"),
    /** It holds what was erased since. Nobody gets it until it is made anew. */
    stale: boolean("stale").notNull().default(false),
  },
  (table) => [
    index("room_files_of_class").on(table.class_id, table.created_at),
    index("room_files_of_slides").on(table.deck_id).where(sql`${table.deck_id} is not null`),
    index("room_files_stale").on(table.class_id).where(sql`${table.stale}`),
  ],
)
