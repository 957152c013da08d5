import { shownEmail } from "#features/accounts/server/no-mail.ts"
import type { Ctx } from "#platform/context.ts"
import type { MailBody, MailLanguage } from "#platform/mail/port.ts"
import { plainText } from "../mail-text.ts"
import { readRecipients, unsubscribeUrl } from "../preferences.ts"
import { findPeopleWithDevices } from "../push/devices.ts"
import { queueNotices } from "../service.ts"
import type { NextChannel } from "../table.ts"
import { templateLanguage } from "../whatsapp.ts"

/** Where a digest leads. */
const FAMILY = "/family"

export type Digest = {
  cause_id: string
  person: string
  /** The children that it names. */
  about: readonly string[]
  send_before: Date
  write(language: MailLanguage): {
    subject: string
    paragraphs: string[]
    button: string
    footnote: string
    /** For the screen of a locked phone, without names. */
    short: string
  }
}

/**
 * Sends a digest in the caller's transaction, once for each cause: by mail, else by push, else by WhatsApp. A person
 * whom none of them reaches gets none.
 */
export async function tellDigest(
  tx: Ctx,
  { cause_id, person, about, send_before, write }: Digest,
): Promise<void> {
  const [recipient] = await readRecipients(tx, [person])
  if (!recipient) return
  const words = write(recipient.language)
  const common = {
    ...{ kind: "weekly-digest", cause_id, subject_ids: [person, ...about], recipient_name: recipient.name },
    ...{ held: null, send_before },
  }
  if (tx.mail.configured && shownEmail(recipient.email) !== "") {
    const mail: MailBody = {
      language: recipient.language,
      subject: words.subject,
      paragraphs: words.paragraphs,
      button: { label: words.button, url: `${tx.address}${FAMILY}` },
      footnote: words.footnote,
      unsubscribeUrl: unsubscribeUrl(tx, recipient, "digest"),
    }
    const to = { channel: "email" as const, recipient: recipient.email }
    return queueNotices(tx, [{ ...common, ...to, text: plainText(mail), mail, variables: {} }])
  }
  const [first, ...next] = await onPhone(tx, recipient, words)
  if (first) await queueNotices(tx, [{ ...common, ...first, next }])
}

async function onPhone(
  tx: Ctx,
  { user_id, phone, language }: { user_id: string; phone: string | null; language: MailLanguage },
  { subject, short }: { subject: string; short: string },
): Promise<NextChannel[]> {
  const channels: NextChannel[] = []
  if ((await findPeopleWithDevices(tx, [user_id])).has(user_id)) {
    const variables = { title: subject, href: FAMILY }
    channels.push({ channel: "push", recipient: user_id, text: short, variables })
  }
  if (tx.whatsapp && phone) {
    const variables = { language: templateLanguage(tx.env, language), what: subject, when: short }
    channels.push({ channel: "whatsapp", recipient: phone, text: `${subject}: ${short}`, variables })
  }
  return channels
}
