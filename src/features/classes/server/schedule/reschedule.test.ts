import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { createClass, draftClass, outcomeOf } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { enrol } from "../seats.ts"
import { readClass } from "../service.ts"
import { updateClass } from "./reschedule.ts"
import { scheduleClass } from "./schedule.ts"

let world: TestContext
let instructor: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  await seedPrograms(world.ctx)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:30Z")
  instructor = await createInstructor(world.ctx)
})

test("CLS-03 a class on premises needs its venue, an online one forgets it", async () => {
  const outcome = await outcomeOf(
    scheduleClass(world.as(instructor), draftClass({ delivery: "on_premises", venue_address: "Pune" })),
  )
  expect(outcome).toEqual({ venue_name: "VENUE_REQUIRED" })
  const venue = { venue_name: "Hall 2", venue_address: "14 MG Road, Pune" }
  const made = await scheduleClass(world.as(instructor), draftClass({ delivery: "on_premises", ...venue }))
  expect(made).toMatchObject(venue)
  const online = await updateClass(world.as(instructor), { class_id: made.id, ...draftClass(venue) })
  expect(online).toMatchObject({ delivery: "online", venue_name: null, venue_address: null })
})

test("CAT-09 a class can belong to a program that is offered, and keeps one that no longer is", async () => {
  const [program] = await world.ctx.db.select().from(programs).limit(1)
  const course_id = program?.id ?? ""
  const schedule = (id: string) =>
    outcomeOf(scheduleClass(world.as(instructor), draftClass({ course_id: id })))
  expect(await schedule(newId())).toEqual({ course_id: "PROGRAM_UNKNOWN" })
  const class_id = await createClass(world.as(instructor), { course_id })
  await world.ctx.db.update(programs).set({ archived_at: world.clock.now() })
  const edit = { class_id, ...draftClass({ course_id, title: "Decimals" }) }
  expect(await updateClass(world.as(instructor), edit)).toMatchObject({ course_id, title: "Decimals" })
  const out = { class_id, ...draftClass(), course_id: null }
  expect(await outcomeOf(updateClass(world.as(instructor), out))).toBe("done")
  expect(await outcomeOf(updateClass(world.as(instructor), edit))).toEqual({ course_id: "PROGRAM_UNKNOWN" })
})

test("CLS-04 of two tabs the later is told what the earlier saved, and can then have its way", async () => {
  const class_id = await createClass(world.as(instructor))
  const { updated_at } = await getClass(world.as(instructor), class_id)
  const edit = (overrides: object, known_updated_at: Date) =>
    updateClass(world.as(instructor), { class_id, known_updated_at, ...draftClass(overrides) })
  world.clock.advance(1_000)
  await edit({ title: "Decimals", auto_record: true }, updated_at)
  expect(await outcomeOf(edit({ end_time: "18:30" }, updated_at))).toEqual({
    title: "MEANWHILE_CHANGED|Decimals",
    auto_record: "MEANWHILE_ON",
    end_time: "MEANWHILE_CHANGED|18:00",
  })
  expect((await readClass(world.ctx, class_id))?.title).toBe("Decimals")
  const { updated_at: latest } = await getClass(world.as(instructor), class_id)
  expect(await edit({ end_time: "18:30" }, latest)).toMatchObject({ title: "Fractions", end_time: "18:30" })
})

test("D2 an edit that leaves date and times alone keeps the instants, whatever zone they were timetabled in", async () => {
  const class_id = await createClass(world.as(instructor))
  const before = await readClass(world.ctx, class_id)
  world.published.length = 0
  const dubai = { ...world.as(instructor), env: { ...world.ctx.env, TIME_ZONE: "Asia/Dubai" } }
  const { starts_at, ends_at } = before ?? {}
  const { updated_at, ...unmoved } = { ...draftClass({ title: "Decimals" }), updated_at: before?.updated_at }
  for (const edit of [{ title: "Halves" }, unmoved, { ...unmoved, known_updated_at: updated_at }]) {
    await updateClass(dubai, { class_id, ...edit })
    expect(await readClass(world.ctx, class_id)).toMatchObject({ starts_at, ends_at })
  }
  expect(world.published.filter(({ topic }) => topic === "class.moved")).toEqual([])
  // A new time is one of the present zone.
  const moved = await updateClass(dubai, { class_id, start_time: "16:00", end_time: "17:30" })
  expect(moved.starts_at.toISOString()).toBe("2026-11-21T12:00:00.000Z")
})

test("CLS-04 an edit whose answer was lost can be sent again", async () => {
  const class_id = await createClass(world.as(instructor))
  const { updated_at } = await getClass(world.as(instructor), class_id)
  const edit = { class_id, known_updated_at: updated_at, ...draftClass({ start_time: "17:15" }) }
  world.clock.advance(1_000)
  world.published.length = 0
  await updateClass(world.as(instructor), edit)
  world.clock.advance(1_000)
  expect(await updateClass(world.as(instructor), edit)).toMatchObject({ start_time: "17:15" })
  expect(world.published.map(({ topic }) => topic)).toEqual(["class.moved"])
})

test("CLS-04 a class edited while students take seats never has fewer seats than takers", async () => {
  for (let round = 0; round < 5; round += 1) {
    const class_id = await createClass(world.as(instructor), {
      scheduled_date: `2026-12-0${round + 1}`,
      max_capacity: 4,
    })
    const students = await Promise.all(Array.from({ length: 4 }, () => createStudent(world.ctx)))
    await Promise.all([
      ...students.map((student) => outcomeOf(enrol(world.as(student), class_id))),
      outcomeOf(
        updateClass(world.as(instructor), {
          class_id,
          ...draftClass({ scheduled_date: `2026-12-0${round + 1}`, max_capacity: 2 }),
        }),
      ),
    ])
    const row = await readClass(world.ctx, class_id)
    expect(row?.seats_taken).toBeLessThanOrEqual(row?.max_capacity ?? 0)
    expect(row?.seats_taken).toBeGreaterThan(1)
  }
})
