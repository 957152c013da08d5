import { sql } from "drizzle-orm"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { personalData } from "#app/personal-data.ts"
import { inTransaction } from "#platform/context.ts"
import { createTestContext, type TestContext } from "./context.ts"
import { fillTables } from "./fill-tables.ts"
import { createInstructor } from "./people.ts"

let world: TestContext
let client: pg.Client

beforeAll(async () => {
  world = await createTestContext()
  const { $client } = world.ctx.db as unknown as { $client: { options: { connectionString: string } } }
  client = new pg.Client({ connectionString: $client.options.connectionString })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await world?.close()
})

type Reference = { table: string; column: string; checks: string[] }

/** Columns that refer to people and keep them from being deleted, with the checks of their tables. */
const HOLDING = sql`
  select source.relname as table, attname as column,
    array(select conname::text from pg_constraint where conrelid = source.oid and contype = 'c') as checks
  from pg_constraint
  join pg_class source on source.oid = conrelid
  join pg_class target on target.oid = confrelid
  join pg_attribute on attrelid = conrelid and attnum = any(conkey)
  where contype = 'f' and confdeltype in ('a', 'r')
    and target.relname in ('users', 'students', 'teachers', 'guardians', 'admins', 'office_staff')
  order by 1, 2`

const TRIED = new Error("tried")

/** Erases somebody to whom a single row refers, and takes it back. Throws TRIED if that is possible. */
async function tryErasing({ table, column, checks }: Reference): Promise<void> {
  await inTransaction(world.ctx, async (tx) => {
    const { user_id } = await createInstructor(tx)
    const name = sql.identifier(table)
    // The row is made up: other columns need not go with this one.
    for (const check of checks)
      await tx.db.execute(sql`alter table ${name} drop constraint ${sql.identifier(check)}`)
    const { rowCount } = await tx.db.execute(
      sql`update ${name} set ${sql.identifier(column)} = ${user_id}
        where ctid = (select min(ctid) from ${name})`,
    )
    expect(rowCount, `rows of ${table}`).toBe(1)
    await personalData.eraseFor(tx, user_id)
    throw TRIED
  })
}

test("LAW-02 somebody to whom a single row refers can be erased, whichever row it is", async () => {
  await client.query("begin")
  expect([...(await fillTables(client))]).toEqual([])
  await client.query("commit")
  const { rows } = await world.ctx.db.execute<Reference>(HOLDING)
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    await expect(tryErasing(row), `${row.table}.${row.column}`).rejects.toThrow(TRIED)
  }
})
