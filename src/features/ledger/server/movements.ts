import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm"
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

/** What was reversed never happened. Their ids are gathered once, by the index of reversals. */
const unreversed = sql`${ledgerJournals.id} <> all (array(
  select ${ledgerJournals.reverses} from ${ledgerJournals} where ${ledgerJournals.reverses} is not null))`

/**
 * The journals of a span that weren't reversed, the newest first, joined to what each moved on the accounts. Both are kept apart by their offsets,
 * because the planner would rather read every entry that the academy's accounts ever had.
 */
function movedWithin({ accounts, kinds, from, until }: Span, after?: SQL): SQL {
  const { id, kind, idempotency_key, effective_at } = ledgerJournals
  const spanned = and(
    inArray(kind, [...kinds]),
    gte(effective_at, from),
    lt(effective_at, until),
    unreversed,
    after,
  )
  return sql`(
      select ${id} as id, ${kind} as kind, ${idempotency_key} as key, ${effective_at} as at
      from ${ledgerJournals} where ${spanned} order by ${effective_at} desc, ${id} desc offset 0) spanned
    cross join lateral (
      select ${ledgerAccounts.kind} as account, ${ledgerEntries.amount} as amount
      from ${ledgerEntries} join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.account_id}
      where ${ledgerEntries.journal_id} = spanned.id and ${inArray(ledgerAccounts.kind, [...accounts])} offset 0) moved`
}

const amount = sql<number>`sum(${ledgerEntries.amount})::bigint`.mapWith(Number)

/** Returns what each kind of journal moved on each account on each day, and how many journals did. One statement. */
export async function sumMovements(
  ctx: Pick<Ctx, "db">,
  span: Span,
  timeZone: string,
): Promise<MovementSum[]> {
  const { rows } = await ctx.db.execute<MovementSum>(sql`
    select (at at time zone ${timeZone})::date::text as day, kind, account,
      sum(amount)::bigint as amount, count(distinct id) as journals
    from ${movedWithin(span)} group by 1, kind, account`)
  return rows
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
  const { id, effective_at } = ledgerJournals
  const older =
    after === null
      ? undefined
      : sql`(${effective_at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const { rows } = await ctx.db.execute<Omit<Movement, "at"> & { id: string; at: string }>(sql`
    select id, kind, key, at, sum(amount)::bigint as amount, min(account) as account
    from ${movedWithin(span, older)}
    group by at, id, kind, key order by at desc, id desc limit ${limitFor(limit)}`)
  return toPage(
    rows.map((row) => ({ ...row, at: new Date(row.at) })),
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
  const { id, kind, idempotency_key, effective_at } = ledgerJournals
  const spanned = and(
    inArray(kind, [...kinds]),
    gte(effective_at, from),
    lt(effective_at, until),
    after === null
      ? undefined
      : sql`(${effective_at}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
  )
  // The entries are gathered journal by journal, in the order of the index, so that a page reads no journal after its last.
  const { rows } = await ctx.db.execute<Omit<BookedJournal, "at"> & { at: string }>(sql`
    select ${id} as id, ${kind} as kind, ${idempotency_key} as key, ${effective_at} as at, moved.entries
    from ${ledgerJournals} cross join lateral (
      select jsonb_agg(jsonb_build_object('account', ${ledgerAccounts.kind}, 'amount', ${ledgerEntries.amount})
        order by ${ledgerEntries.line}) as entries
      from ${ledgerEntries} join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.account_id}
      where ${ledgerEntries.journal_id} = ${id} and ${ledgerAccounts.unit} = 'paise') moved
    where ${spanned} and moved.entries is not null
    order by ${effective_at}, ${id} limit ${limitFor(limit)}`)
  return toPage(
    rows.map((row) => ({ ...row, at: new Date(row.at) })),
    limit,
    ({ id, at }) => ({ id, at }),
    (journal) => journal,
  )
}
