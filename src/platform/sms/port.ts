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
  /** The DLT header it comes from, where it is not the one of the settings. */
  sender?: string
  /** Ours; the same for every try of one message, so that reports can be matched to it. */
  reference: string
}

/** What a provider posts to us about messages. `url` is our public address of it, query included. */
export type ReportRequest = { url: string; headers: Headers; body: string }

/** What became of a message, by our reference or by the provider's id. */
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
  /** Throws where the provider's server does not answer. There is none where texts go to the outbox. */
  probe?(): Promise<void>
  /** Reads what the provider posts about messages; null where it is not proved to be the provider's. */
  readReports?(request: ReportRequest): DeliveryReport[] | null
}
