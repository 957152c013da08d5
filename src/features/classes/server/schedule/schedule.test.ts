import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { teachers, user } from "#features/accounts/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { addDays } from "#shared/zone.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { createClass, draftClass, outcomeOf, placeClass } from "../class-factory.ts"
import { requestDemo } from "../demos/demo-requests.ts"
import { enrol } from "../seats.ts"
import { readClass } from "../service.ts"
import { demoClassRequests } from "../table.ts"
import { updateClass } from "./reschedule.ts"
import { listInstructors, scheduleClass } from "./schedule.ts"

let world: TestContext
let instructor: SignedIn
let admin: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:30Z")
  world.published.length = 0
  instructor = await createInstructor(world.ctx)
})

test("D2 date and times are wall-clock in the institution's zone, kept beside the instants they mean", async () => {
  const made = await scheduleClass(world.as(instructor), draftClass())
  expect(made).toMatchObject({
    scheduled_date: "2026-11-21",
    start_time: "17:00",
    end_time: "18:00",
    starts_at: new Date("2026-11-21T11:30:00Z"),
    ends_at: new Date("2026-11-21T12:30:00Z"),
  })
})

test("CLS-01 a new class is scheduled and the instructor's own, even if the draft names another", async () => {
  const other = await createInstructor(world.ctx)
  const made = await scheduleClass(world.as(instructor), draftClass({ instructor_id: other.user_id }))
  expect(made).toMatchObject({
    status: "scheduled",
    instructor_id: instructor.user_id,
    standing: "instructor",
    enrolled_count: 0,
    google_meet_link: null,
  })
})

test("D3 the end must be after the start", async () => {
  for (const end_time of ["16:59", "17:00"]) {
    expect(await outcomeOf(scheduleClass(world.as(instructor), draftClass({ end_time })))).toEqual({
      end_time: "END_BEFORE_START",
    })
  }
})

test("D3 a class can't start in a past minute, but in the current one", async () => {
  const today = { scheduled_date: "2026-11-20", end_time: "17:00" }
  const start = (start_time: string) =>
    outcomeOf(scheduleClass(world.as(instructor), draftClass({ ...today, start_time })))
  expect(await start("15:59")).toEqual({ start_time: "CLASS_IN_PAST" })
  expect(await start("16:00")).toBe("done")
})

test("D3 a class lies in this century", async () => {
  const outcome = await outcomeOf(
    scheduleClass(world.as(instructor), draftClass({ scheduled_date: "9999-12-31" })),
  )
  expect(outcome).toEqual({ scheduled_date: "Choose a date between 2000 and 2099" })
})

test("D3 an instructor can't hold two overlapping classes, but one right after the other", async () => {
  await createClass(world.as(instructor))
  const other = await createInstructor(world.ctx)
  const overlapping = draftClass({ start_time: "17:59", end_time: "19:00" })
  expect(await outcomeOf(scheduleClass(world.as(instructor), overlapping))).toEqual({
    start_time: "CLASS_OVERLAPS",
  })
  expect(await outcomeOf(scheduleClass(world.as(other), overlapping))).toBe("done")
  expect(await outcomeOf(scheduleClass(world.as(instructor), { ...overlapping, start_time: "18:00" }))).toBe(
    "done",
  )
})

test("D3 of overlapping classes scheduled at once exactly one stands", async () => {
  for (let round = 0; round < 10; round += 1) {
    const scheduled_date = addDays("2026-12-01", round)
    const outcomes = await Promise.all(
      ["17:00", "17:15", "17:30", "17:45"].map((start_time) =>
        outcomeOf(scheduleClass(world.as(instructor), draftClass({ scheduled_date, start_time }))),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== "done")).toEqual(
      Array(3).fill({ start_time: "CLASS_OVERLAPS" }),
    )
  }
})

test("D3 of two classes moved onto each other at once exactly one moves", async () => {
  for (let round = 0; round < 10; round += 1) {
    const scheduled_date = addDays("2026-12-01", round)
    const ids = [
      await createClass(world.as(instructor), { scheduled_date, start_time: "09:00", end_time: "10:00" }),
      await createClass(world.as(instructor), { scheduled_date, start_time: "11:00", end_time: "12:00" }),
    ]
    const outcomes = await Promise.all(
      ids.map((class_id) =>
        outcomeOf(updateClass(world.as(instructor), { class_id, ...draftClass({ scheduled_date }) })),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1)
  }
})

test("CLS-01 an instructor who isn't approved may neither schedule nor edit", async () => {
  const class_id = await createClass(world.as(instructor))
  await world.ctx.db
    .update(teachers)
    .set({ approved_at: null })
    .where(eq(teachers.user_id, instructor.user_id))
  expect(await outcomeOf(scheduleClass(world.as(instructor), draftClass()))).toBe("FORBIDDEN")
  expect(await outcomeOf(updateClass(world.as(instructor), { class_id, ...draftClass() }))).toBe("FORBIDDEN")
})

test("CLS-01 an admin schedules for an approved instructor, whom they must name", async () => {
  const unapproved = await createInstructor(world.ctx, { approved_at: null })
  const student = await createStudent(world.ctx)
  for (const instructor_id of [undefined, unapproved.user_id, student.user_id, admin.user_id]) {
    expect(await outcomeOf(scheduleClass(world.as(admin), draftClass({ instructor_id })))).toEqual({
      instructor_id: "INSTRUCTOR_UNKNOWN",
    })
  }
  const made = await scheduleClass(world.as(admin), draftClass({ instructor_id: instructor.user_id }))
  expect(made).toMatchObject({ instructor_id: instructor.user_id, standing: "none" })
})

test("CLS-01 an admin chooses among approved instructors whose account is open", async () => {
  const unapproved = await createInstructor(world.ctx, { approved_at: null })
  const disabled = await createInstructor(world.ctx)
  await world.ctx.db.update(user).set({ disabledAt: new Date() }).where(eq(user.id, disabled.user_id))
  const listed = (await listInstructors(world.as(admin))).map((row) => row.user_id)
  expect(listed).toContain(instructor.user_id)
  expect(listed).not.toContain(unapproved.user_id)
  expect(listed).not.toContain(disabled.user_id)
})

test("CLS-04 editing sets updated_at, keeps the status and tells of a move only when the time changed", async () => {
  const class_id = await createClass(world.as(instructor))
  world.clock.advance(1_000)
  const renamed = await updateClass(world.as(instructor), { class_id, ...draftClass({ title: "Decimals" }) })
  expect(renamed).toMatchObject({ title: "Decimals", status: "scheduled", updated_at: world.clock.now() })
  expect(world.published).toEqual([])
  await updateClass(world.as(instructor), { class_id, ...draftClass({ start_time: "17:30" }) })
  expect(world.published).toEqual([
    {
      topic: "class.moved",
      data: {
        class_id,
        change_id: expect.any(String),
        old_starts_at: "2026-11-21T11:30:00.000Z",
        old_ends_at: "2026-11-21T12:30:00.000Z",
      },
    },
  ])
})

test("CLS-04 another instructor's class is not there to be edited, an admin may edit any", async () => {
  const class_id = await createClass(world.as(instructor))
  const other = await createInstructor(world.ctx)
  expect(await outcomeOf(updateClass(world.as(other), { class_id, ...draftClass() }))).toBe("NOT_FOUND")
  const edited = await updateClass(world.as(admin), { class_id, ...draftClass({ title: "Decimals" }) })
  expect(edited).toMatchObject({ title: "Decimals", instructor_id: instructor.user_id })
})

test("CLS-04 a class that is live, completed or cancelled can't be edited", async () => {
  for (const status of ["live", "completed", "cancelled"] as const) {
    const class_id = await placeClass(world.ctx, instructor.user_id, -30, 30, { status })
    expect(await outcomeOf(updateClass(world.as(instructor), { class_id, ...draftClass() }))).toBe(
      "CLASS_NOT_OPEN",
    )
    await world.ctx.db.execute(`update scheduled_classes set status = 'completed' where id = '${class_id}'`)
  }
})

test("D3 on edit a start that isn't moved may be past, a moved start or end may not", async () => {
  const today = { scheduled_date: "2026-11-20", start_time: "16:00", end_time: "17:00" }
  const class_id = await createClass(world.as(instructor), today)
  world.clock.set("2026-11-20T11:00:00Z")
  const edit = (overrides: object) =>
    outcomeOf(updateClass(world.as(instructor), { class_id, ...draftClass({ ...today, ...overrides }) }))
  expect(await edit({ title: "Decimals" })).toBe("done")
  expect(await edit({ start_time: "16:05" })).toEqual({ start_time: "CLASS_IN_PAST" })
  expect(await edit({ end_time: "16:15" })).toEqual({ end_time: "CLASS_IN_PAST" })
  expect(await edit({ end_time: "17:15" })).toBe("done")
})

test("CLS-04 the capacity can't fall below the seats that are taken", async () => {
  const class_id = await createClass(world.as(instructor))
  for (let seat = 0; seat < 2; seat += 1) await enrol(world.as(await createStudent(world.ctx)), class_id)
  const resize = (max_capacity: number) =>
    outcomeOf(updateClass(world.as(instructor), { class_id, ...draftClass({ max_capacity }) }))
  expect(await resize(1)).toEqual({ max_capacity: "CAPACITY_BELOW_SEATS" })
  expect(await resize(2)).toBe("done")
})

test("CLS-03 the kind of a class is fixed once someone has a seat or asked for one", async () => {
  const regular = await createClass(world.as(instructor))
  const demo = await createClass(world.as(instructor), {
    class_type: "demo",
    start_time: "19:00",
    end_time: "20:00",
  })
  const toDemo = () =>
    outcomeOf(updateClass(world.as(instructor), { class_id: regular, ...draftClass({ class_type: "demo" }) }))
  const toRegular = () =>
    outcomeOf(
      updateClass(world.as(instructor), {
        class_id: demo,
        ...draftClass({ start_time: "19:00", end_time: "20:00" }),
      }),
    )
  const student = await createStudent(world.ctx)
  await enrol(world.as(student), regular)
  await requestDemo(world.as(student), demo)
  expect([await toDemo(), await toRegular()]).toEqual([
    { class_type: "CLASS_TYPE_TAKEN" },
    { class_type: "CLASS_TYPE_TAKEN" },
  ])
  await world.ctx.db.delete(demoClassRequests)
  expect(await toRegular()).toBe("done")
})

test("CLS-08 a class handed to another instructor takes its requests along", async () => {
  const other = await createInstructor(world.ctx)
  const class_id = await createClass(world.as(instructor), { class_type: "demo" })
  const request = await requestDemo(world.as(await createStudent(world.ctx)), class_id)
  await updateClass(world.as(admin), {
    class_id,
    ...draftClass({ class_type: "demo", instructor_id: other.user_id }),
  })
  expect((await readClass(world.ctx, class_id))?.instructor_id).toBe(other.user_id)
  const [row] = await world.ctx.db
    .select()
    .from(demoClassRequests)
    .where(eq(demoClassRequests.id, request.id))
  expect(row?.instructor_id).toBe(other.user_id)
})
