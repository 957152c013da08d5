import type { DeliveryAnswer } from "#platform/delivery.ts"

/** One text message to one person. */
export type SmsMessage = {
  /** E.164. */
  to: string
  /** What the person reads, where the provider takes free text. */
  text: string
  /** The provider's template, where it only takes those. */
  templateId?: string
  /** The template's values, in the template's order. */
  variables: Record<string, string>
  /** Ours; the same for every try of one message, so that reports can be matched to it. */
  reference: string
}

export type SmsPort = {
  name: string
  /** Hands one message over. Throws DeliveryUnanswered when it can't be known whether it was taken. */
  send(message: SmsMessage): Promise<DeliveryAnswer>
}
