import { eq, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { ledgerAccounts, ledgerEntries, ledgerJournals } from "./table.ts"

/**
 * Books only add up with all of their journals, so those stay when a person is erased. What goes is whose
 * the accounts were: journals and entries name accounts, and nothing else of a person.
 */
export const ledgerData: PersonalDataOf = {
  feature: "ledger",
  tables: ["ledger_accounts"],
  attached: sql`exists (select from ${ledgerAccounts} where ${ledgerAccounts.holder} = ${user.id}
    and ${ledgerAccounts.balance} <> 0)`,
  async exportFor({ db }, { user_id }) {
    const { kind, unit, balance, created_at } = ledgerAccounts
    return {
      ledger_accounts: await db
        .select({ kind, unit, balance, created_at })
        .from(ledgerAccounts)
        .where(eq(ledgerAccounts.holder, user_id)),
      ledger_entries: await db
        .select({
          account: ledgerAccounts.kind,
          unit: ledgerAccounts.unit,
          // As the balance counts it: positive where it grew.
          amount: sql<number>`case ${ledgerAccounts.normal_side} when 'debit' then ${ledgerEntries.amount} else -${ledgerEntries.amount} end`,
          kind: ledgerJournals.kind,
          rules_version: ledgerJournals.rules_version,
          trace: ledgerJournals.trace,
          effective_at: ledgerJournals.effective_at,
        })
        .from(ledgerEntries)
        .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.account_id))
        .innerJoin(ledgerJournals, eq(ledgerJournals.id, ledgerEntries.journal_id))
        .where(eq(ledgerAccounts.holder, user_id)),
    }
  },
  async eraseFor({ db }, { user_id }) {
    await db.update(ledgerAccounts).set({ holder: null }).where(eq(ledgerAccounts.holder, user_id))
    return 0
  },
}
