import { desc } from "drizzle-orm"
import type { Clock, Ctx } from "#platform/context.ts"
import type { Db } from "#platform/database/db.ts"
import { notFound } from "#platform/errors.ts"
import type { MailPort } from "#platform/mail/port.ts"
import type { SmsPort } from "#platform/sms/port.ts"
import { outbox } from "./table.ts"

const OUTBOX_PAGE = 200

/**
 * Stores messages as rows where no provider is configured. The row's id is the message's reference, so a
 * repeat writes nothing.
 */
export function outboxSms({ db, clock }: { db: Db; clock: Clock }): SmsPort {
  return {
    name: "outbox",
    async send({ to, text, reference }) {
      await db
        .insert(outbox)
        .values({ id: reference, channel: "sms", recipient: to, text, created_at: clock.now() })
        .onConflictDoNothing()
      return { kind: "accepted", providerId: `outbox:${reference}` }
    },
  }
}

/** The same for mails. */
export function outboxMail({ db, clock }: { db: Db; clock: Clock }): MailPort {
  return {
    name: "outbox",
    configured: true,
    async send({ to, subject, text, html, reference }) {
      await db
        .insert(outbox)
        .values({
          id: reference,
          channel: "email",
          recipient: to,
          subject,
          text,
          html,
          created_at: clock.now(),
        })
        .onConflictDoNothing()
      return { kind: "accepted", providerId: `outbox:${reference}` }
    },
  }
}

export type OutboxRow = typeof outbox.$inferSelect

/** The newest 200 messages of a trial, newest first. Throws NOT_FOUND in production. */
export async function listOutbox(ctx: Ctx): Promise<OutboxRow[]> {
  if (!ctx.env.trial) notFound()
  return ctx.db.select().from(outbox).orderBy(desc(outbox.created_at), desc(outbox.id)).limit(OUTBOX_PAGE)
}
