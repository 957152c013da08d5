import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createInstructor } from "#tests/people.ts"
import { listChildAttendance } from "./child.ts"
import { markAttendance } from "./marks.ts"
import { readMonth, readMySheet, readStudentSheet } from "./month.ts"
import { endClass, observe, seatStudent, startClass } from "./test-class.ts"

let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(async () => {
  context = await createTestContext()
  ctx = context.ctx
})
beforeEach(() => context.clock.set("2026-11-20T10:30:00Z"))
afterAll(() => context.close())

/** A student who attended one class of an instructor and missed another, with one more to come this month. */
async function createMonth() {
  const { row, instructor } = await startClass(context)
  const student = await seatStudent(context, row.id, { first_name: "Ila", grade: "8" })
  await observe(context, row.id, student, 0, 40)
  await endClass(context, row.id)
  const missed = await startClass(context, { title: "Angles" })
  await seat(ctx, missed.row.id, student)
  await endClass(context, missed.row.id)
  for (const hours of [30, 20 * 24]) {
    const starts_at = new Date(ctx.clock.now().getTime() + hours * HOUR)
    await seat(ctx, (await createClass(ctx, instructor, { starts_at })).id, student)
  }
  return { student, instructor, other: missed.instructor, first: row, missed: missed.row }
}

test("ATT-04 a student's month counts what was held, and warns of what is left, with the reasons class by class", async () => {
  const { student, first } = await createMonth()
  const sheet = await readMySheet(context.as(student))
  expect(sheet.standing).toMatchObject({
    month: "2026-11",
    attended: 1,
    held: 2,
    to_come: 1,
    required_percent: 90,
    state: "missed",
  })
  expect(sheet.lines.map(({ title, verdict, reasons }) => [title, verdict, reasons])).toEqual([
    ["Angles", "absent", [{ kind: "never-came" }]],
    [first.title, "present", [{ kind: "came-long-enough", seconds: 2_400, needed: 600, possible: 3_600 }]],
  ])
  expect((await readMySheet(context.as(student), "2026-12")).standing).toMatchObject({ held: 0, to_come: 1 })
})

test("ATT-04 a month as a file is in the audit log once, however many pages, and the screen isn't", async () => {
  const { instructor } = await createMonth()
  await createMonth()
  const as = context.as(await createAdmin(ctx))
  const page = { month: "2026-11", q: "", limit: 1 }
  const { next_cursor } = await readMonth(as, { ...page, as_file: true })
  await readMonth(as, { ...page, as_file: true, cursor: next_cursor ?? "" })
  await readMonth(context.as(instructor), page)
  const acts = await ctx.db.select().from(auditLog).where(eq(auditLog.action, "export.list"))
  expect(acts).toMatchObject([
    { actor_id: as.viewer.user_id, subject_id: "attendance", detail: { month: "2026-11" } },
  ])
})

test("ATT-04 an instructor sees the month of own classes alone, an admin all, others nothing", async () => {
  const { student, instructor, other } = await createMonth()
  const { student_name, standing, lines } = await readStudentSheet(context.as(instructor), {
    student_id: student.user_id,
  })
  expect({ student_name, attended: standing.attended, held: standing.held, lines: lines.length }).toEqual({
    student_name: "Ila Rao",
    attended: 1,
    held: 1,
    lines: 1,
  })
  const ask = { month: "2026-11", q: "ila", limit: 50 }
  const linesOf = async (viewer: typeof instructor) =>
    (await readMonth(context.as(viewer), ask)).items.filter((line) => line.student_id === student.user_id)
  expect(await linesOf(other)).toMatchObject([{ attended: 0, held: 1, grade: "8" }])
  expect(await linesOf(await createAdmin(ctx))).toMatchObject([{ attended: 1, held: 2, to_come: 1 }])
  const stranger = context.as(await createInstructor(ctx))
  expect((await readMonth(stranger, ask)).items).toEqual([])
  await expect(readStudentSheet(stranger, { student_id: student.user_id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
})

test("ATT-04 the month pages by name without leaving anybody out or showing one twice", async () => {
  const { row, instructor } = await startClass(context)
  const names = ["Zoya", "Asha", "Asha", "Meena", "Ravi"]
  const last_name = "Paging"
  for (const first_name of names) await seatStudent(context, row.id, { first_name, last_name })
  await endClass(context, row.id)
  const earlier = await startClass(context)
  for (const first_name of ["Bina", "Charu"])
    await seatStudent(context, earlier.row.id, { first_name, last_name })
  await endClass(context, earlier.row.id)
  await ctx.db
    .update(scheduledClasses)
    .set({ scheduled_date: "2026-10-05" })
    .where(eq(scheduledClasses.id, earlier.row.id))
  const namesFor = async (viewer: typeof instructor, month: string) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof readMonth>> = await readMonth(context.as(viewer), {
        ...{ month, q: "paging", limit: 2 },
        ...(cursor && { cursor }),
      })
      seen.push(...page.items.map((line) => `${line.student_name} ${line.student_id}`))
      cursor = page.next_cursor
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    return seen.map((line) => line.split(" ")[0])
  }
  for (const viewer of [instructor, await createAdmin(ctx)]) {
    expect(await namesFor(viewer, "2026-11")).toEqual([...names].sort())
    expect(await namesFor(viewer, "2026-12")).toEqual([])
  }
})

test("ATT-04 a correction with its reason changes the month, and the guardian sees the same", async () => {
  const { student, other, missed } = await createMonth()
  context.clock.advance(5 * MINUTE)
  await markAttendance(context.as(other), {
    class_id: missed.id,
    student_id: student.user_id,
    verdict: "excused",
    reason: "doctor's note of 20 November",
  })
  const { standing, lines } = await readMySheet(context.as(student))
  expect(standing).toMatchObject({ attended: 1, held: 1, excused: 1, state: "close" })
  expect(lines[0]?.reasons[0]).toEqual({
    kind: "marked-by-hand",
    by: "Meera Iyer",
    reason: "doctor's note of 20 November",
  })
  const guardian = await createGuardian(ctx, student)
  const seen = await listChildAttendance(context.as(guardian), { student_id: student.user_id, limit: 10 })
  expect(seen.month).toEqual(standing)
})
