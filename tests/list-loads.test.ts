import { afterAll, beforeAll, expect, test } from "vitest"
import { topicsFor } from "#app/events/events.ts"
import {
  followClasses,
  followDays,
  isSettled,
  type ListChange,
  type Listed,
} from "#features/classes/list-changes.ts"
import { endClass, startClass } from "#features/classes/server/lifecycle.ts"
import { listAllClasses } from "#features/classes/server/list-classes.ts"
import { enrol } from "#features/classes/server/seats.ts"
import type { SignedIn, Viewer } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { AUDIENCE, type EventName, isEventName, OWN_CHANGES } from "#shared/changes.ts"
import { dateInZone, HOUR } from "#shared/time.ts"
import { createClass, seat } from "./classes.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createInstructor, createStudent } from "./people.ts"

/*
 * What a change costs those who have the list of classes open: which changes reach a browser at all, and which of
 * those make it load the page again. The list's own topics and its own judgement, on the product's own feed.
 */

let product: HttpProduct
let instructor: SignedIn
let seated: SignedIn
let today: string
let soon: Date

/** A class of CBSE that is shown, one with the student, and those that are not: of ICSE, and of tomorrow. */
const ids = { shown: "", seated: "", filtered: "", tomorrow: "" }

beforeAll(async () => {
  product = await startHttpProduct()
  const { ctx } = product
  const zone = ctx.env.TIME_ZONE
  instructor = await createInstructor(ctx)
  seated = await createStudent(ctx)
  soon = new Date(Date.now() + 60_000)
  const later = new Date(Date.now() + 26 * HOUR)
  today = dateInZone(soon, zone)
  const create = async (columns: object) => (await createClass(ctx, await createInstructor(ctx), columns)).id
  ids.shown = (await createClass(ctx, instructor, { starts_at: soon })).id
  ids.seated = await create({ starts_at: soon, seats_taken: 1 })
  ids.filtered = await create({ starts_at: soon, curriculum: "ICSE" })
  ids.tomorrow = await create({ starts_at: later })
  await seat(ctx, ids.seated, seated)
})

afterAll(() => product?.close())

type Watching = { heard: ListChange[]; loads(): string[]; leave(): void }

/** Has a browser show today's classes of CBSE. */
async function watch(viewer: Viewer): Promise<Watching> {
  const ctx = { ...product.ctx, viewer }
  const { items } = await listAllClasses(ctx, { date: today, curriculum: "CBSE", limit: 30 })
  expect(items.map(({ id }) => id).toSorted()).toEqual([ids.shown, ids.seated].toSorted())
  const listed: Listed = {
    classes: items,
    chosen: null,
    filters: { date: today, curriculum: "CBSE", class_type: "" },
  }
  const topics = [...followClasses(items), ...followDays(today, []), ...(viewer ? OWN_CHANGES : [])]
  const heard: ListChange[] = []
  const tell = (change: ListChange) => void heard.push(change)
  const leave = product.runtime.feed.follow({ viewer, tell }, topicsFor(ctx, topics.join(",")))
  return {
    heard,
    leave,
    loads: () => heard.filter((change) => !isSettled(change, listed)).map(({ name }) => name),
  }
}

/** Waits until everything emitted before has been sent. */
async function settle(browsers: Watching[]): Promise<void> {
  await emit(product.ctx, "class.seats", ids.shown)
  for (const { heard } of browsers)
    await expect.poll(() => heard.some(({ id }) => id === ids.shown)).toBe(true)
}

const told = ({ heard }: Watching) =>
  heard.filter(({ id, name }) => id !== ids.shown && name !== "day.figures")

test("CLS-05 a change that a list doesn't show isn't even sent to those who have it open", async () => {
  const browsers = [await watch(null), await watch(seated)]
  for (const name of Object.keys(AUDIENCE).filter(isEventName)) {
    if (!name.startsWith("class.")) continue
    await emit(product.ctx, name, ids.tomorrow)
    if (name !== "class.scheduled" && name !== "class.moved") await emit(product.ctx, name, ids.filtered)
  }
  const hidden: EventName[] = [
    "class.attendance",
    "class.notices",
    "class.presence",
    "class.room",
    "class.recordings",
  ]
  for (const name of hidden) await emit(product.ctx, name, ids.seated)
  await emit(product.ctx, "person.notice", seated.user_id)
  await settle(browsers)
  for (const browser of browsers) {
    expect(told(browser)).toEqual([])
    expect(browser.loads()).toEqual([])
    browser.leave()
  }
})

test("CLS-05 classes that start, fill and end change the list of everyone without a load of the page", async () => {
  const { ctx } = product
  const browsers = [await watch(null), await watch(seated)]
  const student = await createStudent(ctx)
  await enrol({ ...ctx, viewer: student }, ids.shown)
  await startClass({ ...ctx, viewer: instructor }, ids.shown)
  await endClass({ ...ctx, viewer: instructor }, ids.shown)
  for (const browser of browsers) {
    const last = () => browser.heard.findLast(({ id }) => id === ids.shown)?.now
    await expect.poll(last).toMatchObject({ status: "completed", enrolled_count: 1 })
    const figures = () => browser.heard.findLast(({ name }) => name === "day.figures")?.now
    const { stats } = await listAllClasses(ctx, { date: today, curriculum: "all", limit: 30 })
    await expect.poll(figures).toMatchObject(stats)
    expect(browser.loads()).toEqual([])
    browser.leave()
  }
})

/** A load of the page for each change of a class that is shown, by visitors and by the student who has a seat in it. */
const loadsOf: Partial<Record<EventName, [visitor: boolean, seated: boolean]>> = {
  "class.started": [false, false],
  "class.ended": [false, false],
  "class.seats": [false, false],
  "class.cancelled": [false, true],
  "class.deleted": [true, true],
  "class.moved": [true, true],
  "class.changed": [true, true],
}

test("CLS-05 only what the list can't take in by itself loads the page again, and whose place changed", async () => {
  for (const [name, wanted] of Object.entries(loadsOf)) {
    const browsers = [await watch(null), await watch(seated)]
    await emit(product.ctx, name as EventName, ids.seated)
    await settle(browsers)
    const loaded = browsers.map((browser) => browser.loads().length > 0)
    expect(loaded, name).toEqual(wanted)
    for (const { leave } of browsers) leave()
  }
})

test("CLS-05 a class that comes to the day loads the lists that it is in, and its student's own change theirs", async () => {
  const browsers = [await watch(null), await watch(seated)]
  await emit(product.ctx, "class.scheduled", ids.filtered)
  await settle(browsers)
  expect(browsers.map(({ loads }) => loads())).toEqual([[], []])
  const { id } = await createClass(product.ctx, await createInstructor(product.ctx), {
    starts_at: soon,
  })
  await emit(product.ctx, "class.scheduled", id)
  await emit(product.ctx, "person.changed", seated.user_id)
  const [visitor, student] = browsers
  await expect.poll(() => visitor?.loads()).toEqual(["day.classes"])
  await expect.poll(() => student?.loads().toSorted()).toEqual(["day.classes", "person.changed"])
  for (const { leave } of browsers) leave()
})
