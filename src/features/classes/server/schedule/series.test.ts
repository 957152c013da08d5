import { asc, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { ClassPlan } from "#contract/classes/classes.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { createClass, draftClass, outcomeOf } from "../class-factory.ts"
import { classesJobs } from "../jobs.ts"
import { enrolInBatch, listEndingBatches } from "../seats/batches.ts"
import { enrol } from "../seats.ts"
import { readClass } from "../service.ts"
import { classEnrollments, scheduledClasses } from "../table.ts"
import { updateClass } from "./reschedule.ts"
import { scheduleClass } from "./schedule.ts"
import { cancelClass, deleteClass } from "./withdraw.ts"

let world: TestContext
let instructor: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  await seedPrograms(world.ctx)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:30Z")
  world.published.length = 0
  instructor = await createInstructor(world.ctx)
  await world.ctx.db.update(programs).set({ archived_at: null })
})

const weekly = (overrides: Partial<ClassPlan> = {}) => ({
  ...draftClass({ scheduled_date: "2026-11-23" }),
  repeats: "weeks" as const,
  repeat_weeks: 3,
  repeat_weekdays: [3],
  ...overrides,
})

/** The instructor's classes by start: "2026-11-23 17:00 scheduled". */
async function timetable(): Promise<string[]> {
  const rows = await readRows()
  return rows.map((row) => `${row.scheduled_date} ${row.start_time.slice(0, 5)} ${row.status}`)
}

function readRows() {
  return world.ctx.db
    .select()
    .from(scheduledClasses)
    .where(eq(scheduledClasses.instructor_id, instructor.user_id))
    .orderBy(asc(scheduledClasses.starts_at))
}

test("CLS-03 a weekly series is written as its classes, and the first is answered", async () => {
  const first = await scheduleClass(world.as(instructor), weekly())
  expect(await timetable()).toEqual([
    "2026-11-23 17:00 scheduled",
    "2026-11-25 17:00 scheduled",
    "2026-11-30 17:00 scheduled",
    "2026-12-02 17:00 scheduled",
    "2026-12-07 17:00 scheduled",
    "2026-12-09 17:00 scheduled",
  ])
  const rows = await readRows()
  expect(first.id).toBe(rows[0]?.id)
  expect(new Set(rows.map((row) => row.series_id)).size).toBe(1)
  expect(first.series_id).not.toBeNull()
})

test("CLS-03 a series that overlaps names each date, and nothing of it is written", async () => {
  for (const scheduled_date of ["2026-11-25", "2026-12-09"]) {
    await createClass(world.as(instructor), { scheduled_date, start_time: "17:30", end_time: "18:30" })
  }
  expect(await outcomeOf(scheduleClass(world.as(instructor), weekly()))).toEqual({
    start_time: "CLASS_OVERLAPS_ON|2026-11-25|2026-12-09",
  })
  expect(await timetable()).toHaveLength(2)
})

test("CLS-03 what is wrong with a series stands at its field", async () => {
  const outcome = (overrides: Partial<ClassPlan>) =>
    outcomeOf(scheduleClass(world.as(instructor), weekly(overrides)))
  expect(await outcome({ repeats: "until" })).toEqual({ repeat_until: "SERIES_END_REQUIRED" })
  expect(await outcome({ repeats: "until", repeat_until: "2026-11-22" })).toEqual({
    repeat_until: "SERIES_ENDS_BEFORE_START",
  })
  expect(await outcome({ repeats: "until", repeat_until: "2028-01-01" })).toEqual({
    repeat_until: "SERIES_TOO_LONG",
  })
  expect(await outcome({ repeat_weeks: 31 })).toEqual({ repeat_weeks: "SERIES_TOO_LONG" })
  expect(await outcome({ repeat_weeks: undefined })).toEqual({ repeat_weeks: "SERIES_WEEKS_REQUIRED" })
  expect(await outcome({ repeat_weeks: 30, start_time: "18:30" })).toEqual({ end_time: "END_BEFORE_START" })
  expect(await timetable()).toEqual([])
})

test("CLS-03 a plan sent twice, at once or after a lost answer, is scheduled once", async () => {
  const plan = weekly({ request_key: newId() })
  const [one, two] = await Promise.all([
    scheduleClass(world.as(instructor), plan),
    scheduleClass(world.as(instructor), plan),
  ])
  expect(two.id).toBe(one.id)
  // By then the first class may be past, which is no reason to refuse what was done.
  world.clock.set("2026-11-24T10:30:00Z")
  expect((await scheduleClass(world.as(instructor), plan)).id).toBe(one.id)
  expect(await timetable()).toHaveLength(6)
  // What was changed before it was sent again is another plan, and a stranger's key opens nothing.
  const changed = { ...plan, scheduled_date: "2027-01-04" }
  expect((await scheduleClass(world.as(instructor), changed)).id).not.toBe(one.id)
  const stranger = await createInstructor(world.ctx)
  expect((await scheduleClass(world.as(stranger), { ...plan, scheduled_date: "2026-11-30" })).standing).toBe(
    "instructor",
  )
})

test("CLS-03 one class of a series is edited apart, and later edits of the series leave it alone", async () => {
  await scheduleClass(world.as(instructor), weekly({ repeat_weekdays: [] }))
  const [first, second] = (await readRows()).map((row) => row.id)
  if (!first || !second) throw new Error("no series")
  await updateClass(world.as(instructor), {
    class_id: second,
    ...draftClass({ scheduled_date: "2026-12-01", start_time: "09:00", end_time: "10:00" }),
  })
  expect((await readClass(world.ctx, second))?.detached).toBe(true)
  await updateClass(world.as(instructor), {
    class_id: first,
    scope: "following",
    ...draftClass({
      scheduled_date: "2026-11-24",
      start_time: "18:00",
      end_time: "19:00",
      title: "Decimals",
    }),
  })
  expect(await timetable()).toEqual([
    "2026-11-24 18:00 scheduled",
    "2026-12-01 09:00 scheduled",
    "2026-12-08 18:00 scheduled",
  ])
  expect((await readRows()).map((row) => row.title)).toEqual(["Decimals", "Fractions", "Decimals"])
})

test("CLS-03 a series moves over its own places, on and back, and one act is told as one", async () => {
  await scheduleClass(world.as(instructor), weekly())
  const ids = (await readRows()).map((row) => row.id)
  const move = (scheduled_date: string) =>
    updateClass(world.as(instructor), {
      class_id: ids[0] ?? "",
      scope: "following",
      ...draftClass({ scheduled_date }),
    })
  // Monday and Wednesday become Wednesday and Friday: each lands where its neighbour was.
  await move("2026-11-25")
  expect((await timetable()).slice(0, 3)).toEqual([
    "2026-11-25 17:00 scheduled",
    "2026-11-27 17:00 scheduled",
    "2026-12-02 17:00 scheduled",
  ])
  const moved = world.published.filter(({ topic }) => topic === "class.moved")
  expect(moved).toHaveLength(1)
  expect(moved[0]?.data).toMatchObject({
    class_id: ids[0],
    also: ids.slice(1).map((class_id) => ({ class_id })),
  })
  await move("2026-11-23")
  expect((await timetable()).slice(0, 2)).toEqual([
    "2026-11-23 17:00 scheduled",
    "2026-11-25 17:00 scheduled",
  ])
})

test("CLS-03 an edit of a series that one of its classes can't follow changes none", async () => {
  await scheduleClass(world.as(instructor), weekly({ repeat_weekdays: [] }))
  await createClass(world.as(instructor), {
    scheduled_date: "2026-12-07",
    start_time: "19:00",
    end_time: "20:00",
  })
  const [first, second] = (await readRows()).map((row) => row.id)
  const edit = (overrides: object) =>
    outcomeOf(
      updateClass(world.as(instructor), {
        class_id: first ?? "",
        scope: "following",
        ...draftClass({ scheduled_date: "2026-11-23", ...overrides }),
      }),
    )
  const before = await timetable()
  expect(await edit({ start_time: "18:00", end_time: "19:30" })).toEqual({
    start_time: "CLASS_OVERLAPS_ON|2026-12-07",
  })
  for (let seat = 0; seat < 2; seat += 1) await enrol(world.as(await createStudent(world.ctx)), second ?? "")
  expect(await edit({ max_capacity: 1 })).toEqual({
    max_capacity: "CAPACITY_BELOW_SEATS_ON|2026-11-30",
  })
  expect(await timetable()).toEqual(before)
})

test("CLS-03 an edit from a class that was changed apart makes no demos of enrolled classes, nor gives them an archived program", async () => {
  await scheduleClass(world.as(instructor), weekly({ repeat_weekdays: [] }))
  const [first = "", second = ""] = (await readRows()).map((row) => row.id)
  const { db } = world.ctx
  await enrol(world.as(await createStudent(world.ctx)), second)
  const at = { scheduled_date: "2026-11-23" }
  await updateClass(world.as(instructor), { class_id: first, ...draftClass({ ...at, class_type: "demo" }) })
  const following = (overrides: object) =>
    outcomeOf(
      updateClass(world.as(instructor), {
        ...{ class_id: first, scope: "following" as const },
        ...draftClass({ ...at, title: "Decimals", ...overrides }),
      }),
    )
  expect(await following({ class_type: "demo" })).toEqual({ class_type: "CLASS_TYPE_TAKEN" })
  const [program] = await db.select().from(programs).limit(1)
  await db.update(scheduledClasses).set({ course_id: program?.id }).where(eq(scheduledClasses.id, first))
  await db.update(programs).set({ archived_at: world.clock.now() })
  expect(await following({ course_id: program?.id })).toEqual({ course_id: "PROGRAM_UNKNOWN" })
  expect(await following({})).toBe("done")
  expect((await readRows()).map((row) => [row.class_type, row.course_id])).toEqual([
    ["regular", program?.id],
    ["regular", null],
    ["regular", null],
  ])
})

test("CLS-03 cancelling and deleting take one class, or it and all that follow", async () => {
  await scheduleClass(world.as(instructor), weekly({ repeat_weekdays: [], repeat_weeks: 5 }))
  const ids = (await readRows()).map((row) => row.id)
  await cancelClass(world.as(instructor), { class_id: ids[1] ?? "", reason: "ill" })
  await deleteClass(world.as(instructor), { class_id: ids[2] ?? "" })
  expect((await timetable()).map((line) => line.split(" ")[2])).toEqual([
    "scheduled",
    "cancelled",
    "scheduled",
    "scheduled",
  ])
  await cancelClass(world.as(instructor), { class_id: ids[3] ?? "", reason: "ill", scope: "following" })
  expect((await timetable()).map((line) => line.split(" ")[2])).toEqual([
    "scheduled",
    "cancelled",
    "cancelled",
    "cancelled",
  ])
  await deleteClass(world.as(instructor), { class_id: ids[0] ?? "", scope: "following" })
  // What was cancelled stays to be read by who had a seat.
  expect((await timetable()).map((line) => line.split(" ")[2])).toEqual([
    "cancelled",
    "cancelled",
    "cancelled",
  ])
})

test("D2 in a zone with clock changes a series keeps its wall-clock", async () => {
  const london = await createTestContext({ env: { TIME_ZONE: "Europe/London" } })
  try {
    const teacher = await createInstructor(london.ctx)
    const plan = weekly({ scheduled_date: "2027-03-22", repeat_weekdays: [], repeat_weeks: 2 })
    const first = await scheduleClass(london.as(teacher), plan)
    const rows = await london.ctx.db.select().from(scheduledClasses).orderBy(asc(scheduledClasses.starts_at))
    expect(rows.map((row) => row.starts_at.toISOString())).toEqual([
      "2027-03-22T17:00:00.000Z",
      "2027-03-29T16:00:00.000Z",
    ])
    const edit = { ...draftClass({ scheduled_date: "2027-03-22", start_time: "16:30" }), class_id: first.id }
    await updateClass(london.as(teacher), { ...edit, scope: "following" })
    const moved = await london.ctx.db.select().from(scheduledClasses).orderBy(asc(scheduledClasses.starts_at))
    expect(moved.map((row) => row.starts_at.toISOString())).toEqual([
      "2027-03-22T16:30:00.000Z",
      "2027-03-29T15:30:00.000Z",
    ])
  } finally {
    await london.close()
  }
})

test("CLS-03 CAT-09 classes that continue a batch seat its students, on other days and at another time", async () => {
  const [program] = await world.ctx.db.select({ id: programs.id }).from(programs).limit(1)
  const course_id = program?.id ?? ""
  const first = await scheduleClass(world.as(instructor), weekly({ course_id }))
  const student = await createStudent(world.ctx)
  await enrolInBatch(world.as(student), { course_id, batch_id: first.series_id ?? "" })
  // Two weeks after its last class it is no batch to join, but it is one to continue.
  world.clock.set("2026-12-23T10:30:00Z")
  const ending = (who = instructor, instructor_id?: string) =>
    listEndingBatches(world.as(who), { course_id, instructor_id })
  expect(await ending()).toEqual([
    {
      id: first.series_id,
      weekdays: [1, 3],
      start_time: "17:00",
      end_time: "18:00",
      last_date: "2026-12-09",
    },
  ])
  const admin = await createAdmin(world.ctx)
  expect([await ending(admin), await ending(await createInstructor(world.ctx))]).toEqual([[], []])
  expect(await ending(admin, instructor.user_id)).toHaveLength(1)

  const plan = weekly({
    ...{ course_id, continues: first.series_id ?? "", scheduled_date: "2026-12-29", repeat_weekdays: [2] },
    ...{ start_time: "18:00", end_time: "19:00", repeat_weeks: 2 },
  })
  const refused = async (overrides: Partial<ClassPlan>, who = instructor) =>
    outcomeOf(scheduleClass(world.as(who), { ...plan, ...overrides }))
  expect(await refused({ continues: newId() })).toEqual({ continues: "BATCH_UNKNOWN" })
  expect(await refused({ course_id: undefined })).toEqual({ continues: "BATCH_UNKNOWN" })
  expect(await refused({}, await createInstructor(world.ctx))).toEqual({ continues: "BATCH_UNKNOWN" })
  expect(await refused({ class_type: "demo" })).toEqual({ class_type: "BATCH_NEEDS_REGULAR" })
  world.published.length = 0
  const next = await scheduleClass(world.as(instructor), plan)
  await runJobs(world, classesJobs)
  expect(next.series_id).toBe(first.series_id)
  const seats = await world.ctx.db.$count(classEnrollments, eq(classEnrollments.student_id, student.user_id))
  expect(seats).toBe(2)
})

test("CLS-03 an edit leaves in the classes that continue a batch what it didn't change", async () => {
  const [program] = await world.ctx.db.select({ id: programs.id }).from(programs).offset(1).limit(1)
  const course_id = program?.id ?? ""
  const first = await scheduleClass(
    world.as(instructor),
    weekly({ course_id, repeat_weeks: 2, repeat_weekdays: [] }),
  )
  world.clock.set("2026-11-20T10:45:00Z")
  await scheduleClass(
    world.as(instructor),
    weekly({
      ...{ course_id, continues: first.series_id ?? "", scheduled_date: "2026-12-08", repeat_weekdays: [] },
      ...{ start_time: "18:00", end_time: "19:00", repeat_weeks: 1, title: "Part two" },
    }),
  )
  // As the form sends it: every field of the class, with one of them changed.
  const form = weekly({ course_id, max_capacity: 7 })
  const { repeats: _, repeat_weeks: __, repeat_weekdays: ___, ...fields } = form
  await updateClass(world.as(instructor), { ...fields, class_id: first.id, scope: "following" })
  expect(
    (await readRows()).map(({ title, start_time, max_capacity }) => [title, start_time, max_capacity]),
  ).toEqual([
    [fields.title, "17:00:00", 7],
    [fields.title, "17:00:00", 7],
    ["Part two", "18:00:00", 7],
  ])
  // Its times move by as much, so it keeps its length.
  const moved = { ...fields, start_time: "16:30", end_time: "17:30" }
  await updateClass(world.as(instructor), { ...moved, class_id: first.id, scope: "following" })
  expect((await readRows()).map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
    ["16:30:00", "17:30:00"],
    ["16:30:00", "17:30:00"],
    ["17:30:00", "18:30:00"],
  ])
  const held = { delivery: "on_premises" as const, venue_name: "Hall B" }
  await updateClass(world.as(instructor), { ...moved, ...held, class_id: first.id, scope: "following" })
  expect((await readRows()).map(({ venue_name }) => venue_name)).toEqual(["Hall B", "Hall B", "Hall B"])
})
