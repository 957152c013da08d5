import { afterAll, beforeAll, expect, test } from "vitest"
import { MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { countTry, type Limit, rateLimits, sweepLimits, takeBackTry } from "./limits.ts"

let suite: TestContext
let limits = 0

beforeAll(async () => {
  suite = await createTestContext()
})
afterAll(() => suite.close())

function newLimit(most: number): Limit {
  limits += 1
  return { name: "test", of: `person-${limits}@example.com`, most, window: 10 * MINUTE }
}

test("ACC-11 of many tries at once exactly the allowed ones pass", async () => {
  const limit = newLimit(5)
  const waits = await Promise.all(Array.from({ length: 40 }, () => countTry(suite.ctx, [limit])))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  expect(waits.filter((wait) => wait > 0)).toEqual(Array(35).fill(600))
})

test("ACC-11 going on trying does not make the wait longer, and after it all tries are there again", async () => {
  const limit = newLimit(1)
  expect(await countTry(suite.ctx, [limit])).toBe(0)
  suite.clock.advance(4 * MINUTE)
  expect(await countTry(suite.ctx, [limit])).toBe(360)
  suite.clock.advance(6 * MINUTE)
  expect(await countTry(suite.ctx, [limit])).toBe(0)
  expect(await countTry(suite.ctx, [limit])).toBe(600)
})

test("ACC-11 a try that was taken back is free again, and of several limits the longest wait counts", async () => {
  const [narrow, wide] = [newLimit(1), newLimit(1)]
  wide.window = 20 * MINUTE
  await countTry(suite.ctx, [narrow])
  await takeBackTry(suite.ctx, [narrow])
  expect(await countTry(suite.ctx, [narrow, wide])).toBe(0)
  expect(await countTry(suite.ctx, [narrow, wide])).toBe(1_200)
})

test("ACC-11 ended windows are forgotten, and no e-mail stands in the table", async () => {
  await countTry(suite.ctx, [newLimit(3)])
  expect(JSON.stringify(await suite.ctx.db.select().from(rateLimits))).not.toContain("example.com")
  suite.clock.advance(60 * MINUTE)
  await sweepLimits(suite.ctx)
  expect(await suite.ctx.db.select().from(rateLimits)).toEqual([])
})
