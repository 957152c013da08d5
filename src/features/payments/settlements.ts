import type { SETTLED_WHY } from "#contract/settlements.ts"
import type { OwnKind } from "#features/ledger/rules.ts"

export type SettledWhy = (typeof SETTLED_WHY)[number]

/** One movement of a settlement, as the provider tells it. */
export type Moved = {
  type: string
  /** Of the payment or the refund, before fees. */
  amount_paise: number
  credit_paise: number
  debit_paise: number
  /** With the tax in it. */
  fee_paise: number
  tax_paise: number
}

/** What the books have at the provider for the payment or the refund that moved: negative for a refund. */
export type Known = { clearing_paise: number; settled_before: boolean }

/** What leaves the provider's account in the books, and what can't be explained. */
export type Judged = { booked_paise: number; why: SettledWhy | null }

/**
 * Compares what moved with the books. Only what the books have at the provider leaves there; the rest stays visible with
 * a reason.
 */
export function judge(moved: Moved, known: Known | null): Judged {
  const { type, amount_paise, fee_paise } = moved
  if (type !== "payment" && type !== "refund") return { booked_paise: 0, why: "other-kind" }
  if (!known) return { booked_paise: 0, why: type === "payment" ? "unknown-payment" : "unknown-refund" }
  if (known.settled_before) return { booked_paise: 0, why: "settled-before" }
  const booked_paise = known.clearing_paise
  if (booked_paise === 0) return { booked_paise, why: "not-booked" }
  const expected = type === "payment" ? amount_paise : -amount_paise
  if (booked_paise !== expected) return { booked_paise, why: "other-amount" }
  return { booked_paise, why: netOf(moved) + fee_paise === booked_paise ? null : "other-fee" }
}

/** What of a movement the bank got, or gave back. */
export function netOf({ credit_paise, debit_paise }: Pick<Moved, "credit_paise" | "debit_paise">): number {
  return credit_paise - debit_paise
}

/** The entries of movements of a settlement, positive for debits: what isn't explained waits in an account of its own. */
export function entriesOf(moves: readonly (Moved & Pick<Judged, "booked_paise">)[]): [OwnKind, number][] {
  const sum = (of: (move: (typeof moves)[number]) => number) => moves.reduce((all, move) => all + of(move), 0)
  const parts: [OwnKind, number][] = [
    ["bank", sum(netOf)],
    ["gateway-fees", sum(({ fee_paise, tax_paise }) => fee_paise - tax_paise)],
    ["gateway-fee-tax", sum(({ tax_paise }) => tax_paise)],
    ["gateway-clearing", -sum(({ booked_paise }) => booked_paise)],
  ]
  const left = parts.reduce((all, [, amount]) => all + amount, 0)
  return [...parts, ["suspense", -left] satisfies [OwnKind, number]].filter(([, amount]) => amount !== 0)
}
