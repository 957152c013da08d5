import ICAL from "ical.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { calendarFeeds } from "#features/classes/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { createClass as placeRow, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { readClassFile } from "./calendar.ts"
import { createClass, draftClass } from "./class-factory.ts"
import { updateClass } from "./schedule/reschedule.ts"
import { cancelClass } from "./schedule/withdraw.ts"
import { readClass } from "./service.ts"

const ORIGIN = "https://classes.example"
const ZONES = [
  "Asia/Kolkata",
  "Europe/London",
  "America/New_York",
  "America/Los_Angeles",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Asia/Kathmandu",
  "America/St_Johns",
]

let product: HttpProduct
let instructor: SignedIn

beforeAll(async () => {
  product = await startHttpProduct()
  instructor = await createInstructor(product.ctx)
})
afterAll(() => product?.close())

/** What another program reads out of a calendar. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      description: event.description,
      sequence: event.sequence,
      status: component.getFirstPropertyValue("status"),
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
    }
  })
}

async function inWorld(zone: string, work: (world: TestContext, teacher: SignedIn) => Promise<void>) {
  const world = await createTestContext({ env: { TIME_ZONE: zone } })
  try {
    await work(world, await createInstructor(world.ctx))
  } finally {
    await world.close()
  }
}

async function fileOf(world: TestContext, viewer: SignedIn, classId: string) {
  const file = await readClassFile(world.as(viewer), classId, ORIGIN)
  if (!file) throw new Error("no file")
  return { ...file, event: parse(file.text)[0] }
}

test("CLS-10 in eight zones another calendar reads the very instants, across clock changes", async () => {
  for (const zone of ZONES) {
    await inWorld(zone, async (world, teacher) => {
      for (const scheduled_date of ["2027-01-15", "2027-03-14", "2027-03-28", "2027-07-15"]) {
        const id = await createClass(world.as(teacher), {
          scheduled_date,
          start_time: "02:30",
          end_time: "04:45",
        })
        const { event, text } = await fileOf(world, teacher, id)
        const row = await readClass(world.ctx, id)
        expect([zone, event?.start, event?.end]).toEqual([zone, row?.starts_at, row?.ends_at])
        expect(text).not.toContain("TZID")
      }
    })
  }
})

test("CLS-10 an edit keeps the UID and raises the SEQUENCE; a cancelled class says so", async () => {
  await inWorld("Asia/Kolkata", async (world, teacher) => {
    const draft = draftClass({
      title: "Fractions, halves; and more",
      delivery: "on_premises",
      venue_name: "Hall 2",
      venue_address: "14 MG Road, Pune",
    })
    const class_id = await createClass(world.as(teacher), draft)
    const before = await fileOf(world, teacher, class_id)
    expect(before.event).toMatchObject({
      uid: `class-${class_id}@kaksha`,
      summary: "Fractions, halves; and more",
      location: "Hall 2, 14 MG Road, Pune",
      sequence: 0,
      status: "CONFIRMED",
    })
    expect((await fileOf(world, teacher, class_id)).etag).toBe(before.etag)
    world.clock.advance(1_000)
    await updateClass(world.as(teacher), { class_id, ...draft, start_time: "17:30" })
    const moved = await fileOf(world, teacher, class_id)
    expect(moved.event).toMatchObject({ uid: before.event?.uid, sequence: 1 })
    expect(moved.etag).not.toBe(before.etag)
    await cancelClass(world.as(teacher), { class_id, reason: "The hall is flooded" })
    expect((await fileOf(world, teacher, class_id)).event).toMatchObject({
      sequence: 2,
      status: "CANCELLED",
      description: expect.stringContaining("The hall is flooded"),
    })
  })
})

test("CLS-10 the file of a class is served with a validator, and a Meet link only to who has a place", async () => {
  const student = await createStudent(product.ctx)
  const row = await placeRow(product.ctx, instructor, { meet_link: "https://meet.google.com/abc-defg-hij" })
  await seat(product.ctx, row.id, student)
  const get = async (person: SignedIn | null, headers: Record<string, string> = {}) =>
    fetch(`${product.address}/class/${row.id}/calendar.ics`, {
      headers: { ...headers, ...(person && { cookie: await product.cookieOf(person) }) },
    })
  const answer = await get(null)
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"])
  expect(answer.headers.get("last-modified")).toBeTruthy()
  expect(await answer.text()).not.toContain("meet.google.com")
  expect(parse(await (await get(student)).text())[0]?.description).toContain("meet.google.com")
  const etag = answer.headers.get("etag") ?? ""
  expect((await get(null, { "if-none-match": etag })).status).toBe(304)
  expect((await fetch(`${product.address}/class/nonsense/calendar.ics`)).status).toBe(404)
})

test("CLS-10 a private address gives a person's own classes until a new one is made or it is ended", async () => {
  const student = await createStudent(product.ctx)
  const start = Date.now()
  const hours = (count: number) => new Date(start + count * 3_600_000)
  const teacher = await createInstructor(product.ctx)
  const mine = await placeRow(product.ctx, teacher, {
    ...{ starts_at: hours(10), meet_link: "https://meet.google.com/abc-defg-hij" },
    ...{ status: "cancelled", cancel_reason: "The hall is flooded" },
  })
  const other = await placeRow(product.ctx, teacher, { starts_at: hours(20) })
  await seat(product.ctx, mine.id, student)
  const make = async (person: SignedIn) => {
    const answer = await product.call(person, "POST", "/api/v1/my/calendar", {})
    return ((await answer.json()) as { path: string }).path
  }
  const read = (path: string) => fetch(product.address + path)
  const first = await make(student)
  const events = parse(await (await read(first)).text())
  expect(events).toMatchObject([
    {
      ...{ uid: `class-${mine.id}@kaksha`, status: "CANCELLED" },
      description: expect.stringMatching(/Cancelled: The hall is flooded\nGoogle Meet: .*abc-defg-hij/),
    },
  ])
  const taught = parse(await (await read(await make(teacher))).text())
  expect(taught.map(({ uid }) => uid)).toEqual([mine, other].map(({ id }) => `class-${id}@kaksha`))

  const stored = await product.ctx.db.select().from(calendarFeeds)
  expect(JSON.stringify(stored)).not.toContain(first.slice("/calendar/".length, -".ics".length))
  const second = await make(student)
  expect((await read(first)).status).toBe(404)
  expect((await read(second)).status).toBe(200)
  await product.call(student, "DELETE", "/api/v1/my/calendar")
  expect((await read(second)).status).toBe(404)
})
