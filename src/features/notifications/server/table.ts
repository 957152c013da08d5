import { sql } from "drizzle-orm"
import {
  type AnyPgColumn,
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
import type { NoticeReason } from "#contract/notice-reasons.ts"
import { session, user } from "#features/accounts/server/table.ts"
import type { ReportState } from "#features/notifications/delivery.ts"
import type { TemplateKind } from "#features/notifications/dlt.ts"
import { instant } from "#platform/database/columns.ts"
import type { MailBody, MailLanguage } from "#platform/mail/port.ts"

/**
 * A change to report, such as a class's old and new time. A repeated notice starts where the last one ended.
 */
export type NoticeChange = { from: string; to: string }

/** How a notice goes on if it fails for good: by another channel, in that channel's words. */
export type NextChannel = {
  channel: "push" | "whatsapp" | "sms"
  recipient: string
  text: string
  variables: Record<string, string>
}

/** A notice's stored status. */
export type StoredStatus =
  | "held"
  | "queued"
  | "sending"
  | "sent"
  | "failed"
  | "unknown"
  | "withdrawn"
  | "told"

/** What staff decided: send it after all, drop it, parent told by phone, or found not to have been sent. */
export type StaffDecision = "send" | "drop" | "told" | "not_sent"

/**
 * Whether a notice says nothing that a family could ask about later: reminders, digests, news, the office's copies of
 * messages from the contact form, and codes and links whose text was erased. All others are part of the register.
 */
export function isPassing({ kind, secret }: { kind: AnyPgColumn; secret: AnyPgColumn }) {
  return sql`(${secret} or split_part(${kind}, ':', 1) in ('class-reminder', 'weekly-digest', 'article', 'contact-message'))`
}

/** One message to one person, by one channel, for one cause. */
export const notices = pgTable(
  "notices",
  {
    id: uuid("id").primaryKey(),
    /** The kind of notice, such as "absence". A suffix after a colon distinguishes several of one kind. */
    kind: text("kind").notNull(),
    /** What it is about, such as the class. */
    cause_id: uuid("cause_id").notNull(),
    /** The account it concerns: the student of a notice to a parent, the first of several siblings. */
    subject_id: uuid("subject_id").references(() => user.id, { onDelete: "cascade" }),
    /** Everyone it names, subject_id among them. */
    subject_ids: uuid("subject_ids").array().notNull().default([]),
    channel: text("channel").notNull(),
    /** E.164 number, e-mail address, or the account whose devices get it. */
    recipient: text("recipient").notNull(),
    recipient_name: text("recipient_name").notNull(),
    /** The text of an SMS, or a mail's plain text. Erased after sending if the notice is secret. */
    text: text("text").notNull(),
    /** The content of a mail; null for other channels, and after sending if the notice is secret. */
    mail: jsonb("mail").$type<MailBody>(),
    /** Contains a sign-in code or link. */
    secret: boolean("secret").notNull().default(false),
    /** It is not sent after this time. */
    send_before: instant("send_before"),
    /** When people need it, if that is earlier: quiet hours don't delay it beyond this time. */
    needed_before: instant("needed_before"),
    /**
     * The queue whose job checks that the notice is still valid and sends it; null for this feature's own
     * queue.
     */
    via: text("via"),
    /** For a notice about a change: the old and new value, as written by the feature that caused it. */
    change: jsonb("change").$type<NoticeChange>(),
    /** The values for a provider's template; title and path of a push message. */
    variables: jsonb("variables").$type<Record<string, string>>().notNull(),
    status: text("status").$type<StoredStatus>().notNull(),
    /** Why it waits, failed or was withdrawn. Read and written by `reasons.ts` only. */
    reasons: jsonb("reasons").$type<NoticeReason[]>().notNull().default([]),
    /** The channels to try one after the other if this one fails for good. */
    next: jsonb("next").$type<NextChannel[]>().notNull().default([]),
    /** The notice on the next channel that went in its place. Nobody has to decide about this one any more. */
    replaced_by: uuid("replaced_by"),
    /** The restore that holds it, because the original may send it too; null for all others. */
    restored_copy_id: uuid("restored_copy_id"),
    attempts: integer("attempts").notNull().default(0),
    provider_id: text("provider_id"),
    /** What the phone network reported. */
    delivery: text("delivery").$type<"delivered" | "undelivered">(),
    /** What staff decided last; who and when follow. "send" sends it regardless of why it was held. */
    decision: text("decision").$type<StaffDecision>(),
    decided_by: uuid("decided_by"),
    decided_at: instant("decided_at"),
    created_at: instant("created_at").notNull(),
    /** While queued, when to try it; while sending, when the attempt counts as lost. Otherwise null. */
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
    index("notices_passing").on(table.created_at).where(isPassing(table)),
    index("notices_unsettled")
      .on(table.created_at)
      .where(sql`${table.status} in ('held', 'sending', 'failed', 'unknown')`),
  ],
)

/** One attempt to hand a notice to a provider. Committed before the provider is called. */
export const noticeAttempts = pgTable(
  "notice_attempts",
  {
    id: uuid("id").primaryKey(),
    notice_id: uuid("notice_id")
      .notNull()
      .references(() => notices.id, { onDelete: "cascade" }),
    /**
     * The notice's own, so that a month's attempts are counted without their notices. Null where a process of the release
     * before wrote it.
     */
    channel: text("channel"),
    number: integer("number").notNull(),
    started_at: instant("started_at").notNull(),
    finished_at: instant("finished_at"),
    outcome: text("outcome"),
    /** What the provider answered, shortened. */
    answer: text("answer"),
  },
  (table) => [
    unique("notice_attempts_once").on(table.notice_id, table.number),
    index("notice_attempts_finished").on(table.finished_at),
  ],
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

/**
 * The academy's registration with India's operators (one row), and the links and numbers that messages may
 * contain.
 */
export const smsIdentity = pgTable("sms_identity", {
  id: text("id").$type<"academy">().primaryKey(),
  entity_id: text("entity_id").notNull(),
  header: text("header").notNull(),
  links: text("links").array().notNull(),
  numbers: text("numbers").array().notNull(),
})

/** The templates that operators approved, by kind and language. */
export const smsTemplates = pgTable(
  "sms_templates",
  {
    kind: text("kind").$type<TemplateKind>().notNull(),
    language: text("language").$type<MailLanguage>().notNull(),
    /** The operators' number for it. */
    template_id: text("template_id").notNull(),
    /** The provider's own name for it, if different. */
    provider_template: text("provider_template"),
    /** The text with tagged variables, as registered. */
    body: text("body").notNull(),
    /** Values for the variables, in order. */
    variables: text("variables").array().notNull(),
    /** The longest value of each variable, in characters. */
    variable_length: integer("variable_length").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.language] })],
)

/** Stores messages when no provider is configured; a trial shows them at /dev/outbox. */
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

/** Notices inside the product: the bell and its page. One per kind, cause and person. */
export const personNotices = pgTable(
  "person_notices",
  {
    id: uuid("id").primaryKey(),
    person_id: uuid("person_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    kind: text("kind").notNull(),
    cause_id: uuid("cause_id").notNull(),
    /** Whom it names besides its reader. */
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
    index("person_notices_old").on(table.created_at),
    index("person_notices_unread").on(table.person_id).where(sql`${table.read_at} is null`),
  ],
)

/** The academy's keys for push services (one row). Made when first needed; devices belong to them. */
export const pushKeys = pgTable("push_keys", {
  id: text("id").$type<"academy">().primaryKey(),
  /** An uncompressed point on P-256, in base64url, which browsers are given. */
  public_key: text("public_key").notNull(),
  /** Sealed with the product's secret. */
  sealed_key: text("sealed_key").notNull(),
  made_at: instant("made_at").notNull(),
})

/** Browsers that asked for push messages. They end with the session they were added in. */
export const pushDevices = pgTable(
  "push_devices",
  {
    id: uuid("id").primaryKey(),
    user_id: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    session_id: uuid("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    /** The browser's own address at its push service. */
    endpoint: text("endpoint").notNull().unique(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    added_at: instant("added_at").notNull(),
  },
  (table) => [
    index("push_devices_of_person").on(table.user_id, table.added_at),
    index("push_devices_of_session").on(table.session_id),
  ],
)

/** A person's notification preferences. Without a row the defaults apply. */
export const noticePreferences = pgTable(
  "notice_preferences",
  {
    user_id: uuid("user_id")
      .primaryKey()
      .references(() => user.id, { onDelete: "cascade" }),
    /**
     * Only read by processes of older releases, and dropped once those are gone: the language is the account's.
     */
    language: text("language").$type<MailLanguage>().notNull().default("en"),
    /** The choices that differ from the defaults, such as {"reminders.email": false}. */
    choices: jsonb("choices").$type<Record<string, boolean>>().notNull().default({}),
    /** The day of the week, 1 for Monday, on whose evening a guardian gets a digest; null for none. */
    digest_weekday: smallint("digest_weekday"),
    /** Signs this person's unsubscribe links; a new key invalidates the old links. */
    key: text("key").notNull(),
  },
  (table) => [
    check("notice_preferences_digest_weekday", sql`${table.digest_weekday} between 1 and 7`),
    index("notice_preferences_digests")
      .on(table.digest_weekday)
      .where(sql`${table.digest_weekday} is not null`),
  ],
)
