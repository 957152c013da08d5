import type { Credit } from "./statement.ts"

/** An order that waits for a transfer to the academy's UPI id. */
export type Awaited = {
  order_id: string
  reference: string
  amount_paise: number
  /** What the payer typed as the bank's reference; null where they typed none. */
  utr: string | null
}

/**
 * What a credit is for, and why. `sure` ones can be approved together; the others have to be looked at one by
 * one. Codes are put into words by the screen.
 */
export type Match = {
  line: number
  order_id: string | null
  sure: boolean
  why:
    | "utr-and-amount"
    | "reference-and-amount"
    | "utr-other-amount"
    | "reference-other-amount"
    | "amount-only"
    | "several-orders"
    | "paid-again"
    | "counted-before"
    | "nothing"
}

/** A bank's reference of a transfer: 12 digits for UPI, up to 22 letters and digits for NEFT and RTGS. */
const UTR = /^[A-Z0-9]{8,22}$/

/** Returns a bank's reference as it is compared, or null where it is none. */
export function readUtr(typed: string): string | null {
  const utr = typed.replaceAll(/[\s-]/g, "").toUpperCase()
  return UTR.test(utr) && /\d{6}/.test(utr) ? utr : null
}

/** The words of a statement's text that could be a reference. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toUpperCase().split(/[^A-Z0-9]+/))
}

/**
 * Finds what each credit of a statement is for. An order is paid by one credit, and a reference of the bank
 * that was counted before counts no more. Where two things point to different orders nothing is sure.
 */
export function matchCredits(
  credits: readonly Credit[],
  awaited: readonly Awaited[],
  counted: ReadonlySet<string>,
): Match[] {
  const paid = new Set<string>()
  const matches = credits.map((credit) => {
    const match = matchByWords(credit, awaited, counted)
    if (!match.sure || !match.order_id) return match
    if (paid.has(match.order_id)) return { ...match, sure: false, why: "paid-again" as const }
    paid.add(match.order_id)
    return match
  })
  const named = new Set(matches.flatMap(({ order_id }) => order_id ?? []))
  const left = awaited.filter(({ order_id }) => !named.has(order_id))
  return matches.map((match, at) => {
    const credit = credits[at]
    if (match.why !== "nothing" || !credit) return match
    return matchByAmount(match, credit, left)
  })
}

function matchByWords(
  { line, text, amount_paise }: Credit,
  awaited: readonly Awaited[],
  counted: ReadonlySet<string>,
): Match {
  const words = wordsOf(text)
  if ([...words].some((word) => counted.has(word))) {
    return { line, order_id: null, sure: false, why: "counted-before" }
  }
  const byUtr = awaited.filter(({ utr }) => utr !== null && words.has(utr))
  const byReference = awaited.filter(({ reference }) => words.has(reference))
  const orders = new Set([...byUtr, ...byReference])
  const [order] = orders
  if (!order) return { line, order_id: null, sure: false, why: "nothing" }
  if (orders.size > 1) return { line, order_id: null, sure: false, why: "several-orders" }
  const found = byUtr.length > 0 ? "utr" : "reference"
  const exact = order.amount_paise === amount_paise
  return {
    line,
    order_id: order.order_id,
    sure: exact,
    why: exact ? `${found}-and-amount` : `${found}-other-amount`,
  }
}

/** The amount alone is a hint where just one order waits for it, never more: families pay the same fees. */
function matchByAmount(match: Match, { amount_paise }: Credit, left: readonly Awaited[]): Match {
  const [order, ...more] = left.filter((one) => one.amount_paise === amount_paise)
  if (!order || more.length > 0) return match
  return { ...match, order_id: order.order_id, why: "amount-only" }
}
