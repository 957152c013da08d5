import { eq } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { newId } from "#shared/ids.ts"
import { type Entry, faultOf, type TraceStep } from "../rules.ts"
import { ledgerAccounts, ledgerEntries, ledgerJournals } from "./table.ts"

type Why = {
  kind: string
  rules_version: string
  trace: TraceStep[]
  effective_at: Date
}

/** A journal to write. Its key names what happened once, by ids that tell nothing of a person. */
export type Draft = Why & { key: string; entries: readonly Entry[] }

type Written = {
  id: string
  /** Whether it had been written before, so that nothing was added. */
  repeated: boolean
}

/** The key belongs to a journal with other content: the caller mistook one happening for another. */
export class KeyReused extends Error {
  constructor(key: string) {
    super(`The journal of ${key} has other content`)
    this.name = "KeyReused"
  }
}

/** A person's account would have gone below zero. The caller's transaction can't go on. */
export class BalanceTooLow extends Error {
  constructor(options: { cause: unknown }) {
    super("A person's balance would go below zero", options)
    this.name = "BalanceTooLow"
  }
}

/**
 * Writes a journal once, in the caller's transaction. If its key is known, returns the journal of then, which
 * may only differ in when it counts. Throws KeyReused, and BalanceTooLow.
 */
export async function writeJournal(tx: Pick<Ctx, "db" | "clock">, draft: Draft): Promise<Written> {
  return writeOnce(tx, { ...draft, reverses: null })
}

/**
 * Writes the journal that is equal and opposite to the one of a key, in the caller's transaction. A journal is
 * reversed once: a repeat returns that reversal, or throws KeyReused if it had another key or reason. Also throws
 * BalanceTooLow.
 */
export async function reverseJournal(
  tx: Pick<Ctx, "db" | "clock">,
  key: string,
  reversal: Omit<Draft, "entries">,
): Promise<Written> {
  const { id, unit, normal_side } = ledgerAccounts
  const rows = await tx.db
    .select({
      journal_id: ledgerJournals.id,
      account: { id, unit, normal_side },
      amount: ledgerEntries.amount,
    })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journal_id, ledgerJournals.id))
    .innerJoin(ledgerAccounts, eq(id, ledgerEntries.account_id))
    .where(eq(ledgerJournals.idempotency_key, key))
    .orderBy(ledgerEntries.line)
  const [first] = rows
  if (!first) throw new Error(`There is no journal of ${key}`)
  const entries = rows.map(({ account, amount }) => ({ account, amount: -amount }))
  return writeOnce(tx, { ...reversal, entries, reverses: first.journal_id })
}

type Row = Draft & { reverses: string | null }

async function writeOnce(tx: Pick<Ctx, "db" | "clock">, draft: Row): Promise<Written> {
  const journal = { ...draft, id: newId() }
  const made = await insertNew(tx, [journal])
  if (made.has(journal.id)) return { id: journal.id, repeated: false }
  const known = await readContent(tx, journal.key)
  if (known?.content !== contentOf(journal)) throw new KeyReused(journal.key)
  return { id: known.id, repeated: true }
}

/** Writes the journals whose keys are new, and returns their ids. */
async function insertNew(
  tx: Pick<Ctx, "db" | "clock">,
  journals: readonly (Row & { id: string })[],
): Promise<Set<string>> {
  if (journals.length === 0) return new Set()
  for (const { key, entries } of journals) {
    const fault = faultOf(entries)
    if (fault) throw new Error(`The journal of ${key}: ${fault}`)
  }
  const created_at = tx.clock.now()
  // In the order of their keys, so that two writers of the same ones don't wait for each other.
  const ordered = journals.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const made = await tx.db
    .insert(ledgerJournals)
    .values(
      ordered.map(({ key, entries, ...row }) => ({
        ...row,
        idempotency_key: key,
        lines: entries.length,
        created_at,
      })),
    )
    // A reversal is unique twice, by its key and by what it reverses, and another one at once may meet either first.
    .onConflictDoNothing()
    .returning({ id: ledgerJournals.id })
  const ids = new Set(made.map(({ id }) => id))
  await insertEntries(
    tx,
    ordered.filter(({ id }) => ids.has(id)),
  )
  return ids
}

async function insertEntries(tx: Pick<Ctx, "db">, journals: readonly (Row & { id: string })[]) {
  if (journals.length === 0) return
  try {
    await tx.db.insert(ledgerEntries).values(
      journals.flatMap(({ id, entries }) =>
        entries.map(({ account, amount }, line) => ({
          journal_id: id,
          line,
          account_id: account.id,
          amount,
        })),
      ),
    )
  } catch (error) {
    refuseLowBalance(error)
  }
}

/** Throws BalanceTooLow where that is what a write ran into, and else the error as it came. */
export function refuseLowBalance(error: unknown): never {
  if (brokenConstraint(error) === "ledger_accounts_floor") throw new BalanceTooLow({ cause: error })
  throw error
}

async function readContent(
  tx: Pick<Ctx, "db">,
  key: string,
): Promise<{ id: string; content: string } | null> {
  const [journal] = await tx.db.select().from(ledgerJournals).where(eq(ledgerJournals.idempotency_key, key))
  if (!journal) return null
  const entries = await tx.db
    .select({ account: { id: ledgerEntries.account_id }, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.journal_id, journal.id))
    .orderBy(ledgerEntries.line)
  return { id: journal.id, content: contentOf({ ...journal, entries }) }
}

type Content = Pick<Row, "kind" | "rules_version" | "trace" | "reverses"> & {
  entries: readonly { account: { id: string }; amount: number }[]
}

/** What makes two journals of one key the same, whatever the order of a step's values. */
function contentOf({ kind, rules_version, trace, reverses, entries }: Content): string {
  const steps = trace.map((step) => Object.entries(step).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const lines = entries.map(({ account, amount }) => [account.id, amount])
  return JSON.stringify([kind, rules_version, steps, reverses, lines])
}
