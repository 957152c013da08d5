import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { closeAccount } from "#features/accounts/server/own/erasure.ts"
import { keepAccount } from "#features/accounts/server/own/keep-account.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { closeEnrolment, enrolInProgram } from "#features/programs/server/service.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { Killed, killedAt } from "#tests/killed-worker.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { createClass, draftClass, outcomeOf, placeClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { classesJobs } from "../jobs.ts"
import { updateClass } from "../schedule/reschedule.ts"
import { restoreClass } from "../schedule/restore.ts"
import { deleteClass } from "../schedule/withdraw.ts"
import { enrol, leave } from "../seats.ts"
import { readClass } from "../service.ts"
import { leaveProgram } from "./program-seats.ts"
import { joinWaitlist } from "./waitlist.ts"

let world: TestContext
let instructor: SignedIn
let courses: string[]

beforeAll(async () => {
  world = await createTestContext()
  await seedPrograms(world.ctx)
  courses = (await world.ctx.db.select({ id: programs.id }).from(programs)).map((row) => row.id)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:00Z")
  instructor = await createInstructor(world.ctx)
})

/** A program of this test's own. */
function takeCourse(): string {
  return courses.pop() ?? ""
}

async function enrolAs(course_id: string): Promise<SignedIn> {
  const student = await createStudent(world.ctx)
  await enrolInProgram(world.as(student), course_id)
  world.clock.advance(1_000)
  return student
}

const standing = async (student: SignedIn, classId: string) =>
  (await getClass(world.as(student), classId)).standing
const work = () => runJobs(world, classesJobs)

test("CAT-09 enrolling in a program gives places in its coming classes, within capacity, else in line", async () => {
  const course_id = takeCourse()
  const at = (hours: number, columns: Parameters<typeof placeClass>[4] = {}) =>
    placeClass(world.ctx, instructor.user_id, hours * 60, hours * 60 + 45, { course_id, ...columns })
  const coming = await at(24)
  const full = await at(48, { max_capacity: 1, seats_taken: 1 })
  const others = [
    await at(-24, { status: "completed" }),
    await at(72, { status: "cancelled" }),
    await at(96, { class_type: "demo" }),
    await at(120, { course_id: null }),
  ]
  const student = await enrolAs(course_id)
  await work()
  expect(await standing(student, coming)).toBe("enrolled")
  expect(await getClass(world.as(student), full)).toMatchObject({ standing: "waiting", waitlist_position: 1 })
  for (const other of others) expect(await standing(student, other)).toBe("none")
})

test("CAT-09 a class scheduled later seats who enrolled already, in the order in which they enrolled", async () => {
  const course_id = takeCourse()
  const students = [await enrolAs(course_id), await enrolAs(course_id), await enrolAs(course_id)]
  await work()
  const classId = await createClass(world.as(instructor), { course_id, max_capacity: 2 })
  await work()
  const standings = await Promise.all(students.map((student) => standing(student, classId)))
  expect(standings).toEqual(["enrolled", "enrolled", "waiting"])
  expect(await readClass(world.ctx, classId)).toMatchObject({ seats_taken: 2, waiting: 1 })
})

test("CAT-09 a class that joins a program by an edit seats its students", async () => {
  const course_id = takeCourse()
  const student = await enrolAs(course_id)
  const classId = await createClass(world.as(instructor))
  await work()
  expect(await standing(student, classId)).toBe("none")
  await updateClass(world.as(instructor), { ...draftClass({ course_id }), class_id: classId })
  await work()
  expect(await standing(student, classId)).toBe("enrolled")
})

test("CAT-09 the job may die at every step and run again: each has one place", async () => {
  const course_id = takeCourse()
  const classes = [await createClass(world.as(instructor), { course_id })]
  classes.push(await createClass(world.as(instructor), { course_id, scheduled_date: "2026-11-22" }))
  const student = await enrolAs(course_id)
  const kept = structuredClone(world.published)
  for (let step = 0; step < 4; step += 1) {
    world.published.push(...structuredClone(kept))
    await expect(runJobs(world, classesJobs, killedAt(world.ctx, step))).rejects.toThrow(Killed)
    world.jobs.length = 0
    world.published.length = 0
  }
  world.published.push(...kept)
  await work()
  for (const classId of classes) {
    expect(await standing(student, classId)).toBe("enrolled")
    expect(await readClass(world.ctx, classId)).toMatchObject({ seats_taken: 1, waiting: 0 })
  }
})

test("CAT-09 a student who left one of the classes is not put back by the next one", async () => {
  const course_id = takeCourse()
  const first = await createClass(world.as(instructor), { course_id })
  const student = await enrolAs(course_id)
  await work()
  await leave(world.as(student), first)
  const second = await createClass(world.as(instructor), { course_id, scheduled_date: "2026-11-23" })
  await work()
  expect([await standing(student, first), await standing(student, second)]).toEqual(["none", "enrolled"])
})

test("PAY-02 a member gets no seat in a class after the last day of the term, and nobody else is asked for one", async () => {
  const course_id = takeCourse()
  const member = await enrolAs(course_id)
  await world.ctx.db
    .update(enrollments)
    .set({ valid_until: "2026-11-21" })
    .where(eq(enrollments.student_id, member.user_id))
  const [last, after, elsewhere] = [
    await placeClass(world.ctx, instructor.user_id, 24 * 60, 25 * 60, { course_id }),
    await placeClass(world.ctx, instructor.user_id, 48 * 60, 49 * 60, { course_id }),
    await placeClass(world.ctx, instructor.user_id, 72 * 60, 73 * 60),
  ]
  const ask = (student: SignedIn, classId: string) => outcomeOf(enrol(world.as(student), classId))
  expect(await ask(member, after)).toBe("MEMBERSHIP_ENDED")
  expect(await ask(member, last)).toBe("done")
  expect(await ask(member, elsewhere)).toBe("done")
  expect(await ask(await createStudent(world.ctx), after)).toBe("done")
})

test("CAT-09 CLS-04 a student who left the program while a class was deleted is not in it when it is restored", async () => {
  const course_id = takeCourse()
  const class_id = await createClass(world.as(instructor), { course_id, max_capacity: 2 })
  const [left, stays, waits, rejoins] = [
    await enrolAs(course_id),
    await enrolAs(course_id),
    await enrolAs(course_id),
    await enrolAs(course_id),
  ]
  const guest = await createStudent(world.ctx)
  await work()
  await joinWaitlist(world.as(guest), class_id)
  await deleteClass(world.as(instructor), { class_id })
  for (const student of [left, waits, rejoins]) {
    await closeEnrolment(world.ctx, { course_id, student_id: student.user_id })
    await work()
  }
  // Somebody who enrolled again before the job ran has left nothing.
  await leaveProgram(world.ctx, { course_id, student_id: stays.user_id })
  world.clock.advance(1_000)
  await enrolInProgram(world.as(rejoins), course_id)
  await restoreClass(world.as(instructor), { class_id, together: true })
  await work()
  const standings = [left, waits, stays, guest, rejoins].map((student) => standing(student, class_id))
  expect(await Promise.all(standings)).toEqual(["none", "none", "enrolled", "enrolled", "waiting"])
  expect(await readClass(world.ctx, class_id)).toMatchObject({ seats_taken: 2, waiting: 1 })
})

test("LAW-02 CAT-09 a closed account gives its coming seats to the next, gets none meanwhile, and program seats once it is kept", async () => {
  const course_id = takeCourse()
  const student = await enrolAs(course_id)
  const first = await createClass(world.as(instructor), { course_id, max_capacity: 1 })
  const alone = await createClass(world.as(instructor), { scheduled_date: "2026-12-03", max_capacity: 1 })
  await work()
  await enrol(world.as(student), alone)
  const next = await createStudent(world.ctx)
  for (const id of [first, alone]) await joinWaitlist(world.as(next), id)
  await inTransaction(world.as(student), (tx) => closeAccount(tx, student.user_id))
  const later = await createClass(world.as(instructor), { course_id, scheduled_date: "2026-12-04" })
  await work()
  const standings = () => Promise.all([first, alone, later].map((id) => standing(student, id)))
  expect(await standings()).toEqual(["none", "none", "none"])
  for (const id of [first, alone]) expect(await standing(next, id)).toBe("enrolled")

  await keepAccount(world.ctx, student.user_id)
  await work()
  expect(await standings()).toEqual(["waiting", "none", "enrolled"])
})
