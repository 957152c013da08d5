import type { NoticeTopic } from "#contract/notifications.ts"
import type { PHONE_CHANNELS } from "#features/notifications/rules.ts"
import type { MailBody } from "#platform/mail/port.ts"
import type { Recipient } from "../preferences.ts"
import type { NoticeChange } from "../table.ts"

/** `phone` is one message by the first of the channels that the person wants and that reaches a phone. */
export type Way = "in_app" | "email" | "phone"
export const WAYS: readonly Way[] = ["in_app", "email", "phone"]

export type Channel = "in_app" | "email" | (typeof PHONE_CHANNELS)[number]

/** What one person reads, in their language. Without `mail`, `sms` or `push` none is sent. */
export type Words = {
  title: string
  text: string
  /** A path of this product. */
  href: string
  mail?: Omit<MailBody, "language" | "unsubscribeUrl">
  /** The values for the provider's template, and the same as a sentence. */
  sms?: { text: string; variables: Record<string, string> }
  /** For WhatsApp and the screen of a locked phone: nothing that the text message does not say. */
  push?: { title: string; text: string }
  /** For WhatsApp where it may say more than the screen of a locked phone, such as a child's name. */
  whatsapp?: { title: string; text: string }
}

export type Telling = {
  topic: NoticeTopic
  /** The kind, such as "class-cancelled": each person gets it once per cause and channel. */
  kind: string
  cause_id: string
  /** Ids of the accounts to notify. */
  people: readonly string[]
  /** Ids of other accounts that it names, to all people or to each. */
  about?: readonly string[] | ((person: Recipient) => readonly string[])
  write(person: Recipient, change: NoticeChange): Words
  /**
   * If several changes follow each other, one notice covers them from what the person last knew to the final
   * state.
   */
  change?: NoticeChange
  channels?: readonly Way[]
  /** The queue whose job sends mails and texts, see `NoticeDraft`. */
  via?: string
  /** The earliest time to send mails and texts; without it, at once. */
  due_at?: Date
  /** It is useless after this time. */
  send_before?: Date
  /** When people need it, if that is earlier: quiet hours don't delay it beyond this time. */
  needed_before?: Date
}

/** Returns the ids of other accounts that a person's notice names. */
export function namedTo({ about = [] }: Telling, person: Recipient): string[] {
  return [...(typeof about === "function" ? about(person) : about)]
}
