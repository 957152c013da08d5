import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import type { HeldKind, TraceStep, Unit } from "../rules.ts"
import { ledgerAccounts, ledgerEntries, ledgerJournals } from "./table.ts"

/** What one journal changed on some people's accounts, positive where a balance grew. */
export type Change = { unit: Unit; amount: number; holder: string }
export type HistoryItem = { id: string; at: string; kind: string; trace: TraceStep[]; changes: Change[] }

/**
 * Returns the journals that changed accounts of these kinds of these people, the newest first. `holders` is a list of
 * ids or a query for them. One statement. Throws FIELD_ERRORS for an invalid cursor.
 */
export async function readHistory(
  ctx: Pick<Ctx, "db">,
  holders: SQL,
  kinds: readonly HeldKind[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: HistoryItem[]; next_cursor: string | null }> {
  const after = decodeCursor(cursor)
  const { id, kind, trace, created_at } = ledgerJournals
  const rows = await ctx.db
    .select({
      ...{ id, kind, trace, at: created_at },
      changes: sql<Change[]>`jsonb_agg(jsonb_build_object('unit', ${ledgerAccounts.unit},
        'holder', ${ledgerAccounts.holder},
        'amount', case ${ledgerAccounts.normal_side} when 'debit' then ${ledgerEntries.amount} else -${ledgerEntries.amount} end)
        order by ${ledgerEntries.line})`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.account_id))
    .innerJoin(ledgerJournals, eq(id, ledgerEntries.journal_id))
    .where(
      and(
        sql`${ledgerAccounts.holder} in ${holders}`,
        inArray(ledgerAccounts.kind, [...kinds]),
        after === null
          ? undefined
          : sql`(${created_at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .groupBy(id)
    .orderBy(desc(created_at), desc(id))
    .limit(limitFor(limit))
  return toPage(
    rows,
    limit,
    ({ id, at }) => ({ id, at }),
    ({ at, ...row }) => ({ ...row, at: at.toISOString() }),
  )
}
