/** What the books count. Paise are money, points are worth what the academy says, XP are worth nothing. */
export type Unit = "paise" | "points" | "xp"

/** The side on which an account grows: what is owned, owed to us or spent by debits, the rest by credits. */
export type Side = "debit" | "credit"

type Kind = {
  unit: Unit
  normal_side: Side
  /** Whether each person has one of their own. The others are the academy's, one of each kind. */
  held: boolean
}

/** Every kind of account. A kind that is in use keeps its unit and its side for ever. */
export const CHART = {
  "gateway-clearing": { unit: "paise", normal_side: "debit", held: false },
  bank: { unit: "paise", normal_side: "debit", held: false },
  receivable: { unit: "paise", normal_side: "debit", held: false },
  /** What organisations deducted at source and paid to the tax department in the academy's name. */
  "tds-receivable": { unit: "paise", normal_side: "debit", held: false },
  "deferred-income": { unit: "paise", normal_side: "credit", held: false },
  income: { unit: "paise", normal_side: "credit", held: false },
  "cgst-payable": { unit: "paise", normal_side: "credit", held: false },
  "sgst-payable": { unit: "paise", normal_side: "credit", held: false },
  "igst-payable": { unit: "paise", normal_side: "credit", held: false },
  "round-off": { unit: "paise", normal_side: "credit", held: false },
  /** What banks kept of organisations' transfers, which the academy bears. */
  "bank-charges": { unit: "paise", normal_side: "debit", held: false },
  "gateway-fees": { unit: "paise", normal_side: "debit", held: false },
  "gateway-fee-tax": { unit: "paise", normal_side: "debit", held: false },
  "refunds-payable": { unit: "paise", normal_side: "credit", held: false },
  /** What the provider moved that no payment or refund of the books explains yet. */
  suspense: { unit: "paise", normal_side: "credit", held: false },
  "credit-given": { unit: "paise", normal_side: "debit", held: false },
  "family-credit": { unit: "paise", normal_side: "credit", held: true },
  "credit-held": { unit: "paise", normal_side: "credit", held: false },
  "points-given": { unit: "points", normal_side: "debit", held: false },
  points: { unit: "points", normal_side: "credit", held: true },
  "points-held": { unit: "points", normal_side: "credit", held: false },
  "xp-given": { unit: "xp", normal_side: "debit", held: false },
  xp: { unit: "xp", normal_side: "credit", held: true },
} as const satisfies Record<string, Kind>

export type AccountKind = keyof typeof CHART
export type HeldKind = { [K in AccountKind]: (typeof CHART)[K]["held"] extends true ? K : never }[AccountKind]
export type OwnKind = Exclude<AccountKind, HeldKind>

/** One step of how an amount came about: a code, and the values that a screen puts into its text. */
export type TraceStep = { code: string } & Record<string, string | number | boolean | null>

export type Account = { id: string; unit: Unit; normal_side: Side }

/** One line of a journal. A positive amount is a debit, a negative one a credit. */
export type Entry = { account: Account; amount: number }

export function debit<Of>(account: Of, amount: number): { account: Of; amount: number } {
  return { account, amount }
}

export function credit<Of>(account: Of, amount: number): { account: Of; amount: number } {
  return { account, amount: -amount }
}

/** What an account's balance grows by, where `sum` is the sum of its entries. */
export function balanceOf(side: Side, sum: number): number {
  return side === "debit" || sum === 0 ? sum : -sum
}

/** Why the database would refuse these entries as a journal, or null. */
export function faultOf(entries: readonly Entry[]): string | null {
  if (entries.length === 0) return "a journal needs entries"
  const sums = new Map<Unit, number>()
  for (const { account, amount } of entries) {
    if (!Number.isSafeInteger(amount) || amount === 0) return `${amount} is no amount`
    sums.set(account.unit, (sums.get(account.unit) ?? 0) + amount)
  }
  const [off] = [...sums].filter(([, sum]) => sum !== 0)
  return off ? `the entries in ${off[0]} sum to ${off[1]} instead of 0` : null
}
