import type { DeliveryAnswer } from "#platform/jobs/delivery.ts"
import type { DeliveryReport } from "#platform/sms/port.ts"

/** One message to one person, by a template that Meta approved. */
export type WhatsAppMessage = {
  /** E.164. */
  to: string
  template: string
  /** The language of the approved template, such as "hi". */
  language: string
  /** The values of the template's body, in order. */
  values: readonly string[]
  /** Ours; comes back with the reports. */
  reference: string
}

export type WhatsAppPort = {
  name: string
  /** Hands one message over. Throws DeliveryUnanswered when it can't be known whether it was taken. */
  send(message: WhatsAppMessage): Promise<DeliveryAnswer>
  /** Throws unless Meta knows our number and accepts our token. Returns the number as Meta shows it. */
  probe(): Promise<string>
  /** Reads what Meta posts about messages; null where the signature over these bytes is not Meta's. */
  readReports(headers: Headers, body: Buffer): DeliveryReport[] | null
  /** The answer to Meta's question whether this address is ours; null where it did not ask rightly. */
  answerChallenge(query: URLSearchParams): string | null
}
