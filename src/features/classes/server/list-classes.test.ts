import { sql } from "drizzle-orm"
import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { createClass, outcomeOf, placeClass } from "./class-factory.ts"
import { answerDemoRequest, requestDemo } from "./demos/demo-requests.ts"
import { readInstructorFigures } from "./figures.ts"
import { listAllClasses, listComingClasses, listOwnClasses, listTimetable } from "./list-classes.ts"
import { restoreClass } from "./schedule/restore.ts"
import { cancelClass, deleteClass } from "./schedule/withdraw.ts"
import { enrol } from "./seats.ts"

let world: TestContext
let instructor: SignedIn
let second: SignedIn
let student: SignedIn
const ids: Record<string, string> = {}

const YESTERDAY = -24 * 60

// It is Friday, 20 November 2026, 16:00 in Kolkata.
beforeAll(async () => {
  world = await createTestContext()
  instructor = await createInstructor(world.ctx, { first_name: "Meera", last_name: "Iyer" })
  second = await createInstructor(world.ctx)
  student = await createStudent(world.ctx)
  const place = (name: string, by: SignedIn, ...rest: [number, number, object?]) =>
    placeClass(world.ctx, by.user_id, ...rest).then((id) => {
      ids[name] = id
    })
  await place("yesterday", instructor, YESTERDAY, YESTERDAY + 60, { status: "completed", seats_taken: 9 })
  await place("liveSinceYesterday", second, YESTERDAY, YESTERDAY + 60, { status: "live" })
  await place("thisMorning", instructor, -360, -300, { status: "completed", seats_taken: 4 })
  await place("inItsWindow", instructor, -10, 30, { curriculum: "ICSE" })
  await place("live", second, -20, 30, { status: "live", seats_taken: 2 })
  await place("calledOff", instructor, 60, 90, { status: "cancelled", seats_taken: 7 })
  ids.tonight = await createClass(world.as(instructor), {
    scheduled_date: "2026-11-20",
    start_time: "19:00",
    end_time: "20:00",
  })
  ids.tomorrow = await createClass(world.as(instructor), { class_type: "demo" })
  ids.nextWeek = await createClass(world.as(second), { scheduled_date: "2026-11-27", curriculum: "NEET" })
  await enrol(world.as(student), ids.tonight)
})
afterAll(() => world.close())

function named(items: { id: string }[]): string[] {
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return items.map(({ id }) => names.get(id) ?? id)
}

async function countQueries(ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  const pool = (ctx.db as unknown as { $client: pg.Pool }).$client
  const real = pool.query
  let queries = 0
  pool.query = function (this: pg.Pool, ...args: unknown[]) {
    queries += 1
    return Reflect.apply(real, this, args)
  } as typeof pool.query
  try {
    await work(ctx)
  } finally {
    pool.query = real
  }
  return queries
}

test("HOME-01 the list can be narrowed to demo classes, or to regular ones", async () => {
  const ofType = async (class_type: "demo" | "regular") =>
    named((await listAllClasses(world.ctx, { curriculum: "all", class_type, limit: 50 })).items)
  expect(await ofType("demo")).toEqual(["tomorrow"])
  expect(await ofType("regular")).toEqual(expect.arrayContaining(["tonight", "nextWeek"]))
  expect(await ofType("regular")).not.toContain("tomorrow")
})

test("HOME-01 the list of demo classes to request begins with what is still on, and a chosen day keeps what is over", async () => {
  const place = (...rest: [number, number, object]) => placeClass(world.ctx, second.user_id, ...rest)
  const demo = { class_type: "demo" } as const
  await place(-480, -420, { ...demo, status: "completed" })
  await place(-400, -380, { ...demo })
  const live = await place(-140, -80, { ...demo, status: "live" })
  const list = async (date?: string) => {
    const input = { curriculum: "all", class_type: "demo", limit: 50, ...(date && { date }) } as const
    return (await listAllClasses(world.ctx, input)).items.map(({ id }) => id)
  }
  try {
    expect(await list()).toEqual([live, ids.tomorrow])
    expect(await list("2026-11-20")).toHaveLength(3)
  } finally {
    await world.ctx.db.execute(
      sql`delete from scheduled_classes where class_type = 'demo' and id <> ${ids.tomorrow}`,
    )
  }
})

test("CAT-09 HOME-01 the coming classes begin with the live ones, without what is over or called off, by one query", async () => {
  const coming = async (class_type?: "demo", limit = 50) =>
    named(await listComingClasses(world.ctx, { limit, ...(class_type && { class_type }) }))
  const all = ["liveSinceYesterday", "live", "inItsWindow", "tonight", "tomorrow", "nextWeek"]
  expect(await coming()).toEqual(all)
  expect(await coming(undefined, 3)).toEqual(all.slice(0, 3))
  expect(await coming("demo")).toEqual(["tomorrow"])
  expect(await countQueries(world.ctx, (ctx) => listComingClasses(ctx, { limit: 3 }))).toBe(1)
})

test("CLS-05 the list has the classes from today on and the live ones, by date, then start", async () => {
  const { items } = await listAllClasses(world.ctx, { curriculum: "all", limit: 50 })
  expect(named(items)).toEqual([
    "liveSinceYesterday",
    "thisMorning",
    "live",
    "inItsWindow",
    "calledOff",
    "tonight",
    "tomorrow",
    "nextWeek",
  ])
})

test("CLS-05 a chosen day has its classes alone, the cancelled among them", async () => {
  const onDay = async (date: string) =>
    named((await listAllClasses(world.ctx, { date, curriculum: "all", limit: 50 })).items)
  expect(await onDay("2026-11-21")).toEqual(["tomorrow"])
  expect(await onDay("2026-11-20")).toEqual(["thisMorning", "live", "inItsWindow", "calledOff", "tonight"])
  expect(await onDay("2026-11-22")).toEqual([])
})

test("CLS-05 a curriculum matches exactly", async () => {
  const of = async (curriculum: string) =>
    named((await listAllClasses(world.ctx, { curriculum, limit: 50 })).items)
  expect(await of("NEET")).toEqual(["nextWeek"])
  expect(await of("neet")).toEqual([])
})

test("CLS-05 today's figures count what is shown as live, what is to come, and people and seats that were not called off", async () => {
  const { stats } = await listAllClasses(world.ctx, { curriculum: "NEET", limit: 50 })
  expect(stats).toEqual({ live: 2, upcoming: 1, students: 1, seats: 7 })
  const later = await listAllClasses(world.ctx, { date: "2026-11-27", curriculum: "all", limit: 50 })
  expect(later.stats).toEqual({ live: 0, upcoming: 1, students: 0, seats: 0 })
})

test("CLS-06 each class says how the viewer stands to it", async () => {
  const standings = async (ctx: Ctx) => {
    const { items } = await listAllClasses(ctx, { curriculum: "all", limit: 50 })
    return new Map(items.map((item) => [named([item])[0], item.standing]))
  }
  expect([...(await standings(world.ctx)).values()].every((standing) => standing === "none")).toBe(true)
  expect((await standings(world.as(student))).get("tonight")).toBe("enrolled")
  expect((await standings(world.as(student))).get("tomorrow")).toBe("none")
  expect((await standings(world.as(instructor))).get("tonight")).toBe("instructor")
  expect((await standings(world.as(second))).get("tonight")).toBe("none")
})

test("CLS-05 the list takes two queries, for every reader and length", async () => {
  const ask = (limit: number) => (ctx: Ctx) => listAllClasses(ctx, { curriculum: "all", limit })
  const counts = [
    await countQueries(world.ctx, ask(1)),
    await countQueries(world.ctx, ask(50)),
    await countQueries(world.as(student), ask(50)),
  ]
  expect(counts).toEqual([2, 2, 2])
  expect(
    await countQueries(world.as(student), () =>
      listOwnClasses(world.as(student), { scope: "all", limit: 50 }),
    ),
  ).toBe(1)
})

test("CLS-05 pages cover every class once, also those that start together", async () => {
  const many = await createTestContext()
  try {
    const expected: string[] = []
    for (let index = 0; index < 25; index += 1) {
      const { user_id } = await createInstructor(many.ctx)
      // Five start at each hour.
      const hour = Math.floor(index / 5)
      expected.push(await placeClass(many.ctx, user_id, 60 * hour, 60 * hour + 30))
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listAllClasses(many.ctx, { curriculum: "all", limit: 7, cursor })
      seen.push(...page.items.map((item) => item.id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(expected)
  } finally {
    await many.close()
  }
})

test("CLS-05 a cursor that no list gave out is refused as a field", async () => {
  for (const cursor of [
    "",
    "x",
    "12",
    "1e9.0198f2a4-0000-7000-8000-000000000001",
    "99999999999999999.x",
    "-5.0198f2a4-0000-7000-8000-000000000001",
  ]) {
    expect(await outcomeOf(listAllClasses(world.ctx, { curriculum: "all", limit: 5, cursor }))).toEqual({
      cursor: "Start again from the first page",
    })
  }
})

test("CLS-05 a day outside the calendar of classes is refused as a field", async () => {
  const onDay = (date: string) => outcomeOf(listAllClasses(world.ctx, { date, curriculum: "all", limit: 5 }))
  for (const date of ["0000-01-01", "1999-12-31", "2100-01-01", "9999-12-31"]) {
    expect(await onDay(date)).toEqual({ date: "Choose a date between 2000 and 2099" })
  }
  expect([await onDay("2000-01-01"), await onDay("2099-12-31")]).toEqual(["done", "done"])
})

test("DASH-01 a student's classes are those with a seat, by enrolment or approved request", async () => {
  const one = await createStudent(world.ctx)
  const mine = async (scope: "upcoming" | "past" | "all") =>
    named((await listOwnClasses(world.as(one), { scope, limit: 50 })).items)
  await enrol(world.as(one), ids.tonight ?? "")
  const request = await requestDemo(world.as(one), ids.tomorrow ?? "")
  expect(await mine("all")).toEqual(["tonight"])
  await answerDemoRequest(world.as(instructor), { request_id: request.id, status: "approved" })
  expect(await mine("all")).toEqual(["tonight", "tomorrow"])
  expect(await mine("upcoming")).toEqual(["tonight", "tomorrow"])
  expect(await mine("past")).toEqual([])
})

test("CLS-12 an instructor's own classes: upcoming by start, past ones the newest first", async () => {
  const mine = async (viewer: SignedIn, scope: "upcoming" | "past" | "all") =>
    named((await listOwnClasses(world.as(viewer), { scope, limit: 50 })).items)
  expect(await mine(instructor, "upcoming")).toEqual(["inItsWindow", "calledOff", "tonight", "tomorrow"])
  expect(await mine(instructor, "past")).toEqual(["thisMorning", "yesterday"])
  expect(await mine(second, "upcoming")).toEqual(["liveSinceYesterday", "live", "nextWeek"])
  expect(await mine(second, "past")).toEqual([])
  const page = await listOwnClasses(world.as(instructor), { scope: "past", limit: 1 })
  const next = await listOwnClasses(world.as(instructor), {
    scope: "past",
    limit: 1,
    cursor: page.next_cursor ?? "",
  })
  expect(named([...page.items, ...next.items])).toEqual(["thisMorning", "yesterday"])
  expect(next.next_cursor).toBeNull()
})

test("DASH-02 an instructor's figures count own classes by the institution's day", async () => {
  const lone = await createInstructor(world.ctx)
  // 18:29:59 UTC is still Friday in Kolkata, a second later is Saturday.
  world.clock.set("2026-11-20T18:29:59Z")
  await placeClass(world.ctx, lone.user_id, -120, -60, { status: "completed", seats_taken: 5 })
  await placeClass(world.ctx, lone.user_id, -30, -20, { status: "cancelled", seats_taken: 1 })
  await placeClass(world.ctx, lone.user_id, 60, 90, { seats_taken: 3 })
  expect(await readInstructorFigures(world.as(lone))).toEqual({
    total_classes: 3,
    todays_classes: 1,
    // The one that is over today is not to come.
    upcoming_classes: 1,
    total_students: 0,
    total_seats: 9,
  })
  world.clock.advance(1_000)
  expect(await readInstructorFigures(world.as(lone))).toMatchObject({
    todays_classes: 1,
    upcoming_classes: 1,
  })
  world.clock.set("2026-11-20T10:30:00Z")
})

test("DASH-02 CLS-05 somebody with several seats is one student everywhere, before and after the classes", async () => {
  const [lone, substitute] = [await createInstructor(world.ctx), await createInstructor(world.ctx)]
  const [asha, ravi] = [await createStudent(world.ctx), await createStudent(world.ctx)]
  const date = "2026-12-14"
  const classOf = (hour: number, class_type: "regular" | "demo" = "regular") =>
    createClass(world.as(lone), {
      ...{ scheduled_date: date, start_time: `${hour}:00`, end_time: `${hour}:45`, class_type },
    })
  const shown = async () => {
    const { students, seats } = (await listAllClasses(world.ctx, { date, curriculum: "all", limit: 1 })).stats
    const own = await readInstructorFigures(world.as(lone))
    return { day: [students, seats], own: [own.total_students, own.total_seats] }
  }
  const [first, second, third] = [await classOf(10), await classOf(11), await classOf(12)]
  const demo = await classOf(13, "demo")
  for (const id of [first, second, third]) await enrol(world.as(asha), id)
  await enrol(world.as(ravi), third)
  expect(await shown()).toEqual({ day: [2, 4], own: [2, 4] })
  const request = await requestDemo(world.as(ravi), demo)
  expect(await shown()).toEqual({ day: [2, 4], own: [2, 4] })
  await answerDemoRequest(world.as(lone), { request_id: request.id, status: "approved" })
  expect(await shown()).toEqual({ day: [2, 5], own: [2, 5] })

  // Called off, a class is none of the day's, and stays among the instructor's own.
  await cancelClass(world.as(lone), { class_id: third, reason: "" })
  expect(await shown()).toEqual({ day: [2, 3], own: [2, 5] })
  const ended = sql`update scheduled_classes set status = 'completed' where id in (${first}, ${demo})`
  await world.ctx.db.execute(ended)
  expect(await shown()).toEqual({ day: [2, 3], own: [2, 5] })

  await deleteClass(world.as(lone), { class_id: third })
  expect(await shown()).toEqual({ day: [2, 3], own: [2, 3] })
  await restoreClass(world.as(lone), { class_id: third, together: false })
  expect(await shown()).toEqual({ day: [2, 3], own: [2, 5] })

  // What another teaches in the end counts there.
  await world.ctx.db.execute(
    sql`update scheduled_classes set instructor_id = ${substitute.user_id} where id = ${demo}`,
  )
  const theirs = await readInstructorFigures(world.as(substitute))
  expect([theirs.total_students, theirs.total_seats]).toEqual([1, 1])
  expect((await shown()).own).toEqual([2, 4])
  await deleteClass(world.as(lone), { class_id: third })
  expect((await shown()).own).toEqual([1, 2])
  const pool = (world.ctx.db as unknown as { $client: pg.Pool }).$client
  const broken = await brokenInvariants(pool)
  // Other classes here have seats that nobody has.
  expect(broken.filter((one) => one.includes("instructor"))).toEqual([])
})

test("CLS-12 a timetable says that it has more classes than it lists", async () => {
  const busy = await createInstructor(world.ctx)
  // Monday, 18 January 2027, midnight in Kolkata, in minutes from now.
  const monday = (Date.parse("2027-01-17T18:30:00Z") - world.ctx.clock.now().getTime()) / 60_000
  for (let place = 0; place < 501; place += 1) {
    await placeClass(world.ctx, busy.user_id, monday + place * 20, monday + place * 20 + 20)
  }
  const week = await listTimetable(world.as(busy), { from: "2027-01-18", days: 7 })
  expect([week.classes.length, week.has_more]).toEqual([500, true])
  const days = await listTimetable(world.as(busy), { from: "2027-01-18", days: 6 })
  expect([days.classes.length, days.has_more]).toEqual([432, false])
})
