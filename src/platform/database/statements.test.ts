import { type SQL, sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { createTestDatabase } from "#tests/database.ts"
import { inScope } from "../tracing/trace.ts"
import { boundAt, createPool, databaseOn, named, prepared } from "./db.ts"
import { rowsFor } from "./paging.ts"
import { PLANNED_ANEW } from "./statements.ts"

const CALLS = 15

test("CLS-05 a page of a long list keeps its plan, and what is to be planned anew keeps none", async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const pool = createPool(database.url, 1)
  onTestFinished(() => pool.end())
  await databaseOn(pool).transaction(async (tx) => {
    await tx.execute(sql`create table long_list as select place, timestamptz '2026-01-01' + place * interval '1 minute' as at
                         from generate_series(1, 50000) as place`)
    await tx.execute(sql`create index on long_list (at)`)
    await tx.execute(sql`analyze long_list`)
    const from = new Date("2026-01-15T00:00:00Z")
    const page = (rest: SQL) =>
      sql`select place from long_list where at >= ${boundAt(from)} order by at ${rest}`
    for (let call = 0; call < CALLS; call += 1) {
      const { rows } = await tx.execute(page(sql`limit ${rowsFor(8)}`))
      expect(rows).toHaveLength(9)
      await tx.execute(page(sql`limit ${rowsFor(3)} ${PLANNED_ANEW}`))
    }
    const { rows } = await tx.execute(
      sql`select generic_plans > 0 as kept from pg_prepared_statements where statement like '%from long_list where%'`,
    )
    expect(rows).toEqual([{ kept: true }])
  })
})

test("CLS-05 a named statement keeps its plan under its name from its first use, on each connection and with any values", async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const pool = createPool(database.url, 2)
  onTestFinished(() => pool.end())
  let built = 0
  const between = named<{ sum: number; note: string | null; parts: string[] }>("between_two", () => {
    built += 1
    const low = sql.placeholder("low")
    return sql`select (${low}::int + ${sql.placeholder("high")}::int + ${5}::int) as sum,
                      ${sql.placeholder("note")}::text as note, ${sql.placeholder("parts")}::text[] as parts
               where ${low}::int > 0`
  })
  const db = databaseOn(pool)
  const values = { low: 1, high: 2, note: null, parts: ["a", "b"] }
  expect(await between(db, values)).toEqual([{ sum: 8, note: null, parts: ["a", "b"] }])
  expect(await between(db, { ...values, low: 0 })).toEqual([])
  await db.transaction(async (tx) => {
    expect(await between(tx, { ...values, note: "$1" })).toMatchObject([{ note: "$1" }])
    const { rows } = await tx.execute(sql`select name from pg_prepared_statements where name = 'between_two'`)
    expect(rows).toHaveLength(1)
  })
  expect(built).toBe(1)
  await expect(between(db, { low: 1 })).rejects.toThrow("high")
})

test("CLS-05 what a request reads at one moment shares a connection, and one that fails fails alone", async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const pool = createPool(database.url, 3)
  onTestFinished(() => pool.end())
  const db = databaseOn(pool)
  const backend = sql`pg_backend_pid() as backend`
  const read = named<{ backend: number; of: number }>(
    "one_of_a_page",
    () => sql`select ${backend}, ${sql.placeholder("of")}::int as of`,
  )
  const other = prepared("another_of_a_page", (on) =>
    on.select({ backend: sql<number>`pg_backend_pid()` }).from(sql`(select 1) as one`),
  )
  const failing = named("failing_of_a_page", () => sql`select 1 / ${sql.placeholder("by")}::int`)
  const page = () =>
    Promise.allSettled([read(db, { of: 1 }), other(db, {}), failing(db, { by: 0 }), read(db, { of: 2 })])
  const [first, second, failed, last] = await inScope({ request: "page" }, page)
  const { backend: shared } = rowsOf(first)[0] ?? {}
  expect(shared).toBeTypeOf("number")
  expect(rowsOf(first)).toEqual([{ backend: shared, of: 1 }])
  expect(rowsOf(second)).toEqual([{ backend: shared }])
  expect(failed).toMatchObject({ status: "rejected" })
  expect(rowsOf(last)).toEqual([{ backend: shared, of: 2 }])
  const apart = await Promise.all(
    ["one", "other"].map((request, of) => inScope({ request }, () => read(db, { of }))),
  )
  expect(new Set(apart.flat().map((row) => row.backend)).size).toBe(2)
})

function rowsOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === "rejected") throw result.reason
  return result.value
}
