import { and, eq, inArray, or, type SQL } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { type Account, type AccountKind, CHART, type HeldKind, type OwnKind } from "../rules.ts"
import { ledgerAccounts } from "./table.ts"

/** Names an account: the academy's by its kind, a person's by kind and holder. */
export type AccountName = { kind: OwnKind; holder?: never } | { kind: HeldKind; holder: string }

const keyOf = ({ kind, holder }: { kind: string; holder?: string | null }) => `${kind} ${holder ?? ""}`

/**
 * Finds the accounts of these names, in the caller's transaction; those that don't exist yet are opened.
 * Returns a function from a name to its account.
 */
export async function openAccounts(
  tx: Pick<Ctx, "db" | "clock">,
  names: readonly AccountName[],
): Promise<(name: AccountName) => Account> {
  const found = await findAccounts(tx, names)
  const missing = names.filter((name) => !found.has(keyOf(name)))
  if (missing.length > 0) {
    const created_at = tx.clock.now()
    // In one order, so that two who open the same ones don't wait for each other.
    const ordered = missing.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    await tx.db
      .insert(ledgerAccounts)
      .values(ordered.map((name) => ({ ...blank(name), id: newId(), created_at })))
      .onConflictDoNothing()
    for (const [key, account] of await findAccounts(tx, missing)) found.set(key, account)
  }
  return (name) => {
    const account = found.get(keyOf(name))
    if (!account) throw new Error(`The account ${keyOf(name)} was not opened`)
    return account
  }
}

function blank({ kind, holder = null }: { kind: AccountKind; holder?: string | null }) {
  const { unit, normal_side, held } = CHART[kind]
  return { kind, unit, normal_side, held, holder, balance: held ? 0 : null }
}

async function findAccounts(
  tx: Pick<Ctx, "db">,
  names: readonly AccountName[],
): Promise<Map<string, Account>> {
  if (names.length === 0) return new Map()
  const { id, kind, unit, normal_side, holder } = ledgerAccounts
  const rows = await tx.db
    .select({ id, kind, unit, normal_side, holder })
    .from(ledgerAccounts)
    .where(or(...[...Map.groupBy(names, (name) => name.kind)].map(named)))
  return new Map(rows.map((row) => [keyOf(row), row]))
}

function named([kind, names]: [AccountKind, AccountName[]]): SQL | undefined {
  const holders = names.flatMap(({ holder }) => holder ?? [])
  const whose = CHART[kind].held ? inArray(ledgerAccounts.holder, holders) : eq(ledgerAccounts.held, false)
  return and(eq(ledgerAccounts.kind, kind), whose)
}
