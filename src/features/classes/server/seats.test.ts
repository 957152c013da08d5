import { eq } from "drizzle-orm"
import type pg from "pg"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { databaseOn } from "#platform/database/db.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { createClass, outcomeOf, placeClass } from "./class-factory.ts"
import { enrol, leave } from "./seats.ts"
import { readClass, standingOf } from "./service.ts"
import { classEnrollments } from "./table.ts"

let world: TestContext
let instructor: SignedIn

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  instructor = await createInstructor(world.ctx)
})

async function seatsOf(classId: string) {
  const rows = await world.ctx.db
    .select()
    .from(classEnrollments)
    .where(eq(classEnrollments.class_id, classId))
  return { counted: (await readClass(world.ctx, classId))?.seats_taken, rows: rows.length }
}

function createStudents(count: number): Promise<SignedIn[]> {
  return Promise.all(Array.from({ length: count }, () => createStudent(world.ctx)))
}

test("CLS-07 enrolling twice at once takes one seat, the second reads Already Enrolled", async () => {
  const student = await createStudent(world.ctx)
  const classId = await createClass(world.as(instructor))
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(enrol(world.as(student), classId))))
  expect(outcomes.toSorted()).toEqual(["ALREADY_ENROLLED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "done"])
  expect(await seatsOf(classId)).toEqual({ counted: 1, rows: 1 })
})

test("CLS-07 in a full class the enrolled read Already Enrolled, the others that it is full", async () => {
  const [one, two] = (await createStudents(2)) as [SignedIn, SignedIn]
  const classId = await createClass(world.as(instructor), { max_capacity: 1 })
  await enrol(world.as(one), classId)
  expect(await outcomeOf(enrol(world.as(one), classId))).toBe("ALREADY_ENROLLED")
  expect(await outcomeOf(enrol(world.as(two), classId))).toBe("CLASS_FULL")
})

test("CLS-07 a class that is over, called off or unknown takes no students, a demo only requests", async () => {
  const student = world.as(await createStudent(world.ctx))
  const place = async (from: number, to: number, columns: Parameters<typeof placeClass>[4]) =>
    outcomeOf(enrol(student, await placeClass(world.ctx, instructor.user_id, from, to, columns)))
  expect(await place(-10, 50, { status: "live" })).toBe("done")
  expect(await place(-90, -60, { status: "completed" })).toBe("CLASS_NOT_OPEN")
  expect(await place(60, 90, { status: "cancelled" })).toBe("CLASS_NOT_OPEN")
  expect(await place(-60, -10, {})).toBe("CLASS_NOT_OPEN")
  expect(await place(60, 90, { class_type: "demo" })).toBe("DEMO_REQUEST_REQUIRED")
  expect(await outcomeOf(enrol(student, newId()))).toBe("NOT_FOUND")
})

test("CLS-07 a class that nobody started yet takes students until its end", async () => {
  const classId = await placeClass(world.ctx, instructor.user_id, -30, 1)
  expect(await outcomeOf(enrol(world.as(await createStudent(world.ctx)), classId))).toBe("done")
})

test("CLS-07 leaving frees the seat, once however often one leaves at once", async () => {
  const [one, two] = (await createStudents(2)) as [SignedIn, SignedIn]
  const classId = await createClass(world.as(instructor), { max_capacity: 2 })
  await enrol(world.as(one), classId)
  await enrol(world.as(two), classId)
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(leave(world.as(one), classId))))
  expect(outcomes.toSorted()).toEqual(["NOT_FOUND", "NOT_FOUND", "done"])
  expect(await seatsOf(classId)).toEqual({ counted: 1, rows: 1 })
  expect(await standingOf(world.ctx, classId, one.user_id)).toBe("none")
  expect(await outcomeOf(enrol(world.as(await createStudent(world.ctx)), classId))).toBe("done")
})

test("CLS-07 a seat can't be given back once the class is live or over", async () => {
  const student = await createStudent(world.ctx)
  for (const status of ["live", "completed"] as const) {
    const classId = await placeClass(world.ctx, instructor.user_id, -30, 30, {
      status,
      seats_taken: 1,
    })
    await world.ctx.db
      .insert(classEnrollments)
      .values({ id: newId(), class_id: classId, student_id: student.user_id })
    expect(await outcomeOf(leave(world.as(student), classId))).toBe("CLASS_NOT_OPEN")
    expect(await seatsOf(classId)).toEqual({ counted: 1, rows: 1 })
  }
})

test("CLS-07 ATT-08 a seat in a hall can't be given back from the start of the class, though nobody starts it there", async () => {
  const student = await createStudent(world.ctx)
  const hall = { delivery: "on_premises" as const, venue_name: "Pool" }
  const [begun, coming] = [
    await placeClass(world.ctx, instructor.user_id, 0, 45, hall),
    await placeClass(world.ctx, instructor.user_id, 60, 90, hall),
  ]
  for (const classId of [begun, coming]) await enrol(world.as(student), classId)
  expect(await outcomeOf(leave(world.as(student), begun))).toBe("CLASS_BEGUN")
  expect(await outcomeOf(leave(world.as(student), coming))).toBe("done")
})

test("CLS-06 every change of seats is told to those who watch the class", async () => {
  const student = await createStudent(world.ctx)
  const classId = await createClass(world.as(instructor))
  const client = await (world.ctx.db as unknown as { $client: pg.Pool }).$client.connect()
  try {
    const heard: unknown[] = []
    client.on("notification", (message) => heard.push(JSON.parse(message.payload ?? "{}")))
    await client.query("listen kaksha_changes")
    const onClient: SignedInCtx = { ...world.as(student), db: databaseOn(client as unknown as pg.Pool) }
    await enrol(onClient, classId)
    await leave(onClient, classId)
    await client.query("select 1")
    const told = { name: "class.seats", id: classId }
    const own = { name: "person.changed", id: student.user_id }
    expect(heard).toEqual([told, own, told, own])
  } finally {
    client.release(true)
  }
})
