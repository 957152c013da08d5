import { afterEach, beforeEach, expect, test } from "vitest"
import { z } from "zod"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createTestDatabase } from "#tests/database.ts"
import { inTransaction } from "./context.ts"
import { databaseOn } from "./db.ts"
import { defineJob, type JobStore, openJobs } from "./jobs.ts"
import { createLog } from "./log.ts"

const handled: string[] = []
let fail = 0

const countJob = defineJob({
  queue: "test.count",
  input: z.object({ name: z.string() }),
  retryDelaySeconds: 1,
  async handle(_ctx, { name }) {
    if (fail-- > 0) throw new Error("not yet")
    handled.push(name)
  },
})
const coalescedJob = defineJob({
  queue: "test.coalesced",
  on: ["test.happened"],
  input: z.object({ name: z.string() }),
  coalesce: ({ name }) => name,
  async handle(_ctx, { name }) {
    handled.push(`coalesced ${name}`)
  },
})

let context: TestContext
let database: Awaited<ReturnType<typeof createTestDatabase>>
let store: JobStore

beforeEach(async () => {
  handled.length = 0
  fail = 0
  context = await createTestContext()
  database = await createTestDatabase()
  store = await openJobs(database.url, [countJob, coalescedJob], createLog("silent"))
})

afterEach(async () => {
  await store.stop()
  await database.drop()
  await context.close()
})

function ctx() {
  return { ...context.ctx, db: databaseOn(database.pool), jobs: store }
}

test("a job exists exactly when the transaction that enqueued it commits", async () => {
  await inTransaction(ctx(), (tx) => store.send(tx, "test.count", { name: "kept" }))
  const undone = inTransaction(ctx(), async (tx) => {
    await store.send(tx, "test.count", { name: "undone" })
    throw new Error("rolled back")
  })
  await expect(undone).rejects.toThrow("rolled back")
  await store.work(() => ctx())
  await expect.poll(() => handled, { timeout: 10_000 }).toEqual(["kept"])
})

test("a failed job is tried again and its neighbours in the batch are not", async () => {
  fail = 1
  for (const name of ["a", "b", "c"]) await store.send(ctx(), "test.count", { name })
  await store.work(() => ctx())
  await expect.poll(() => handled.length, { timeout: 15_000 }).toBe(3)
  expect([...handled].sort()).toEqual(["a", "b", "c"])
})

test("a published topic reaches its jobs, and waiting ones of the same key are one", async () => {
  for (let turn = 0; turn < 10; turn += 1) await store.publish(ctx(), "test.happened", { name: "class 7" })
  await store.publish(ctx(), "test.happened", { name: "class 8" })
  await store.work(() => ctx())
  await expect
    .poll(() => [...handled].sort(), { timeout: 10_000 })
    .toEqual(["coalesced class 7", "coalesced class 8"])
})

test("a hundred waiting jobs are worked off in batches, not one per look", async () => {
  await inTransaction(ctx(), async (tx) => {
    for (let n = 0; n < 100; n += 1) await store.send(tx, "test.count", { name: String(n) })
  })
  await store.work(() => ctx())
  await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(100)
})
