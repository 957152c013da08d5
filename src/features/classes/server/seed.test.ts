import { asc, eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { seedClassmates, seedTeachers } from "#features/accounts/server/seed.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { placeClass } from "./class-factory.ts"
import { listDemoRequests } from "./demos/demo-lists.ts"
import { listBatches } from "./seats/batches.ts"
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
    const days = row.title.includes("NEET") && row.starts_at > now ? 29 : 4
    expect(Math.abs(row.starts_at.getTime() - now.getTime())).toBeLessThan(days * DAY)
    expect(row.status).toBe(row.ends_at <= now ? "completed" : "scheduled")
    expect(await listRoster(world.ctx, row.id)).toHaveLength(row.seats_taken)
    expect(row.seats_taken).toBe(row.class_type === "demo" ? 0 : 2)
  }
  await seedClasses(world.ctx, people())
  expect((await readAll()).map((row) => row.id)).toEqual(rows.map((row) => row.id))
})

test("D13 CAT-09 the classes of a lesson are one series, which a later start continues", async () => {
  await seedClasses(world.ctx, people())
  world.clock.set(new Date(world.clock.now().getTime() + 3 * DAY))
  await seedClasses(world.ctx, people())
  const rows = await readAll()
  const titles = new Set(rows.map(({ title }) => title))
  expect(new Set(rows.map(({ title, series_id }) => `${title} ${series_id}`)).size).toBe(titles.size)
  expect(rows.every(({ series_id }) => series_id !== null)).toBe(true)
})

test("D13 CAT-09 several programs offer two batches each, with free seats, once however often a trial starts", async () => {
  await seedPrograms(world.ctx)
  const teachers = await seedTeachers(world.ctx)
  expect(await seedTeachers(world.ctx)).toEqual(teachers)
  const classmates = await seedClassmates(world.ctx, new Date(world.clock.now().getTime() - 91 * DAY))
  const all = { ...people(), classmates, teachers }
  await seedClasses(world.ctx, all)
  const offered = await world.ctx.db.select({ id: programs.id, slug: programs.slug }).from(programs)
  const readOffers = async () => {
    const lists = await Promise.all(
      offered.map(async ({ id, slug }) => ({ slug, batches: await listBatches(world.ctx, id) })),
    )
    return lists.filter(({ batches }) => batches.length > 0)
  }
  const offers = await readOffers()
  expect(offers.map(({ slug, batches }) => `${batches.length} ${slug}`).sort()).toEqual([
    "2 class-10-mathematics-board-year",
    "2 english-grammar-and-composition",
    "2 jee-mathematics-problem-studio",
    "2 learn-to-swim",
    "2 neet-physics-for-biology-lovers",
  ])
  for (const { batches } of offers) {
    for (const { free_seats, classes } of batches) {
      expect(free_seats).toBeGreaterThan(0)
      expect(classes).toBeGreaterThan(7)
    }
  }
  const [early, late] = offers.find(({ slug }) => slug === "learn-to-swim")?.batches ?? []
  expect(early?.free_seats).toBeLessThan(late?.free_seats ?? 0)
  for (const row of await readAll()) expect(await listRoster(world.ctx, row.id)).toHaveLength(row.seats_taken)
  await seedClasses(world.ctx, all)
  expect(await readOffers()).toEqual(offers)
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
