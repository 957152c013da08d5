import { eq } from "drizzle-orm"
import type pg from "pg"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { asAfterYears, rowsRead } from "#tests/rows-read.ts"
import { createClass } from "../class-factory.ts"
import { listOwnClasses } from "../list-classes.ts"
import { updateClass } from "../schedule/reschedule.ts"
import { restoreClass } from "../schedule/restore.ts"
import { deleteClass } from "../schedule/withdraw.ts"
import { enrol } from "../seats.ts"
import { readStudentFigures } from "../student-figures.ts"
import { classEnrollments } from "../table.ts"

let world: TestContext
let pool: pg.Pool
let instructor: SignedIn
let student: SignedIn

// It is Friday, 20 November 2026, 16:00 in Kolkata.
beforeAll(async () => {
  world = await createTestContext()
  pool = (world.ctx.db as unknown as { $client: pg.Pool }).$client
})
afterAll(() => world.close())
beforeEach(async () => {
  instructor = await createInstructor(world.ctx)
  student = await createStudent(world.ctx)
})

async function startsOf(classId: string): Promise<string[]> {
  const rows = await world.ctx.db
    .select({ starts_at: classEnrollments.starts_at })
    .from(classEnrollments)
    .where(eq(classEnrollments.class_id, classId))
  return rows.map(({ starts_at }) => starts_at.toISOString())
}

test("OPS-08 a seat knows when its class starts, whatever its writer says, and after the class moved or came back", async () => {
  const classId = await createClass(world.as(instructor))
  await enrol(world.as(student), classId)
  await world.ctx.db.insert(classEnrollments).values({
    ...{ id: newId(), class_id: classId, student_id: (await createStudent(world.ctx)).user_id },
    starts_at: new Date(0),
  })
  await pool.query("update scheduled_classes set seats_taken = 2 where id = $1", [classId])
  expect(await startsOf(classId)).toEqual(["2026-11-21T11:30:00.000Z", "2026-11-21T11:30:00.000Z"])

  await updateClass(world.as(instructor), { class_id: classId, start_time: "08:00", end_time: "09:00" })
  expect(await startsOf(classId)).toEqual(["2026-11-21T02:30:00.000Z", "2026-11-21T02:30:00.000Z"])

  await deleteClass(world.as(instructor), { class_id: classId })
  expect(await startsOf(classId)).toEqual([])
  // As a process of the release before lays them in the bin.
  await pool.query("update deleted_class_rows set row = row - 'starts_at' where student_id = $1", [
    student.user_id,
  ])
  await restoreClass(world.as(instructor), { class_id: classId, together: false })
  expect(await startsOf(classId)).toEqual(["2026-11-21T02:30:00.000Z", "2026-11-21T02:30:00.000Z"])
  expect(await brokenInvariants(pool)).toEqual([])
})

test("OPS-08 a seat that is written while its class moves waits for the move, and knows the new start", async () => {
  const classId = await createClass(world.as(instructor))
  const mover = await pool.connect()
  await mover.query("begin")
  await mover.query("update scheduled_classes set starts_at = starts_at - interval '2 hours' where id = $1", [
    classId,
  ])
  const written = pool.query("insert into class_enrollments (id, class_id, student_id) values ($1, $2, $3)", [
    newId(),
    classId,
    student.user_id,
  ])
  await expect
    .poll(async () => (await mover.query("select 1 from pg_locks where not granted")).rowCount)
    .toBeGreaterThan(0)
  await mover.query("commit")
  mover.release()
  await written
  expect(await startsOf(classId)).toEqual(["2026-11-21T09:30:00.000Z"])
})

/** How many rows of classes a call of the student reads. */
const classesRead = (large: pg.Pool, call: (ctx: SignedInCtx) => Promise<unknown>) =>
  rowsRead(large, "scheduled_classes", (db) => call({ ...world.as(student), db }))

test("OPS-08 DASH-01 after years a student's pages and figures read the classes shown and not every seat", async () => {
  const YEARS = 600
  const others = await Promise.all(Array.from({ length: 9 }, () => createStudent(world.ctx)))
  await pool.query(
    `with held as (
       insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time, end_time, starts_at, ends_at,
                                      max_capacity, seats_taken, status)
       select uuidv7(), $1, 'Fractions', 'Mathematics', 'CBSE', at::date, '10:00', '11:00', at, at + interval '1 hour', 30, 3,
              case when n % 100 = 0 then 'cancelled' when n > 0 then 'completed' else 'scheduled' end
       from generate_series(-3, $3::int) n, generate_series(0, 9) k,
            lateral (select $4::timestamptz - n * interval '1 day' - (k + 6) * interval '1 hour' as at) as dated
       returning id, starts_at)
     insert into class_enrollments (id, class_id, student_id)
     select uuidv7(), id, ($2::uuid[])[1 + (extract(hour from starts_at)::int + k) % 10] from held, generate_series(1, 3) k`,
    [
      ...[instructor.user_id, [student, ...others].map(({ user_id }) => user_id)],
      ...[YEARS, world.ctx.clock.now()],
    ],
  )
  await pool.query("vacuum analyze scheduled_classes, class_enrollments")
  const large = asAfterYears(pool)
  try {
    const past = (cursor?: string) => (ctx: SignedInCtx) =>
      listOwnClasses(ctx, { scope: "past", limit: 20, ...(cursor && { cursor }) })
    const first = await past()(world.as(student))
    // Of each class the seat is looked up first, then what the list shows.
    expect(await classesRead(large, past())).toBeLessThan(3 * 21)
    expect(await classesRead(large, past(first.next_cursor ?? ""))).toBeLessThan(3 * 21)
    expect(
      await classesRead(large, (ctx) => listOwnClasses(ctx, { scope: "upcoming", limit: 20 })),
    ).toBeLessThan(3 * 21)
    expect(await classesRead(large, readStudentFigures)).toBeLessThan(20)
    expect(await readStudentFigures(world.as(student))).toEqual({
      ...{ enrolled_classes: YEARS + 4 - 7, upcoming_classes: 3, live_classes: 0 },
    })
  } finally {
    await large.end()
  }
})
