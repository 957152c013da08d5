import type { DeliveryAnswer } from "#platform/jobs/delivery.ts"

export type MailLanguage = "en" | "hi"

/** The content of a mail, before it is rendered as text and as HTML. */
export type MailBody = {
  language: MailLanguage
  subject: string
  /** Plain sentences, one paragraph each. */
  paragraphs: string[]
  /** A one-time code, shown large. */
  code?: string
  button?: { label: string; url: string }
  /** Further links, below the button. */
  links?: { label: string; url: string }[]
  /** Small print under everything, such as why one gets this mail. */
  footnote?: string
  /** Where one click ends mails of this kind; only for those that a person may refuse. */
  unsubscribeUrl?: string
  /** The address for replies, if it is not ours. */
  replyTo?: { name: string; address: string }
}

export type Attachment = { name: string; type: string; content: Buffer }

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  unsubscribeUrl?: string
  replyTo?: { name: string; address: string }
  attachments?: readonly Attachment[]
  /** Ours; the same for every try of one mail. */
  reference: string
}

export type MailPort = {
  name: string
  /** Whether mails can leave, or be read in the outbox of a trial. */
  configured: boolean
  /** Hands one mail over. Throws DeliveryUnanswered when it can't be known whether it was taken. */
  send(mail: Mail): Promise<DeliveryAnswer>
  /** Throws if the mail server does not respond. Missing where mails go to the outbox. */
  probe?(): Promise<void>
}
