import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { createClass, draftClass, outcomeOf, placeClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { updateClass } from "../schedule/reschedule.ts"
import { cancelClass } from "../schedule/withdraw.ts"
import { classWaitlist } from "../seat-tables.ts"
import { enrol, leave } from "../seats.ts"
import { listRoster, readClass } from "../service.ts"
import { listMyLine } from "../student-figures.ts"
import { classEnrollments, scheduledClasses } from "../table.ts"
import { joinWaitlist, leaveWaitlist } from "./waitlist.ts"

let world: TestContext
let instructor: SignedIn

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:00Z")
  world.published.length = 0
  instructor = await createInstructor(world.ctx)
})

const join = (student: SignedIn, classId: string) => joinWaitlist(world.as(student), classId)

function createStudents(count: number): Promise<SignedIn[]> {
  return Promise.all(Array.from({ length: count }, () => createStudent(world.ctx)))
}

/** A class of so many seats, all taken, and who took them. */
async function fullClass(seats: number): Promise<{ classId: string; seated: SignedIn[] }> {
  const classId = await createClass(world.as(instructor), { max_capacity: seats })
  const seated = await createStudents(seats)
  for (const student of seated) await enrol(world.as(student), classId)
  return { classId, seated }
}

async function countsOf(classId: string) {
  const row = await readClass(world.ctx, classId)
  const enrolled = await world.ctx.db
    .select()
    .from(classEnrollments)
    .where(eq(classEnrollments.class_id, classId))
  const waiting = await world.ctx.db.select().from(classWaitlist).where(eq(classWaitlist.class_id, classId))
  // What the class counts is what is there, or something went wrong on the way.
  expect([row?.seats_taken, row?.waiting]).toEqual([enrolled.length, waiting.length])
  return { seats: enrolled.length, waiting: waiting.length }
}

test("CLS-07 a cancelled class is in nobody's list of waitlists", async () => {
  const { classId } = await fullClass(1)
  const waiting = await createStudent(world.ctx)
  await join(waiting, classId)
  const listed = async () => (await listMyLine(world.as(waiting))).map(({ id }) => id)
  expect(await listed()).toEqual([classId])
  await cancelClass(world.as(instructor), { class_id: classId, reason: "ill" })
  expect(await listed()).toEqual([])
})

test("CLS-07 who joins the waitlist of a full class reads their place, and leaves it without a trace", async () => {
  const { classId } = await fullClass(1)
  const [one, two, three] = (await createStudents(3)) as [SignedIn, SignedIn, SignedIn]
  expect(await join(one, classId)).toMatchObject({ standing: "waiting", waitlist_position: 1 })
  expect(await join(two, classId)).toMatchObject({ standing: "waiting", waitlist_position: 2 })
  expect(await join(three, classId)).toMatchObject({ standing: "waiting", waitlist_position: 3 })
  // A click repeated keeps the place.
  expect(await join(one, classId)).toMatchObject({ standing: "waiting", waitlist_position: 1 })
  expect(await getClass(world.as(three), classId)).toMatchObject({
    standing: "waiting",
    waitlist_position: 3,
    waiting_count: 3,
    enrolled_count: 1,
  })
  expect(await leaveWaitlist(world.as(two), classId)).toMatchObject({
    standing: "none",
    waitlist_position: null,
  })
  expect(await leaveWaitlist(world.as(two), classId)).toMatchObject({
    standing: "none",
    waitlist_position: null,
  })
  expect(await getClass(world.as(three), classId)).toMatchObject({ waitlist_position: 2 })
  expect(await getClass(world.ctx, classId)).toMatchObject({ waitlist_position: null, waiting_count: 2 })
  expect(await countsOf(classId)).toEqual({ seats: 1, waiting: 2 })
})

test("CLS-07 leaving gives the seat to the first in line in the same transaction, and tells them", async () => {
  const { classId, seated } = await fullClass(2)
  const [first, second] = (await createStudents(2)) as [SignedIn, SignedIn]
  await join(first, classId)
  await join(second, classId)
  await leave(world.as(seated[0] as SignedIn), classId)
  expect(await getClass(world.as(first), classId)).toMatchObject({
    standing: "enrolled",
    waitlist_position: null,
  })
  expect(await getClass(world.as(second), classId)).toMatchObject({
    standing: "waiting",
    waitlist_position: 1,
  })
  const granted = { topic: "seat.granted", data: { class_id: classId, student_id: first.user_id } }
  expect(world.published).toEqual([granted])
  expect(await countsOf(classId)).toEqual({ seats: 2, waiting: 1 })
})

test("CLS-07 a raised capacity seats as many as there are new seats, in order", async () => {
  const { classId } = await fullClass(1)
  const line = await createStudents(4)
  for (const student of line) await join(student, classId)
  await updateClass(world.as(instructor), { ...draftClass({ max_capacity: 3 }), class_id: classId })
  const standings = await Promise.all(line.map((one) => getClass(world.as(one), classId)))
  expect(standings.map((one) => [one.standing, one.waitlist_position])).toEqual([
    ["enrolled", null],
    ["enrolled", null],
    ["waiting", 1],
    ["waiting", 2],
  ])
  expect(world.published.map(({ data }) => (data as { student_id: string }).student_id)).toEqual(
    line.slice(0, 2).map((one) => one.user_id),
  )
})

test("CLS-07 where a seat is free, joining the line takes it at once, and nobody is told what they know", async () => {
  const classId = await createClass(world.as(instructor), { max_capacity: 1 })
  const [one, two] = (await createStudents(2)) as [SignedIn, SignedIn]
  expect(await join(one, classId)).toMatchObject({ standing: "enrolled", waitlist_position: null })
  expect(await join(one, classId)).toMatchObject({ standing: "enrolled" })
  expect(await join(two, classId)).toMatchObject({ standing: "waiting", waitlist_position: 1 })
  expect(world.published).toEqual([])
})

test("CLS-07 who never waited can't overtake the line, even where a seat was freed by hand", async () => {
  const { classId } = await fullClass(2)
  const [first, newcomer] = (await createStudents(2)) as [SignedIn, SignedIn]
  await join(first, classId)
  await world.ctx.db.update(scheduledClasses).set({ max_capacity: 3 }).where(eq(scheduledClasses.id, classId))
  expect(await outcomeOf(enrol(world.as(newcomer), classId))).toBe("CLASS_FULL")
  expect(await getClass(world.as(first), classId)).toMatchObject({ standing: "enrolled" })
})

test("CLS-07 a line whose people are gone does not keep others out", async () => {
  const { classId } = await fullClass(1)
  const [gone, newcomer] = (await createStudents(2)) as [SignedIn, SignedIn]
  await join(gone, classId)
  await world.ctx.db.execute(`delete from users where id = '${gone.user_id}'`)
  await world.ctx.db.update(scheduledClasses).set({ max_capacity: 2 }).where(eq(scheduledClasses.id, classId))
  expect(await outcomeOf(enrol(world.as(newcomer), classId))).toBe("done")
  expect(await countsOf(classId)).toEqual({ seats: 2, waiting: 0 })
})

test("CLS-07 only a regular class that is to come has a line", async () => {
  const student = await createStudent(world.ctx)
  const at = async (from: number, to: number, columns: Parameters<typeof placeClass>[4]) => {
    const { user_id } = await createInstructor(world.ctx)
    const full = { max_capacity: 1, seats_taken: 1, ...columns }
    return outcomeOf(join(student, await placeClass(world.ctx, user_id, from, to, full)))
  }
  expect(await at(60, 90, {})).toBe("done")
  expect(await at(60, 90, { class_type: "demo" })).toBe("DEMO_REQUEST_REQUIRED")
  expect(await at(60, 90, { status: "cancelled" })).toBe("CLASS_NOT_OPEN")
  expect(await at(-10, 60, { status: "live" })).toBe("CLASS_NOT_OPEN")
  expect(await at(-60, -10, {})).toBe("CLASS_NOT_OPEN")
})

test("CLS-07 while students leave, join, enrol and the class grows at once, order and counts hold", async () => {
  const { classId, seated } = await fullClass(10)
  const line = await createStudents(20)
  for (const student of line) await join(student, classId)
  const latecomers = await createStudents(10)
  const grow = updateClass(world.as(instructor), { ...draftClass({ max_capacity: 14 }), class_id: classId })
  await Promise.all([
    ...seated.slice(0, 6).map((one) => outcomeOf(leave(world.as(one), classId))),
    ...line.slice(3, 5).map((one) => leaveWaitlist(world.as(one), classId)),
    ...latecomers.map((one) => outcomeOf(enrol(world.as(one), classId))),
    ...latecomers.map((one) => join(one, classId)),
    outcomeOf(grow),
  ])
  const { seats } = await countsOf(classId)
  expect(seats).toBe(14)
  // Ten seats came free for the line, and nobody behind overtook: those seated are its head, without who left.
  const roster = new Set((await listRoster(world.ctx, classId)).map((one) => one.student_id))
  const inLine = line.map((one) => roster.has(one.user_id))
  const lastSeated = inLine.lastIndexOf(true)
  const passedOver = inLine.slice(0, lastSeated).filter((has, index) => !has && index !== 3 && index !== 4)
  expect(passedOver).toEqual([])
  expect(latecomers.filter((one) => roster.has(one.user_id))).toEqual([])
})

test("CLS-07 who leaves the line the moment the seat comes either has it or is out, never half", async () => {
  for (let round = 0; round < 5; round += 1) {
    world.clock.advance(60_000)
    instructor = await createInstructor(world.ctx)
    const { classId, seated } = await fullClass(1)
    const [waits, next] = (await createStudents(2)) as [SignedIn, SignedIn]
    await join(waits, classId)
    await join(next, classId)
    const [left] = await Promise.all([
      leaveWaitlist(world.as(waits), classId),
      leave(world.as(seated[0] as SignedIn), classId),
    ])
    const now = await getClass(world.as(waits), classId)
    expect(now.standing).toBe(left.standing)
    expect((await getClass(world.as(next), classId)).standing).toBe(
      now.standing === "enrolled" ? "waiting" : "enrolled",
    )
    await countsOf(classId)
  }
})
