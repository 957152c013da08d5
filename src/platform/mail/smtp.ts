import { once } from "node:events"
import { Readable } from "node:stream"
import nodemailer from "nodemailer"
import MailComposer from "nodemailer/lib/mail-composer"
import { type DeliveryAnswer, DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import { SECOND } from "#shared/time.ts"
import type { Mail, MailPort } from "./port.ts"

export type SmtpSettings = {
  host: string
  port: number
  /** TLS from the first byte, as on port 465; otherwise STARTTLS where the server offers it. */
  secure: boolean
  user?: string | undefined
  password?: string | undefined
  /** Such as `Kaksha <hello@kaksha.example>`. */
  from: string
  timeoutMs?: number
}

/** For each step of the protocol, in milliseconds: a silent server is given up after one of them. */
const DEFAULT_TIMEOUT_MS = 10 * SECOND
const LONGEST_CONNECT_MS = 5 * SECOND
const LONGEST_SAID = 200
const SMTP = { provider: "smtp" } as const

type SmtpError = Error & { responseCode?: number; code?: string }

/**
 * Mail over SMTP, one connection for each: few mails are sent at once, and a reused connection hides lost
 * responses.
 */
export function smtpMail(settings: SmtpSettings): MailPort {
  const timeout = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const connecting = Math.min(timeout, LONGEST_CONNECT_MS)
  const transport = nodemailer.createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    ...(settings.user && { auth: { user: settings.user, pass: settings.password ?? "" } }),
    connectionTimeout: connecting,
    greetingTimeout: connecting,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    name: "smtp",
    configured: true,
    async probe() {
      await transport.verify()
    },
    async send(mail) {
      const raw = Readable.from([await compose(mail, settings.from)])
      let handedOver = false
      void once(raw, "end").then(
        () => {
          handedOver = true
        },
        () => {},
      )
      try {
        const sent = await transport.sendMail({
          envelope: { from: addressOf(settings.from), to: mail.to },
          raw,
        })
        return { kind: "accepted", providerId: sent.messageId || mail.reference }
      } catch (error) {
        return explain(error as SmtpError, handedOver)
      }
    },
  }
}

function compose(mail: Mail, from: string): Promise<Buffer> {
  return new MailComposer({
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.reference}@${addressOf(from).split("@")[1] ?? "localhost"}>`,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    attachments: (mail.attachments ?? []).map(({ name: filename, type: contentType, content }) => ({
      ...{ filename, contentType, content },
    })),
    headers: {
      "Auto-Submitted": "auto-generated",
      // One click in the mail program, without a page between (RFC 8058).
      ...(mail.unsubscribeUrl && {
        // A long address must not be folded.
        "List-Unsubscribe": { prepared: true, value: `<${mail.unsubscribeUrl}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    textEncoding: "base64",
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

function addressOf(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from
}

/**
 * A response of the server is certain. Without one the outcome is certain only if the mail had not been
 * handed over yet. The library reads a short mail ahead, so a connection that breaks while the mail is
 * announced counts as unanswered.
 */
function explain(error: SmtpError, handedOver: boolean): DeliveryAnswer {
  const said = error.message.slice(0, LONGEST_SAID)
  const status = error.responseCode
  // A refused sign-in is a problem of our settings, and says nothing about the mail.
  if (status !== undefined) {
    const retryable = status < 500 || error.code === "EAUTH"
    return { kind: "refused", retryable, problem: { ...SMTP, code: "answered", status, said } }
  }
  if (handedOver) throw new DeliveryUnanswered({ ...SMTP, code: "no-answer", said })
  return { kind: "refused", retryable: true, problem: { ...SMTP, code: "not-reachable", said } }
}
