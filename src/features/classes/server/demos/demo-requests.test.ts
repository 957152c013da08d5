import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { createClass, outcomeOf, placeClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { startClass } from "../lifecycle.ts"
import { leave } from "../seats.ts"
import { readClass, standingOf } from "../service.ts"
import { listDemoRequests } from "./demo-lists.ts"
import { answerDemoRequest, requestDemo } from "./demo-requests.ts"

let world: TestContext
let instructor: SignedIn
let student: SignedIn

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:00Z")
  instructor = await createInstructor(world.ctx)
  student = await createStudent(world.ctx, { first_name: "Ravi", last_name: "Menon" })
})

const demo = { class_type: "demo" } as const

function answer(viewer: SignedIn, request_id: string, status: "approved" | "rejected", message?: string) {
  return answerDemoRequest(world.as(viewer), { request_id, status, message })
}

test("CLS-08 a request waits with the class's instructor and takes no seat", async () => {
  const classId = await createClass(world.as(instructor), demo)
  const request = await requestDemo(world.as(student), classId)
  expect(request).toMatchObject({
    class_id: classId,
    class_title: "Fractions",
    scheduled_date: "2026-11-21",
    start_time: "17:00",
    student_id: student.user_id,
    student_name: "Ravi Menon",
    instructor_id: instructor.user_id,
    status: "pending",
    message: null,
    requested_at: world.clock.now(),
    responded_at: null,
  })
  expect(await getClass(world.as(student), classId)).toMatchObject({ standing: "pending", enrolled_count: 0 })
})

test("CLS-08 a second request reads Request Already Sent, also one sent at the same time", async () => {
  const classId = await createClass(world.as(instructor), demo)
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(requestDemo(world.as(student), classId))))
  expect(outcomes.toSorted()).toEqual(["REQUEST_ALREADY_SENT", "REQUEST_ALREADY_SENT", "done"])
  // Also once the class takes no requests any more.
  world.clock.advance(2 * DAY)
  expect(await outcomeOf(requestDemo(world.as(student), classId))).toBe("REQUEST_ALREADY_SENT")
})

test("CLS-08 only an open demo class takes requests, one that should have begun only with a seat left", async () => {
  const ask = async (from: number, to: number, columns: Parameters<typeof placeClass>[4]) => {
    const { user_id } = await createInstructor(world.ctx)
    return outcomeOf(requestDemo(world.as(student), await placeClass(world.ctx, user_id, from, to, columns)))
  }
  expect(await ask(60, 90, { class_type: "regular" })).toBe("NOT_A_DEMO")
  expect(await ask(-5, 30, { ...demo, max_capacity: 2, seats_taken: 2 })).toBe("CLASS_FULL")
  expect(await ask(60, 90, { ...demo, status: "cancelled" })).toBe("CLASS_NOT_OPEN")
  expect(await ask(-5, 30, { ...demo, status: "live" })).toBe("CLASS_NOT_OPEN")
  expect(await ask(-30, 0, demo)).toBe("CLASS_NOT_OPEN")
  expect(await outcomeOf(requestDemo(world.as(student), newId()))).toBe("NOT_FOUND")
})

test("CLS-08 an approval takes a seat, carries the message and the time, and is final", async () => {
  const classId = await createClass(world.as(instructor), demo)
  const { id } = await requestDemo(world.as(student), classId)
  world.clock.advance(60_000)
  const answered = await answer(instructor, id, "approved", "Bring a lemon")
  expect(answered).toMatchObject({
    status: "approved",
    message: "Bring a lemon",
    responded_at: world.clock.now(),
  })
  expect(await getClass(world.as(student), classId)).toMatchObject({
    standing: "approved",
    enrolled_count: 1,
  })
  expect(await outcomeOf(answer(instructor, id, "rejected"))).toBe("ALREADY_ANSWERED")
  expect(await standingOf(world.ctx, classId, student.user_id)).toBe("approved")
})

test("CLS-08 a rejection takes no seat", async () => {
  const classId = await createClass(world.as(instructor), demo)
  const { id } = await requestDemo(world.as(student), classId)
  expect(await answer(instructor, id, "rejected")).toMatchObject({ status: "rejected", message: null })
  expect(await getClass(world.as(student), classId)).toMatchObject({
    standing: "rejected",
    enrolled_count: 0,
  })
})

test("CLS-08 of answers given at once one counts, and one seat at most is taken", async () => {
  const classId = await createClass(world.as(instructor), demo)
  const { id } = await requestDemo(world.as(student), classId)
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(answer(instructor, id, "approved"))))
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === "ALREADY_ANSWERED")).toHaveLength(3)
  expect((await readClass(world.ctx, classId))?.seats_taken).toBe(1)
})

test("CLS-07 approvals at once never exceed the capacity, and a refused request stays pending", async () => {
  const classId = await createClass(world.as(instructor), { ...demo, max_capacity: 2 })
  const students = await Promise.all([1, 2, 3, 4, 5].map(() => createStudent(world.ctx)))
  const requests = await Promise.all(students.map((one) => requestDemo(world.as(one), classId)))
  const outcomes = await Promise.all(
    requests.map((request) => outcomeOf(answer(instructor, request.id, "approved"))),
  )
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(2)
  expect(outcomes.filter((outcome) => outcome === "CLASS_FULL")).toHaveLength(3)
  expect((await readClass(world.ctx, classId))?.seats_taken).toBe(2)
  const standings = await Promise.all(students.map((one) => standingOf(world.ctx, classId, one.user_id)))
  expect(standings.filter((standing) => standing === "pending")).toHaveLength(3)
})

test("CLS-08 a waiting request can be approved in the live class, and only rejected once it is over", async () => {
  const classId = await placeClass(world.ctx, instructor.user_id, 0, 60, demo)
  const late = await requestDemo(world.as(student), classId)
  const later = await requestDemo(world.as(await createStudent(world.ctx)), classId)
  await startClass(world.as(instructor), classId)
  expect(await outcomeOf(answer(instructor, late.id, "approved"))).toBe("done")
  await world.ctx.db.execute(`update scheduled_classes set status = 'completed' where id = '${classId}'`)
  expect(await outcomeOf(answer(instructor, later.id, "approved"))).toBe("CLASS_NOT_OPEN")
  expect(await outcomeOf(answer(instructor, later.id, "rejected"))).toBe("done")
})

test("CLS-08 another instructor's request is not there to be answered, an admin may answer any", async () => {
  const classId = await createClass(world.as(instructor), demo)
  const { id } = await requestDemo(world.as(student), classId)
  const other = await createInstructor(world.ctx)
  expect(await outcomeOf(answer(other, id, "approved"))).toBe("NOT_FOUND")
  expect(await outcomeOf(answer(await createAdmin(world.ctx), id, "approved"))).toBe("done")
})

test("CLS-07 leaving a demo class frees the approved seat, and one may ask again", async () => {
  const classId = await createClass(world.as(instructor), demo)
  const { id } = await requestDemo(world.as(student), classId)
  expect(await outcomeOf(leave(world.as(student), classId))).toBe("NOT_FOUND")
  await answer(instructor, id, "approved")
  await leave(world.as(student), classId)
  expect(await getClass(world.as(student), classId)).toMatchObject({ standing: "none", enrolled_count: 0 })
  expect(await outcomeOf(requestDemo(world.as(student), classId))).toBe("done")
})

test("CLS-08 instructors see their own requests newest first, page by page, each once", async () => {
  const classId = await createClass(world.as(instructor), demo)
  const other = await createInstructor(world.ctx)
  const foreign = await requestDemo(world.as(student), await createClass(world.as(other), demo))
  const sent: string[] = []
  for (let index = 0; index < 7; index += 1) {
    // Two by two at the same instant, so that the id decides.
    if (index % 2 === 0) world.clock.advance(1_000)
    sent.push((await requestDemo(world.as(await createStudent(world.ctx)), classId)).id)
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listDemoRequests(world.as(instructor), { limit: 3, cursor })
    seen.push(...page.items.map((request) => request.id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(sent.toReversed())
  const all = await listDemoRequests(world.as(await createAdmin(world.ctx)), { limit: 100 })
  expect(all.items.map((request) => request.id)).toEqual(expect.arrayContaining([...sent, foreign.id]))
})
