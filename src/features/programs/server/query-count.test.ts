import type { Pool } from "pg"
import { expect, test, vi } from "vitest"
import { ProgramQuery } from "#contract/programs/programs.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createStudent } from "#tests/people.ts"
import { findPrograms } from "./queries.ts"
import { seedPrograms } from "./seed.ts"

/** The harness's own pool, for what no service does. */
function poolOf(harness: TestContext): Pool {
  return (harness.ctx.db as unknown as { $client: Pool }).$client
}

test("CAT-10 a list costs the same few queries at 47 and at 5,000 programs, for visitors and students", async () => {
  const own = await createTestContext()
  try {
    await seedPrograms(own.ctx)
    const student = own.as(await createStudent(own.ctx))
    const count = async (ctx: typeof own.ctx | typeof student, wanted: Partial<ProgramQuery>) => {
      const queries = vi.spyOn(poolOf(own), "query")
      await findPrograms(ctx, ProgramQuery.parse(wanted))
      const made = queries.mock.calls.length
      queries.mockRestore()
      return made
    }
    const costs = async () => [
      await count(own.ctx, { limit: 20 }),
      await count(student, { limit: 20 }),
      await count(student, { limit: 20, sort: "price-high" }),
      await count(student, { limit: 20, search: "mathmatics", grade: "9" }),
      await count(student, { limit: 20, search: "qqqq" }),
    ]
    const few = await costs()
    expect(few).toEqual([2, 2, 2, 2, 2])
    await multiplyPrograms(own, 5_000)
    expect(await costs()).toEqual(few)
    expect((await findPrograms(own.ctx, ProgramQuery.parse({}))).found).toBe(5_000)
  } finally {
    await own.close()
  }
})

/** Copies of the built-in programs under other addresses, until there are `total`. */
async function multiplyPrograms(own: TestContext, total: number): Promise<void> {
  const { rows } = await poolOf(own).query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'programs' and is_generated = 'NEVER'",
  )
  const copied = rows
    .map((row) => row.column_name)
    .filter((name) => !["id", "slug", "position"].includes(name))
  await poolOf(own).query(
    `insert into programs (id, slug, position, ${copied.join()})
     select gen_random_uuid(), slug || '-' || n, position + 47 * n, ${copied.join()}
     from programs, generate_series(1, $1::int) n order by n, position limit $1 - 47`,
    [total],
  )
}
