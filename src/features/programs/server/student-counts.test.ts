import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { demoPeople, user } from "#features/accounts/server/table.ts"
import { inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { enrolStudents } from "./imported.ts"
import { programsJobs } from "./jobs.ts"
import { findProgram } from "./queries.ts"
import { seedPrograms } from "./seed.ts"
import { enrolInProgram } from "./service.ts"
import { enrollments, programs } from "./table.ts"

let world: TestContext
beforeAll(async () => {
  world = await createTestContext()
  await seedPrograms(world.ctx)
})
afterAll(() => world.close())

test("CAT-01 a program's public figure counts real students with an active enrolment, however they came", async () => {
  const { ctx } = world
  const [built] = await ctx.db.select().from(programs).where(eq(programs.sample_figures, true)).limit(1)
  if (!built) throw new Error("no program")
  const own = { ...built, id: newId(), slug: "tabla", students: 0, sample_figures: false }
  const { search_text: _, ...row } = own
  await ctx.db.insert(programs).values(row)
  const people = await Promise.all(Array.from({ length: 6 }, () => createStudent(ctx)))
  const [first, second, ...others] = people.map(({ user_id }) => user_id)
  const [disabled, erased, demo, left] = others
  if (people[0]) await enrolInProgram(world.as(people[0]), own.id)
  const pairs = [second, ...others].map((student_id = "") => ({ course_id: own.id, student_id }))
  const elsewhere = { course_id: built.id, student_id: first ?? "" }
  await inTransaction(ctx, (tx) => enrolStudents(tx, [...pairs, elsewhere]))
  const shown = async (slug: string) => {
    world.jobs.push({ queue: "programs.count", data: {} })
    await runJobs(world, programsJobs)
    return (await findProgram(ctx, slug))?.students
  }
  expect(await shown("tabla")).toBe(6)
  const now = ctx.clock.now()
  await ctx.db
    .update(user)
    .set({ disabledAt: now })
    .where(eq(user.id, disabled ?? ""))
  await ctx.db
    .update(user)
    .set({ erasedAt: now })
    .where(eq(user.id, erased ?? ""))
  await ctx.db.insert(demoPeople).values({ user_id: demo ?? "", position: "0" })
  await ctx.db
    .update(enrollments)
    .set({ status: "cancelled" })
    .where(eq(enrollments.student_id, left ?? ""))
  expect(await shown("tabla")).toBe(2)
  await ctx.db
    .update(user)
    .set({ disabledAt: null })
    .where(eq(user.id, disabled ?? ""))
  expect(await shown("tabla")).toBe(3)
  expect(await shown(built.slug)).toBe(built.students)
})
