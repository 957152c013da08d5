import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { listen } from "#app/events/listen.ts"
import { MOST_STREAMS, streamPlaces } from "#app/events/stream-places.ts"
import { PROXY_NOT_TRUSTED } from "#platform/client-address.ts"
import type { SignedIn } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { createLog } from "#platform/log/log.ts"
import { createClass } from "./classes.ts"
import { freePort } from "./free-port.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createInstructor, createStudent } from "./people.ts"

let product: HttpProduct
beforeAll(async () => {
  product = await startHttpProduct()
})
afterAll(() => product?.close())

const STREAM = "/api/v1/events?topics=classes"
const streams: AbortController[] = []
/** A response that nothing refers to is collected, and its stream closed. */
const held: Response[] = []
afterEach(async () => {
  held.length = 0
  for (const stream of streams.splice(0)) stream.abort()
  await expect.poll(() => product.runtime.changes.readers()).toBe(0)
})

async function follow(person: SignedIn | null, path = STREAM): Promise<Response> {
  const stream = new AbortController()
  streams.push(stream)
  const headers: HeadersInit = person ? { cookie: await product.cookieOf(person) } : {}
  const response = await fetch(product.address + path, { headers, signal: stream.signal })
  held.push(response)
  return response
}

/** Returns the first change of a stream; the stream stays open. */
async function firstEvent({ body }: Response): Promise<unknown> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  for (let text = ""; ; ) {
    const piece = await reader?.read()
    if (!piece || piece.done) return null
    text += decoder.decode(piece.value, { stream: true })
    const event = /^data: (.+)\n\n/m.exec(text)?.[1]
    if (event) return JSON.parse(event)
  }
}

const visitor = (address: string) => ({
  viewer: null,
  http: { request: new Headers(), reply: new Headers(), address },
})

test("CLS-06 a person who opens one stream too many is told to wait, and comes in once one is closed", async () => {
  const asha = await createStudent(product.ctx)
  for (let opened = 0; opened < MOST_STREAMS.ofPerson; opened += 1) {
    expect((await follow(asha)).status).toBe(200)
  }
  const refused = await follow(asha)
  expect(refused.status).toBe(429)
  for (const spelled of ["/api/v1/events/?topics=classes", "/api/v1/events//?topics=classes"])
    expect((await follow(asha, spelled)).status).toBe(429)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({
    code: "TOO_MANY_REQUESTS",
    data: { retry_after_seconds: expect.any(Number) },
  })
  // Other people behind the same address are not limited, signed in or not.
  expect((await follow(await createStudent(product.ctx))).status).toBe(200)
  expect((await follow(null)).status).toBe(200)
  streams[0]?.abort()
  await expect.poll(async () => (await follow(asha)).status).toBe(200)
})

test("CLS-06 a refused topic takes no place, and what is not followed to its end gives it back", async () => {
  const kabir = await createStudent(product.ctx)
  for (let tried = 0; tried <= MOST_STREAMS.ofPerson; tried += 1) {
    expect((await product.call(kabir, "GET", "/api/v1/events?topics=nothing")).status).toBe(404)
    const answer = await follow(kabir)
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
    await expect.poll(() => product.runtime.changes.readers()).toBe(0)
  }
})

test("CLS-06 500 pupils with two tabs each follow from one address and all hear of a change, and one of them gets no more tabs than anybody", async () => {
  const { ctx } = product
  const { id } = await createClass(ctx, await createInstructor(ctx))
  const pupils: SignedIn[] = []
  const tabs: Response[] = []
  while (pupils.length < 500) {
    const more = await Promise.all(Array.from({ length: 25 }, () => createStudent(ctx)))
    pupils.push(...more)
    tabs.push(...(await Promise.all([...more, ...more].map((person) => follow(person)))))
  }
  expect(tabs).toHaveLength(1_000)
  expect(tabs.filter(({ status }) => status === 200)).toHaveLength(1_000)
  expect(product.runtime.changes.readers()).toBe(1_000)
  const heard = tabs.map(firstEvent)
  await emit(ctx, "class.started", id)
  for (const event of await Promise.all(heard)) expect(event).toMatchObject({ name: "class.started", id })

  const [pupil = null] = pupils
  const more = await Promise.all(Array.from({ length: MOST_STREAMS.ofPerson }, () => follow(pupil)))
  const counts = Map.groupBy(more, ({ status }) => status)
  expect([counts.get(200)?.length, counts.get(429)?.length]).toEqual([MOST_STREAMS.ofPerson - 2, 2])
  expect((await follow(pupils[1] ?? null)).status).toBe(200)
})

test("CLS-06 visitors behind one address share its places", () => {
  const places = streamPlaces()
  const visitors = Array.from({ length: 800 }, () => places.take(visitor("203.0.113.7")))
  expect(visitors.filter(Boolean)).toHaveLength(MOST_STREAMS.ofNetwork)
  // A household of IPv6 is one network, however many addresses it makes up.
  const household = Array.from({ length: 800 }, (_, at) =>
    places.take(visitor(`2001:db8:1:2::${at.toString(16)}`)),
  )
  expect(household.filter(Boolean)).toHaveLength(MOST_STREAMS.ofNetwork)
  for (const leave of [...visitors, ...household]) {
    leave?.()
    leave?.()
  }
  expect(places.taken()).toBe(0)
})

test("CLS-06 many networks together take no more than visitors may have, and leave room for people", () => {
  const places = streamPlaces({ ofPerson: 2, ofNetwork: 2, ofVisitors: 5, ofAll: 7 })
  const visitors = Array.from({ length: 10 }, (_, at) => places.take(visitor(`203.0.113.${at}`)))
  expect(visitors.filter(Boolean)).toHaveLength(5)
  const person = (at: number) => ({ ...visitor(""), viewer: { user_id: `person ${at}` } as SignedIn })
  expect([1, 1, 1, 2, 2].map((at) => places.take(person(at)) !== null)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test("OPS-03 headers that trickle in end the connection, and so does silence", async () => {
  const port = await freePort()
  const patience = {
    ...{ headersTimeout: 400, requestTimeout: 0, connectionsCheckingInterval: 50 },
    keepAliveTimeout: 5_000,
  }
  const opened = await listen(async () => new Response("here"), port, "127.0.0.1", { patience })
  const lasts = (bytes: string) =>
    new Promise<string>((resolve) => {
      let answer = ""
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
      const trickle = setInterval(() => bytes && socket.write("x: y\r\n"), 50)
      socket.on("data", (piece) => {
        answer += piece
      })
      socket.on("error", () => {})
      socket.on("close", () => {
        clearInterval(trickle)
        resolve(answer.slice(9, 12))
      })
    })
  expect(await Promise.all([lasts("GET / HTTP/1.1\r\nhost: localhost\r\n"), lasts("")])).toEqual([
    "408",
    "408",
  ])
  await opened.close()
})

test("ACC-11 a proxy that nobody counted is told of once in the log, and to the doctor at each request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-proxy-"))
  const file = join(folder, "kaksha.log")
  const warned = () => readFileSync(file, "utf8").split(PROXY_NOT_TRUSTED).length - 1
  const told = async (address: string, headers: Record<string, string>) =>
    ((await (await fetch(`${address}/livez`, { headers })).json()) as { proxy_not_trusted?: true })
      .proxy_not_trusted
  const [direct, counted] = await Promise.all([
    startHttpProduct({}, undefined, createLog("warn", file)),
    startHttpProduct({ TRUSTED_PROXIES: "1" }, undefined, createLog("warn", file)),
  ])
  try {
    const forwarded = { "x-forwarded-for": "203.0.113.7" }
    expect(await told(counted.address, forwarded)).toBeUndefined()
    expect(await told(direct.address, {})).toBeUndefined()
    expect(await told(direct.address, forwarded)).toBe(true)
    expect(await told(direct.address, { forwarded: "for=203.0.113.7" })).toBe(true)
    await expect.poll(warned).toBe(1)
  } finally {
    await Promise.all([direct.close(), counted.close()])
    rmSync(folder, { recursive: true, force: true })
  }
})
