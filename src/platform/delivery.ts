/** What a provider said. A retryable refusal is certain: nothing was taken, and a later try may succeed. */
export type DeliveryAnswer =
  | { kind: "accepted"; providerId: string }
  | {
      kind: "refused"
      retryable: boolean
      reason: string /** When the provider wants to be asked again, at the earliest. */
      retryAfterMs?: number | undefined
    }

/** The message left and no readable answer came back: it may or may not have been taken. */
export class DeliveryUnanswered extends Error {
  override name = "DeliveryUnanswered"
}
