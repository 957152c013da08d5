import { intersectSpans, type Span, uniteSpans } from "./spans.ts"

export type Admission = {
  /** Has an e-mail to sign in with. */
  signs_in: boolean
  disabled_at: Date | null
  /** When the account was closed, to be erased. */
  closed_at: Date | null
  /** When a guardian agreed, in epoch milliseconds; null if nobody has to. */
  live_consents: { from: number; to: number | null }[] | null
}

/**
 * Returns when live classes would let a student in: never without a way to sign in, before the account was disabled or
 * closed, and while a guardian agreed where that is required.
 */
export function admittedTime({ signs_in, disabled_at, closed_at, live_consents }: Admission): Span[] {
  if (!signs_in) return []
  const ends = [disabled_at, closed_at].map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY)
  const to = Math.min(...ends)
  const open = uniteSpans([{ from: 0, to }])
  if (!live_consents) return open
  const agreed = live_consents.map(({ from, to: end }) => ({ from, to: end ?? Number.POSITIVE_INFINITY }))
  return intersectSpans(open, uniteSpans(agreed))
}
