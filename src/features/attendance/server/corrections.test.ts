import { and, eq, like } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { students } from "#features/accounts/server/table.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { lockNotices } from "#features/notifications/server/service.ts"
import { notices } from "#features/notifications/server/table.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import type { TestContext } from "#tests/context.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { attendanceJobs } from "./jobs.ts"
import { markAttendance, unmarkAttendance } from "./marks.ts"
import { decideOpenNotice, listOpenNotices } from "./notices/open-notices.ts"
import { listClassNotices } from "./service.ts"
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

test("ATT-05 staff decide about a child who was corrected to not absent and is absent again, and the parent hears what is true", async () => {
  const { row, instructor } = await startClass(context)
  const student = await seatStudent(context, row.id)
  await endClass(row.id)
  const one = { class_id: row.id, student_id: student.user_id, reason: "marked the wrong child" }
  const as = context.as(instructor)
  const mark = async (verdict: "present" | null) => {
    await (verdict ? markAttendance(as, { ...one, verdict }) : unmarkAttendance(as, one))
    await runJobs(context, everyJob)
  }
  const told = async () =>
    (await textsTo(student.parent_phone)).map(({ text }) => /was (not )?absent/.exec(text)?.[0])
  await mark("present")
  await mark(null)
  expect(await told()).toEqual(["was absent", "was not absent"])
  const [open] = (await listOpenNotices(as, { limit: 5 })).items
  expect(open).toMatchObject({
    kind: "absence-later",
    status: "held",
    reasons: [{ code: "corrected-before" }],
  })
  // Withdrawn while it isn't true, and raised again after.
  const heldFor = async () =>
    (await noticesOf(row.id)).filter(({ status }) => status === "held").map(({ reasons }) => reasons)
  await mark("present")
  expect(await heldFor()).toEqual([[{ code: "taken-back" }]])
  await mark(null)
  expect(await heldFor()).toEqual([[{ code: "corrected-before" }]])

  await decideOpenNotice(as, { notice_id: open?.id ?? "", decision: "send" })
  await runJobs(context, everyJob)
  expect(await told()).toEqual(["was absent", "was not absent", "was absent"])
  await mark("present")
  expect(await told()).toEqual(["was absent", "was not absent", "was absent", "was not absent"])
  expect(await heldFor()).toEqual([])
})

/** A class after which Ravi was marked absent once the notice about Asha, his sister, had left. */
async function missedByOneMore() {
  const { row, instructor } = await startClass(context)
  const startedAt = ctx.clock.now()
  const asha = await seatStudent(context, row.id)
  const ravi = await seatStudent(context, row.id, { parent_phone: asha.parent_phone, first_name: "Ravi" })
  await observe(context, row.id, ravi, 2, 50, startedAt)
  await endClass(row.id)
  const as = context.as(instructor)
  const mark = (verdict: "present" | "absent", student_id = ravi.user_id) =>
    markAttendance(as, { class_id: row.id, student_id, verdict, reason: "another child had his phone" })
  await mark("absent")
  const told = async () =>
    (await textsTo(asha.parent_phone)).map(({ text }) => /^.*? (?=from)/.exec(text)?.[0].trim())
  return { row, as, asha, ravi, mark, told }
}

const isKind = (kind: string) => like(notices.kind, `${kind}%`)

test("ATT-02 ATT-05 a child who turns out absent after the notice about a sibling left is told of as well, and corrected", async () => {
  const { as, mark, told } = await missedByOneMore()
  expect(await told()).toEqual(["Asha Rao was absent"])
  await runJobs(context, everyJob)
  expect(await told()).toEqual(["Asha Rao was absent", "Ravi Rao was absent"])
  await mark("present")
  await runJobs(context, everyJob)
  expect((await told()).at(-1)).toBe("Correction: Ravi Rao was not absent")
  await mark("absent")
  await runJobs(context, everyJob)
  expect((await told()).length).toBe(3)
  const [open] = (await listOpenNotices(as, { limit: 5 })).items
  expect(open).toMatchObject({ status: "held", reasons: [{ code: "corrected-before" }] })
})

test.each(["failed", "withdrawn"] as const)(
  "ATT-05 a child told of by a notice of their own is corrected though the one about the sibling %s",
  async (status) => {
    const { row, mark, told } = await missedByOneMore()
    await runJobs(context, everyJob)
    await ctx.db
      .update(notices)
      .set({ status, reasons: [{ code: "given-up", tries: 5 }] })
      .where(and(eq(notices.cause_id, row.id), eq(notices.kind, "absence")))
    await mark("present")
    await runJobs(context, everyJob)
    expect(await told()).toEqual([
      "Asha Rao was absent",
      "Ravi Rao was absent",
      "Correction: Ravi Rao was not absent",
    ])
  },
)

test("ATT-05 a child's own notice that is just being sent is waited for, whatever became of the one about the sibling", async () => {
  const { row, mark } = await missedByOneMore()
  await runJobs(context, everyJob)
  const own = and(eq(notices.cause_id, row.id), isKind("absence-later"))
  await ctx.db.update(notices).set({ status: "sending" }).where(own)
  await mark("present")
  await runJobs(context, everyJob)
  const corrections = () =>
    ctx.db.$count(notices, and(eq(notices.cause_id, row.id), isKind("absence-correction")))
  expect(await corrections()).toBe(0)
  await ctx.db.update(notices).set({ status: "sent" }).where(own)
  context.clock.advance(3 * MINUTE)
  await runJobs(context, everyJob)
  expect(await corrections()).toBe(1)
})

test("ATT-02 ATT-05 a notice that staff send again says nothing about a child who got one, which is still taken back", async () => {
  const { row, as, asha, mark, told } = await missedByOneMore()
  const [main] = await noticesOf(row.id)
  const id = main?.id ?? ""
  await ctx.db.update(notices).set({ status: "failed" }).where(eq(notices.id, id))
  await decideOpenNotice(as, { notice_id: id, decision: "send" })
  await projectAttendance(ctx, row.id)
  expect(await noticesOf(row.id)).toMatchObject([
    { kind: "absence", status: "queued", subject_ids: [asha.user_id] },
    { status: "queued" },
  ])
  await mark("present")
  expect((await noticesOf(row.id)).map(({ status, reasons }) => [status, reasons])).toEqual([
    ["queued", []],
    ["held", [{ code: "taken-back" }]],
  ])
  await runJobs(context, everyJob)
  expect((await noticesOf(row.id)).map(({ status }) => status)).toEqual(["sent", "held"])
  // The outbox keeps one message of a notice.
  expect(await told()).toEqual(["Asha Rao was absent"])
})

test("ATT-05 ATT-02 a process of the release before neither finds nor sends a later notice about one child", async () => {
  const { row, as, asha } = await missedByOneMore()
  // It takes all of these kinds but "absence" itself for corrections, and works this queue.
  const found = await ctx.db.transaction((db) =>
    lockNotices({ db }, row.id, ["absence", "absence-correction"]),
  )
  expect(found.map(({ subject_ids }) => subject_ids)).toEqual([[asha.user_id]])
  expect(context.jobs.map(({ queue }) => queue)).not.toContain("attendance.send-notice")
  await runJobs(context, everyJob)
  expect(await textsTo(asha.parent_phone)).toHaveLength(2)
  const shown = await listClassNotices(as, row.id)
  expect(shown.map(({ kind, status }) => [kind, status])).toEqual([
    ["absence", "sent"],
    ["absence-later", "sent"],
  ])
})
