import type { MailBody } from "./port.ts"

/** The fields that every message to a person has, on any channel. */
type MessageDraft = {
  /**
   * The kind of message, such as "sign-in-code"; one with the same cause, recipient and channel is sent only
   * once.
   */
  kind: string
  /** The id of the row it is about. */
  cause_id: string
  /** The accounts it concerns; empty for a person without an account. */
  subject_ids?: string[]
  recipient_name: string
  /** After this it is out of date and is not sent, such as a code that expired. */
  send_before?: Date
  /** The queue whose job sends it with `sendNotice`, after adding what is attached. */
  via?: string
  /** Contains a code or a link that signs in: its text is erased once it is sent. */
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
