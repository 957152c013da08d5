import type { Credit } from "./statement.ts"

/** An order that waits for a transfer to the academy's UPI id. */
export type Awaited = {
  order_id: string
  reference: string
  amount_paise: number
  /** What the payer typed as the bank's reference; null where they typed none. */
  utr: string | null
  /** It waits no more: another transfer for it is to go back. */
  paid?: boolean
  /** What came for it was another amount and goes back: only its references still ask for it. */
  owed?: boolean
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

/** What UPI gives each transfer. */
const UTR = /^\d{12}$/

/** Whether a reference is the bank's, which no other transfer has. An order's own may be in several. */
export const isUtr = (reference: string): boolean => UTR.test(reference)

/** What NEFT, RTGS and UPI give a transfer, and no word or number that many of them have. */
const BANK_REFERENCE = /^(?=.*\d)[A-Z0-9]{10,}$/

/** Returns the words of a text that are references of the bank, by whatever way the money came. */
export function referencesIn(text: string): string[] {
  return wordsOf(text).filter((word) => BANK_REFERENCE.test(word))
}

/** The words of a statement's text that could be a reference. */
function wordsOf(text: string): string[] {
  return [...new Set(text.toUpperCase().split(/[^A-Z0-9]+/))]
}

/**
 * Returns the bank's reference in a statement's text, or null where there is none or several could be it, such as
 * the number of an account.
 */
export function utrOf(text: string): string | null {
  const [utr, ...more] = wordsOf(text).filter(isUtr)
  return utr && more.length === 0 ? utr : null
}

/** What was counted under an order's own reference before such lines were kept, and on which day at the latest. */
export type Lost = { utr: string; amount_paise: number | null; until: string }

/** Whether a credit is one of these, which is taken from them: another one with the same text is another transfer. */
export function takeLost({ text, amount_paise, date }: Credit, lost: Lost[]): boolean {
  if (lost.length === 0) return false
  const words = wordsOf(text)
  const at = lost.findIndex(
    (one) => one.amount_paise === amount_paise && date <= one.until && words.includes(one.utr),
  )
  if (at !== -1) lost.splice(at, 1)
  return at !== -1
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
  const known: Known = {
    byUtr: Map.groupBy(awaited, ({ utr }) => utr),
    byReference: Map.groupBy(awaited, ({ reference }) => reference),
    counted,
  }
  const paid = new Set<string>(awaited.flatMap((order) => (order.paid ? order.order_id : [])))
  const matches = credits.map((credit) => {
    const match = matchByWords(credit, known)
    if (!match.sure || !match.order_id) return match
    if (paid.has(match.order_id)) return { ...match, sure: false, why: "paid-again" as const }
    paid.add(match.order_id)
    return match
  })
  const named = new Set(matches.flatMap(({ order_id }) => order_id ?? []))
  const left = Map.groupBy(
    awaited.filter(({ order_id, paid, owed }) => !paid && !owed && !named.has(order_id)),
    ({ amount_paise }) => amount_paise,
  )
  return matches.map((match, at) => {
    // The amount alone is a hint where just one order waits for it, never more: families pay the same fees.
    const [order, ...more] = left.get(credits[at]?.amount_paise ?? 0) ?? []
    if (match.why !== "nothing" || !order || more.length > 0) return match
    return { ...match, order_id: order.order_id, why: "amount-only" }
  })
}

/** Orders by what a statement can say of them, since a statement is long and so may be their list. */
type Known = {
  byUtr: ReadonlyMap<string | null, Awaited[]>
  byReference: ReadonlyMap<string, Awaited[]>
  counted: ReadonlySet<string>
}

function matchByWords({ line, text, amount_paise }: Credit, known: Known): Match {
  const words = wordsOf(text)
  if (words.some((word) => known.counted.has(word))) {
    return { line, order_id: null, sure: false, why: "counted-before" }
  }
  const byUtr = words.flatMap((word) => known.byUtr.get(word) ?? [])
  const byReference = words.flatMap((word) => known.byReference.get(word) ?? [])
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
