import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { classAttendance } from "#features/attendance/server/table.ts"
import { listMyNotices } from "#features/notifications/server/person-notices.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { createClass, outcomeOf, placeClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { requestDemo } from "../demos/demo-requests.ts"
import { joinWaitlist } from "../seats/waitlist.ts"
import { enrol } from "../seats.ts"
import { readClass } from "../service.ts"
import { classEnrollments } from "../table.ts"
import { cancelClass, deleteClass } from "./withdraw.ts"

let world: TestContext
let instructor: SignedIn
let other: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  other = await createInstructor(world.ctx)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.published.length = 0
  instructor = await createInstructor(world.ctx)
})

async function bellOf(person: SignedIn): Promise<string[]> {
  const { items } = await listMyNotices(world.as(person), { limit: 50 })
  return items.map((item) => item.title)
}

async function actsOn(subjectId: string) {
  const rows = await world.ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, subjectId))
  return rows.map((row) => ({ action: row.action, actor_id: row.actor_id }))
}

test("CLS-03 cancelling keeps the reason, tells of it once and is in the audit log", async () => {
  const class_id = await createClass(world.as(instructor))
  const input = { class_id, reason: "The hall is flooded" }
  const cancelled = await cancelClass(world.as(instructor), input)
  expect(cancelled).toMatchObject({ status: "cancelled", cancel_reason: "The hall is flooded" })
  expect(await outcomeOf(cancelClass(world.as(instructor), input))).toBe("CLASS_NOT_OPEN")
  expect(world.published).toEqual([
    { topic: "class.cancelled", data: { class_id, change_id: expect.any(String) } },
  ])
  expect(await actsOn(class_id)).toEqual([{ action: "class.cancel", actor_id: instructor.user_id }])
})

test("CLS-03 the enrolled read why their class was cancelled, strangers only that it was", async () => {
  const class_id = await createClass(world.as(instructor))
  const student = await createStudent(world.ctx)
  await enrol(world.as(student), class_id)
  await cancelClass(world.as(await createAdmin(world.ctx)), { class_id, reason: "The hall is flooded" })
  expect((await getClass(world.as(student), class_id)).cancel_reason).toBe("The hall is flooded")
  expect((await getClass(world.ctx, class_id)).cancel_reason).toBeNull()
  expect((await getClass(world.as(other), class_id)).cancel_reason).toBeNull()
})

test("CLS-03 only one's own scheduled class can be cancelled", async () => {
  const own = await createClass(world.as(instructor))
  const live = await placeClass(world.ctx, instructor.user_id, -10, 50, { status: "live" })
  const cancel = (viewer: SignedIn, class_id: string) =>
    outcomeOf(cancelClass(world.as(viewer), { class_id, reason: "ill" }))
  expect(await cancel(other, own)).toBe("NOT_FOUND")
  expect(await cancel(instructor, newId())).toBe("NOT_FOUND")
  expect(await cancel(instructor, live)).toBe("CLASS_NOT_OPEN")
  expect(world.published).toEqual([])
})

test("CLS-04 a class without attendance is deleted with its seats, which the audit log keeps", async () => {
  const class_id = await createClass(world.as(instructor))
  await enrol(world.as(await createStudent(world.ctx)), class_id)
  expect(await outcomeOf(deleteClass(world.as(other), { class_id }))).toBe("NOT_FOUND")
  expect(await outcomeOf(deleteClass(world.as(instructor), { class_id }))).toBe("done")
  expect(await readClass(world.ctx, class_id)).toBeNull()
  expect(await actsOn(class_id)).toEqual([{ action: "class.delete", actor_id: instructor.user_id }])
  expect(await outcomeOf(deleteClass(world.as(instructor), { class_id }))).toBe("NOT_FOUND")
})

test("CLS-04 who had a seat in a deleted class, or waited for one, is told; nobody when the class was over", async () => {
  const class_id = await createClass(world.as(instructor), { max_capacity: 1 })
  const demo = await createClass(world.as(instructor), {
    class_type: "demo",
    scheduled_date: "2026-11-22",
  })
  const [seated, inLine, asking] = [
    await createStudent(world.ctx),
    await createStudent(world.ctx),
    await createStudent(world.ctx),
  ]
  await enrol(world.as(seated), class_id)
  await joinWaitlist(world.as(inLine), class_id)
  await requestDemo(world.as(asking), demo)
  const past = await placeClass(world.ctx, instructor.user_id, -90, -30)
  await world.ctx.db
    .insert(classEnrollments)
    .values({ id: newId(), class_id: past, student_id: seated.user_id, created_at: world.clock.now() })
  for (const id of [class_id, demo, past]) await deleteClass(world.as(instructor), { class_id: id })
  for (const person of [seated, inLine, asking]) {
    expect(await bellOf(person)).toEqual([expect.stringContaining("Cancelled: Fractions")])
  }
})

test("CLS-04 deleting is refused while live and once the class was held", async () => {
  const now = world.clock.now()
  const live = await placeClass(world.ctx, instructor.user_id, -10, 50, { status: "live", started_at: now })
  const held = await placeClass(world.ctx, instructor.user_id, -90, -30, {
    status: "completed",
    started_at: now,
  })
  expect(await outcomeOf(deleteClass(world.as(instructor), { class_id: live }))).toBe("CLASS_NOT_OPEN")
  expect(await outcomeOf(deleteClass(world.as(instructor), { class_id: held }))).toBe("CLASS_HAS_RECORDS")
})

test("D12 deleting is refused once there is attendance, and nothing of the class is lost", async () => {
  const class_id = await createClass(world.as(instructor))
  const student = await createStudent(world.ctx)
  await enrol(world.as(student), class_id)
  await world.ctx.db
    .insert(classAttendance)
    .values({ id: newId(), class_id, student_id: student.user_id, joined_at: world.clock.now() })
  expect(await outcomeOf(deleteClass(world.as(instructor), { class_id }))).toBe("CLASS_HAS_RECORDS")
  expect(await getClass(world.as(student), class_id)).toMatchObject({
    enrolled_count: 1,
    standing: "enrolled",
  })
  expect(await actsOn(class_id)).toEqual([])
})
