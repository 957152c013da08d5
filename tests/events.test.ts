import { createRouterClient } from "@orpc/server"
import { afterAll, beforeAll, expect, test } from "vitest"
import { asBytes, openStream } from "#app/events/event-stream.ts"
import { eventsRouter } from "#app/events/events.ts"
import { inTransaction } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { createClass } from "./classes.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createInstructor, createStudent } from "./people.ts"

let product: HttpProduct

beforeAll(async () => {
  product = await startHttpProduct()
})

afterAll(() => product?.close())

/** Reads an event stream until `wanted` events have come, or its end. */
async function readEvents(answer: Response, wanted: number): Promise<unknown[]> {
  const events: unknown[] = []
  let text = ""
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    for (const match of text.matchAll(/^data: (.+)\n\n/gm)) events.push(JSON.parse(match[1] ?? ""))
    const end = text.lastIndexOf("\n\n")
    if (end >= 0) text = text.slice(end + 2)
    if (events.length >= wanted) break
  }
  return events
}

test("CLS-06 a change reaches those who follow its topic once it is committed, with what lists show", async () => {
  const { ctx } = product
  const { id } = await createClass(ctx, await createInstructor(ctx))
  const answer = await product.call(null, "GET", `/api/v1/events?topics=class:${id}`)
  expect(answer.headers.get("content-type")).toContain("text/event-stream")
  expect(answer.headers.get("cache-control")).toBe("no-store")
  const received = readEvents(answer, 1)
  await inTransaction(ctx, async (tx) => {
    await emit(tx, "class.changed", id)
    throw new Error("rolled back")
  }).catch(() => undefined)
  await emit(ctx, "class.changed", newId())
  await emit(ctx, "class.started", id)
  const now = { at: expect.any(Number), status: "scheduled", max_capacity: 30 }
  expect(await received).toMatchObject([{ name: "class.started", id, now }])
})

test("CLS-06 what changed after a page was read and before its stream opened is told first", async () => {
  const { ctx, runtime } = product
  const asha = await createStudent(ctx)
  const unread = await createClass(ctx, await createInstructor(ctx))
  const told = await createClass(ctx, await createInstructor(ctx))
  const others = readEvents(await product.call(null, "GET", `/api/v1/events?topics=class:${told.id}`), 1)
  const own = new Promise((heard) => runtime.changes.on(`person:${asha.user_id}`, heard))
  await emit(ctx, "class.started", unread.id)
  await emit(ctx, "class.attendance", told.id)
  await emit(ctx, "class.started", told.id)
  await emit(ctx, "person.changed", asha.user_id)
  await Promise.all([others, own])

  const topics = `class:${unread.id}.${told.id},person:me`
  const open = (since: string) => product.call(asha, "GET", `/api/v1/events?topics=${topics}${since}`)
  const seen = await readEvents(await open("&seen_ms_ago=5000"), 3)
  const now = expect.objectContaining({ at: expect.any(Number) })
  expect(seen).toHaveLength(3)
  expect(seen).toContainEqual({ name: "class.started", id: told.id, now, earlier: true })
  expect(seen).toContainEqual({ name: "person.changed", id: asha.user_id, earlier: true })
  // It had no followers when it happened, so it is read now.
  expect(seen).toContainEqual({ name: "class.started", id: unread.id, now })
  const later = readEvents(await open(""), 1)
  await emit(ctx, "class.ended", told.id)
  expect(await later).toMatchObject([{ name: "class.ended", id: told.id }])
  expect((await open("&seen_ms_ago=60001")).status).toBe(400)
})

test("CLS-06 a page read after a change isn't told of it, although others asked for it later", async () => {
  const { ctx, runtime } = product
  const asha = await createStudent(ctx)
  const { id } = await createClass(ctx, await createInstructor(ctx))
  const heard = new Promise<void>((hear) =>
    runtime.changes.on(`class:${id}`, ({ name }) => name === "class.started" && hear()),
  )
  await emit(ctx, "class.started", id)
  await heard
  const read = performance.now()
  const open = (ago: number) =>
    product.call(asha, "GET", `/api/v1/events?topics=class:${id}&seen_ms_ago=${ago}`)
  expect(await readEvents(await open(5_000), 1)).toMatchObject([{ name: "class.started", id }])

  const later = readEvents(await open(Math.floor(performance.now() - read)), 1)
  await emit(ctx, "class.ended", id)
  expect(await later).toMatchObject([{ name: "class.ended", id }])
})

test("D1 a person's own changes reach nobody else", async () => {
  const asha = await createStudent(product.ctx)
  const other = await createStudent(product.ctx)
  expect((await product.call(null, "GET", "/api/v1/events?topics=person:me")).status).toBe(401)
  const asked = await product.call(other, "GET", `/api/v1/events?topics=person:${asha.user_id}`)
  expect(asked.status).toBe(404)
  const own = readEvents(await product.call(asha, "GET", "/api/v1/events?topics=person:me"), 1)
  await emit(product.ctx, "person.changed", other.user_id)
  await emit(product.ctx, "person.changed", asha.user_id)
  expect(await own).toEqual([{ name: "person.changed", id: asha.user_id }])
})

test("CLS-06 a reader is told by bytes that all share, and one too slow is told to load everything anew", async () => {
  const { ctx, runtime } = product
  const asha = await createStudent(ctx)
  const id = asha.user_id
  const asked = { viewer: asha, topics: [{ kind: "person", names: null, ids: [id] }] }
  await expect.poll(() => runtime.changes.readers()).toBe(0)
  const quick = openStream(runtime.feed, asked, asBytes).getReader()
  const slow = openStream(runtime.feed, asked, asBytes).getReader()
  expect(runtime.changes.readers()).toBe(2)
  const text = async (reader: typeof quick) => new TextDecoder().decode((await reader.read()).value)
  for (const reader of [quick, slow]) expect(await text(reader)).toBe(": \n\n")

  await emit(ctx, "person.changed", id)
  const [one, other] = [await quick.read(), await slow.read()]
  expect(new TextDecoder().decode(one.value)).toBe(
    `event: message\ndata: {"name":"person.changed","id":"${id}"}\n\n`,
  )
  expect(other.value).toBe(one.value)

  for (let change = 0; change < 150; change += 1) {
    await emit(ctx, "person.changed", id)
    expect(await text(quick)).toContain("person.changed")
  }
  let waited = 0
  while ((await text(slow)).includes("person.changed")) waited += 1
  expect(waited).toBe(100)
  await emit(ctx, "person.notice", id)
  expect(await text(slow)).toContain("person.notice")

  await quick.cancel()
  await slow.cancel()
  expect(runtime.changes.readers()).toBe(0)
})

test("CLS-06 who calls the procedure in process hears of changes until the signal ends it", async () => {
  const { ctx, runtime } = product
  const asha = await createStudent(ctx)
  const client = createRouterClient(eventsRouter(runtime.feed), { context: { ...ctx, viewer: asha } })
  const stop = new AbortController()
  const heard = await client.subscribe({ topics: "person:me" }, { signal: stop.signal })
  const first = heard.next()
  await expect.poll(() => runtime.changes.readers()).toBe(1)
  await emit(ctx, "person.changed", asha.user_id)
  expect((await first).value).toEqual({ name: "person.changed", id: asha.user_id })
  const next = heard.next()
  stop.abort()
  expect((await next).done).toBe(true)
  expect(runtime.changes.readers()).toBe(0)
})
