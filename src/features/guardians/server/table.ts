import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { GuardianProof, GuardianSeen } from "#contract/guardians/confirming.ts"
import type { ConsentPurpose } from "#contract/guardians/consents.ts"
import { guardians, students } from "#features/accounts/server/table.ts"
import { instant } from "#platform/database/columns.ts"

/**
 * What a guardian answered about a student who names them: that it is their child, or that they don't know
 * it.
 */
export const guardianOf = pgTable(
  "guardian_of",
  {
    guardian_id: uuid("guardian_id")
      .notNull()
      .references(() => guardians.user_id, { onDelete: "cascade" }),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    answer: text("answer").$type<"confirmed" | "declined">().notNull(),
    /** By a code sent to the number, or by staff with or without a paper. */
    how: text("how").$type<"code" | "paper" | "staff">().notNull(),
    paper_reference: text("paper_reference"),
    /** The guardian, or the staff member who recorded the paper. */
    answered_by: uuid("answered_by").notNull(),
    answered_at: instant("answered_at").notNull(),
    /**
     * Whether the answer came from a browser that the child signs in with. Families share phones, so it is
     * only a hint for staff.
     */
    from_childs_device: boolean("from_childs_device").notNull().default(false),
    /** When staff confirmed this person's identity. A code only shows who holds a phone. */
    known_at: instant("known_at"),
    known_by: uuid("known_by"),
    known_how: text("known_how").$type<GuardianProof>(),
    /** What staff saw as proof. Null for papers recorded before it was asked. */
    known_seen: text("known_seen").$type<GuardianSeen>(),
  },
  (table) => [
    primaryKey({ columns: [table.guardian_id, table.student_id] }),
    index("guardian_of_student").on(table.student_id),
    index("guardian_of_unknown")
      .on(table.student_id)
      .where(sql`${table.answer} = 'confirmed' and ${table.known_at} is null`),
    check(
      "guardian_of_known",
      sql`(${table.known_at} is null) = (${table.known_by} is null)
        and (${table.known_at} is null) = (${table.known_how} is null)
        and (${table.known_at} is not null or ${table.known_seen} is null)`,
    ),
    check("guardian_of_known_how", sql`${table.known_how} in ('in_person', 'phone', 'signed_paper')`),
    check(
      "guardian_of_known_seen",
      sql`${table.known_seen} in ('identity_card', 'own_records', 'met_before')`,
    ),
    check("guardian_of_answer", sql`${table.answer} in ('confirmed', 'declined')`),
    check(
      "guardian_of_how",
      sql`${table.how} in ('code', 'staff') or (${table.how} = 'paper' and ${table.paper_reference} is not null)`,
    ),
  ],
)

/**
 * Consents, one row for each time one was given, with who withdrew it and when. A consent that was never
 * given has no row. Each purpose is separate.
 */
export const consents = pgTable(
  "consents",
  {
    id: uuid("id").primaryKey(),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    purpose: text("purpose").$type<ConsentPurpose>().notNull(),
    /** A confirmed guardian, an adult student, or the staff member who recorded the guardian's paper. */
    given_by: uuid("given_by").notNull(),
    how: text("how").$type<"guardian" | "self" | "paper">().notNull(),
    paper_reference: text("paper_reference"),
    given_at: instant("given_at").notNull(),
    /** The version of the text in content/consent-notices.json that was shown. */
    notice_version: integer("notice_version").notNull(),
    notice_language: text("notice_language").notNull(),
    withdrawn_by: uuid("withdrawn_by"),
    withdrawn_at: instant("withdrawn_at"),
  },
  (table) => [
    uniqueIndex("consents_one_in_force")
      .on(table.student_id, table.purpose)
      .where(sql`${table.withdrawn_at} is null`),
    index("consents_of_student").on(table.student_id, table.given_at),
    check(
      "consents_purpose",
      sql`${table.purpose} in ('live_classes', 'recording', 'voice_evidence', 'snapshots')`,
    ),
    check(
      "consents_how",
      sql`${table.how} in ('guardian', 'self') or (${table.how} = 'paper' and ${table.paper_reference} is not null)`,
    ),
  ],
)
