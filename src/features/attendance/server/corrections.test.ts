import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { students } from "#features/accounts/server/table.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { notices } from "#features/notifications/server/table.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import type { TestContext } from "#tests/context.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { attendanceJobs } from "./jobs.ts"
import { markAttendance, unmarkAttendance } from "./marks.ts"
import { projectAttendance } from "./settle.ts"
import { attendanceVerdicts } from "./table.ts"
import { everyJob, newPhone, observe, seatStudent, startClass, testClasses } from "./test-class.ts"

const world = testClasses()
const { endClass, noticesOf, textsTo } = world
let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(() => {
  context = world.context
  ctx = context.ctx
})

test("ATT-05 presence that arrives after the notice left is settled anew and corrected, once", async () => {
  const { row } = await startClass(context)
  const startedAt = ctx.clock.now()
  const student = await seatStudent(context, row.id)
  await endClass(row.id)
  expect((await textsTo(student.parent_phone)).length).toBe(1)

  context.clock.advance(MINUTE)
  await observe(context, row.id, student, 2, 40, startedAt)
  await runJobs(context, everyJob)
  await projectAttendance(ctx, row.id)
  await runJobs(context, everyJob)
  expect((await textsTo(student.parent_phone)).map(({ text }) => text)).toEqual([
    expect.stringContaining("was absent"),
    "Correction: Asha Rao was not absent from Fractions on 20 Nov 2026. We are sorry for the mistake. - Kaksha",
  ])
  const [verdict] = await ctx.db
    .select()
    .from(attendanceVerdicts)
    .where(eq(attendanceVerdicts.student_id, student.user_id))
  expect(verdict).toMatchObject({ verdict: "present", present_seconds: 38 * 60, minimum_seconds: 600 })
})

test("ATT-05 a parent who switched text messages off after the notice gets no correction by text either", async () => {
  const { row } = await startClass(context)
  const startedAt = ctx.clock.now()
  const student = await seatStudent(context, row.id)
  await endClass(row.id)
  await ctx.db
    .update(students)
    .set({ sms_notifications_enabled: false })
    .where(eq(students.user_id, student.user_id))
  await observe(context, row.id, student, 2, 40, startedAt)
  await runJobs(context, everyJob)
  expect((await textsTo(student.parent_phone)).map(({ text }) => text)).toEqual([
    expect.stringContaining("was absent"),
  ])
})

test("ATT-05 presence that arrives before the notice left takes it back, or takes the child's name out", async () => {
  const { row } = await startClass(context)
  const startedAt = ctx.clock.now()
  const alone = await seatStudent(context, row.id)
  const parent_phone = newPhone()
  await seatStudent(context, row.id, { parent_phone })
  const sibling = await seatStudent(context, row.id, { parent_phone, first_name: "Ravi" })
  context.clock.advance(HOUR)
  await completeClass(ctx, row.id, ctx.clock.now())
  await runJobs(context, attendanceJobs)
  expect((await noticesOf(row.id)).map(({ status }) => status)).toEqual(["queued", "queued"])

  await observe(context, row.id, alone, 2, 40, startedAt)
  await observe(context, row.id, sibling, 2, 40, startedAt)
  await runJobs(context, attendanceJobs)
  await runJobs(context, everyJob)
  expect(await textsTo(alone.parent_phone)).toEqual([])
  expect((await textsTo(parent_phone)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Asha Rao was absent/),
  ])
  const taken = (await noticesOf(row.id)).find(({ recipient }) => recipient === alone.parent_phone)
  expect(taken).toMatchObject({ status: "held", reasons: [{ code: "taken-back" }] })
})

test("ATT-05 a notice that is just being sent is looked at again, and corrected once it is known to have left", async () => {
  const { row } = await startClass(context)
  const startedAt = ctx.clock.now()
  const student = await seatStudent(context, row.id)
  await endClass(row.id)
  await ctx.db.update(notices).set({ status: "sending" }).where(eq(notices.cause_id, row.id))
  await observe(context, row.id, student, 2, 40, startedAt)
  await runJobs(context, everyJob)
  expect((await noticesOf(row.id)).length).toBe(1)
  await ctx.db.update(notices).set({ status: "unknown" }).where(eq(notices.cause_id, row.id))
  context.clock.advance(3 * MINUTE)
  await runJobs(context, everyJob)
  expect((await noticesOf(row.id)).map(({ kind, status }) => [kind, status])).toEqual([
    ["absence", "unknown"],
    [`absence-correction:${student.user_id}`, "sent"],
  ])
})

test("ATT-05 a mark after the class corrects what the parent was told; excusing takes nothing back", async () => {
  const { row, instructor } = await startClass(context)
  const [asha, ravi] = [await seatStudent(context, row.id), await seatStudent(context, row.id)]
  await endClass(row.id)
  const mark = { class_id: row.id, verdict: "present" as const, reason: "was in the room with her sister" }
  await markAttendance(context.as(instructor), { ...mark, student_id: asha.user_id })
  await markAttendance(context.as(instructor), { ...mark, student_id: ravi.user_id, verdict: "excused" })
  await runJobs(context, everyJob)
  expect((await textsTo(asha.parent_phone)).length).toBe(2)
  expect((await textsTo(ravi.parent_phone)).length).toBe(1)
})

test("ATT-05 a class marked absent again after the notice was taken back tells the parent after all", async () => {
  const { row, instructor } = await startClass(context)
  const student = await seatStudent(context, row.id)
  context.clock.advance(HOUR)
  await completeClass(ctx, row.id, ctx.clock.now())
  await runJobs(context, attendanceJobs)
  const mark = { class_id: row.id, student_id: student.user_id, reason: "checked with the teacher" }
  await markAttendance(context.as(instructor), { ...mark, verdict: "present" })
  await runJobs(context, everyJob)
  expect(await textsTo(student.parent_phone)).toEqual([])
  await markAttendance(context.as(instructor), { ...mark, verdict: "absent" })
  await runJobs(context, everyJob)
  expect((await textsTo(student.parent_phone)).length).toBe(1)
})

test("ATT-05 a correction that still waits is taken back with the mark it came from, and sent once the child is present", async () => {
  const { row, instructor } = await startClass(context)
  const student = await seatStudent(context, row.id)
  await endClass(row.id)
  const one = { class_id: row.id, student_id: student.user_id, reason: "marked the wrong child" }
  await markAttendance(context.as(instructor), { ...one, verdict: "present" })
  await unmarkAttendance(context.as(instructor), one)
  await runJobs(context, everyJob)
  expect((await textsTo(student.parent_phone)).map(({ text }) => text)).toEqual([
    expect.stringContaining("was absent"),
  ])
  expect((await noticesOf(row.id)).map(({ status, reasons }) => [status, reasons])).toEqual([
    ["sent", []],
    ["held", [{ code: "not-present" }]],
  ])
  await markAttendance(context.as(instructor), { ...one, verdict: "present" })
  await runJobs(context, everyJob)
  expect((await textsTo(student.parent_phone)).map(({ text }) => text)).toEqual([
    expect.stringContaining("was absent"),
    expect.stringContaining("was not absent"),
  ])
})
