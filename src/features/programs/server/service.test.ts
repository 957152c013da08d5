import { createRouterClient, ORPCError } from "@orpc/server"
import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ProgramQuery } from "#contract/programs/programs.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { readPoints } from "./points.ts"
import { findEnrolledPrograms, findProgram, findPrograms } from "./queries.ts"
import { programsRouter } from "./router.ts"
import { seedPrograms } from "./seed.ts"
import { enrolInProgram } from "./service.ts"
import { findSimilarPrograms } from "./similar.ts"

let harness: TestContext
let programIds: string[]

beforeAll(async () => {
  harness = await createTestContext()
  await seedPrograms(harness.ctx)
  programIds = (await findPrograms(harness.ctx, ProgramQuery.parse({}))).items.map(({ id }) => id)
})
afterAll(() => harness.close())

/** The harness's own pool, for what no service does. */
function poolOf(harness: TestContext): Pool {
  return (harness.ctx.db as unknown as { $client: Pool }).$client
}

function programId(position: number): string {
  return programIds[position] ?? "none"
}

async function activeEnrolments(student: SignedInCtx): Promise<number> {
  const { rows } = await poolOf(harness).query<{ n: number }>(
    "select count(*) n from enrollments where student_id = $1 and status = 'active'",
    [student.viewer.user_id],
  )
  return rows[0]?.n ?? -1
}

test("CAT-08 twenty tries at once make one active enrolment, and the others hear that it exists", async () => {
  const student = harness.as(await createStudent(harness.ctx))
  const tries = Array.from({ length: 20 }, () => enrolInProgram(student, programId(3)))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({ code: "ALREADY_ENROLLED_IN_PROGRAM" })
  }
  expect(await activeEnrolments(student)).toBe(1)
})

test("CAT-08 the database itself refuses a second active enrolment, but one after a cancelled one is fine", async () => {
  const student = harness.as(await createStudent(harness.ctx))
  const { id } = await enrolInProgram(student, programId(4))
  await expect(
    poolOf(harness).query(
      "insert into enrollments (id, course_id, student_id, status) values (gen_random_uuid(), $1, $2, 'active')",
      [programId(4), student.viewer.user_id],
    ),
  ).rejects.toMatchObject({ constraint: "enrollments_one_active" })
  await poolOf(harness).query("update enrollments set status = 'cancelled' where id = $1", [id])
  await enrolInProgram(student, programId(4))
  expect(await activeEnrolments(student)).toBe(1)
})

test("CAT-07 PAY-03 fifty points come with the first enrolment in a program, however often it is tried or repeated", async () => {
  const student = harness.as(await createStudent(harness.ctx))
  const pointsOf = async () => (await readPoints(student, student.viewer.user_id)).points
  expect(await pointsOf()).toBe(0)
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => enrolInProgram(student, programId(8))),
  )
  const made = tries.find((outcome) => outcome.status === "fulfilled")
  expect(made?.value.points_awarded).toBe(50)
  expect(await pointsOf()).toBe(50)
  await poolOf(harness).query("update enrollments set status = 'cancelled' where id = $1", [made?.value.id])
  expect((await enrolInProgram(student, programId(8))).points_awarded).toBe(0)
  expect((await enrolInProgram(student, programId(9))).points_awarded).toBe(50)
  expect(await pointsOf()).toBe(100)
  await expect(poolOf(harness).query("update ledger_entries set amount = 1000")).rejects.toThrow(
    "append-only",
  )
})

test("CAT-09 beside a program stand others of its subject, and where one vanished those like its address", async () => {
  const beside = (slug: string) => findSimilarPrograms(harness.ctx, slug)
  const like = await beside("class-10-mathematics-board-year")
  expect(like).toHaveLength(4)
  expect(like.every(({ subject }) => subject === "Mathematics")).toBe(true)
  expect(like.map(({ slug }) => slug)).not.toContain("class-10-mathematics-board-year")
  const alone = await beside("learn-to-swim")
  expect(alone).toHaveLength(4)
  expect(alone.every(({ service }) => service === "Sports")).toBe(true)
  const [closest] = await beside("karate-for-girls-2019")
  expect(closest?.slug).toBe("karate-white-to-green-belt")
  expect(await beside("qqqq-\0-%'")).toHaveLength(4)
})

test("CAT-07 a program reads as enrolled to its student alone", async () => {
  const student = harness.as(await createStudent(harness.ctx))
  const other = harness.as(await createStudent(harness.ctx))
  await enrolInProgram(student, programId(5))
  const enrolledFor = async (ctx: typeof harness.ctx | SignedInCtx) => {
    const { items } = await findPrograms(ctx, ProgramQuery.parse({}))
    return items.filter(({ enrolled }) => enrolled).map(({ id }) => id)
  }
  expect(await enrolledFor(student)).toEqual([programId(5)])
  expect(await enrolledFor(other)).toEqual([])
  expect(await enrolledFor(harness.ctx)).toEqual([])
  const mine = await findEnrolledPrograms(student, student.viewer.user_id)
  expect(mine.map(({ id, enrolled }) => ({ id, enrolled }))).toEqual([{ id: programId(5), enrolled: true }])
  expect((await findProgram(student, mine[0]?.slug ?? ""))?.enrolled).toBe(true)
})

test("CAT-08 visitors must sign in, instructors may not enrol, and what is gone can't be enrolled in", async () => {
  const student = harness.as(await createStudent(harness.ctx))
  const instructor = harness.as(await createInstructor(harness.ctx))
  const enrolAs = async (context: typeof harness.ctx | SignedInCtx, course_id: string) => {
    const error = await createRouterClient(programsRouter, { context })
      .enrol({ course_id })
      .catch((caught) => caught)
    return error instanceof ORPCError ? error.code : error
  }
  expect(await enrolAs(harness.ctx, programId(6))).toBe("UNAUTHENTICATED")
  expect(await enrolAs(instructor, programId(6))).toBe("FORBIDDEN")
  expect(await enrolAs(student, "00000000-0000-4000-8000-000000000000")).toBe("NOT_FOUND")
  await poolOf(harness).query("update programs set archived_at = now() where id = $1", [programId(7)])
  expect(await enrolAs(student, programId(7))).toBe("NOT_FOUND")
  expect(await enrolAs(student, programId(6))).toMatchObject({ course_id: programId(6), status: "active" })
  expect(await enrolAs(student, programId(6))).toBe("ALREADY_ENROLLED_IN_PROGRAM")
})

test("CAT-07 a program taught on premises says where", async () => {
  const there = await findProgram(harness.ctx, "learn-to-swim")
  expect(there?.venue?.name).toBeTruthy()
  expect((await findProgram(harness.ctx, "chess-first-hundred-games"))?.venue).toBeNull()
  expect(await findProgram(harness.ctx, "no-such\0program")).toBeNull()
})
