import { sql } from "drizzle-orm"
import { expect, inject, onTestFinished, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { isDatabaseAway } from "#platform/database-link.ts"
import { emit, RESYNC } from "#platform/events.ts"
import { createLog } from "#platform/log.ts"
import { type Patience, USUAL_PATIENCE } from "#platform/patience.ts"
import { inScope } from "#platform/trace.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createStudent } from "#tests/people.ts"
import { openRelay, type Relay } from "#tests/relay.ts"

/** A fifth of what the product waits. */
const PATIENCE = Object.fromEntries(
  Object.entries(USUAL_PATIENCE).map(([name, ms]) => [name, ms / 5]),
) as Patience
/** What a request may take, and all together until everything is back, at the same measure. */
const WITHIN_MS = 10_000 / 5

type Ready = { ready: boolean; parts: Record<string, { state: string; silent_seconds: number }> }

async function readyz({ address }: HttpProduct): Promise<Ready & { tookMs: number }> {
  const asked = performance.now()
  const state = (await (await fetch(`${address}/readyz`)).json()) as Ready
  return { ...state, tookMs: performance.now() - asked }
}

/** The product with a relay between it and its database. */
async function startBehindRelay(): Promise<{ product: HttpProduct; relay: Relay }> {
  const relay = await openRelay(Number(new URL(inject("postgresTemplateUrl")).port))
  const reachDatabase = (url: string) => Object.assign(new URL(url), { port: String(relay.port) }).href
  const network = { reachDatabase, patience: PATIENCE }
  const product = await startHttpProduct({}, undefined, createLog("silent"), undefined, undefined, network)
  onTestFinished(async () => {
    relay.mend()
    await product.close()
    await relay.close()
  })
  return { product, relay }
}

async function timed(work: Promise<Response>) {
  const asked = performance.now()
  const answer = await work
  const body = (await answer.json()) as { code?: string }
  return { status: answer.status, code: body.code, ms: performance.now() - asked }
}

test.each([
  { after: "forgets the connections from before", goOn: false },
  { after: "goes on with them", goOn: true },
])(
  "OPS-03 a database from which nothing comes any more costs each request a clear 503 in time, and all is back soon after the network, which $after",
  async ({ goOn }) => {
    const { product, relay } = await startBehindRelay()
    const { ctx, runtime } = product
    const asha = await createStudent(ctx)
    const me = () => timed(product.call(asha, "GET", "/api/v1/my/classes?scope=upcoming"))
    expect((await me()).status).toBe(200)
    let heard = 0
    let resyncs = 0
    runtime.changes.on("class:1", (change) => {
      if (change === RESYNC) resyncs += 1
      else heard += 1
    })
    await emit(ctx, "class.changed", "1")
    await expect.poll(() => heard).toBe(1)

    relay.silence()
    // More than the pool has connections, and transactions that can't even begin.
    const requests = await Promise.all([
      ...Array.from({ length: 30 }, me),
      timed(
        product.call(null, "POST", "/api/v1/session", { email: "asha@example.com", password: "wrong-1234" }),
      ),
    ])
    for (const { status, code, ms } of requests) {
      expect([status, code]).toEqual([503, "SERVICE_UNAVAILABLE"])
      expect(ms).toBeLessThan(WITHIN_MS)
    }
    const begun = Array.from({ length: 25 }, () =>
      inTransaction(ctx, async (tx) => tx.db.execute(sql`select 1`)),
    )
    for (const outcome of await Promise.allSettled(begun)) expect(outcome.status).toBe("rejected")
    expect(relay.swallowed()).toBeGreaterThan(0)
    // Once it is known, nobody waits.
    expect((await me()).ms).toBeLessThan(200)
    const told = await readyz(product)
    expect(told).toMatchObject({
      ready: false,
      parts: { database: { state: "silent" }, listen: { state: "silent" } },
    })
    expect(told.tookMs).toBeLessThan(500)

    relay.mend({ goOn })
    const mendedAt = performance.now()
    await expect.poll(async () => (await readyz(product)).ready, { timeout: WITHIN_MS }).toBe(true)
    expect((await me()).status).toBe(200)
    await emit(ctx, "class.changed", "1")
    await expect.poll(() => [heard, resyncs], { timeout: WITHIN_MS }).toEqual([2, 1])
    expect(performance.now() - mendedAt).toBeLessThan(WITHIN_MS)
    // No place in the pool was lost to what hung.
    const all = Array.from({ length: 20 }, () => inTransaction(ctx, (tx) => tx.db.execute(sql`select 1`)))
    await Promise.all(all)
    await expect.poll(() => runtime.pool.totalCount - runtime.pool.idleCount).toBe(0)
  },
)

test("OPS-03 connections that a router forgot are given up, and long statements of jobs are not", async () => {
  const { product, relay } = await startBehindRelay()
  const { ctx, runtime } = product
  const asha = await createStudent(ctx)
  const me = () => timed(product.call(asha, "GET", "/api/v1/my/classes?scope=upcoming"))
  const inRequest = <T>(work: () => Promise<T>) => inScope({ request: "a request" }, work)
  const sleep = async (ms: number) => void (await ctx.db.execute(sql`select pg_sleep(${ms / 1_000})`))
  // Longer than a request may ask for, and it is no request's.
  const long = sleep(PATIENCE.statement + 500)
  const tooLong = inRequest(() => sleep(PATIENCE.statement + 500))
  const failure = await tooLong.then(
    () => null,
    (error: unknown) => error,
  )
  expect(isDatabaseAway(failure)).toBe(true)
  await long

  await Promise.all(Array.from({ length: 20 }, me))
  let resyncs = 0
  runtime.changes.on("class:1", () => {
    resyncs += 1
  })
  const forgotten = inRequest(() => sleep(60_000)).catch((error: unknown) => error)
  relay.silence()
  relay.mend()
  await expect.poll(() => resyncs, { timeout: WITHIN_MS }).toBe(1)
  for (const { status } of await Promise.all(Array.from({ length: 20 }, me))) expect(status).toBe(200)
  expect(isDatabaseAway(await forgotten)).toBe(true)
})
