import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createStudent } from "#tests/people.ts"
import { rowsRead } from "#tests/rows-read.ts"
import { openAccounts } from "./accounts.ts"
import { listJournals } from "./movements.ts"

const JOURNALS = 3_000
const PAGE = 50

let world: TestContext
const pool = () => (world.ctx.db as unknown as { $client: Pool }).$client
const span = { kinds: ["sale"], from: new Date("2026-04-01"), until: new Date("2027-04-01") }

beforeAll(async () => {
  world = await createTestContext()
  const { user_id: holder } = await createStudent(world.ctx)
  await inTransaction(world.ctx, (tx) =>
    openAccounts(tx, [
      { kind: "bank" },
      { kind: "deferred-income" },
      { kind: "points-given" },
      { kind: "points", holder },
    ]),
  )
  // Every third one moves points alone.
  await pool().query(
    `with made as (
       insert into ledger_journals (id, kind, idempotency_key, lines, rules_version, effective_at, created_at)
       select gen_random_uuid(), 'sale', 'sale:' || n, 2, '1', timestamptz '2026-04-02' + n / 2 * interval '1 hour', now()
       from generate_series(1, $1::int) n returning id, idempotency_key)
     insert into ledger_entries (journal_id, line, account_id, amount)
     select made.id, line, a.id, case line when 0 then 100 else -100 end
     from made cross join generate_series(0, 1) line
     join ledger_accounts a on a.kind = (case when substr(idempotency_key, 6)::int % 3 = 0
       then array['points-given', 'points'] else array['bank', 'deferred-income'] end)[line + 1]`,
    [JOURNALS],
  )
  await pool().query("vacuum analyze ledger_journals, ledger_entries, ledger_accounts")
})
afterAll(() => world?.close())

test("PAY-07 a page of the journal reads no journal after its last, however long the span is", async () => {
  const first = await listJournals(world.ctx, span, { limit: PAGE })
  const cursor = first.next_cursor ?? ""
  const read = await rowsRead(pool(), "ledger_journals", (db) =>
    listJournals({ db }, span, { cursor, limit: PAGE }),
  )
  expect(read).toBeGreaterThanOrEqual(PAGE)
  expect(read).toBeLessThan(2 * PAGE)
})

test("PAY-07 the journal's pages have every journal that moved money once, in order, with its entries", async () => {
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listJournals(world.ctx, span, { limit: 499, ...(cursor && { cursor }) })
    for (const { id, at, entries } of page.items) {
      seen.push(`${at.toISOString()} ${id}`)
      expect(entries).toEqual([
        { account: "bank", amount: 100 },
        { account: "deferred-income", amount: -100 },
      ])
    }
    cursor = page.next_cursor
  }
  expect(new Set(seen).size).toBe(JOURNALS - JOURNALS / 3)
  expect(seen).toEqual(seen.toSorted())
})
