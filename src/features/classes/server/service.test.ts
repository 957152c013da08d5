import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent, giveConsent } from "#tests/people.ts"
import { createClass } from "./class-factory.ts"
import { answerDemoRequest, requestDemo } from "./demos/demo-requests.ts"
import { enrol } from "./seats.ts"
import { listRoster, readClass, standingOf, teachesClass } from "./service.ts"

let world: TestContext
let instructor: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  instructor = await createInstructor(world.ctx)
})
afterAll(() => world.close())

test("CLS-09 standings are none, enrolled, pending, approved, rejected and instructor", async () => {
  const regular = await createClass(world.as(instructor))
  const demo = await createClass(world.as(instructor), {
    class_type: "demo",
    start_time: "19:00",
    end_time: "20:00",
  })
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => createStudent(world.ctx)))
  if (!one || !two || !three) throw new Error("three students were asked for")
  await enrol(world.as(one), regular)
  for (const [student, status] of [
    [two, "approved"],
    [three, "rejected"],
  ] as const) {
    const { id } = await requestDemo(world.as(student), demo)
    expect(await standingOf(world.ctx, demo, student.user_id)).toBe("pending")
    await answerDemoRequest(world.as(instructor), { request_id: id, status })
    expect(await standingOf(world.ctx, demo, student.user_id)).toBe(status)
  }
  expect(await standingOf(world.ctx, regular, one.user_id)).toBe("enrolled")
  expect(await standingOf(world.ctx, regular, instructor.user_id)).toBe("instructor")
  expect(await standingOf(world.ctx, regular, two.user_id)).toBe("none")
  expect(await standingOf(world.ctx, newId(), instructor.user_id)).toBe("none")
})

test("ATT-02 the roster has everyone with a seat, with whom to tell and what was consented to", async () => {
  const classId = await createClass(world.as(instructor), {
    class_type: "demo",
    scheduled_date: "2026-11-22",
  })
  const guarded = {
    first_name: "Asha",
    last_name: "Rao",
    under_18: true,
    parent_name: "Leela Rao",
    parent_phone: "+919876543210",
    parent_phone_confirmed_at: new Date("2026-11-01T00:00:00Z"),
    sms_notifications_enabled: false,
  }
  const seated = await createStudent(world.ctx, guarded)
  await giveConsent(world.ctx, seated, "voice_evidence")
  const waiting = await createStudent(world.ctx)
  const { id } = await requestDemo(world.as(seated), classId)
  await requestDemo(world.as(waiting), classId)
  expect(await listRoster(world.ctx, classId)).toEqual([])
  await answerDemoRequest(world.as(instructor), { request_id: id, status: "approved" })
  const { under_18: _, ...kept } = guarded
  expect(await listRoster(world.ctx, classId)).toEqual([
    {
      ...{ student_id: seated.user_id, voice_consented: true, seated_at: expect.any(Date), ...kept },
      ...{ signs_in: true, disabled_at: null, erase_at: null, live_consents: null },
    },
  ])

  const regular = await createClass(world.as(instructor), { scheduled_date: "2026-11-23" })
  await enrol(world.as(waiting), regular)
  expect((await listRoster(world.ctx, regular)).map((row) => row.student_id)).toEqual([waiting.user_id])
})

test("CLS-09 a class is taught by its instructor and any admin, by nobody else", async () => {
  const classId = await createClass(world.as(instructor), { scheduled_date: "2026-11-24" })
  const teaches = (viewer: SignedIn | null, id = classId) => teachesClass(world.ctx, viewer, id)
  const admin = await createAdmin(world.ctx)
  expect([await teaches(instructor), await teaches(admin)]).toEqual([true, true])
  expect([
    await teaches(null),
    await teaches(await createStudent(world.ctx)),
    await teaches(await createInstructor(world.ctx)),
    await teaches(admin, newId()),
  ]).toEqual([false, false, false, false])
})

test("CLS-09 a class that does not exist reads as null", async () => {
  expect(await readClass(world.ctx, newId())).toBeNull()
})
