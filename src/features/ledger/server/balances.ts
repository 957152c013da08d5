import { eq, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { balanceOf, CHART, type HeldKind, type OwnKind } from "../rules.ts"
import { ledgerAccounts, ledgerEntries } from "./table.ts"

const balanceOfPerson = named<{ balance: number }>(
  "ledger_balance_of_person",
  () => sql`
    select ${ledgerAccounts.balance} from ${ledgerAccounts}
    where ${ledgerAccounts.holder} = ${sql.placeholder("holder")}
      and ${ledgerAccounts.kind} = ${sql.placeholder("kind")}`,
)

/** Returns what a person has in an account of this kind, in its unit: 0 if there is none. */
export async function readBalance(ctx: Pick<Ctx, "db">, kind: HeldKind, holder: string): Promise<number> {
  const [account] = await balanceOfPerson(ctx.db, { kind, holder })
  return account?.balance ?? 0
}

/** Returns the balance of one of the academy's accounts, in its unit, by summing its entries. */
export async function sumAccount(ctx: Pick<Ctx, "db">, kind: OwnKind): Promise<number> {
  const [account] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)::bigint` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.account_id))
    .where(sql`${ledgerAccounts.kind} = ${kind} and not ${ledgerAccounts.held}`)
  return balanceOf(CHART[kind].normal_side, account?.sum ?? 0)
}
