import { afterAll, beforeAll, expect, test } from "vitest"
import type { DemoRequest } from "#contract/classes/demo-requests.ts"
import { acceptDemoOffer } from "#features/classes/server/demos/demo-offers.ts"
import {
  answerDemoRequest,
  recordCallback,
  requestDemo,
} from "#features/classes/server/demos/demo-requests.ts"
import { enrol } from "#features/classes/server/seats.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { readDemoFunnel } from "./demo-funnel.ts"
import { attendanceVerdicts } from "./table.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
  await seedPrograms(world.ctx)
})
afterAll(() => world.close())

async function attend(class_id: string, student_id: string, verdict: "present" | "absent") {
  await world.ctx.db.insert(attendanceVerdicts).values({
    class_id,
    student_id,
    verdict,
    present_seconds: 0,
    minimum_seconds: 0,
    reasons: [],
    settled_at: world.clock.now(),
  })
}

test("CLS-11 DASH-02 the demo funnel counts who asked, was approved, came and learned on, and the calls", async () => {
  const instructor = await createInstructor(world.ctx)
  const other = await createInstructor(world.ctx)
  const [program] = await world.ctx.db.select().from(programs).limit(1)
  const course_id = program?.id ?? ""
  const at = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR)
  const demo = await createClass(world.ctx, instructor, { class_type: "demo", starts_at: at(24), course_id })
  const instead = await createClass(world.ctx, instructor, { class_type: "demo", starts_at: at(26) })
  const regular = await createClass(world.ctx, instructor, { starts_at: at(48) })
  const foreign = await createClass(world.ctx, other, { class_type: "demo", starts_at: at(24) })
  const people = await Promise.all(Array.from({ length: 6 }, () => createStudent(world.ctx)))
  const requests: DemoRequest[] = []
  for (const student of people) requests.push(await requestDemo(world.as(student), demo.id))
  const [came, enrolledToo, absent, moved, rejected] = people as [
    SignedIn,
    SignedIn,
    SignedIn,
    SignedIn,
    SignedIn,
  ]
  await requestDemo(world.as(await createStudent(world.ctx)), foreign.id)
  const answer = (index: number, status: "approved" | "rejected", offer_class_ids?: string[]) =>
    answerDemoRequest(world.as(instructor), {
      request_id: requests[index]?.id ?? "",
      status,
      offer_class_ids,
    })
  for (const index of [0, 1, 2]) await answer(index, "approved")
  await answer(3, "rejected", [instead.id])
  await acceptDemoOffer(world.as(moved), { request_id: requests[3]?.id ?? "", class_id: instead.id })
  await answer(4, "rejected")
  world.clock.advance(30 * MINUTE)
  const called = (index: number) =>
    recordCallback(world.as(instructor), { request_id: requests[index]?.id ?? "", outcome: "reached" })
  await called(0)
  world.clock.advance(2 * DAY)
  await called(1)
  await attend(demo.id, came.user_id, "present")
  await attend(demo.id, enrolledToo.user_id, "present")
  await attend(demo.id, absent.user_id, "absent")
  await attend(instead.id, moved.user_id, "present")
  await world.ctx.db.execute(
    `update scheduled_classes set ends_at = ends_at + interval '9 days' where id = '${regular.id}'`,
  )
  await enrol(world.as(enrolledToo), regular.id)
  await enrolInProgram(world.as(rejected), course_id)
  const expected = {
    requested: 6,
    approved: 4,
    attended: 3,
    enrolled: 2,
    called_in_time: 1,
    called_late: 1,
    calls_overdue: 4,
  }
  expect(await readDemoFunnel(world.as(instructor), {})).toEqual(expected)
  const admin = world.as(await createAdmin(world.ctx))
  expect(await readDemoFunnel(admin, { instructor_id: instructor.user_id })).toEqual(expected)
  expect(await readDemoFunnel(admin, {})).toMatchObject({ requested: 7 })
  // An instructor can't look at another's.
  expect(await readDemoFunnel(world.as(other), { instructor_id: instructor.user_id })).toMatchObject({
    requested: 1,
  })
  expect(await readDemoFunnel(world.as(instructor), { from: "2026-11-21", to: "2026-11-22" })).toMatchObject({
    requested: 0,
  })
})
