import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { outcomeOf, placeClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { classesJobs } from "../jobs.ts"
import { leave } from "../seats.ts"
import { scheduledClasses } from "../table.ts"
import { enrolInBatch, listBatches, listNextStarts, setBatch } from "./batches.ts"
import { placeInProgram } from "./program-seats.ts"
import { joinWaitlist, leaveWaitlist } from "./waitlist.ts"

const DAY_MINUTES = 24 * 60
let world: TestContext
let instructor: SignedIn
let other: SignedIn
let courses: string[]

beforeAll(async () => {
  world = await createTestContext()
  await seedPrograms(world.ctx)
  courses = (await world.ctx.db.select({ id: programs.id }).from(programs)).map((row) => row.id)
})
afterAll(() => world.close())
beforeEach(async () => {
  // A Friday, 4:00 pm in India.
  world.clock.set("2026-11-20T10:30:00Z")
  instructor = await createInstructor(world.ctx, { first_name: "Meera", last_name: "Iyer" })
  other = await createInstructor(world.ctx)
})

const takeCourse = () => courses.pop() ?? ""

type Columns = Partial<typeof scheduledClasses.$inferInsert>

/** Places a class so many days from now, an hour long; two instructors may teach at once. */
function inDays(days: number, columns: Columns, teacher = instructor): Promise<string> {
  return placeClass(world.ctx, teacher.user_id, days * DAY_MINUTES, days * DAY_MINUTES + 60, columns)
}

test("CAT-09 a batch is a series with its days, times, next and last class, and the seats free in all of them", async () => {
  const course_id = takeCourse()
  const series_id = newId()
  await inDays(-3, { course_id, series_id, status: "completed" })
  await inDays(3, { course_id, series_id, max_capacity: 10, seats_taken: 4 })
  await inDays(5, { course_id, series_id, max_capacity: 10, seats_taken: 6, seats_held: 1 })
  await inDays(10, { course_id, series_id, max_capacity: 10 })
  await inDays(12, { course_id, series_id, status: "cancelled" })
  // Neither demos nor single classes are batches.
  await inDays(1, { course_id, series_id, class_type: "demo" })
  await inDays(2, { course_id })
  expect(await listBatches(world.ctx, course_id)).toEqual([
    {
      id: series_id,
      instructor_name: "Meera Iyer",
      weekdays: [1, 3],
      next_date: "2026-11-23",
      start_time: "16:00",
      end_time: "17:00",
      last_date: "2026-11-30",
      dates: ["2026-11-23", "2026-11-25", "2026-11-30"],
      classes: 3,
      free_seats: 3,
    },
  ])
  expect(await listBatches(world.ctx, takeCourse())).toEqual([])
})

test("CAT-09 who chooses a batch gets seats in its classes and in those of no series, also in later ones", async () => {
  const course_id = takeCourse()
  const [chosen, another] = [newId(), newId()]
  const first = await inDays(2, { course_id, series_id: chosen })
  const elsewhere = await inDays(2, { course_id, series_id: another }, other)
  const single = await inDays(4, { course_id })
  const student = await createStudent(world.ctx)
  const standing = async (id: string) => (await getClass(world.as(student), id)).standing
  await enrolInBatch(world.as(student), { course_id, batch_id: chosen })
  await runJobs(world, classesJobs)
  expect(await Promise.all([first, elsewhere, single].map(standing))).toEqual([
    "enrolled",
    "none",
    "enrolled",
  ])

  const later = await inDays(9, { course_id, series_id: chosen })
  const laterElsewhere = await inDays(9, { course_id, series_id: another }, other)
  for (const class_id of [later, laterElsewhere]) {
    await world.ctx.jobs.publish(world.ctx, "class.scheduled", { class_id })
  }
  await runJobs(world, classesJobs)
  expect(await Promise.all([later, laterElsewhere].map(standing))).toEqual(["enrolled", "none"])
})

test("CAT-08 CAT-09 a batch of another program, one that is over, and a second enrolment are refused", async () => {
  const course_id = takeCourse()
  const [over, coming] = [newId(), newId()]
  await inDays(-2, { course_id, series_id: over, status: "completed" })
  await inDays(2, { course_id, series_id: coming })
  const student = world.as(await createStudent(world.ctx))
  const enrol = (course: string, batch_id: string) =>
    outcomeOf(enrolInBatch(student, { course_id: course, batch_id }))
  expect(await enrol(takeCourse(), coming)).toBe("NOT_FOUND")
  expect(await enrol(course_id, over)).toBe("NOT_FOUND")
  const tries = await Promise.all([1, 2, 3].map(() => enrol(course_id, coming)))
  expect(tries.sort()).toEqual(["ALREADY_ENROLLED_IN_PROGRAM", "ALREADY_ENROLLED_IN_PROGRAM", "done"])
})

test("CAT-09 CLS-07 the office moves a student to another batch or to all classes, and the seats follow", async () => {
  const office = world.as(await createAdmin(world.ctx))
  const course_id = takeCourse()
  const [one, two] = [newId(), newId()]
  const classes = [
    await inDays(2, { course_id, series_id: one, max_capacity: 1 }),
    await inDays(3, { course_id, series_id: two, max_capacity: 1 }),
    await inDays(4, { course_id }),
  ]
  const [student, next] = [await createStudent(world.ctx), await createStudent(world.ctx)]
  const standingsOf = (who: SignedIn) =>
    Promise.all(classes.map(async (id) => (await getClass(world.as(who), id)).standing))
  const move = (batch_id: string | null, who = student) =>
    outcomeOf(setBatch(office, { course_id, student_id: who.user_id, batch_id }))
  expect(await move(two)).toBe("NOT_FOUND")
  await enrolInProgram(world.as(student), course_id)
  await runJobs(world, classesJobs)
  await joinWaitlist(world.as(next), classes[0] ?? "")
  expect(await standingsOf(student)).toEqual(["enrolled", "enrolled", "enrolled"])
  expect(await move(newId())).toBe("NOT_FOUND")
  // From all classes to one batch; what is freed goes to the waitlist.
  expect(await Promise.all([move(two), move(two)])).toEqual(["done", "done"])
  await runJobs(world, classesJobs)
  expect(await standingsOf(student)).toEqual(["none", "enrolled", "enrolled"])
  expect((await standingsOf(next))[0]).toBe("enrolled")
  await leave(world.as(next), classes[0] ?? "")
  await joinWaitlist(world.as(next), classes[1] ?? "")
  // To another batch, and back before any seat was moved.
  await move(one)
  await move(two)
  await runJobs(world, classesJobs)
  expect(await standingsOf(student)).toEqual(["none", "enrolled", "enrolled"])
  await leaveWaitlist(world.as(next), classes[1] ?? "")
  await move(one)
  await runJobs(world, classesJobs)
  expect(await standingsOf(student)).toEqual(["enrolled", "none", "enrolled"])
  await move(null)
  await runJobs(world, classesJobs)
  expect(await standingsOf(student)).toEqual(["enrolled", "enrolled", "enrolled"])
  const acts = await world.ctx.db
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.action, "program.batch"))
    .orderBy(auditLog.at, auditLog.id)
  const [student_id, to] = [
    student.user_id,
    (left_batch: string | null, batch_id: string | null) => [left_batch, batch_id],
  ]
  expect(acts.map(({ detail }) => [detail.student_id, detail.left_batch, detail.batch_id])).toEqual(
    [to(null, two), to(two, one), to(one, two), to(two, one), to(one, null)].map((moved) => [
      student_id,
      ...moved,
    ]),
  )
  // A membership that ended has no classes to be moved to.
  await world.ctx.db
    .update(enrollments)
    .set({ valid_until: "2026-11-19" })
    .where(eq(enrollments.student_id, student.user_id))
  expect(await move(two)).toBe("NOT_FOUND")
})

test("CAT-09 CLS-07 a student who is moved to another batch or all classes stays out of what was given up there, and the moves may come in any order", async () => {
  const course_id = takeCourse()
  const [one, two] = [newId(), newId()]
  const [first, given, second, open] = [
    await inDays(2, { course_id, series_id: one }),
    await inDays(3, { course_id, series_id: one }),
    await inDays(4, { course_id, series_id: two }),
    await inDays(5, { course_id }),
  ]
  const student = await createStudent(world.ctx)
  const office = world.as(await createAdmin(world.ctx))
  const move = (batch_id: string | null) =>
    setBatch(office, { course_id, student_id: student.user_id, batch_id })
  const seats = () =>
    Promise.all(
      [first, given, second, open].map(
        async (id) => (await getClass(world.as(student), id)).standing === "enrolled",
      ),
    )
  await enrolInProgram(world.as(student), course_id)
  await runJobs(world, classesJobs)
  await move(one)
  await runJobs(world, classesJobs)
  for (const id of [given, open]) await leave(world.as(student), id)
  expect(await move(one)).toEqual({ moved: false })
  await move(null)
  await runJobs(world, classesJobs)
  expect(await seats()).toEqual([true, false, true, false])
  await move(two)
  await move(null)
  await move(one)
  world.published.reverse()
  await runJobs(world, classesJobs)
  // Joined anew, a batch gives all its seats.
  expect(await seats()).toEqual([true, true, false, false])
})

test("CAT-09 CLS-07 a worker of the release before leaves a student who is moved from all classes to a batch to others", async () => {
  const course_id = takeCourse()
  const [one, two] = [newId(), newId()]
  const left = await inDays(2, { course_id, series_id: one })
  await inDays(3, { course_id, series_id: two })
  const student = await createStudent(world.ctx)
  await enrolInProgram(world.as(student), course_id)
  await runJobs(world, classesJobs)
  const office = world.as(await createAdmin(world.ctx))
  await setBatch(office, { course_id, student_id: student.user_id, batch_id: two })
  const published = structuredClone(world.published)
  await runJobs(
    world,
    classesJobs.filter(({ queue }) => queue !== "classes.follow-batch"),
  )
  const standing = async () => (await getClass(world.as(student), left)).standing
  expect(await standing()).toBe("enrolled")
  world.published.push(...published)
  await runJobs(world, classesJobs)
  expect(await standing()).toBe("none")
})

test("CAT-09 CLS-07 a batch that is left keeps the seats that the enrolment includes all the same, though others wait", async () => {
  const course_id = takeCourse()
  const series_id = newId()
  const full = await inDays(2, { course_id, series_id, max_capacity: 1 })
  const [student, next] = [await createStudent(world.ctx), await createStudent(world.ctx)]
  await enrolInBatch(world.as(student), { course_id, batch_id: series_id })
  await runJobs(world, classesJobs)
  await joinWaitlist(world.as(next), full)
  // Meanwhile the office set all classes, or the batch again.
  for (const batch_id of [null, series_id]) {
    await world.ctx.db
      .update(enrollments)
      .set({ batch_id })
      .where(eq(enrollments.student_id, student.user_id))
    await placeInProgram(world.ctx, { course_id, student_id: student.user_id, left_batch: series_id })
    expect((await getClass(world.as(student), full)).standing).toBe("enrolled")
  }
})

test("CAT-07 cards know when the next class of each program starts; one that is on has started", async () => {
  const [soon, late, none] = [takeCourse(), takeCourse(), takeCourse()]
  await placeClass(world.ctx, instructor.user_id, -10, 50, { course_id: soon, status: "live" })
  await inDays(1, { course_id: soon })
  await inDays(3, { course_id: soon })
  await inDays(2, { course_id: late })
  const starts = await listNextStarts(world.ctx, [soon, late, none])
  expect(new Map(starts.map((one) => [one.course_id, one.scheduled_date]))).toEqual(
    new Map([
      [soon, "2026-11-21"],
      [late, "2026-11-22"],
    ]),
  )
  expect(starts[0]?.start_time).toBe("16:00")
  await world.ctx.db.delete(scheduledClasses).where(eq(scheduledClasses.course_id, late))
  expect(await listNextStarts(world.ctx, [late])).toEqual([])
})
