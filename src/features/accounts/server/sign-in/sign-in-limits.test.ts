import { like, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { countTextTo } from "./sign-in-limits.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

/** Locks the rows of a limit until the transaction ends. */
const lock = ({ db }: Ctx, name: string) =>
  db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, `${name}:%`))
    .for("update")

test("ACC-11 two texts to one number are counted in one order, so that neither waits for the other", async () => {
  const invite = () => inTransaction(world.ctx, (tx) => countTextTo(tx, "+919400030001"))
  expect(await invite()).not.toBeNull()
  const second = await inTransaction(world.ctx, async (tx) => {
    expect(await lock(tx, "inviting-texts-of-all")).toHaveLength(1)
    const started = invite()
    await expect
      .poll(async () => {
        const { rows } = await world.ctx.db.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(1)
    expect(await lock(tx, "inviting-texts-of-phone")).toHaveLength(1)
    return { started }
  })
  expect(await second.started).not.toBeNull()
})
