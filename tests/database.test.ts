import { expect, test } from "vitest"
import { createTestDatabase } from "#tests/database.ts"

test("OPS-03 every test database is a copy of the migrated schema, and none sees another's rows", async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const migrated = "SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations"
  for (const database of [first, second]) {
    expect((await database.pool.query(migrated)).rows[0].n).toBeGreaterThan(0)
  }
  await first.pool.query("CREATE TABLE notes (note text)")
  expect((await second.pool.query("SELECT to_regclass('notes') AS found")).rows[0].found).toBeNull()
  await first.drop()
  const names = "SELECT array_agg(datname::text) AS names FROM pg_database"
  const left: string[] = (await second.pool.query(names)).rows[0].names
  expect(left).not.toContain(new URL(first.url).pathname.slice(1))
  expect(left).toContain(new URL(second.url).pathname.slice(1))
  await second.drop()
})
