import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"
import type { MailBody } from "#platform/mail/port.ts"

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })

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
    /** The values that a provider's template takes. */
    variables: jsonb("variables").$type<Record<string, string>>().notNull(),
    status: text("status").notNull(),
    /** Why it is held, or why it failed. */
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    provider_id: text("provider_id"),
    created_at: instant("created_at").notNull(),
    /** While queued, when it is to be tried; while sending, when the try counts as lost. Otherwise null. */
    due_at: instant("due_at"),
    sent_at: instant("sent_at"),
  },
  (table) => [
    unique("notices_once").on(table.kind, table.cause_id, table.recipient, table.channel),
    check(
      "notices_status",
      sql`${table.status} in ('held', 'queued', 'sending', 'sent', 'failed', 'unknown')`,
    ),
    index("notices_of_recipient").on(table.recipient, table.created_at),
    index("notices_of_cause").on(table.cause_id),
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
