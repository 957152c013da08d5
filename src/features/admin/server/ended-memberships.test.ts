import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createProgram, readManaged } from "#features/programs/server/manage.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import { countStudents } from "#features/programs/server/student-counts.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { exportList } from "./exports.ts"
import { readFigures } from "./overview.ts"
import { listStudents, readStudent } from "./students.ts"

let world: TestContext
let office: SignedInCtx

beforeAll(async () => {
  world = await createTestContext()
  office = world.as(await createAdmin(world.ctx))
})
afterAll(() => world.close())

// It is Friday, 20 November 2026, in Kolkata.
test("PAY-02 DASH-03 a membership that ended counts nowhere as enrolled, and the student's page says when it ended", async () => {
  const { id: course_id, title } = await createProgram(office, DRAFT)
  const enrol = async (valid_until: string | null): Promise<SignedIn> => {
    const student = await createStudent(world.ctx)
    await enrolInProgram(world.as(student), course_id)
    const own = and(eq(enrollments.course_id, course_id), eq(enrollments.student_id, student.user_id))
    await world.ctx.db.update(enrollments).set({ valid_until }).where(own)
    return student
  }
  const [left, lastDay, whole] = [await enrol("2026-11-19"), await enrol("2026-11-20"), await enrol(null)]

  expect((await readFigures(office)).enrolments).toBe(2)
  expect((await readManaged(office, course_id)).enrolled).toBe(2)
  await countStudents(world.ctx)
  const [program] = await world.ctx.db.select().from(programs).where(eq(programs.id, course_id))
  expect(program?.students).toBe(2)

  const listed = (await listStudents(office, { q: "", limit: 50 })).items
  const programsOf = ({ user_id }: SignedIn) => listed.find((one) => one.user_id === user_id)?.programs
  expect([left, lastDay, whole].map(programsOf)).toEqual([[], [title], [title]])
  const inProgram = (await listStudents(office, { q: "", limit: 50, course_id })).items
  expect(inProgram.map(({ user_id }) => user_id).sort()).toEqual([lastDay.user_id, whole.user_id].sort())
  const csv = await new Response(await exportList(office, "students")).text()
  expect(csv.split("\n").filter((line) => line.includes(title))).toHaveLength(2)

  expect(await readStudent(office, left.user_id)).toMatchObject({
    ...{ programs: [], enrolments: [] },
    ended_programs: [{ title, valid_until: "2026-11-19" }],
  })
  expect(await readStudent(office, lastDay.user_id)).toMatchObject({
    ...{ programs: [title], ended_programs: [] },
    enrolments: [{ course_id, title, batch_id: null }],
  })
})
