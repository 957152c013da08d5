import type { MailBody } from "./port.ts"

/** What every message to a person says of itself, whatever its channel. */
type MessageDraft = {
  /** What it says, such as "sign-in-code"; together with cause, recipient and channel it leaves once. */
  kind: string
  /** What it is about: a row's id. */
  cause_id: string
  /** Whom it concerns; nobody for a person without an account. */
  subject_ids?: string[]
  recipient_name: string
  /** After this it says nothing any more and is not sent, such as a code that ran out. */
  send_before?: Date
  /** Holds a code or a link that signs in: its text is erased once it left. */
  secret?: boolean
}

export type MailDraft = MessageDraft & { to: string; body: MailBody }

export type TextDraft = MessageDraft & {
  /** E.164. */
  to: string
  text: string
  /** The values of the provider's template by name. */
  variables: Record<string, string>
}
