import { asc, eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { placeClass } from "./class-factory.ts"
import { listDemoRequests } from "./demos/demo-lists.ts"
import { keepClassComing, seedClasses } from "./seed.ts"
import { listRoster } from "./service.ts"
import { scheduledClasses } from "./table.ts"

let world: TestContext
let instructors: SignedIn[]
let students: string[]

beforeEach(async () => {
  world = await createTestContext()
  instructors = [await createInstructor(world.ctx), await createInstructor(world.ctx)]
  students = [(await createStudent(world.ctx)).user_id, (await createStudent(world.ctx)).user_id]
})
afterEach(() => world.close())

const people = () => ({ instructors: instructors.map((one) => one.user_id), students })
const first = () => instructors[0]?.user_id ?? ""
const keep = () => keepClassComing(world.ctx, first(), students)

function readAll() {
  return world.ctx.db.select().from(scheduledClasses).orderBy(asc(scheduledClasses.starts_at))
}

test("D13 a trial has a week of classes around today, with seats taken, and the same when seeded again", async () => {
  await seedClasses(world.ctx, people())
  const rows = await readAll()
  const now = world.clock.now()
  expect(rows.length).toBeGreaterThan(10)
  expect(new Set(rows.map((row) => row.instructor_id))).toEqual(new Set(people().instructors))
  for (const row of rows) {
    expect(Math.abs(row.starts_at.getTime() - now.getTime())).toBeLessThan(4 * DAY)
    expect(row.status).toBe(row.ends_at <= now ? "completed" : "scheduled")
    expect(await listRoster(world.ctx, row.id)).toHaveLength(row.seats_taken)
    expect(row.seats_taken).toBe(row.class_type === "demo" ? 0 : 2)
  }
  await seedClasses(world.ctx, people())
  expect((await readAll()).map((row) => row.id)).toEqual(rows.map((row) => row.id))
})

test("D13 on every day of the week a demo class is open within two days, with a request that waits", async () => {
  const start = world.clock.now().getTime()
  for (let day = 0; day < 7; day += 1) {
    world.clock.set(new Date(start + day * DAY))
    await seedClasses(world.ctx, people())
    const now = world.clock.now()
    const demo = (await readAll()).find((row) => row.class_type === "demo" && row.starts_at > now)
    expect(demo?.status).toBe("scheduled")
    expect(Number(demo?.starts_at.getTime()) - now.getTime()).toBeLessThan(2 * DAY + 5 * HOUR)
    expect(demo?.seats_taken).toBeLessThan(demo?.max_capacity ?? 0)
  }
  const requests = await Promise.all(instructors.map((one) => listDemoRequests(world.as(one), { limit: 50 })))
  expect(requests.flatMap((page) => page.items).some((request) => request.status === "pending")).toBe(true)
})

test("D13 whenever a trial starts, a class is about to start, once, with the demo students in it", async () => {
  const start = world.clock.now().getTime()
  for (let hour = 0; hour < 48; hour += 1) {
    world.clock.set(new Date(start + hour * HOUR + hour * 17_000))
    await seedClasses(world.ctx, people())
    await keep()
    await keep()
    const now = world.clock.now().getTime()
    const soon = (await readAll()).filter(
      (row) =>
        row.instructor_id === first() &&
        row.status === "scheduled" &&
        row.starts_at.getTime() <= now + 10 * MINUTE &&
        row.ends_at.getTime() > now + 10 * MINUTE,
    )
    expect(soon).toHaveLength(1)
    expect(soon[0]?.seats_taken).toBe(2)
  }
})

test("D13 the class about to start lasts 45 minutes, or until the next class begins", async () => {
  await keep()
  const [free] = await readAll()
  expect(free?.starts_at).toEqual(new Date(world.clock.now().getTime() + 5 * MINUTE))
  expect(Number(free?.ends_at) - Number(free?.starts_at)).toBe(45 * MINUTE)
  expect([free?.scheduled_date, free?.start_time, free?.end_time]).toEqual([
    "2026-11-20",
    "16:05:00",
    "16:50:00",
  ])
  const id = free?.id ?? ""
  await world.ctx.db.delete(scheduledClasses).where(eq(scheduledClasses.id, id))
  await placeClass(world.ctx, first(), 17, 60)
  await keep()
  const [before, next] = await readAll()
  expect(before?.starts_at).toEqual(new Date(world.clock.now().getTime() + 2 * MINUTE))
  expect(before?.ends_at).toEqual(next?.starts_at)
})

test("D13 a class that runs already is not pushed aside", async () => {
  await placeClass(world.ctx, first(), -10, 50, { status: "live" })
  await keep()
  expect(await readAll()).toHaveLength(1)
})
