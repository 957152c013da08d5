import { sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"

/** What the database refuses to let happen, and so only changes made around it: each query counts its cases. */
const FAULTS = {
  unbalanced: sql`
    select count(*) from (
      select e.journal_id from ledger_entries e join ledger_accounts a on a.id = e.account_id
      group by e.journal_id, a.unit having sum(e.amount) <> 0) as found`,
  incomplete: sql`
    select count(*) from ledger_journals j
    where j.lines <> (select count(*) from ledger_entries e where e.journal_id = j.id)`,
  "wrong-balance": sql`
    select count(*) from (
      select a.id from ledger_accounts a left join ledger_entries e on e.account_id = a.id
      where a.held group by a.id
      having a.balance <> coalesce(sum(case a.normal_side when 'debit' then e.amount else -e.amount end), 0)) as found`,
}

export type Books = { journals: number; faults: { code: keyof typeof FAULTS; cases: number }[] }

/** Adds up the books: how many journals there are, and what is wrong with them. Reads every entry. */
export async function auditBooks(ctx: Pick<Ctx, "db">): Promise<Books> {
  const count = async (query: typeof FAULTS.unbalanced) => {
    const { rows } = await ctx.db.execute<{ count: number }>(query)
    return rows[0]?.count ?? 0
  }
  const faults: Books["faults"] = []
  for (const code of Object.keys(FAULTS) as (keyof typeof FAULTS)[]) {
    const cases = await count(FAULTS[code])
    if (cases > 0) faults.push({ code, cases })
  }
  return { journals: await count(sql`select count(*) from ledger_journals`), faults }
}
