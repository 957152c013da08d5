import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createLog } from "#platform/log/log.ts"
import { mayReadMetrics } from "#platform/metrics.ts"
import { openOtel } from "#platform/tracing/otel.ts"
import { recordSpans } from "#platform/tracing/trace.ts"
import { type SentSpan, startCollector } from "#tests/gateways/collector.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { patternsOf } from "./observe.ts"

const folder = mkdtempSync(join(tmpdir(), "kaksha-observe-"))
const logFile = join(folder, "log")
let product: HttpProduct

beforeAll(async () => {
  product = await startHttpProduct({ TRUSTED_PROXIES: "1" }, undefined, createLog("debug", logFile))
  await product.runtime.work()
})

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
})

let written = 0
/** Each from its own address, because writes are limited by address. */
const message = () => ({
  name: "Zephyrine Rao",
  email: `zephyrine${++written}@example.com`,
  topic: "fees",
  message: "What does a month of violin cost, and when does it begin?",
})

/** Returns what was logged of a request. The last line may be incomplete. */
function linesOf(request: string): Record<string, string>[] {
  const all = readFileSync(logFile, "utf8").split("\n").slice(0, -1)
  const ours = all.filter((line) => line.includes(request))
  return ours.map((line) => JSON.parse(line) as Record<string, string>)
}

async function write(headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${product.address}/api/v1/contact-messages`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(message()),
  })
  expect(answer.status).toBeLessThan(300)
  return answer.headers.get("x-request-id") ?? ""
}

/** Waits until the mail that a request caused was handed over, and returns the line that says so. */
function handedOver(request: string) {
  return expect
    .poll(() => linesOf(request).find((line) => /handed over/.test(line.msg ?? "")), {
      timeout: 30_000,
      interval: 100,
    })
    .toBeTruthy()
}

test("OPS-03 one request id leads from the request through its job to the mail, and a proxy's is taken over", async () => {
  const request = await write()
  await handedOver(request)
  const told = linesOf(request)
  expect(told.find((line) => line.msg === "answered")).toMatchObject({ path: "/api/v1/contact-messages" })
  const sent = told.find((line) => line.msg === "a message was handed over")
  expect(sent).toMatchObject({ channel: "mail", result: "accepted", queue: expect.any(String) })
  expect(await write({ "x-request-id": "edge-7f3a9c01" })).toBe("edge-7f3a9c01")
  expect(await write({ "x-request-id": 'x"y z' })).toMatch(/^[0-9a-f-]{36}$/)
  expect(readFileSync(logFile, "utf8")).not.toContain("zephyrine")
})

test("OPS-03 metrics count requests by pattern, procedures and jobs by name, and what the process holds open", async () => {
  for (const path of ["/no-such-page", "/another/one", "/api/v1/nothing", "/livez"])
    await product.call(null, "GET", path)
  await handedOver(await write())
  const shown = await (await product.call(null, "GET", "/metrics")).text()
  expect(shown).toMatch(
    /procedure_duration_seconds_count\{procedure="content\.sendContactMessage",result="ok"\} [1-9]/,
  )
  expect(shown).toMatch(
    /kaksha_job_duration_seconds_count\{queue="notifications\.[a-z.-]+",result="completed"\} [1-9]/,
  )
  expect(shown).toMatch(/kaksha_messages_total\{channel="mail",result="accepted"\} [1-9]/)
  expect(shown).toMatch(/kaksha_queue_jobs\{queue="content\.daily",state="waiting"\} \d/)
  expect(shown).toMatch(/kaksha_database_connections\{state="(idle|busy)"\} [1-9]/)
  expect(shown).toContain("kaksha_event_streams 0")
  expect(shown).toContain("kaksha_live_rooms 0")
  const routes = new Set(
    [...shown.matchAll(/http_request_duration_seconds_count\{[^}]*route="([^"]+)"/g)].map((m) => m[1]),
  )
  expect([...routes].sort()).toEqual(
    ["/api", "/livez", "/metrics", "unknown"].filter((route) => routes.has(route)),
  )
  expect(routes).toContain("unknown")
})

test("OPS-03 metrics are for this machine alone, or for requests with the token", async () => {
  const local = { authorization: undefined, address: "127.0.0.1", forwarded: false }
  expect(mayReadMetrics(local, undefined)).toBe(true)
  expect(mayReadMetrics({ ...local, forwarded: true }, undefined)).toBe(false)
  expect(mayReadMetrics({ ...local, address: "192.0.2.7" }, undefined)).toBe(false)
  expect(mayReadMetrics(local, "a-long-token-of-ours")).toBe(false)
  expect(
    mayReadMetrics({ ...local, authorization: "Bearer a-long-token-of-theirs" }, "a-long-token-of-ours"),
  ).toBe(false)
  const remote = { authorization: "Bearer a-long-token-of-ours", address: "192.0.2.7", forwarded: true }
  expect(mayReadMetrics(remote, "a-long-token-of-ours")).toBe(true)
  const proxied = await fetch(`${product.address}/metrics`, { headers: { "x-forwarded-for": "192.0.2.7" } })
  expect(proxied.status).toBe(404)
})

test("OPS-03 a trace joins request, procedure, queries and the job, and carries no value of anybody", async () => {
  const collector = await startCollector()
  const recorder = openOtel({ endpoint: collector.endpoint, service: "kaksha", share: 1 })
  recordSpans(recorder)
  try {
    const caller = "4bf92f3577b34da6a3ce929d0e0e4736"
    await handedOver(await write({ traceparent: `00-${caller}-00f067aa0ba902b7-01` }))
    // The job's span ends a moment after its mail left.
    const told = () =>
      collector.spans.some((span) => span.traceId === caller && /^job notifications\./.test(span.name))
    await expect.poll(told, { timeout: 30_000 }).toBe(true)
  } finally {
    recordSpans(null)
    await recorder.close()
    collector.close()
  }
  const ours = collector.spans.filter(({ traceId }) => traceId === "4bf92f3577b34da6a3ce929d0e0e4736")
  const named = (name: string | RegExp) => ours.find((span) => span.name.match(name))
  const parentOf = (span: SentSpan | undefined) => ours.find(({ spanId }) => spanId === span?.parentSpanId)
  expect(named("POST")?.parentSpanId).toBe("00f067aa0ba902b7")
  expect(parentOf(named("content.sendContactMessage"))?.name).toBe("POST")
  expect(parentOf(named(/^insert into "contact_messages"/))?.name).toBe("content.sendContactMessage")
  expect(named(/^job notifications\./)).toBeTruthy()
  expect(JSON.stringify(ours)).not.toMatch(/zephyrine|violin/i)
})

test("OPS-03 a page counts under its pattern, whatever the address says", () => {
  const route = (id: string, parentId: string | undefined, path?: string, index?: boolean) => ({
    ...{ id, path, index, module: {} as never },
    ...(parentId !== undefined && { parentId }),
  })
  const routes = {
    root: route("root", undefined, ""),
    layout: route("layout", "root"),
    home: route("home", "layout", undefined, true),
    course: route("course", "layout", "courses/:id"),
  }
  const routeOf = patternsOf({ routes } as never)
  expect([routeOf("/"), routeOf("/courses/42"), routeOf("/nowhere")]).toEqual(["/", "/courses/:id", null])
})

test("REC-05 links that work for anyone who has them stay out of the log", async () => {
  const secret = "whoever-has-this-comes-in"
  const api = [
    "/api/v1/absences/",
    "/api/v1/guardian/invitations/",
    "/api/v1/premises/quotes/",
    "/api/v1/premises/join/",
  ]
  for (const path of ["/files/", "/calendar/", "/a/", "/premises/q/", "/premises/join/", ...api]) {
    const answer = await fetch(`${product.address}${path}${secret}?token=${secret}`)
    await answer.arrayBuffer()
    const request = answer.headers.get("x-request-id") ?? ""
    await expect.poll(() => linesOf(request).map((line) => line.path)).toContain(`${path}…`)
    expect(JSON.stringify(linesOf(request))).not.toContain(secret)
  }
})
