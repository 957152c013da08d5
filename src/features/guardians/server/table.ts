import { and, isNull, sql } from "drizzle-orm"
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
import type { GuardianRight } from "#shared/guardian-rights.ts"

/** "removed" after a confirmed guardian was removed or left. */
export type GuardianAnswer = "confirmed" | "declined" | "removed"

/**
 * What a guardian answered about a student who names them: that it is their child, or that they don't know
 * it; and what a confirmed guardian may do.
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
    answer: text("answer").$type<GuardianAnswer>().notNull(),
    /** By a code sent to the number, by an invitation, or by staff with or without a paper. */
    how: text("how").$type<"code" | "invitation" | "paper" | "staff">().notNull(),
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
    /** What this guardian may do for this child. The first guardian may do all of it. */
    may_see: boolean("may_see").notNull().default(true),
    may_pay: boolean("may_pay").notNull().default(true),
    may_consent: boolean("may_consent").notNull().default(true),
    /** Whether notices about the child go to this guardian. */
    is_told: boolean("is_told").notNull().default(true),
    /** Who invited them. Null for the guardian whom the student or the office named. */
    invited_by: uuid("invited_by"),
    /** When and by whom they were removed. Their row stays, because what they did refers to it. */
    removed_at: instant("removed_at"),
    removed_by: uuid("removed_by"),
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
    check("guardian_of_answer", sql`${table.answer} in ('confirmed', 'declined', 'removed')`),
    check(
      "guardian_of_removed",
      sql`(${table.answer} = 'removed') = (${table.removed_at} is not null)
        and (${table.removed_at} is null) = (${table.removed_by} is null)
        and (${table.removed_at} is null or ${table.known_at} is null)`,
    ),
    check(
      "guardian_of_how",
      sql`${table.how} in ('code', 'invitation', 'staff') or (${table.how} = 'paper' and ${table.paper_reference} is not null)`,
    ),
  ],
)

/** What a guardian may do, as a column of a query. */
export const rightsOf = {
  see: guardianOf.may_see,
  pay: guardianOf.may_pay,
  consent: guardianOf.may_consent,
  told: guardianOf.is_told,
}
export type Rights = Record<GuardianRight, boolean>

/**
 * Invitations of further guardians, one row for each child and person invited; inviting again renews it. The
 * link's token is stored only as a hash.
 */
export const guardianInvitations = pgTable(
  "guardian_invitations",
  {
    id: uuid("id").primaryKey(),
    student_id: uuid("student_id")
      .notNull()
      .references(() => students.user_id, { onDelete: "cascade" }),
    invited_by: uuid("invited_by").notNull(),
    by_staff: boolean("by_staff").notNull(),
    name: text("name").notNull(),
    /** E.164. An invitation is by phone or by e-mail. */
    phone: text("phone"),
    email: text("email"),
    may_see: boolean("may_see").notNull(),
    may_pay: boolean("may_pay").notNull(),
    may_consent: boolean("may_consent").notNull(),
    is_told: boolean("is_told").notNull(),
    language: text("language").$type<"en" | "hi">().notNull(),
    token_hash: text("token_hash").notNull().unique(),
    invited_at: instant("invited_at").notNull(),
    expires_at: instant("expires_at").notNull(),
    accepted_at: instant("accepted_at"),
    accepted_by: uuid("accepted_by"),
    withdrawn_at: instant("withdrawn_at"),
    withdrawn_by: uuid("withdrawn_by"),
  },
  (table) => [
    index("guardian_invitations_of_student").on(table.student_id),
    uniqueIndex("guardian_invitations_one_by_phone")
      .on(table.student_id, table.phone)
      .where(sql`${table.accepted_at} is null and ${table.withdrawn_at} is null`),
    uniqueIndex("guardian_invitations_one_by_email")
      .on(table.student_id, table.email)
      .where(sql`${table.accepted_at} is null and ${table.withdrawn_at} is null`),
    check("guardian_invitations_one_address", sql`(${table.phone} is null) <> (${table.email} is null)`),
    check(
      "guardian_invitations_end",
      sql`(${table.accepted_at} is null) = (${table.accepted_by} is null)
        and (${table.withdrawn_at} is null) = (${table.withdrawn_by} is null)
        and (${table.accepted_at} is null or ${table.withdrawn_at} is null)`,
    ),
    check(
      "guardian_invitations_rights",
      sql`${table.may_see} or ${table.may_pay} or ${table.may_consent} or ${table.is_told}`,
    ),
  ],
)

/** Whether a selected invitation was neither accepted nor withdrawn. */
export function isOpenInvitation() {
  return and(isNull(guardianInvitations.accepted_at), isNull(guardianInvitations.withdrawn_at))
}

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
