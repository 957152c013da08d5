import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { sql } from "drizzle-orm"
import { expect, inject, onTestFinished, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { isDatabaseAway } from "#platform/database/database-link.ts"
import { emit, RESYNC } from "#platform/events.ts"
import { DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import { createLog } from "#platform/log/log.ts"
import { outageOf } from "#platform/outage.ts"
import { type Patience, USUAL_PATIENCE } from "#platform/patience.ts"
import { twilioSms } from "#platform/sms/twilio.ts"
import { s3Store } from "#platform/storage/s3.ts"
import { inScope } from "#platform/tracing/trace.ts"
import { livekitVideo } from "#platform/video/port.ts"
import { startS3Gateway } from "#tests/gateways/s3.ts"
import { SMTP_PASSWORD, SMTP_USER, startSmtpGateway } from "#tests/gateways/smtp.ts"
import { startTwilioGateway } from "#tests/gateways/twilio.ts"
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

/** What the product reaches over the network beside its database, each by a relay. */
async function startEverything() {
  const [store, mail, sms] = await Promise.all([startS3Gateway(), startSmtpGateway(), startTwilioGateway()])
  // Any response counts.
  const video = createServer((_, answer) => void answer.writeHead(404).end())
  await new Promise<void>((ready) => video.listen(0, "127.0.0.1", ready))
  const ports = {
    store: Number(new URL(store.settings.endpoint).port),
    mail: mail.port,
    sms: Number(new URL(sms.url).port),
    video: (video.address() as AddressInfo).port,
  }
  const [toStore, toMail, toSms, toVideo] = await Promise.all(
    Object.values(ports).map((port) => openRelay(port)),
  )
  if (!toStore || !toMail || !toSms || !toVideo) throw new Error("there are four relays")
  const relays = { store: toStore, mail: toMail, sms: toSms, video: toVideo }
  onTestFinished(async () => {
    for (const relay of Object.values(relays)) await relay.close()
    video.closeAllConnections()
    await Promise.all([store.close(), mail.close(), sms.close(), new Promise((done) => video.close(done))])
  })
  return { store, mail, sms, relays }
}

const failureWithin = async (ms: number, work: () => Promise<unknown>) => {
  const started = performance.now()
  const failure = await work().then(
    () => null,
    (error: unknown) => error,
  )
  expect(performance.now() - started).toBeLessThan(ms)
  return failure
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

for (const goOn of [false, true]) {
  const after = goOn ? "goes on with the connections from before" : "forgot the connections from before"
  test(`OPS-03 a database from which nothing comes any more costs each request a clear 503 in time, and all is back soon after the network, which ${after}`, async () => {
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
    // Once the outage is known, requests don't wait.
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
  })
}

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

test("OPS-03 a store, a mail server, a text gateway and a video server that fall silent fail in time, are told, and are back with the network", async () => {
  const { store, mail, sms, relays } = await startEverything()
  const at = (relay: Relay) => `http://127.0.0.1:${relay.port}`
  const files = s3Store({ ...store.settings, endpoint: at(relays.store) }, PATIENCE)
  const video = livekitVideo({
    ...{ httpUrl: at(relays.video), publicUrl: "ws://localhost", apiKey: "key", apiSecret: "secret" },
    timeoutSeconds: 1,
  })
  const product = await startHttpProduct(
    {
      ...{ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(relays.mail.port), MAIL_FROM: "hello@kaksha.example" },
      ...{ SMTP_USER, SMTP_PASSWORD, SMS_PROVIDER: "twilio", SMS_TWILIO_BASE_URL: at(relays.sms) },
      ...{ SMS_TWILIO_ACCOUNT_SID: sms.accountSid, SMS_TWILIO_AUTH_TOKEN: sms.authToken },
      SMS_TWILIO_FROM: "+15005550006",
    },
    ...([video, createLog("silent"), files, undefined] as const),
    { patience: { ...PATIENCE, probeAgain: 100 }, videoStatus: "external" },
  )
  onTestFinished(() => product.close())
  const parts = ["store", "mail", "sms"] as const
  const states = async () => {
    const { parts: told, tookMs, ready } = await readyz(product)
    expect(tookMs).toBeLessThan(1_000)
    // None of them keeps this process from being sent requests.
    expect(ready).toBe(true)
    return parts.map((name) => told[name]?.state)
  }
  await expect.poll(states, { timeout: WITHIN_MS }).toEqual(["up", "up", "up"])
  await files.put("one/file", Buffer.alloc(300_000, "x"), "text/plain")

  for (const relay of Object.values(relays)) relay.silence()
  const calls: (() => Promise<unknown>)[] = [
    () => files.size("one/file"),
    () => files.read("one/file"),
    () => files.put("another/file", Buffer.from("x"), "text/plain"),
    () => files.remove("one/file"),
    () => video.listRooms(),
  ]
  for (const call of calls) {
    const failure = await failureWithin(WITHIN_MS, () => inScope({ request: "a request" }, call))
    expect(outageOf(failure)).toBe("SERVICE_UNAVAILABLE")
  }
  await expect.poll(states, { timeout: WITHIN_MS * 2 }).toEqual(["silent", "silent", "silent"])
  expect((await readyz(product)).parts.video?.state).toBe("silent")

  for (const relay of Object.values(relays)) relay.mend()
  const mendedAt = performance.now()
  await expect.poll(states, { timeout: WITHIN_MS }).toEqual(["up", "up", "up"])
  await expect.poll(() => files.size("one/file").catch(() => null), { timeout: WITHIN_MS }).toBe(300_000)
  expect(performance.now() - mendedAt).toBeLessThan(WITHIN_MS)

  // The message arrives, but not the gateway's response. The outcome is unknown, so it isn't sent again.
  relays.sms.silence({ answersOnly: true })
  const message = { to: "+919845012345", text: "Hello", variables: {}, reference: "0193-notice" }
  const port = twilioSms({
    ...{ baseUrl: at(relays.sms), accountSid: sms.accountSid, authToken: sms.authToken },
    ...{ from: "+15005550006", timeoutMs: 500 },
  })
  expect(await failureWithin(WITHIN_MS, () => port.send(message))).toBeInstanceOf(DeliveryUnanswered)
  expect(sms.messages).toHaveLength(1)
  expect(mail.mails).toEqual([])
})
