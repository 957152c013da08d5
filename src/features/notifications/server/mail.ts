import type { Clock } from "#platform/context.ts"
import type { Db } from "#platform/database/db.ts"
import type { Environment } from "#platform/env.ts"
import type { MailPort } from "#platform/mail/port.ts"
import { smtpMail } from "#platform/mail/smtp.ts"
import { outboxMail } from "./outbox.ts"

/**
 * Returns the mail server that the environment names. Without one, mails go to the outbox in a trial, and
 * nowhere in production.
 */
export function mailPortFor(env: Environment, parts: { db: Db; clock: Clock }): MailPort {
  if (env.SMTP_HOST && env.MAIL_FROM) {
    return smtpMail({
      host: env.SMTP_HOST,
      port: env.SMTP_PORT,
      secure: env.SMTP_SECURE ?? env.SMTP_PORT === 465,
      user: env.SMTP_USER,
      password: env.SMTP_PASSWORD,
      from: env.MAIL_FROM,
    })
  }
  return env.trial ? outboxMail(parts) : noMail
}

const noMail: MailPort = {
  name: "none",
  configured: false,
  async send() {
    return { kind: "refused", retryable: false, problem: { code: "no-mail-server" } }
  },
}
