import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { teachers } from "#features/accounts/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor } from "#tests/people.ts"
import { outcomeOf, placeClass } from "./class-factory.ts"
import { classesJobs } from "./jobs.ts"
import { closeClassesNotHeld, endClass, startClass } from "./lifecycle.ts"
import { completeClass, readClass } from "./service.ts"

let world: TestContext
let instructor: SignedIn
let other: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  other = await createInstructor(world.ctx)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:00Z")
  world.published.length = 0
  instructor = await createInstructor(world.ctx)
})

const place = (from: number, to: number, columns: Parameters<typeof placeClass>[4] = {}) =>
  placeClass(world.ctx, instructor.user_id, from, to, columns)

test("CLS-12 starting sets the class live with the time and the link to its room", async () => {
  const classId = await place(15, 60)
  const started = await startClass(world.as(instructor), classId)
  expect(started).toMatchObject({
    status: "live",
    started_at: world.clock.now(),
    google_meet_link: `/class/${classId}/room`,
  })
  expect(world.published).toEqual([{ topic: "class.started", data: { class_id: classId } }])
})

test("CLS-12 with a public address the link to the room is absolute", async () => {
  const classId = await place(0, 60)
  const ctx = world.as(instructor)
  const env = { ...ctx.env, APP_URL: "https://kaksha.example/" }
  expect((await startClass({ ...ctx, env }, classId)).google_meet_link).toBe(
    `https://kaksha.example/class/${classId}/room`,
  )
})

test("CLS-12 a class starts from 15 minutes before its start until its end", async () => {
  const classId = await place(20, 60)
  const startAt = (minutes: number) => {
    world.clock.set(new Date(Date.UTC(2026, 10, 20, 10, 30) + minutes * MINUTE))
    return outcomeOf(startClass(world.as(instructor), classId))
  }
  expect(await startAt(4.99)).toBe("TOO_EARLY")
  expect(await startAt(60)).toBe("CLASS_NOT_OPEN")
  expect(await startAt(5)).toBe("done")
})

test("CLS-12 a completed or cancelled class can't be started", async () => {
  for (const status of ["completed", "cancelled"] as const) {
    expect(await outcomeOf(startClass(world.as(instructor), await place(0, 60, { status })))).toBe(
      "CLASS_NOT_OPEN",
    )
  }
})

test("CLS-12 starting again, or twice at once, changes nothing and is told once", async () => {
  const classId = await place(0, 60)
  const admin = await createAdmin(world.ctx)
  await Promise.all([instructor, instructor, admin].map((viewer) => startClass(world.as(viewer), classId)))
  const startedAt = world.clock.now()
  world.clock.advance(MINUTE)
  expect(await startClass(world.as(instructor), classId)).toMatchObject({ started_at: startedAt })
  expect(world.published).toEqual([{ topic: "class.started", data: { class_id: classId } }])
})

test("CLS-12 nobody starts or ends another instructor's class, but an admin", async () => {
  const classId = await place(0, 60)
  expect(await outcomeOf(startClass(world.as(other), classId))).toBe("NOT_FOUND")
  expect(await outcomeOf(startClass(world.as(instructor), newId()))).toBe("NOT_FOUND")
  await startClass(world.as(instructor), classId)
  expect(await outcomeOf(endClass(world.as(other), classId))).toBe("NOT_FOUND")
  expect((await endClass(world.as(await createAdmin(world.ctx)), classId)).status).toBe("completed")
})

test("CLS-12 an instructor who is no longer approved does not start a class", async () => {
  const classId = await place(0, 60)
  await world.ctx.db
    .update(teachers)
    .set({ approved_at: null })
    .where(eq(teachers.user_id, instructor.user_id))
  expect(await outcomeOf(startClass(world.as(instructor), classId))).toBe("FORBIDDEN")
})

test("CLS-12 ending completes the class once, however often it is clicked at once", async () => {
  const classId = await place(0, 60)
  await startClass(world.as(instructor), classId)
  world.clock.advance(30 * MINUTE)
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(endClass(world.as(instructor), classId))))
  expect(outcomes.toSorted()).toEqual(["CLASS_NOT_LIVE", "CLASS_NOT_LIVE", "done"])
  expect(await outcomeOf(endClass(world.as(instructor), classId))).toBe("CLASS_NOT_LIVE")
  expect(await readClass(world.ctx, classId)).toMatchObject({
    status: "completed",
    ended_at: world.clock.now(),
  })
  expect(world.published.filter(({ topic }) => topic === "class.completed")).toEqual([
    { topic: "class.completed", data: { class_id: classId } },
  ])
})

test("CLS-12 a class that was never live can't be ended", async () => {
  expect(await outcomeOf(endClass(world.as(instructor), await place(0, 60)))).toBe("CLASS_NOT_LIVE")
})

test("D5 a class is completed without a viewer, once, at the instant given and never before it began", async () => {
  const one = await place(0, 60)
  await startClass(world.as(instructor), one)
  const endedAt = new Date(world.clock.now().getTime() + 40 * MINUTE)
  expect(await completeClass(world.ctx, one, endedAt)).toBe(true)
  expect(await completeClass(world.ctx, one, endedAt)).toBe(false)
  expect((await readClass(world.ctx, one))?.ended_at).toEqual(endedAt)

  const two = await place(61, 90, { status: "live", started_at: world.clock.now() })
  await completeClass(world.ctx, two, new Date(world.clock.now().getTime() - MINUTE))
  expect((await readClass(world.ctx, two))?.ended_at).toEqual(world.clock.now())
})

test("D5 a class nobody started is closed as cancelled, not held, after its end plus grace, and not before", async () => {
  const classId = await place(-70, -10)
  world.clock.advance(-1)
  await closeClassesNotHeld(world.ctx)
  expect((await readClass(world.ctx, classId))?.status).toBe("scheduled")
  world.clock.advance(1)
  for (const job of classesJobs.filter(({ cron }) => cron)) await job.handle(world.ctx, {})
  expect(await readClass(world.ctx, classId)).toMatchObject({
    status: "cancelled",
    cancel_code: "not_held",
    started_at: null,
  })
  expect(world.published).toEqual([])
  const acts = await world.ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, classId))
  expect(acts.map((act) => [act.action, act.actor_id])).toEqual([["class.not-held", null]])
})

test("D5 a live class is not closed as not held", async () => {
  const classId = await place(-120, -60, { status: "live" })
  await closeClassesNotHeld(world.ctx)
  expect((await readClass(world.ctx, classId))?.status).toBe("live")
})

test("D5 more than one batch is closed in a run, and each class once by several workers", async () => {
  const ids: string[] = []
  for (let index = 0; index < 230; index += 1) ids.push(await place(-1_000 + index, -999 + index))
  const counts = await Promise.all([1, 2, 3].map(() => closeClassesNotHeld(world.ctx)))
  await closeClassesNotHeld(world.ctx)
  const rows = await Promise.all(ids.map((id) => readClass(world.ctx, id)))
  expect(rows.every((row) => row?.status === "cancelled")).toBe(true)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(230)
})
