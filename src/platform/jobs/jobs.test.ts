import { afterEach, beforeEach, expect, test } from "vitest"
import { z } from "zod"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createTestDatabase } from "#tests/database.ts"
import { inTransaction } from "../context.ts"
import { openDatabaseLink } from "../database/database-link.ts"
import { databaseOn } from "../database/db.ts"
import { createLog } from "../log/log.ts"
import { USUAL_PATIENCE } from "../patience.ts"
import { defineJob, type JobStore, openJobs } from "./jobs.ts"

const handled: string[] = []
let fail = 0
let counting: (() => Promise<number>) | undefined

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
    const changes = await counting?.()
    handled.push(`coalesced ${name}${changes === undefined ? "" : `, ${changes} changes`}`)
  },
})

let context: TestContext
let database: Awaited<ReturnType<typeof createTestDatabase>>
let store: JobStore

beforeEach(async () => {
  handled.length = 0
  fail = 0
  counting = undefined
  context = await createTestContext()
  database = await createTestDatabase()
  store = await openJobs(database.url, [countJob, coalescedJob], createLog("silent"), { works: true })
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

test("OPS-02 a job with priority is done before those that waited longer", async () => {
  for (let name = 0; name < 200; name += 1) await store.send(ctx(), "test.count", { name: String(name) })
  await store.send(ctx(), "test.count", { name: "code" }, { priority: 1 })
  await store.work(() => ctx())
  await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(201)
  // It is of the first batch, in which the order is any.
  expect(handled.indexOf("code")).toBeLessThan(100)
})

test("OPS-02 of the jobs that are sent once only the first counts, and the others of the queue all do", async () => {
  await inTransaction(ctx(), async (tx) => {
    const once = { key: "notice 7", seconds: 600 }
    for (let n = 0; n < 3; n += 1) await store.send(tx, "test.count", { name: "again" }, { once })
    await store.send(tx, "test.count", { name: "other" }, { once: { ...once, key: "notice 8" } })
    for (let n = 0; n < 2; n += 1) await store.send(tx, "test.count", { name: "usual" })
  })
  await store.work(() => ctx())
  await expect
    .poll(() => [...handled].sort(), { timeout: 10_000 })
    .toEqual(["again", "other", "usual", "usual"])
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

test("OPS-02 a change that finds its job waiting is seen by that job, however long the change takes", async () => {
  await database.pool.query("create table changes (at timestamptz)")
  await store.send(ctx(), "test.coalesced", { name: "class 7" })
  const reached = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const changing = inTransaction(ctx(), async (tx) => {
    await tx.db.execute("insert into changes values (now())")
    await store.send(tx, "test.coalesced", { name: "class 7" })
    reached.resolve()
    await commit.promise
  })
  await reached.promise
  counting = async () => (await database.pool.query("select 1 from changes")).rowCount ?? 0
  await store.work(() => ctx())
  // The worker comes by, and has every chance to take the job too soon.
  await store.send(ctx(), "test.coalesced", { name: "class 8" })
  await expect.poll(() => handled, { timeout: 10_000 }).toContain("coalesced class 8, 0 changes")
  commit.resolve()
  await changing
  // Told of it, and sooner than the next look.
  await expect.poll(() => handled, { timeout: 2_500 }).toContain("coalesced class 7, 1 changes")
  expect(handled).not.toContain("coalesced class 7, 0 changes")
})

test("OPS-02 a job that is wanted now does not wait for the hour its twin was put off to", async () => {
  const later = new Date(Date.now() + 3_600_000)
  await store.send(ctx(), "test.coalesced", { name: "class 7" }, { startAfter: later })
  await store.send(ctx(), "test.coalesced", { name: "class 7" })
  await store.work(() => ctx())
  await expect.poll(() => handled, { timeout: 10_000 }).toEqual(["coalesced class 7"])
})

test("OPS-06 a worker is told of new work, so it seldom has to look for it", async () => {
  await store.stop()
  // It looks at its queues when it starts, and then only after a minute.
  const link = openDatabaseLink({ ...USUAL_PATIENCE, due: 60_000 })
  store = await openJobs(database.url, [countJob, coalescedJob], createLog("silent"), { link, works: true })
  await store.work(() => ctx())
  const began = performance.now()
  for (let n = 0; n < 20; n += 1) {
    await store.send(ctx(), "test.count", { name: String(n) })
    await expect.poll(() => handled.length, { interval: 5, timeout: 10_000 }).toBe(n + 1)
  }
  // Looking twice a second would take half a second for each.
  expect(performance.now() - began).toBeLessThan(6_000)
  const later = new Date(Date.now() + 3_600_000)
  await store.send(ctx(), "test.coalesced", { name: "put off" }, { startAfter: later })
  await store.send(ctx(), "test.coalesced", { name: "put off" })
  await expect.poll(() => handled, { timeout: 10_000 }).toContain("coalesced put off")
})

test("OPS-02 queues take changed settings at the next start, and a long job has its time for itself", async () => {
  const settings = async (queue: string) =>
    (
      await database.pool.query("select retry_limit, expire_seconds from pgboss.queue where name = $1", [
        queue,
      ])
    ).rows[0]
  expect(await settings("test.count")).toEqual({ retry_limit: 5, expire_seconds: 1_200 })
  const next = await openJobs(
    database.url,
    [{ ...countJob, retryLimit: 9, minutes: 120 }],
    createLog("silent"),
  )
  await next.stop()
  expect(await settings("test.count")).toEqual({ retry_limit: 9, expire_seconds: 7_200 })
})
