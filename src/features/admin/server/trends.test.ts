import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { attendanceVerdicts } from "#features/attendance/server/table.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import { enrollments } from "#features/programs/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { createClass } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { numbersFrom } from "#tests/faults/seeded.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { keepLargeWeeks, readServices, readWeeks } from "./trends.ts"

let world: TestContext
let students: SignedIn[]
const random = numbersFrom(5)

// It is Friday, 20 November 2026, 16:00 in Kolkata.
beforeAll(async () => {
  world = await createTestContext()
  students = await Promise.all(Array.from({ length: 12 }, () => createStudent(world.ctx)))
})
afterAll(() => world.close())

/** Writes a class at an instant with seats taken, and registers that were settled or corrected up to two weeks later. */
async function fill(at: Date): Promise<void> {
  const instructor = await createInstructor(world.ctx)
  const { id: class_id } = await createClass(world.ctx, instructor, { starts_at: at, status: "completed" })
  const seated = students.filter(() => random() < 0.7)
  const seats = seated.map(({ user_id: student_id }) => ({
    id: newId(),
    class_id,
    student_id,
    created_at: at,
  }))
  await world.ctx.db.insert(classEnrollments).values(seats)
  const verdicts = seated.map(({ user_id: student_id }) => ({
    ...{ class_id, student_id, present_seconds: 0, minimum_seconds: 1, reasons: [] },
    settled_at: new Date(at.getTime() + Math.floor(random() * 14) * DAY),
    verdict: random() < 0.6 ? "present" : random() < 0.6 ? "absent" : "excused",
  }))
  await world.ctx.db.insert(attendanceVerdicts).values(verdicts)
}

/** The figures of a week, counted from all rows one by one. */
async function expected(week: string) {
  const { ctx } = world
  const begins = instantInZone(week, "00:00", ctx.env.TIME_ZONE).getTime()
  const isIn = (at: Date) => at.getTime() >= begins && at.getTime() < begins + 7 * DAY
  const instants = async (table: string, which = sql`true`) =>
    (
      await ctx.db.execute<{ at: Date }>(
        sql`select created_at as at from ${sql.identifier(table)} where ${which}`,
      )
    ).rows
      .map(({ at }) => new Date(at))
      .filter(isIn).length
  const all = await ctx.db
    .select({ verdict: attendanceVerdicts.verdict, starts_at: scheduledClasses.starts_at })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
  const verdicts = all.filter((row) => isIn(row.starts_at))
  const judged = (verdict: string) => verdicts.filter((row) => row.verdict === verdict).length
  return {
    week,
    ...{
      program_enrolments: await instants("enrollments", sql`status = 'active'`),
      class_enrolments: await instants("class_enrollments"),
    },
    ...{ new_students: await instants("students"), present: judged("present"), absent: judged("absent") },
  }
}

const countOneByOne = async () => Promise.all((await readWeeks(world.ctx)).map(({ week }) => expected(week)))

test("OPS-08 DASH-03 twelve weeks are what all rows say, attendance by the week of the class, and large past ones at most an hour old", async () => {
  const now = world.ctx.clock.now().getTime()
  const monday = instantInZone("2026-11-16", "00:00", world.ctx.env.TIME_ZONE).getTime()
  for (let week = 0; week < 14; week += 1) {
    const classes = week % 3 === 0 ? 4 : 1
    for (let n = 0; n < classes; n += 1)
      await fill(
        new Date(
          Math.min(now - n * HOUR, monday - week * 7 * DAY + Math.floor(random() * 6 * 24 + n) * HOUR),
        ),
      )
  }
  // The first and the last instant of a week.
  await fill(new Date(monday - 7 * DAY))
  await fill(new Date(monday - 14 * DAY - 1))
  const first = await readWeeks(world.ctx)
  expect(first).toEqual(await countOneByOne())
  expect(first.map(({ present }) => present > 0)).not.toContain(false)

  const LARGE = 40
  const isLarge = ({ class_enrolments, present, absent }: (typeof first)[number]) =>
    class_enrolments + present + absent >= LARGE
  await keepLargeWeeks(world.ctx, LARGE)
  expect(await readWeeks(world.ctx)).toEqual(first)
  const past = first.slice(0, -1)
  expect([past.some(isLarge), past.every(isLarge)]).toEqual([true, false])

  // Something changes in every week: small ones and this one know it at once.
  for (let week = 0; week < 12; week += 1) await fill(new Date(monday - week * 7 * DAY + HOUR / 2))
  const exact = await countOneByOne()
  const seen = await readWeeks(world.ctx)
  expect(seen).toEqual(exact.map((week, at) => (at < 11 && isLarge(first[at] ?? week) ? first[at] : week)))
  await keepLargeWeeks(world.ctx, LARGE)
  expect(await readWeeks(world.ctx)).toEqual(exact)

  // Without a worker nothing is kept for longer.
  await fill(new Date(monday - 7 * DAY + HOUR / 4))
  expect(await readWeeks(world.ctx)).not.toEqual(await countOneByOne())
  world.clock.advance(3 * HOUR)
  expect(await readWeeks(world.ctx)).toEqual(await countOneByOne())
})

test("DASH-03 enrolments by service sum to those by week: without cancelled ones, with memberships that ended", async () => {
  const office = world.as(await createAdmin(world.ctx))
  const { id: course_id } = await createProgram(office, DRAFT)
  for (const change of [{}, { valid_until: "2026-11-01" }, { status: "cancelled" }] as const) {
    const student = await createStudent(world.ctx)
    await enrolInProgram(world.as(student), course_id)
    await world.ctx.db
      .update(enrollments)
      .set({ status: "active", ...change })
      .where(eq(enrollments.student_id, student.user_id))
  }
  const weeks = await readWeeks(world.ctx)
  expect(weeks.reduce((sum, { program_enrolments }) => sum + program_enrolments, 0)).toBe(2)
  expect(await readServices(world.ctx)).toEqual([{ service: DRAFT.service, enrolled: 2 }])
})
