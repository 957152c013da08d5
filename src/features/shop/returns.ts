import type { RETURN_REASONS, RETURN_STATES } from "#contract/shop/codes.ts"
import { shareOf } from "#features/payments/rounding.ts"
import { DAY } from "#shared/time.ts"

export type ReturnReason = (typeof RETURN_REASONS)[number]

export type ReturnState = (typeof RETURN_STATES)[number]

/** What decides whether somebody can ask to return a line. */
export type ReturnFacts = {
  /** When the buyer got it, and today, in the academy's zone; null while they don't have it. */
  handed_over_on: string | null
  today: string
  /** Within how many days after that a return can be asked for. */
  days: number
  /** Whether all that was paid for the order went back or is on its way. */
  is_refunded: boolean
  /** Pieces of the line that no return was asked for, or whose return was declined. */
  left: number
}

export type NoReturn = "not-handed-over" | "refunded-already" | "nothing-left" | "too-late"

/** Returns why a line can't be returned, or null where it can. */
export function whyNotReturn({
  handed_over_on,
  today,
  days,
  is_refunded,
  left,
}: ReturnFacts): NoReturn | null {
  if (is_refunded) return "refunded-already"
  if (!handed_over_on) return "not-handed-over"
  if (left <= 0) return "nothing-left"
  return (Date.parse(today) - Date.parse(handed_over_on)) / DAY > days ? "too-late" : null
}

/**
 * Returns what pieces of a line are worth that come back after others did: all of them together are worth what the line
 * cost, to the paisa.
 */
export function worthOf(
  line: { amount_paise: number; quantity: number },
  before: number,
  pieces: number,
): number {
  const upTo = (count: number) => shareOf(line.amount_paise, count, line.quantity)
  return upTo(before + pieces) - upTo(before)
}
