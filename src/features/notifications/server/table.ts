import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"
import type { ReportState } from "#features/notifications/delivery.ts"
import type { TemplateKind } from "#features/notifications/dlt.ts"
import type { MailBody, MailLanguage } from "#platform/mail/port.ts"

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })

/** A change that is told, such as a class's old and new time. What is told once more starts where the last ended. */
export type NoticeChange = { from: string; to: string }

/** How a notice stands as it is stored. */
export type StoredStatus =
  | "held"
  | "queued"
  | "sending"
  | "sent"
  | "failed"
  | "unknown"
  | "withdrawn"
  | "told"

/** Sent after all, dropped, told by phone instead, or found not to have been sent. */
export type StaffDecision = "send" | "drop" | "told" | "not_sent"

/** Something that one person is to be told once, by one channel, for one cause. */
export const notices = pgTable(
  "notices",
  {
    id: uuid("id").primaryKey(),
    /** What it says, such as "absence". What follows a colon tells several of one kind apart. */
    kind: text("kind").notNull(),
    /** What it is about, such as the class. */
    cause_id: uuid("cause_id").notNull(),
    /** The account it concerns: the student of a notice to a parent, the first of several siblings. */
    subject_id: uuid("subject_id").references(() => user.id, { onDelete: "cascade" }),
    /** Everyone it names, subject_id among them. */
    subject_ids: uuid("subject_ids").array().notNull().default([]),
    channel: text("channel").notNull(),
    /** E.164 number or e-mail address. */
    recipient: text("recipient").notNull(),
    recipient_name: text("recipient_name").notNull(),
    /** What an SMS says, or a mail's plain text. Erased of a secret one once it left. */
    text: text("text").notNull(),
    /** What a mail says; null for other channels, and of a secret one once it left. */
    mail: jsonb("mail").$type<MailBody>(),
    /** Holds a code or a link that signs in. */
    secret: boolean("secret").notNull().default(false),
    /** After this it is not sent any more. */
    send_before: instant("send_before"),
    /** The queue whose job sends it, where a higher feature looks again whether it still holds; null for our own. */
    via: text("via"),
    /** For a notice about a change: from what to what, as the feature that caused it writes it. */
    change: jsonb("change").$type<NoticeChange>(),
    /** The values that a provider's template takes. */
    variables: jsonb("variables").$type<Record<string, string>>().notNull(),
    status: text("status").$type<StoredStatus>().notNull(),
    /** Why it is held, or why it failed. */
    reason: text("reason"),
    /** The restore that holds it, because the original may send it too; null for all others. */
    restored_copy_id: uuid("restored_copy_id"),
    attempts: integer("attempts").notNull().default(0),
    provider_id: text("provider_id"),
    /** What the phone's network reported. */
    delivery: text("delivery").$type<"delivered" | "undelivered">(),
    /** What staff decided about it last, who and when. "send" lets it leave whatever held it. */
    decision: text("decision").$type<StaffDecision>(),
    decided_by: uuid("decided_by"),
    decided_at: instant("decided_at"),
    created_at: instant("created_at").notNull(),
    /** While queued, when it is to be tried; while sending, when the try counts as lost. Otherwise null. */
    due_at: instant("due_at"),
    sent_at: instant("sent_at"),
  },
  (table) => [
    unique("notices_once").on(table.kind, table.cause_id, table.recipient, table.channel),
    check(
      "notices_status",
      sql`${table.status} in ('held', 'queued', 'sending', 'sent', 'failed', 'unknown', 'withdrawn', 'told')`,
    ),
    index("notices_of_recipient").on(table.recipient, table.created_at),
    index("notices_of_cause").on(table.cause_id),
    index("notices_of_provider").on(table.provider_id).where(sql`${table.provider_id} is not null`),
    index("notices_due").on(table.due_at).where(sql`${table.status} in ('queued', 'sending')`),
    index("notices_unsettled")
      .on(table.created_at)
      .where(sql`${table.status} in ('held', 'sending', 'failed', 'unknown')`),
  ],
)

/** One try to hand a notice to a provider. Committed before the provider is called. */
export const noticeAttempts = pgTable(
  "notice_attempts",
  {
    id: uuid("id").primaryKey(),
    notice_id: uuid("notice_id")
      .notNull()
      .references(() => notices.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    started_at: instant("started_at").notNull(),
    finished_at: instant("finished_at"),
    outcome: text("outcome"),
    /** What the provider answered, shortened. */
    answer: text("answer"),
  },
  (table) => [unique("notice_attempts_once").on(table.notice_id, table.number)],
)

/** What providers reported about messages, each state once. */
export const deliveryReports = pgTable(
  "delivery_reports",
  {
    id: uuid("id").primaryKey(),
    notice_id: uuid("notice_id")
      .notNull()
      .references(() => notices.id, { onDelete: "cascade" }),
    provider_id: text("provider_id").notNull(),
    state: text("state").$type<ReportState>().notNull(),
    detail: text("detail"),
    reported_at: instant("reported_at").notNull(),
  },
  (table) => [unique("delivery_reports_once").on(table.notice_id, table.provider_id, table.state)],
)

/** Who the academy is to India's operators: one row. Links and numbers that may stand in messages. */
export const smsIdentity = pgTable("sms_identity", {
  id: text("id").$type<"academy">().primaryKey(),
  entity_id: text("entity_id").notNull(),
  header: text("header").notNull(),
  links: text("links").array().notNull(),
  numbers: text("numbers").array().notNull(),
})

/** The templates that operators approved, by what they say and in which language. */
export const smsTemplates = pgTable(
  "sms_templates",
  {
    kind: text("kind").$type<TemplateKind>().notNull(),
    language: text("language").$type<MailLanguage>().notNull(),
    /** The operators' number of it. */
    template_id: text("template_id").notNull(),
    /** The provider's own name for it, where that is another. */
    provider_template: text("provider_template"),
    /** With tagged variables, as it is registered. */
    body: text("body").notNull(),
    /** What fills the variables, in their order. */
    variables: text("variables").array().notNull(),
    /** How long each variable may be. */
    variable_length: integer("variable_length").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.language] })],
)

/** Where messages land when no provider is configured: readable in a trial at /dev/outbox. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid("id").primaryKey(),
    channel: text("channel").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject"),
    text: text("text").notNull(),
    html: text("html"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("outbox_newest").on(table.created_at)],
)

/** What a person is told inside the product: the bell and its page. Written once by kind, cause and person. */
export const personNotices = pgTable(
  "person_notices",
  {
    id: uuid("id").primaryKey(),
    person_id: uuid("person_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    kind: text("kind").notNull(),
    cause_id: uuid("cause_id").notNull(),
    /** Whom it names beside its reader. */
    subject_ids: uuid("subject_ids").array().notNull().default([]),
    title: text("title").notNull(),
    text: text("text").notNull(),
    /** A path of this product. */
    href: text("href").notNull(),
    change: jsonb("change").$type<NoticeChange>(),
    created_at: instant("created_at").notNull(),
    read_at: instant("read_at"),
  },
  (table) => [
    unique("person_notices_once").on(table.person_id, table.cause_id, table.kind),
    index("person_notices_newest").on(table.person_id, table.created_at, table.id),
    index("person_notices_unread").on(table.person_id).where(sql`${table.read_at} is null`),
  ],
)

/** How a person wants to be told. Without a row everything is as it is by default. */
export const noticePreferences = pgTable("notice_preferences", {
  user_id: uuid("user_id")
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  /** Only processes of older releases read it: the language is the account's, and this column goes once they are gone. */
  language: text("language").$type<MailLanguage>().notNull().default("en"),
  /** What differs from the defaults, such as {"reminders.email": false}. */
  choices: jsonb("choices").$type<Record<string, boolean>>().notNull().default({}),
  /** Signs this person's links that end mails of a kind; a new one ends the old links. */
  key: text("key").notNull(),
})
