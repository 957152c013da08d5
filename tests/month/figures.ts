import type { Pool } from "pg"
import type { Counted } from "#contract/money.ts"
import { type Academy, sumOf } from "./academy.ts"

export const DECEMBER = { first: "2026-12-01", last: "2026-12-31" }

export const counted = (amounts: readonly number[]): Counted => ({
  paise: sumOf(amounts),
  count: amounts.length,
})

/** What an account of the books moved in December by India's clock, and in all, in paise. Debits are positive. */
type Moved = { december: number; all: number }

/** Reads the books' own sums, by the kind of account. */
export async function readBooks(pool: Pool): Promise<Map<string, Moved>> {
  const { rows } = await pool.query<{ kind: string; december: string; all: string }>(
    `select a.kind, sum(e.amount) as all, coalesce(sum(e.amount) filter (where
       (j.effective_at at time zone 'Asia/Kolkata')::date between $1 and $2), 0) as december
     from ledger_entries e join ledger_accounts a on a.id = e.account_id
     join ledger_journals j on j.id = e.journal_id where a.unit = 'paise' group by a.kind`,
    [DECEMBER.first, DECEMBER.last],
  )
  return new Map(
    rows.map(({ kind, ...sums }) => [kind, { december: Number(sums.december), all: Number(sums.all) }]),
  )
}

/** What the provider knows: the amounts of what it took, gave back, and was asked to give back. */
export function providerOf({ sales }: Pick<Academy, "sales">) {
  const { payments, refunds, settled } = sales.gateway
  const amounts = (some: readonly { amount: number }[]) => some.map(({ amount }) => amount)
  const ofState = (wanted: string) => amounts(refunds().filter(({ status }) => status === wanted))
  const captured = amounts([...payments.values()].filter(({ captured }) => captured))
  return { captured, given: ofState("processed"), pending: ofState("pending"), settled }
}
