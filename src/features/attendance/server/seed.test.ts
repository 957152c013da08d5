import { asc, eq } from "drizzle-orm"
import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readClassmates, seedClassmates } from "#features/accounts/server/seed.ts"
import { seedClasses } from "#features/classes/server/seed.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { readDemoFunnel } from "./demo-funnel.ts"
import { seedAttendance } from "./seed.ts"
import { attendanceVerdicts } from "./table.ts"
import { readNotices } from "./test-class.ts"

const DAYS = 91

let world: TestContext
let instructors: SignedIn[]
let child: string

beforeAll(async () => {
  world = await createTestContext()
  instructors = [await createInstructor(world.ctx), await createInstructor(world.ctx)]
  child = (
    await createStudent(world.ctx, {
      parent_name: "Sunita Rao",
      parent_phone: "+919000000001",
      parent_phone_confirmed_at: world.clock.now(),
    })
  ).user_id
  const since = new Date(world.clock.now().getTime() - DAYS * DAY)
  const made = await seedClassmates(world.ctx, since)
  const classmates = await readClassmates(world.ctx)
  expect(classmates.map((one) => one.user_id).sort()).toEqual(made.map((one) => one.user_id).sort())
  const people = { instructors: instructors.map((one) => one.user_id), students: [child], classmates }
  await seedClasses(world.ctx, people, DAYS)
  await seedAttendance(world.ctx, child)
})
afterAll(() => world.close())

function readVerdicts() {
  return world.ctx.db
    .select({
      class_id: scheduledClasses.id,
      starts_at: scheduledClasses.starts_at,
      student_id: attendanceVerdicts.student_id,
      verdict: attendanceVerdicts.verdict,
    })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .orderBy(asc(scheduledClasses.starts_at))
}

test("D13 a trial's academy has run for three months: more students, and a greater share of them present", async () => {
  const verdicts = await readVerdicts()
  const now = world.clock.now().getTime()
  const month = (at: number) =>
    verdicts.filter(({ starts_at }) => Math.floor(((now - starts_at.getTime()) / (DAYS * DAY)) * 3) === at)
  const share = (of: typeof verdicts) => of.filter(({ verdict }) => verdict === "present").length / of.length
  expect(new Set(verdicts.map(({ class_id }) => class_id)).size).toBeGreaterThan(150)
  expect(month(0).length).toBeGreaterThan(month(2).length * 1.5)
  expect(share(month(0))).toBeGreaterThan(share(month(2)) + 0.05)
  const [, second] = instructors
  if (!second) throw new Error("nobody teaches the demos")
  const { requested, approved, attended } = await readDemoFunnel(world.as(second), {})
  expect(approved).toBeGreaterThan(8)
  expect(requested).toBeGreaterThan(approved)
  expect(attended).toBeGreaterThan(0)
  const { $client } = world.ctx.db as unknown as { $client: pg.Pool }
  expect(await brokenInvariants($client)).toEqual([])
})

test("D13 the guardian of a trial's student is asked about the latest class, by a notice of the usual way", async () => {
  const latest = (await readVerdicts()).filter(({ student_id }) => student_id === child).at(-1)
  expect(latest?.verdict).toBe("absent")
  const asked = await readNotices(world.ctx, latest?.class_id ?? "")
  expect(asked).toMatchObject([{ kind: "absence", recipient: "+919000000001", status: "sent" }])
  // The number may be somebody's, so not even a gateway that is set up gets it.
  expect(asked[0]?.provider_id).toMatch(/^outbox:/)
})
