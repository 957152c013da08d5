import { sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { newId } from "#shared/ids.ts"
import { CHART, faultOf } from "../rules.ts"
import type { AccountName } from "./accounts.ts"
import { type Draft, refuseLowBalance } from "./journals.ts"

/**
 * A journal whose accounts are named. `{account}` in its key is replaced by the id of the first person's account
 * in it, because keys don't name people.
 */
export type NamedDraft = Omit<Draft, "entries"> & {
  entries: readonly { account: AccountName; amount: number }[]
}

/** Of two transactions that open the same account, one finds it only when it looks again. */
const LOOKS = 3

/**
 * Opens what accounts are missing and writes accounts, journals and entries together. An account that another
 * transaction opened meanwhile is neither inserted nor visible: then nothing is written, and `unseen` says so.
 * Accounts are looked up one by one, so that the plan doesn't depend on how many there are.
 */
const write = named<{ written: string[]; unseen: boolean }>(
  "ledger_write_first",
  () => sql`
    with drafts as materialized (
      select * from jsonb_to_recordset(${sql.placeholder("drafts")}::jsonb) as draft (
        id uuid, key text, kind text, lines integer, rules_version text, trace jsonb, effective_at timestamptz)),
    lines as materialized (
      select line.*, case
        when line.holder is null then
          (select a.id from ledger_accounts a where a.kind = line.kind and not a.held)
        else (select a.id from ledger_accounts a where a.holder = line.holder and a.kind = line.kind)
        end as known_id
      from jsonb_to_recordset(${sql.placeholder("lines")}::jsonb) as line (
        journal_id uuid, line integer, kind text, holder uuid, unit text, normal_side text, amount bigint,
        new_id uuid)),
    opened as (
      insert into ledger_accounts (id, kind, unit, normal_side, held, holder, balance, created_at)
      select distinct on (kind, holder) new_id, kind, unit, normal_side, holder is not null, holder,
        case when holder is not null then 0 end, ${sql.placeholder("now")}::timestamptz
      from lines where known_id is null order by kind, holder
      on conflict do nothing
      returning id, kind, holder),
    placed as materialized (
      select journal_id, line, amount, lines.holder, coalesce(known_id, opened.id) as account_id
      from lines left join opened on known_id is null and opened.kind = lines.kind
        and opened.holder is not distinct from lines.holder),
    journals as (
      insert into ledger_journals
        (id, kind, idempotency_key, lines, rules_version, trace, effective_at, created_at)
      select id, kind, replace(key, '{account}', coalesce((
          select account_id::text from placed
          where journal_id = drafts.id and holder is not null order by line limit 1), '')) as full_key,
        lines, rules_version, trace, effective_at, ${sql.placeholder("now")}::timestamptz
      from drafts where not exists (select from placed where account_id is null)
      order by full_key
      on conflict (idempotency_key) do nothing
      returning id),
    entries as (
      insert into ledger_entries (journal_id, line, account_id, amount)
      select journal_id, line, account_id, amount from placed
      where journal_id in (select id from journals))
    select array(select id from journals) as written,
      exists (select from placed where account_id is null) as unseen`,
)

/**
 * Writes those journals whose keys are new, in the caller's transaction, by one statement; of each key the first
 * journal is kept, and later ones are ignored. Returns for each draft whether it was written. Throws
 * BalanceTooLow.
 */
export async function writeFirst(
  tx: Pick<Ctx, "db" | "clock">,
  drafts: readonly NamedDraft[],
): Promise<boolean[]> {
  if (drafts.length === 0) return []
  const ids = drafts.map(() => newId())
  const rows = drafts.map(({ entries, ...draft }, at) => ({ ...draft, id: ids[at], lines: entries.length }))
  const lines = drafts.flatMap((draft, at) =>
    linesOf(draft).map((line) => ({ ...line, journal_id: ids[at] })),
  )
  const now = tx.clock.now().toISOString()
  const values = { drafts: JSON.stringify(rows), lines: JSON.stringify(lines), now }
  for (let look = 0; look < LOOKS; look += 1) {
    const [result] = await write(tx.db, values).catch(refuseLowBalance)
    if (result && !result.unseen) {
      const made = new Set(result.written)
      return ids.map((id) => made.has(id))
    }
  }
  throw new Error(`An account of ${drafts[0]?.key} could be neither opened nor found`)
}

function linesOf({ key, entries }: NamedDraft) {
  const lines = entries.map(({ account: { kind, holder }, amount }, line) => {
    const { unit, normal_side } = CHART[kind]
    return { line, kind, holder: holder ?? null, unit, normal_side, amount, new_id: newId() }
  })
  const fault = faultOf(lines.map(({ amount, ...account }) => ({ account: { ...account, id: "" }, amount })))
  if (fault) throw new Error(`The journal of ${key}: ${fault}`)
  return lines
}
