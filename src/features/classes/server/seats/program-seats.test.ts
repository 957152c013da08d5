import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { closeAccount } from "#features/accounts/server/own/erasure.ts"
import { keepAccount } from "#features/accounts/server/own/keep-account.ts"
import { disablePerson, enablePerson } from "#features/accounts/server/people/people.ts"
import { user } from "#features/accounts/server/table.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { closeEnrolment, enrolInProgram, openEnrolment } from "#features/programs/server/service.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import type { MoneyPort } from "#platform/money/port.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { Killed, killedAt } from "#tests/killed-worker.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { createClass, draftClass, outcomeOf, placeClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { requestDemo } from "../demos/demo-requests.ts"
import { classesJobs } from "../jobs.ts"
import { updateClass } from "../schedule/reschedule.ts"
import { restoreClass } from "../schedule/restore.ts"
import { scheduleClass } from "../schedule/schedule.ts"
import { deleteClass } from "../schedule/withdraw.ts"
import { enrol, leave } from "../seats.ts"
import { readClass } from "../service.ts"
import { enrolInBatch, setBatch } from "./batches.ts"
import { leaveProgram, placeInProgram, placeProgramIn } from "./program-seats.ts"
import { holdClass, joinWaitlist } from "./waitlist.ts"

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

test("CAT-09 CLS-02 a demo class of a program without requests that becomes regular seats its students", async () => {
  const course_id = takeCourse()
  const student = await enrolAs(course_id)
  const classId = await createClass(world.as(instructor), { course_id, class_type: "demo" })
  await work()
  expect(await standing(student, classId)).toBe("none")
  await updateClass(world.as(instructor), { ...draftClass({ course_id }), class_id: classId })
  await work()
  expect(await standing(student, classId)).toBe("enrolled")
})

test("PAY-02 CLS-02 a class that moves to an earlier day seats the members whom it comes to, and nobody who gave it up", async () => {
  const course_id = takeCourse()
  const [member, gaveUp, ended] = [
    await enrolAs(course_id),
    await enrolAs(course_id),
    await enrolAs(course_id),
  ]
  for (const [student, valid_until] of [
    [member, "2026-11-30"],
    [ended, "2026-11-26"],
  ] as const)
    await world.ctx.db
      .update(enrollments)
      .set({ valid_until })
      .where(eq(enrollments.student_id, student.user_id))
  const class_id = await createClass(world.as(instructor), { course_id, scheduled_date: "2026-12-02" })
  await work()
  await leave(world.as(gaveUp), class_id)
  const standings = () => Promise.all([member, gaveUp, ended].map((student) => standing(student, class_id)))
  expect(await standings()).toEqual(["none", "none", "none"])
  const moveTo = async (scheduled_date: string) => {
    await updateClass(world.as(instructor), { ...draftClass({ course_id, scheduled_date }), class_id })
    await work()
  }
  await moveTo("2026-11-28")
  expect(await standings()).toEqual(["enrolled", "none", "none"])
  await leave(world.as(member), class_id)
  await moveTo("2026-11-27")
  expect(await standings()).toEqual(["none", "none", "none"])
})

test("PAY-02 CLS-02 a worker of the release before leaves a class that moves to an earlier day to others", async () => {
  const course_id = takeCourse()
  const member = await enrolAs(course_id)
  await world.ctx.db
    .update(enrollments)
    .set({ valid_until: "2026-11-30" })
    .where(eq(enrollments.student_id, member.user_id))
  const class_id = await createClass(world.as(instructor), { course_id, scheduled_date: "2026-12-02" })
  await work()
  await updateClass(world.as(instructor), {
    ...draftClass({ course_id, scheduled_date: "2026-11-28" }),
    class_id,
  })
  const published = structuredClone(world.published)
  const known = classesJobs.filter(({ queue }) => queue !== "classes.place-moved")
  await runJobs(world, known)
  expect(await standing(member, class_id)).toBe("none")
  world.published.push(...published)
  await work()
  expect(await standing(member, class_id)).toBe("enrolled")
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

test("PAY-02 a member gets no seat after the last day of the term where it is paid for, and any where nothing is", async () => {
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
  const money = { name: "trial" } as MoneyPort
  const ask = (student: SignedIn, classId: string, sells = true) =>
    outcomeOf(enrol({ ...world.as(student), money: sells ? money : null }, classId))
  const wait = (classId: string, sells = true) =>
    outcomeOf(joinWaitlist({ ...world.as(member), money: sells ? money : null }, classId))
  expect([await ask(member, after), await wait(after)]).toEqual(["MEMBERSHIP_ENDED", "MEMBERSHIP_ENDED"])
  expect(await ask(member, last)).toBe("done")
  expect(await ask(member, elsewhere)).toBe("done")
  expect(await ask(await createStudent(world.ctx), after, false)).toBe("done")
  expect(await ask(member, after, false)).toBe("done")
  const [free, later, latest] = [
    await placeClass(world.ctx, instructor.user_id, 96 * 60, 97 * 60, { course_id }),
    await placeClass(world.ctx, instructor.user_id, 120 * 60, 121 * 60, { course_id }),
    await placeClass(world.ctx, instructor.user_id, 144 * 60, 145 * 60, { course_id }),
  ]
  expect(await wait(later, false)).toBe("done")
  await world.ctx.db.update(programs).set({ price_paise: 0 }).where(eq(programs.id, course_id))
  expect([await ask(member, free), await wait(latest)]).toEqual(["done", "done"])
})

test("PAY-02 CAT-09 a former member enrols again where nothing is paid, in the chosen batch and without an end", async () => {
  const course_id = takeCourse()
  const [first, next] = [newId(), newId()]
  const at = (days: number, series_id: string) =>
    placeClass(world.ctx, instructor.user_id, days * 1_440, days * 1_440 + 60, { course_id, series_id })
  const before = await at(1, first)
  const student = await createStudent(world.ctx)
  const enrolIn = (batch_id: string) => enrolInBatch(world.as(student), { course_id, batch_id })
  await enrolIn(first)
  await work()
  const own = eq(enrollments.student_id, student.user_id)
  await world.ctx.db.update(enrollments).set({ valid_until: "2026-11-22" }).where(own)
  const coming = [await at(40, first), await at(41, next)]
  // While the membership runs it stays as it is.
  expect(await outcomeOf(enrolIn(next))).toBe("ALREADY_ENROLLED_IN_PROGRAM")
  world.clock.set("2026-12-20T10:30:00Z")
  const tries = await Promise.all([1, 2, 3].map(() => outcomeOf(enrolIn(next))))
  expect(tries.sort()).toEqual(["ALREADY_ENROLLED_IN_PROGRAM", "ALREADY_ENROLLED_IN_PROGRAM", "done"])
  await work()
  const rows = await world.ctx.db.select().from(enrollments).where(own)
  expect(rows).toMatchObject([{ status: "active", valid_until: null, batch_id: next }])
  const standings = [before, ...coming].map((classId) => standing(student, classId))
  expect(await Promise.all(standings)).toEqual(["enrolled", "none", "enrolled"])
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

test("CAT-09 PAY-02 CLS-04 a restored class seats who renewed or changed the batch meanwhile, and nobody who had given it up", async () => {
  const course_id = takeCourse()
  const [batch, other] = [newId(), newId()]
  const [member, moves, returns] = [
    await enrolAs(course_id),
    await enrolAs(course_id),
    await enrolAs(course_id),
  ]
  const valid = async (student: SignedIn, columns: Partial<typeof enrollments.$inferInsert>) =>
    world.ctx.db.update(enrollments).set(columns).where(eq(enrollments.student_id, student.user_id))
  await valid(member, { valid_until: "2026-11-30" })
  await valid(moves, { valid_until: "2026-11-30", batch_id: other })
  await valid(returns, { valid_until: "2026-11-19" })
  const at = (days: number) =>
    placeClass(world.ctx, instructor.user_id, days * 1_440, days * 1_440 + 60, {
      course_id,
      series_id: batch,
    })
  // Within the first term, and after it.
  const classes = [await at(5), await at(20)]
  for (const class_id of classes) await placeProgramIn(world.ctx, class_id)
  const standings = () =>
    Promise.all(
      [member, moves, returns].map((student) => Promise.all(classes.map((id) => standing(student, id)))),
    )
  await leave(world.as(member), classes[0] ?? "")
  for (const class_id of classes) await deleteClass(world.as(instructor), { class_id })
  world.clock.advance(1_000)
  for (const [student, batch_id] of [
    [member, null],
    [moves, batch],
  ] as const)
    await inTransaction(world.ctx, (tx) =>
      openEnrolment(tx, {
        ...{ course_id, student_id: student.user_id, batch_id },
        ...{ valid_until: "2026-12-31", renews: "2026-11-30" },
      }),
    )
  await enrolInProgram(world.as(returns), course_id)
  await work()
  world.clock.advance(1_000)
  for (const class_id of classes) await restoreClass(world.as(instructor), { class_id, together: false })
  await work()
  expect(await standings()).toEqual([
    ["none", "enrolled"],
    ["none", "enrolled"],
    ["enrolled", "enrolled"],
  ])
})

test("LAW-02 CLS-04 a restored class gives the seats of accounts that were closed meanwhile to the next, and those kept stay", async () => {
  const class_id = await createClass(world.as(instructor), { max_capacity: 2 })
  const alone = await createClass(world.as(instructor), { scheduled_date: "2026-11-24", class_type: "demo" })
  const [closes, keeps, next] = [
    await createStudent(world.ctx),
    await createStudent(world.ctx),
    await createStudent(world.ctx),
  ]
  for (const student of [closes, keeps, next]) await joinWaitlist(world.as(student), class_id)
  await requestDemo(world.as(closes), alone)
  for (const id of [class_id, alone]) await deleteClass(world.as(instructor), { class_id: id })
  for (const student of [closes, keeps])
    await inTransaction(world.as(student), (tx) => closeAccount(tx, student.user_id))
  await work()
  await keepAccount(world.ctx, keeps.user_id)
  await work()
  for (const id of [class_id, alone])
    await restoreClass(world.as(instructor), { class_id: id, together: false })
  await work()
  const standings = [closes, keeps, next].map((student) => standing(student, class_id))
  expect(await Promise.all(standings)).toEqual(["none", "enrolled", "enrolled"])
  expect(await readClass(world.ctx, class_id)).toMatchObject({ seats_taken: 2, waiting: 0 })
  expect(await standing(closes, alone)).toBe("none")
  expect(await readClass(world.ctx, alone)).toMatchObject({ seats_held: 0 })
})

/** Waits until so many wait for a lock, or until some work is done that needs to wait for none. */
async function untilWaiting(count: number, work: Promise<unknown>): Promise<void> {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  const waiting = async () =>
    (
      await world.ctx.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  await expect.poll(async () => isDone || (await waiting()) === count).toBe(true)
}

test("CAT-09 PAY-02 an enrolment that ends while its seats are being given keeps none of them", async () => {
  const course_id = takeCourse()
  const changed = await createClass(world.as(instructor), { course_id })
  const student = await enrolAs(course_id)
  const pair = { course_id, student_id: student.user_id }
  // The class is being changed, so the student's seat waits, and then the enrolment ends.
  const first = await inTransaction(world.ctx, async (tx) => {
    await holdClass(tx, changed)
    const placing = placeInProgram(world.ctx, pair)
    await untilWaiting(1, placing)
    await closeEnrolment(world.ctx, pair)
    const leaving = leaveProgram(world.ctx, pair)
    await untilWaiting(2, leaving)
    return { placing, leaving }
  })
  await Promise.all([first.placing, first.leaving])
  expect(await standing(student, changed)).toBe("none")

  // The seats of a new class are being written when the enrolment ends.
  await enrolInProgram(world.as(student), course_id)
  const fresh = await createClass(world.as(instructor), { course_id, scheduled_date: "2026-11-23" })
  const second = await inTransaction(world.ctx, async (tx) => {
    await placeProgramIn(tx, fresh)
    await closeEnrolment(world.ctx, pair)
    const leaving = leaveProgram(world.ctx, pair)
    await untilWaiting(1, leaving)
    return { leaving }
  })
  await second.leaving
  expect(await standing(student, fresh)).toBe("none")
  expect(await readClass(world.ctx, fresh)).toMatchObject({ seats_taken: 0, waiting: 0 })
  await work()
})

test("LAW-02 CAT-09 ATT-08 who closes the account or leaves the program during a class in a hall keeps that seat, for its register", async () => {
  const course_id = takeCourse()
  const [closes, leaves] = [await enrolAs(course_id), await enrolAs(course_id)]
  const hall = { course_id, delivery: "on_premises" as const, venue_name: "Pool" }
  const begun = await placeClass(world.ctx, instructor.user_id, -30, 30, hall)
  const coming = await placeClass(world.ctx, instructor.user_id, 90, 120, hall)
  for (const student of [closes, leaves]) for (const id of [begun, coming]) await enrol(world.as(student), id)
  await inTransaction(world.as(closes), (tx) => closeAccount(tx, closes.user_id))
  await work()
  await world.ctx.db.delete(enrollments).where(eq(enrollments.student_id, leaves.user_id))
  await leaveProgram(world.ctx, { course_id, student_id: leaves.user_id })
  for (const student of [closes, leaves]) {
    expect(await standing(student, begun)).toBe("enrolled")
    expect(await standing(student, coming)).toBe("none")
  }
})

test("ACC-11 CLS-02 a disabled account keeps its seats and gets no more, also from waitlists and batches, until it is enabled", async () => {
  const course_id = takeCourse()
  const student = await enrolAs(course_id)
  const office = world.as(await createAdmin(world.ctx))
  const kept = await createClass(world.as(instructor), { course_id })
  await work()
  const full = await createClass(world.as(instructor), { scheduled_date: "2026-12-03", max_capacity: 1 })
  const taken = await createStudent(world.ctx)
  await enrol(world.as(taken), full)
  await joinWaitlist(world.as(student), full)
  world.clock.advance(1_000)
  await disablePerson(office, { user_id: student.user_id, reason: "Shared the password" })
  await work()
  world.clock.advance(1_000)
  await leave(world.as(taken), full)
  const later = await createClass(world.as(instructor), { course_id, scheduled_date: "2026-12-04" })
  const batch = { course_id, scheduled_date: "2026-12-08", repeats: "weeks" as const, repeat_weeks: 2 }
  const plan = { ...draftClass(batch), ...batch, repeat_weekdays: [] }
  const other = await scheduleClass(world.as(instructor), { ...plan, start_time: "09:00", end_time: "10:00" })
  const series = await scheduleClass(world.as(instructor), plan)
  for (const { series_id } of [other, series]) {
    await setBatch(office, { course_id, student_id: student.user_id, batch_id: series_id })
    await work()
  }
  const standings = () => Promise.all([kept, full, later, series.id].map((id) => standing(student, id)))
  expect(await standings()).toEqual(["enrolled", "none", "none", "none"])

  await enablePerson(office, student.user_id)
  await work()
  expect(await standings()).toEqual(["enrolled", "none", "enrolled", "enrolled"])
})

test("ACC-11 CLS-07 a seat that was given up before stays given up once the account is enabled, and one that was waited for is waited for", async () => {
  const course_id = takeCourse()
  const full = await createClass(world.as(instructor), { course_id, max_capacity: 1 })
  await enrolAs(course_id)
  await work()
  const student = await enrolAs(course_id)
  const given = await createClass(world.as(instructor), { course_id, scheduled_date: "2026-12-02" })
  await work()
  await leave(world.as(student), given)
  world.clock.advance(1_000)
  const office = world.as(await createAdmin(world.ctx))
  await disablePerson(office, { user_id: student.user_id, reason: "Shared the password" })
  await work()
  await enablePerson(office, student.user_id)
  await work()
  const standings = await Promise.all([full, given].map((id) => standing(student, id)))
  expect(standings).toEqual(["waiting", "none"])
})

test("ACC-11 CLS-07 a waitlist passes over accounts that are disabled or closed", async () => {
  const full = await createClass(world.as(instructor), { max_capacity: 1 })
  const [first, shut, next] = [
    await createStudent(world.ctx),
    await createStudent(world.ctx),
    await createStudent(world.ctx),
  ]
  await enrol(world.as(first), full)
  for (const one of [shut, next]) await joinWaitlist(world.as(one), full)
  // By a release that left such places to it.
  const disabled = { disabledAt: world.clock.now() }
  await world.ctx.db.update(user).set(disabled).where(eq(user.id, shut.user_id))
  await leave(world.as(first), full)
  expect(await standing(next, full)).toBe("enrolled")
  expect((await readClass(world.ctx, full))?.waiting).toBe(0)
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
