import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { listen, type Port } from "#app/events/listen.ts"
import { knownHosts } from "#app/http/hosts.ts"
import { createApp } from "#app/http/http.ts"
import siteMap from "#app/routes.ts"
import { readEnvironment } from "#platform/env.ts"
import { rateLimits } from "#platform/limits.ts"
import { freePort } from "./free-port.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"

const PIN = "4821179035"

type Asked = {
  method?: string
  host?: string
  from?: string
  headers?: Record<string, string>
  body?: string
}
type Answer = { status: number; headers: IncomingMessage["headers"]; text: string }
type Opened = { product: HttpProduct; doors: string[]; ask(path: string, asked?: Asked): Promise<Answer> }

const opened: { product: HttpProduct; port: Port }[] = []

/** The product behind its own port, whose pages return their path. */
async function open(env: NodeJS.ProcessEnv, pin: string | null): Promise<Opened> {
  const product = await startHttpProduct(env, undefined, undefined, undefined, undefined, {
    gateway: { baseUrl: "http://127.0.0.1:9", keyId: "", keySecret: "", webhookSecrets: [] },
  })
  const page = async ({ url }: Request) => {
    const headers = { "content-type": "text/html" }
    return new Response(`the page ${new URL(url).pathname}`, { headers })
  }
  const app = createApp(product.runtime, page, null, undefined, pin)
  const number = await freePort()
  const port = await listen(app.fetch, number, "127.0.0.1", {
    hosts: knownHosts(product.runtime.env),
    videoPort: () => null,
  })
  opened.push({ product, port })
  async function ask(path: string, { method = "GET", host, from, headers, body }: Asked = {}) {
    const asking = request({
      ...{ host: "127.0.0.1", port: number, path, method, agent: false },
      ...(from && { localAddress: from }),
      headers: { host: host ?? `127.0.0.1:${number}`, ...headers },
    }).end(body)
    const [answer] = (await once(asking, "response")) as [IncomingMessage]
    let text = ""
    for await (const chunk of answer) text += chunk
    return { status: answer.statusCode ?? 0, headers: answer.headers, text }
  }
  const document = JSON.parse((await ask("/api/v1/openapi.json")).text) as { paths: Record<string, object> }
  const pages = siteMap.flatMap(({ path }) => (path && path !== "*" ? [`GET /${path}`, `POST /${path}`] : []))
  const procedures = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} /api/v1${path}`),
  )
  const mounted = app.routes
    .filter(({ path }) => !path.includes("*"))
    .map(({ method, path }) => `${method === "ALL" ? "PATCH" : method} ${path}`)
  const doors = new Set([...pages, ...procedures, ...mounted, "GET /", "GET /rtc", "GET /api/v1/events"])
  return { product, doors: [...doors].map((door) => door.replace(/[:{][^/]*/g, "x")), ask }
}

let trial: Opened
let lan: Opened
beforeAll(async () => {
  trial = await open({}, null)
  lan = await open({ LAN: "true" }, PIN)
})
afterAll(async () => {
  for (const { product, port } of opened) {
    await port.close()
    await product.close()
  }
})

const HEALTH = /^GET \/(livez|readyz|healthz)$/
const PAGE = { accept: "text/html" }

test("OPS-05 no door of a trial opens to a website whose name leads to this machine", async () => {
  expect(trial.doors.length).toBeGreaterThan(250)
  for (const host of ["evil.example:3000", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.7"]) {
    for (const door of host === "evil.example:3000"
      ? trial.doors
      : ["GET /", "POST /api/v1/demo-people/session"]) {
      const [method = "", path = ""] = door.split(" ")
      const headers = { origin: `http://${host}`, "sec-fetch-site": "same-origin" }
      const answer = await trial.ask(path, { method, host, headers })
      expect([door, host, answer.status], door).toEqual([door, host, 421])
      expect(answer.headers["set-cookie"]).toBeUndefined()
      expect(answer.text).not.toContain("evil")
    }
  }
  for (const host of ["localhost", "localhost:3000", "LOCALHOST", "127.0.0.1", "[::1]:3000"]) {
    expect((await trial.ask("/livez", { host })).status, host).toBe(200)
  }
  // A whole address in place of a path, which names another host than the header.
  expect((await trial.ask("http://evil.example/livez")).status).toBe(421)
  const upgrade = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" }
  expect((await trial.ask("/rtc", { host: "evil.example", headers: upgrade })).status).toBe(421)
  expect((await trial.ask("/rtc", { headers: upgrade })).status).toBe(503)
})

test("OPS-05 in production the public name is asked for; health, proven metrics and hooks answer by address", () => {
  const env = { APP_URL: "https://academy.example", AUTH_SECRET: "a".repeat(32) }
  const hosts = knownHosts(readEnvironment(env))
  const knows = (host: string | undefined, url: string) => hosts.knows({ url, headers: { host } })
  for (const host of ["academy.example", "academy.example:443", "Academy.Example", "127.0.0.1:3000"])
    expect(knows(host, "/courses"), host).toBe(true)
  for (const host of [
    "evil.example",
    "10.0.0.4:3000",
    "web-1:3000",
    "academy.example.evil.example",
    undefined,
  ]) {
    expect(knows(host, "/courses"), host).toBe(false)
    expect(knows(host, "/api/v1/session"), host).toBe(false)
    expect(knows(host, "/livezz"), host).toBe(false)
    expect(knows(host, "/readyz"), host).toBe(true)
    expect(knows(host, "/hooks/livekit"), host).toBe(true)
    expect(knows(host, "/metrics"), host).toBe(false)
  }
  const proven = knownHosts(readEnvironment({ ...env, METRICS_TOKEN: "m".repeat(16) }))
  expect(proven.knows({ url: "/metrics", headers: { host: "web-1:3000" } })).toBe(true)
})

test("OPS-05 no door of a trial in the network opens to another device without the PIN", async () => {
  const from = "127.0.0.2"
  for (const door of lan.doors) {
    const [method = "", path = ""] = door.split(" ")
    const answer = await lan.ask(path, { method, from, headers: PAGE })
    expect(answer.headers["set-cookie"], door).toBeUndefined()
    // The page that asks, what surrounds it, and what has a proof of its own.
    if (HEALTH.test(door) || /^\w+ \/(pin|theme|sw\.js|manifest\.webmanifest|metrics|rtc)$/.test(door))
      continue
    const asked = method === "GET" ? [303, `/pin?${new URLSearchParams({ to: path })}`] : [401, undefined]
    expect([door, answer.status, answer.headers.location], door).toEqual([door, ...asked])
  }
  expect((await lan.ask("/", { from })).status).toBe(401)
  expect((await lan.ask("/", { headers: PAGE })).text).toBe("the page /")
})

test("OPS-05 the QR code's address lets a device in once and for all, without the PIN staying in the address", async () => {
  const from = "127.0.0.3"
  const scanned = await lan.ask(`/courses?subject=maths&pin=${PIN}`, { from })
  expect([scanned.status, scanned.headers.location]).toEqual([303, "/courses?subject=maths"])
  const [cookie = ""] = scanned.headers["set-cookie"] ?? []
  expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
  expect(cookie).not.toContain(PIN)
  const headers = { ...PAGE, cookie: cookie.split(";")[0] ?? "" }
  expect((await lan.ask("/dev/outbox", { from, headers })).text).toBe("the page /dev/outbox")
  expect((await lan.ask("/dev/outbox", { from: "127.0.0.9", headers })).status).toBe(200)
  const typed = await lan.ask(`/pin?to=%2Fcourses&pin=482+117+9035`, { from: "127.0.0.4" })
  expect([typed.status, typed.headers.location]).toEqual([303, "/courses"])
  const elsewhere = await lan.ask(`/pin?to=%2F%2Fevil.example&pin=${PIN}`, { from: "127.0.0.4" })
  expect(elsewhere.headers.location).toBe("/")
  const forged = { ...PAGE, cookie: "kaksha.lan=x" }
  expect((await lan.ask("/", { from, headers: forged })).status).toBe(303)
})

test("OPS-05 a device that guesses the PIN is stopped after ten tries, and no other device is", async () => {
  const from = "127.0.0.5"
  await lan.product.ctx.db.delete(rateLimits)
  for (let number = 0; number < 10; number += 1) {
    const wrong = await lan.ask(`/?pin=000000000${number}`, { from })
    expect(wrong.headers.location).toBe("/pin?to=%2F&wrong=")
  }
  const stopped = await lan.ask(`/?pin=${PIN}`, { from })
  expect(stopped.headers.location).toBe("/pin?to=%2F&wait=15")
  expect(stopped.headers["set-cookie"]).toBeUndefined()
  expect((await lan.ask(`/?pin=${PIN}`, { from: "127.0.0.6" })).headers.location).toBe("/")
})
