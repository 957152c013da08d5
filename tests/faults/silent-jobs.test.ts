import { setTimeout as delay } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { inTransaction } from "#platform/context.ts"
import { openDatabaseLink } from "#platform/database/database-link.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import { listenForChanges } from "#platform/events.ts"
import { defineJob, openJobs } from "#platform/jobs/jobs.ts"
import { createLog } from "#platform/log/log.ts"
import { type Patience, USUAL_PATIENCE } from "#platform/patience.ts"
import { SECOND } from "#shared/time.ts"
import { createTestContext } from "#tests/context.ts"
import { createTestDatabase } from "#tests/database.ts"
import { openRelay } from "#tests/relay.ts"

/** A fifth of what the product waits. */
const PATIENCE = Object.fromEntries(
  Object.entries(USUAL_PATIENCE).map(([name, ms]) => [name, ms / 5]),
) as Patience
/** Until work continues after the network is back, at the same scale. */
const WITHIN_MS = (10 * SECOND) / 5
const SILENT_MS = 3 * SECOND
const WORK_MS = 400
const EARLY = 60

/** A worker whose way to the database can go silent, with one queue whose runs are counted. */
async function startWorker() {
  const database = await createTestDatabase()
  const context = await createTestContext()
  const relay = await openRelay(Number(new URL(database.url).port))
  const url = Object.assign(new URL(database.url), { port: String(relay.port) }).href
  const link = openDatabaseLink(PATIENCE)
  const changes = await listenForChanges(url, createLog("silent"), link)
  const pool = createPool(url, 20, link)
  const runs: { name: string; startedAt: number; endedAt: number | null }[] = []
  const job = defineJob({
    queue: "test.silence",
    input: z.object({ name: z.string() }),
    concurrency: 4,
    retryDelaySeconds: 1,
    async handle(ctx, { name }) {
      const run: (typeof runs)[number] = { name, startedAt: performance.now(), endedAt: null }
      runs.push(run)
      await delay(WORK_MS)
      await ctx.db.execute(sql`insert into done (name) values (${name}) on conflict do nothing`)
      run.endedAt = performance.now()
    },
  })
  await database.pool.query("create table done (name text primary key)")
  const store = await openJobs(url, [job], createLog("silent"), { link, works: true })
  onTestFinished(async () => {
    relay.mend()
    await store.stop()
    await changes.close()
    await pool.end()
    await relay.close()
    await database.drop()
    await context.close()
  })
  const ctx = { ...context.ctx, db: databaseOn(pool), jobs: store }
  const send = (name: string) => inTransaction(ctx, (tx) => store.send(tx, job.queue, { name }))
  const done = async () => {
    const { rows } = await database.pool.query<{ name: string }>("select name from done order by name")
    return rows.map(({ name }) => name)
  }
  /** How many jobs are in each state. */
  const waiting = async () => {
    const { rows } = await database.pool.query<{ state: string; n: number }>(
      "select state, count(*)::int as n from pgboss.job where name = $1 group by state",
      [job.queue],
    )
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  await store.work(() => ctx)
  return { database, relay, runs, send, done, waiting }
}

test("OPS-03 jobs at work and waiting while the database is silent are neither lost nor run twice without need, and work goes on with the network", async () => {
  const { database, relay, runs, send, done, waiting } = await startWorker()
  const early = Array.from({ length: EARLY }, (_, n) => `early ${n}`)
  for (const name of early) await send(name)
  await expect.poll(() => runs.length, { timeout: 10_000 }).toBeGreaterThan(8)
  relay.silence()
  const silentAt = performance.now()
  // Requests for later work are refused meanwhile, with an error.
  const refused = await Promise.allSettled([send("refused 1"), send("refused 2")])
  expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  await delay(Math.max(0, silentAt + SILENT_MS - performance.now()))
  const before = (await done()).length
  relay.mend()
  const mendedAt = performance.now()

  // New work is accepted and done in time, whatever happened to the old.
  await expect
    .poll(
      () =>
        send("late").then(
          () => true,
          () => false,
        ),
      { timeout: WITHIN_MS },
    )
    .toBe(true)
  await expect.poll(async () => (await done()).length, { timeout: WITHIN_MS }).toBeGreaterThan(before)
  expect(performance.now() - mendedAt).toBeLessThan(WITHIN_MS)

  // Work done when the network fell silent is known to be done. Jobs handed out meanwhile look like those of
  // a dead worker, whose last heartbeat is moved back here instead of waiting for the timeout.
  await expect.poll(async () => (await waiting()).created ?? 0, { timeout: 20_000 }).toBe(0)
  await database.pool.query(
    "update pgboss.job set heartbeat_on = heartbeat_on - interval '15 s' where state = 'active'",
  )
  await expect.poll(waiting, { timeout: 40_000 }).toEqual({ completed: EARLY + 1 })
  expect(await done()).toEqual([...early, "late"].toSorted())
  // Twice ran what could not write that it is done, and nothing that had.
  const written = runs.filter(({ endedAt }) => endedAt !== null).map(({ name }) => name)
  expect(written.toSorted()).toEqual([...early, "late"].toSorted())
}, 120_000)
