import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import type { DeclineReason, MedicalProof } from "#contract/attendance/medical-proofs.ts"
import { students, user } from "#features/accounts/server/table.ts"
import type { AbsenceAnswer } from "#features/attendance/rules.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { instant } from "#platform/database/columns.ts"

const ofStudent = {
  class_id: uuid("class_id")
    .notNull()
    .references(() => scheduledClasses.id, { onDelete: "restrict" }),
  student_id: uuid("student_id")
    .notNull()
    .references(() => students.user_id, { onDelete: "cascade" }),
}

/** Intervals of presence, several of which may make up one presence. Derived from presence events. */
export const classAttendance = pgTable(
  "class_attendance",
  {
    id: uuid("id").primaryKey(),
    ...ofStudent,
    attended: boolean("attended").notNull().default(false),
    joined_at: instant("joined_at").notNull(),
    left_at: instant("left_at"),
  },
  (table) => [
    unique("class_attendance_one_interval").on(table.class_id, table.student_id, table.joined_at),
    index("class_attendance_of_student").on(table.student_id, table.joined_at),
  ],
)

/** The verdict on one student and class, settled when the class ends. */
export const attendanceVerdicts = pgTable(
  "attendance_verdicts",
  {
    ...ofStudent,
    verdict: text("verdict").notNull(),
    /**
     * Presence that counts, required and possible; null for verdicts from before possible time was counted.
     */
    present_seconds: integer("present_seconds").notNull(),
    minimum_seconds: integer("minimum_seconds").notNull(),
    possible_seconds: integer("possible_seconds"),
    /** The rule it was judged by, which never changes for it. See `VERDICT_RULE`. */
    rule: smallint("rule").notNull().default(1),
    reasons: jsonb("reasons").$type<unknown[]>().notNull(),
    /** When it last changed. */
    settled_at: instant("settled_at").notNull(),
    /**
     * When it first was present or absent. Null if it never was, and for verdicts from before this was kept and
     * unchanged since: they count from `settled_at`.
     */
    first_counted_at: instant("first_counted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.class_id, table.student_id] }),
    check("attendance_verdict_known", sql`${table.verdict} in ('present', 'absent', 'excused', 'none')`),
    // In the order of a student's register, and with the verdict, so that years are counted without reading the rows.
    index("attendance_verdicts_of_student").on(
      table.student_id,
      table.settled_at,
      table.class_id,
      table.verdict,
    ),
    // With the verdict, so that weeks of classes are counted without reading the rows.
    index("attendance_verdicts_of_class").on(table.class_id, table.verdict),
  ],
)

/** What an instructor or admin marked by hand: it outranks evidence. */
export const attendanceMarks = pgTable(
  "attendance_marks",
  {
    ...ofStudent,
    verdict: text("verdict").notNull(),
    reason: text("reason"),
    /** An excused absence that was medical, with proof seen; older ones may have had other reasons. */
    medical: boolean("medical").notNull().default(false),
    marked_by: uuid("marked_by")
      .notNull()
      .references(() => user.id),
    marked_at: instant("marked_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.class_id, table.student_id] })],
)

/**
 * The history of marks: one row each time somebody marked a student by hand or removed a mark. Append-only;
 * erasing the student empties the reasons. The audit log names these rows and contains no reasons.
 */
export const attendanceCorrections = pgTable(
  "attendance_corrections",
  {
    id: uuid("id").primaryKey(),
    ...ofStudent,
    /** The verdict before; null for marks from before this history was kept. */
    from_verdict: text("from_verdict"),
    /** The verdict afterwards. */
    to_verdict: text("to_verdict").notNull(),
    /** The mark was removed, so the observed presence decides. */
    removed: boolean("removed").notNull().default(false),
    reason: text("reason"),
    made_by: uuid("made_by")
      .notNull()
      .references(() => user.id),
    made_at: instant("made_at").notNull(),
  },
  (table) => [
    index("attendance_corrections_of_student").on(table.class_id, table.student_id, table.made_at),
    index("attendance_corrections_of_person").on(table.student_id),
  ],
)

/**
 * What guardians answer to absence notices by the link in them, one row for each student a notice names. The
 * link is stored as a hash; siblings share one.
 */
export const absenceAnswers = pgTable(
  "absence_answers",
  {
    ...ofStudent,
    token_hash: text("token_hash").notNull(),
    /** The links that further guardians got. */
    further_hashes: text("further_hashes").array().notNull().default([]),
    /** Until then the answer can be given and changed. */
    open_until: instant("open_until").notNull(),
    answer: text("answer").$type<AbsenceAnswer>(),
    note: text("note"),
    answered_at: instant("answered_at"),
    /**
     * The make-up class whose seat was taken. Kept while that class is in the bin, so that it makes up for
     * the absence again when restored.
     */
    make_up_class_id: uuid("make_up_class_id"),
  },
  (table) => [
    primaryKey({ columns: [table.class_id, table.student_id] }),
    index("absence_answers_by_link").on(table.token_hash),
    index("absence_answers_by_further_link").using("gin", table.further_hashes),
    // With the end of the time to answer, so that a family's open ones are found among all the years'.
    index("absence_answers_of_student").on(table.student_id, table.open_until),
    index("absence_answers_made_up")
      .on(table.student_id, table.make_up_class_id, table.class_id)
      .where(sql`${table.make_up_class_id} is not null`),
    check("absence_answer_known", sql`${table.answer} in ('ill', 'forgot', 'could_not_join')`),
  ],
)

/**
 * The medical proof of one absence: sent by the family, then accepted or declined by staff. Accepting it also
 * marks the absence, and the mark alone decides what counts.
 */
export const medicalProofs = pgTable(
  "medical_proofs",
  {
    ...ofStudent,
    state: text("state").$type<MedicalProof["state"]>().notNull(),
    /** When the family sent the latest file. */
    sent_at: instant("sent_at").notNull(),
    reason: text("reason").$type<DeclineReason>(),
    remark: text("remark"),
    decided_by: uuid("decided_by").references(() => user.id),
    decided_at: instant("decided_at"),
  },
  (table) => [
    primaryKey({ columns: [table.class_id, table.student_id] }),
    index("medical_proofs_of_student").on(table.student_id),
    index("medical_proofs_waiting").on(table.sent_at).where(sql`${table.state} = 'waiting'`),
    check("medical_proofs_state", sql`${table.state} in ('declined', 'accepted', 'waiting')`),
    check(
      "medical_proofs_reason",
      sql`(${table.reason} is not null) = (${table.state} = 'declined')
        and (${table.decided_at} is null) = (${table.state} = 'waiting')
        and (${table.decided_by} is null) = (${table.state} = 'waiting')`,
    ),
  ],
)

/** The files of medical proofs. Deleted some time after the decision. */
export const medicalProofFiles = pgTable(
  "medical_proof_files",
  {
    id: uuid("id").primaryKey(),
    ...ofStudent,
    /** Of the content, so that a file sent twice is kept once. */
    sha256: text("sha256").notNull(),
    content_type: text("content_type").notNull(),
    size_bytes: integer("size_bytes").notNull(),
    /** The guardian who was signed in; null by the link of a notice. */
    uploaded_by: uuid("uploaded_by").references(() => user.id),
    uploaded_at: instant("uploaded_at").notNull(),
    /** Null while its content is on the way to the store. */
    stored_at: instant("stored_at"),
  },
  (table) => [
    unique("medical_proof_files_once").on(table.class_id, table.student_id, table.sha256),
    index("medical_proof_files_of_student").on(table.student_id),
    index("medical_proof_files_oldest").on(table.uploaded_at),
  ],
)

/** Pictures of students' cameras, if the institution and the guardian agreed: at most one in each stretch. */
export const attendanceSnapshots = pgTable(
  "attendance_snapshots",
  {
    id: uuid("id").primaryKey(),
    ...ofStudent,
    /** The number of the five-minute stretch of the class. */
    stretch: integer("stretch").notNull(),
    taken_at: instant("taken_at").notNull(),
  },
  (table) => [
    unique("attendance_snapshots_one_a_stretch").on(table.class_id, table.student_id, table.stretch),
    index("attendance_snapshots_oldest").on(table.taken_at),
    index("attendance_snapshots_of_student").on(table.student_id),
  ],
)

/** The first time the instructor's client heard a student, if voice evidence is consented to. */
export const voiceEvidence = pgTable(
  "voice_evidence",
  { ...ofStudent, level: integer("level").notNull(), heard_at: instant("heard_at").notNull() },
  (table) => [primaryKey({ columns: [table.class_id, table.student_id] })],
)
