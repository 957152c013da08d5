/** What a provider did instead of taking a message. `said` has its own words, or the operating system's. */
export type DeliveryProblem =
  | { code: "not-reachable" | "refused" | "no-answer"; provider: string; said: string | null }
  | { code: "answered"; provider: string; status: number; said: string | null }
  | { code: "unreadable"; provider: string; status: number }
  | { code: "no-template"; provider: string }
  | { code: "no-mail-server" | "no-sms-provider" | "no-device" }

/**
 * The provider's response. A retryable refusal is certain: nothing was accepted, and a later try may succeed.
 */
export type DeliveryAnswer =
  | { kind: "accepted"; providerId: string }
  | {
      kind: "refused"
      retryable: boolean
      problem: DeliveryProblem
      /** When the provider wants to be asked again, at the earliest. */
      retryAfterMs?: number | undefined
    }

/** The message was sent but no readable response came back: it may or may not have been accepted. */
export class DeliveryUnanswered extends Error {
  override name = "DeliveryUnanswered"
  readonly problem: DeliveryProblem

  constructor(problem: DeliveryProblem) {
    super(JSON.stringify(problem))
    this.problem = problem
  }
}
