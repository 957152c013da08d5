import { type SQL, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { instant } from "#platform/database/columns.ts"

/** The text that staff search people by, joined so that one index serves name and e-mail. */
export function peopleText(table: { name: AnyPgColumn; email: AnyPgColumn }): SQL {
  return sql`${table.name} || E'\\n' || ${table.email}`
}

/** The end of a number, as long as what `phoneSearched` returns at least, so that an index finds numbers by it. */
const phoneEnd = (phone: AnyPgColumn): SQL => sql`right(${phone}, 6)`

/** A condition for numbers that end in these digits, of which `phoneSearched` returned at least six. */
export function phoneEndsIn(phone: AnyPgColumn, digits: string): SQL {
  return sql`(${phoneEnd(phone)} = ${digits.slice(-6)} and ${phone} like ${`%${digits}`})`
}

/** Tables of the auth library, with its names in code and ours in the database. */
export const user = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    /** Known devices and calendar addresses from before this instant no longer count. */
    accessSince: instant("access_since"),
    /**
     * Whether the profile must be given again before anything else, because a stranger may have typed the old
     * one.
     */
    profileDue: boolean("profile_due").notNull().default(false),
    /** Whether the office made the account and so typed its profile. */
    profileByOffice: boolean("profile_by_office").notNull().default(false),
    image: text("image"),
    disabledAt: instant("disabled_at"),
    /** Why staff disabled the account, for staff. */
    disabledReason: text("disabled_reason"),
    /** When the account will be erased, unless its owner signs in before. */
    eraseAt: instant("erase_at"),
    /**
     * The person, or the guardian who decided it. After a guardian's decision signing in does not cancel it.
     */
    eraseAskedBy: uuid("erase_asked_by"),
    /**
     * Since when the account is erased and its row only kept for records that refer to it. It no longer
     * identifies anyone.
     */
    erasedAt: instant("erased_at"),
    /** The language of mails and messages. */
    language: text("language").notNull().default("en"),
    marketingOptOut: boolean("marketing_opt_out").notNull().default(false),
    /** When a link to confirm the e-mail was mailed last; null where none was, or before this was noted. */
    confirmationMailedAt: instant("confirmation_mailed_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Also the last day on which a person used an account without a confirmed e-mail: sessions leave no trace. */
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("users_search").using("gin", sql`(${peopleText(table)}) gin_trgm_ops`),
    index("users_to_erase").on(table.eraseAt).where(sql`${table.eraseAt} is not null`),
    index("users_unconfirmed")
      .on(table.confirmationMailedAt)
      .where(sql`not ${table.emailVerified} and not ${table.profileByOffice} and ${table.erasedAt} is null`),
  ],
)

export const session = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /**
     * When the person last confirmed their identity again; null since the sign-in. Important actions need a
     * recent proof.
     */
    provedAt: instant("proved_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("sessions_user").on(table.userId)],
)

export const account = pgTable(
  "credentials",
  {
    id: uuid("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("credentials_user").on(table.userId),
    uniqueIndex("credentials_one_per_provider").on(table.providerId, table.accountId),
  ],
)

export const verification = pgTable(
  "verifications",
  {
    id: uuid("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
)

/** A code or a link that was requested by mail, stored as a keyed hash. */
export const mailRequests = pgTable(
  "mail_requests",
  {
    id: uuid("id").primaryKey(),
    purpose: text("purpose").notNull(),
    email: text("email").notNull(),
    /** The owner of the e-mail. Null until a job has looked it up, and if there is no account. */
    user_id: uuid("user_id").references(() => user.id, { onDelete: "cascade" }),
    secret_hash: text("secret_hash"),
    tries: integer("tries").notNull().default(0),
    language: text("language").notNull(),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at").notNull(),
  },
  (table) => [
    check(
      "mail_requests_purpose",
      sql`${table.purpose} in ('code', 'reset', 'confirm', 'invite', 'invite-link')`,
    ),
    index("mail_requests_user").on(table.user_id),
    index("mail_requests_end").on(table.expires_at),
  ],
)

const profile = {
  user_id: uuid("user_id")
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  email: text("email").notNull(),
  first_name: text("first_name").notNull(),
  last_name: text("last_name").notNull(),
  phone: text("phone"),
  created_at: instant("created_at").notNull().defaultNow(),
}

export const teachers = pgTable(
  "teachers",
  {
    ...profile,
    /** When an admin approved the instructor; at once where no approval is required. */
    approved_at: instant("approved_at"),
    /** Since when the person no longer teaches. Their classes stay theirs, and their role is another. */
    ended_at: instant("ended_at"),
  },
  (table) => [index("teachers_phone_end").on(phoneEnd(table.phone))],
)

export const students = pgTable(
  "students",
  {
    ...profile,
    grade: text("grade"),
    curriculum: text("curriculum"),
    /** Null for accounts made before it was asked, until the student gives it. */
    date_of_birth: date("date_of_birth", { mode: "string" }),
    /** A claimed date that would make a child an adult. It counts once staff confirm it. */
    date_of_birth_claimed: date("date_of_birth_claimed", { mode: "string" }),
    /**
     * Until this day the account counts as a child's, whatever its date of birth, because an earlier date
     * said so.
     */
    minor_until: date("minor_until", { mode: "string" }),
    /** Its value when written, and all that is known without a date of birth. `age.ts` returns today's. */
    under_18: boolean("under_18").notNull().default(false),
    parent_name: text("parent_name"),
    parent_phone: text("parent_phone"),
    /** When the number was confirmed as the guardian's, by a code sent to it or by staff with a paper. */
    parent_phone_confirmed_at: instant("parent_phone_confirmed_at"),
    sms_notifications_enabled: boolean("sms_notifications_enabled").default(true),
  },
  (table) => [
    check(
      "minors_have_a_guardian",
      sql`not ${table.under_18} or (${table.parent_name} is not null and ${table.parent_phone} is not null)`,
    ),
    index("students_phone_end").on(phoneEnd(table.phone)),
    index("students_parent_phone_end").on(phoneEnd(table.parent_phone)),
    index("students_newest").on(table.created_at),
    index("students_of_phone").on(table.phone).where(sql`${table.phone} is not null`),
    index("students_with_claimed_birth_date")
      .on(table.user_id)
      .where(sql`${table.date_of_birth_claimed} is not null`),
    index("students_of_parent_phone").on(table.parent_phone).where(sql`${table.parent_phone} is not null`),
    index("students_with_unconfirmed_parent")
      .on(table.user_id)
      .where(sql`${table.parent_phone} is not null and ${table.parent_phone_confirmed_at} is null`),
  ],
)

export const admins = pgTable("admins", profile)

/** Who works in the office, without an admin's rights. */
export const officeStaff = pgTable("office_staff", profile)

/** Parents and guardians. They have no password and sign in by a code to their number or e-mail. */
export const guardians = pgTable(
  "guardians",
  {
    user_id: uuid("user_id")
      .primaryKey()
      .references(() => user.id, { onDelete: "cascade" }),
    /**
     * E.164. A number belongs to one guardian, with any number of children. Null for guardians who were invited
     * by e-mail.
     */
    phone: text("phone").unique(),
    first_name: text("first_name").notNull(),
    last_name: text("last_name").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("guardians_phone_end").on(phoneEnd(table.phone))],
)

/** The demo people of a trial, who sign in by one click. Empty in production. */
export const demoPeople = pgTable("demo_people", {
  user_id: uuid("user_id")
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  position: text("position").notNull(),
})
