import { call, type ORPCError } from "@orpc/server"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ScheduledClass } from "#contract/classes/classes.ts"
import { DemoRequest } from "#contract/classes/demo-requests.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { createClass, draftClass } from "./class-factory.ts"
import { classesRouter } from "./router.ts"

let world: TestContext
let instructor: SignedIn
let student: SignedIn
let admin: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  instructor = await createInstructor(world.ctx)
  student = await createStudent(world.ctx)
  admin = await createAdmin(world.ctx)
})
afterAll(() => world.close())

type Procedure = Parameters<typeof call>[0]

async function answerOf(procedure: unknown, input: unknown, context: Ctx): Promise<string> {
  try {
    await call(procedure as Procedure, input as never, { context } as never)
    return "done"
  } catch (error) {
    return (error as ORPCError<string, unknown>).code
  }
}

const teaching = ["schedule", "update", "delete", "cancel", "start", "end"] as const
const answering = ["answerDemoRequest", "listDemoRequests", "instructorFigures"] as const
const learning = ["enrol", "leave", "requestDemo"] as const

test("CLS-01 visitors are asked to sign in before their input is looked at", async () => {
  for (const name of [...teaching, ...answering, ...learning, "mine", "listInstructors"] as const) {
    expect([name, await answerOf(classesRouter[name], "nonsense", world.ctx)]).toEqual([
      name,
      "UNAUTHENTICATED",
    ])
  }
})

test("CLS-01 each procedure is for the roles that need it, whatever the input", async () => {
  for (const name of [...teaching, ...answering, "listInstructors"] as const) {
    expect([name, await answerOf(classesRouter[name], "nonsense", world.as(student))]).toEqual([
      name,
      "FORBIDDEN",
    ])
  }
  for (const viewer of [instructor, admin]) {
    for (const name of learning) {
      expect([name, await answerOf(classesRouter[name], "nonsense", world.as(viewer))]).toEqual([
        name,
        "FORBIDDEN",
      ])
    }
  }
  expect(await answerOf(classesRouter.listInstructors, undefined, world.as(student))).toBe("FORBIDDEN")
  expect(await answerOf(classesRouter.listInstructors, undefined, world.as(admin))).toBe("done")
})

test("CLS-07 a refusal reaches the caller under the code the contract declares", async () => {
  const class_id = await createClass(world.as(instructor), { max_capacity: 1, scheduled_date: "2026-12-01" })
  const enrolling = (viewer: SignedIn) => answerOf(classesRouter.enrol, { class_id }, world.as(viewer))
  expect([await enrolling(student), await enrolling(student)]).toEqual(["done", "ALREADY_ENROLLED"])
  expect(await enrolling(await createStudent(world.ctx))).toBe("CLASS_FULL")
})

test("CLS-08 an approval that finds no seat is answered with the contract's code", async () => {
  const class_id = await createClass(world.as(instructor), {
    class_type: "demo",
    max_capacity: 1,
    scheduled_date: "2026-12-02",
  })
  const requests = []
  for (const one of [student, await createStudent(world.ctx)]) {
    requests.push(await call(classesRouter.requestDemo, { class_id }, { context: world.as(one) }))
  }
  const approve = (request_id = "") =>
    answerOf(classesRouter.answerDemoRequest, { request_id, status: "approved" }, world.as(instructor))
  expect(await approve(requests[0]?.id)).toBe("done")
  expect(await approve(requests[1]?.id)).toBe("CLASS_FULL")
  await call(classesRouter.cancel, { class_id, reason: "ill" }, { context: world.as(instructor) })
  expect(await approve(requests[1]?.id)).toBe("CLASS_NOT_OPEN")
  expect(await approve(newId())).toBe("NOT_FOUND")
})

test("DATA-01 every field of a class that was written is read back under its name", async () => {
  const venue = { delivery: "on_premises", venue_name: "Hall 2", venue_address: "14 MG Road, Pune" } as const
  const draft = draftClass({ auto_record: true, class_type: "demo", scheduled_date: "2026-12-03", ...venue })
  const made = await call(classesRouter.schedule, draft, { context: world.as(instructor) })
  const read = await call(classesRouter.get, { class_id: made.id }, { context: world.ctx })
  expect(read).toEqual({
    ...draft,
    id: made.id,
    instructor_id: instructor.user_id,
    instructor_name: "Meera Iyer",
    substitutes_for: null,
    substitutes_for_name: null,
    course_id: null,
    series_id: null,
    detached: false,
    starts_at: new Date("2026-12-03T11:30:00Z"),
    ends_at: new Date("2026-12-03T12:30:00Z"),
    status: "scheduled",
    enrolled_count: 0,
    held_count: 0,
    waiting_count: 0,
    waitlist_position: null,
    one_on_one: false,
    by_invitation: false,
    google_meet_link: null,
    meet_link: null,
    cancel_reason: null,
    cancel_code: null,
    started_at: null,
    ended_at: null,
    updated_at: world.clock.now(),
    standing: "none",
    editable: false,
  })
  expect(Object.keys(read).toSorted()).toEqual(Object.keys(ScheduledClass.shape).toSorted())
})

test("DATA-01 every field of a demo request is read back under its name", async () => {
  const class_id = await createClass(world.as(instructor), {
    class_type: "demo",
    scheduled_date: "2026-12-04",
  })
  const sent = await call(classesRouter.requestDemo, { class_id }, { context: world.as(student) })
  const { items } = await call(classesRouter.listDemoRequests, {}, { context: world.as(instructor) })
  // Whom to call is for who calls.
  expect(items[0]).toEqual({ ...sent, contact: { name: sent.student_name, phone: null } })
  expect(Object.keys(sent).toSorted()).toEqual(Object.keys(DemoRequest.shape).toSorted())
})
