import type { DeliveryAnswer } from "#platform/jobs/delivery.ts"

/** One text message to one person. */
export type SmsMessage = {
  /** E.164. */
  to: string
  /** The text of the message, for providers that take free text. */
  text: string
  /** The provider's template, where it only takes those. */
  templateId?: string
  /** The template's values, in the template's order. */
  variables: Record<string, string>
  /** The DLT header it comes from, if it differs from the one of the settings. */
  sender?: string
  /** Ours; the same for every try of one message, so that reports can be matched to it. */
  reference: string
}

/** A provider's post to us about messages. `url` is our public address of it, query included. */
export type ReportRequest = { url: string; headers: Headers; body: string }

/** The outcome of a message, by our reference or by the provider's id. */
export type DeliveryReport = {
  reference: string | null
  providerId: string
  state: "accepted" | "delivered" | "undelivered"
  detail: string | null
}

export type SmsPort = {
  name: string
  /** Hands one message over. Throws DeliveryUnanswered when it can't be known whether it was taken. */
  send(message: SmsMessage): Promise<DeliveryAnswer>
  /** Throws if the provider's server does not respond. Missing where texts go to the outbox, or nowhere. */
  probe?(): Promise<void>
  /** Reads what the provider posts about messages; null where it is not proved to be the provider's. */
  readReports?(request: ReportRequest): DeliveryReport[] | null
}
