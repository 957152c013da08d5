import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import type { AccountKind } from "../rules.ts"
import { ledgerAccounts, ledgerEntries, ledgerJournals } from "./table.ts"

/** Which entries are asked for: of these accounts, by journals of these kinds that count from an instant until another. */
export type Span = {
  accounts: readonly AccountKind[]
  kinds: readonly string[]
  from: Date
  /** Excluded. */
  until: Date
}

export type MovementSum = {
  kind: string
  account: AccountKind
  /** In the zone that was asked for, YYYY-MM-DD. */
  day: string
  amount: number
  journals: number
}

/** What one journal moved on an account. A positive amount is a debit. */
export type Movement = { key: string; kind: string; account: AccountKind; amount: number; at: Date }

function within({ accounts, kinds, from, until }: Span): SQL | undefined {
  return and(
    inArray(ledgerJournals.kind, [...kinds]),
    gte(ledgerJournals.effective_at, from),
    lt(ledgerJournals.effective_at, until),
    inArray(ledgerAccounts.kind, [...accounts]),
  )
}

const account = sql<AccountKind>`${ledgerAccounts.kind}`
const amount = sql<number>`sum(${ledgerEntries.amount})::bigint`.mapWith(Number)

/** Returns what each kind of journal moved on each account on each day, and how many journals did. One statement. */
export async function sumMovements(
  ctx: Pick<Ctx, "db">,
  span: Span,
  timeZone: string,
): Promise<MovementSum[]> {
  return (
    ctx.db
      .select({
        day: sql<string>`(${ledgerJournals.effective_at} at time zone ${timeZone})::date::text`,
        kind: ledgerJournals.kind,
        account,
        amount,
        journals: sql<number>`count(distinct ${ledgerJournals.id})`.mapWith(Number),
      })
      .from(ledgerJournals)
      .innerJoin(ledgerEntries, eq(ledgerEntries.journal_id, ledgerJournals.id))
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.account_id))
      .where(within(span))
      // The day by its place: the zone is a parameter, and two of them are never the same expression.
      .groupBy(sql`1`, ledgerJournals.kind, ledgerAccounts.kind)
  )
}

/**
 * Lists the journals that `sumMovements` counts, the newest first. A journal has one line, also where it moved several
 * of the accounts. One statement. Throws FIELD_ERRORS for an invalid cursor.
 */
export async function listMovements(
  ctx: Pick<Ctx, "db">,
  span: Span,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Movement[]; next_cursor: string | null }> {
  const after = decodeCursor(cursor)
  const { id, kind, idempotency_key: key, effective_at: at } = ledgerJournals
  const rows = await ctx.db
    .select({ ...{ id, kind, key, at, amount }, account: sql<AccountKind>`min(${ledgerAccounts.kind})` })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journal_id, id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.account_id))
    .where(
      and(
        within(span),
        after === null
          ? undefined
          : sql`(${at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .groupBy(id)
    .orderBy(desc(at), desc(id))
    .limit(limitFor(limit))
  return toPage(
    rows,
    limit,
    ({ id, at }) => ({ id, at }),
    ({ id: _, ...movement }) => movement,
  )
}

/** Returns what the journals of some keys moved on an account, by key. One statement. */
export async function sumByKey(
  ctx: Pick<Ctx, "db">,
  account: AccountKind,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const key = ledgerJournals.idempotency_key
  const rows = await ctx.db
    .select({ key, amount })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journal_id, ledgerJournals.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.account_id))
    .where(and(inArray(key, [...keys]), eq(ledgerAccounts.kind, account)))
    .groupBy(key)
  return new Map(rows.map((row) => [row.key, row.amount]))
}

/** A journal with its entries in paise, in their order. A positive amount is a debit. */
export type BookedJournal = {
  id: string
  kind: string
  key: string
  at: Date
  entries: { account: AccountKind; amount: number }[]
}

/**
 * Lists the journals of some kinds that moved money and count within a span, the first one first. One statement. Throws
 * FIELD_ERRORS for an invalid cursor.
 */
export async function listJournals(
  ctx: Pick<Ctx, "db">,
  { kinds, from, until }: Omit<Span, "accounts">,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: BookedJournal[]; next_cursor: string | null }> {
  const after = decodeCursor(cursor)
  const { id, kind, idempotency_key: key, effective_at: at } = ledgerJournals
  const rows = await ctx.db
    .select({
      ...{ id, kind, key, at },
      entries: sql<BookedJournal["entries"]>`jsonb_agg(jsonb_build_object(
        'account', ${ledgerAccounts.kind}, 'amount', ${ledgerEntries.amount}) order by ${ledgerEntries.line})`,
    })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journal_id, id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.account_id))
    .where(
      and(
        inArray(kind, [...kinds]),
        gte(at, from),
        lt(at, until),
        eq(ledgerAccounts.unit, "paise"),
        after === null
          ? undefined
          : sql`(${at}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .groupBy(id)
    .orderBy(at, id)
    .limit(limitFor(limit))
  return toPage(
    rows,
    limit,
    ({ id, at }) => ({ id, at }),
    (journal) => journal,
  )
}
