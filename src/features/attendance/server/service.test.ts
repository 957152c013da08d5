import { createRouterClient } from "@orpc/server"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { completeClass } from "#features/classes/server/service.ts"
import { setOwnConsent } from "#features/guardians/server/consents.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn, Viewer } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent, giveConsent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { tallyHeld, tallyOf } from "./counted.ts"
import { attendanceJobs } from "./jobs.ts"
import { attendanceRouter } from "./router.ts"
import { attendanceFigures } from "./service.ts"
import { settleAttendance } from "./settle.ts"
import { absenceAnswers, attendanceVerdicts, voiceEvidence } from "./table.ts"
import { observe, seatStudent, startClass } from "./test-class.ts"

let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(async () => {
  context = await createTestContext()
  ctx = context.ctx
})
beforeEach(() => context.clock.set("2026-11-20T10:30:00Z"))
afterAll(() => context.close())

/** The API as the viewer sees it, policies and input checks included. */
function api(viewer: Viewer) {
  return createRouterClient(attendanceRouter, { context: { ...ctx, viewer } })
}

async function readEntry(teacher: SignedIn, classId: string, student: SignedIn) {
  const { entries } = await api(teacher).register({ class_id: classId })
  return entries.find((entry) => entry.student_id === student.user_id)
}

async function finish(classId: string): Promise<void> {
  await completeClass(ctx, classId, ctx.clock.now())
  await runJobs(context, attendanceJobs)
}

test("ATT-01 a student is pending until the minimum is reached, then present, while the class is live", async () => {
  const { row, instructor } = await startClass(context)
  const startedAt = ctx.clock.now()
  const at = (minute: number) => new Date(startedAt.getTime() + minute * MINUTE)
  const student = await seatStudent(context, row.id)
  expect(await api(instructor).register({ class_id: row.id })).toMatchObject({
    class_id: row.id,
    entries: [
      {
        student_name: "Asha Rao",
        verdict: "pending",
        attended: false,
        joined_at: null,
        present_seconds: 0,
        minimum_seconds: 600,
        possible_seconds: 0,
      },
    ],
  })
  expect((await readEntry(instructor, row.id, student))?.reasons).toEqual([{ kind: "not-come-yet" }])

  await observe(context, row.id, student, 3, null, startedAt)
  context.clock.set(at(12))
  expect(await readEntry(instructor, row.id, student)).toMatchObject({
    verdict: "pending",
    joined_at: at(3),
    left_at: null,
    present_seconds: 9 * 60,
    reasons: [{ kind: "came-too-briefly", seconds: 540, needed: 600, possible: 720 }],
  })
  context.clock.set(at(13))
  expect(await readEntry(instructor, row.id, student)).toMatchObject({
    verdict: "present",
    attended: true,
    reasons: [{ kind: "came-long-enough", seconds: 600, needed: 600, possible: 780 }],
  })
})

test("ATT-01 after the class who was not there long enough is absent, and the register says why", async () => {
  const { row, instructor } = await startClass(context)
  const startedAt = ctx.clock.now()
  const [short, never] = [
    await seatStudent(context, row.id),
    await seatStudent(context, row.id, { first_name: "Zoya" }),
  ]
  await observe(context, row.id, short, 50, null, startedAt)
  context.clock.advance(55 * MINUTE)
  await finish(row.id)
  context.clock.advance(HOUR)
  expect(await readEntry(instructor, row.id, short)).toMatchObject({
    verdict: "absent",
    present_seconds: 300,
    left_at: new Date(startedAt.getTime() + 55 * MINUTE),
    reasons: [{ kind: "came-too-briefly", seconds: 300, needed: 600, possible: 3_300 }],
  })
  expect(await readEntry(instructor, row.id, never)).toMatchObject({
    verdict: "absent",
    reasons: [{ kind: "never-came" }],
  })
})

test("ATT-01 voice from level 50 on makes a student present at once, where the guardian consented", async () => {
  const { row, instructor } = await startClass(context)
  const consented = await seatStudent(context, row.id)
  await giveConsent(ctx, consented, "voice_evidence")
  const not = await seatStudent(context, row.id)
  const heard = (student: SignedIn, level: number) =>
    api(instructor).recordVoice({ class_id: row.id, student_id: student.user_id, level })
  expect(await heard(consented, 49.9)).toEqual({ counted: false })
  expect(await heard(not, 90)).toEqual({ counted: false })
  context.clock.advance(MINUTE)
  expect(await heard(consented, 50)).toEqual({ counted: true })
  context.clock.advance(MINUTE)
  expect(await heard(consented, 80)).toEqual({ counted: true })
  const evidence = await ctx.db.select().from(voiceEvidence).where(eq(voiceEvidence.class_id, row.id))
  expect(evidence).toMatchObject([{ student_id: consented.user_id, level: 50, heard_at: expect.any(Date) }])
  expect(await readEntry(instructor, row.id, consented)).toMatchObject({
    verdict: "present",
    reasons: [{ kind: "voice-heard", at: evidence[0]?.heard_at }, { kind: "not-come-yet" }],
  })
  expect(await readEntry(instructor, row.id, not)).toMatchObject({ verdict: "pending" })
  await finish(row.id)
  expect(await heard(consented, 90)).toEqual({ counted: false })
})

test("ATT-01 LAW-01 voice stops counting at once when consent is withdrawn, and a settled class keeps its verdict", async () => {
  const before = await startClass(context)
  const student = await seatStudent(context, before.row.id)
  await giveConsent(ctx, student, "voice_evidence")
  const hear = ({ row, instructor }: typeof before) =>
    api(instructor).recordVoice({ class_id: row.id, student_id: student.user_id, level: 60 })
  await hear(before)
  context.clock.advance(HOUR)
  await finish(before.row.id)
  const now = await startClass(context)
  await seat(ctx, now.row.id, student)
  expect(await hear(now)).toEqual({ counted: true })
  context.clock.advance(5 * MINUTE)
  await setOwnConsent(context.as(student), {
    ...{ purpose: "voice_evidence", given: false, notice_version: 1, language: "en" },
  })
  await runJobs(context, attendanceJobs)
  const kept = await ctx.db.select().from(voiceEvidence).where(eq(voiceEvidence.student_id, student.user_id))
  expect(kept).toMatchObject([{ class_id: before.row.id }])
  expect(await readEntry(now.instructor, now.row.id, student)).toMatchObject({ verdict: "pending" })
  context.clock.advance(HOUR)
  await finish(now.row.id)
  expect(await readEntry(now.instructor, now.row.id, student)).toMatchObject({ verdict: "absent" })
  await settleAttendance(ctx, before.row.id)
  expect(await readEntry(before.instructor, before.row.id, student)).toMatchObject({ verdict: "present" })
})

test("ATT-01 a mark by hand outranks evidence, is audited once, and may be changed", async () => {
  const { row, instructor } = await startClass(context)
  const student = await seatStudent(context, row.id)
  const mark = {
    class_id: row.id,
    student_id: student.user_id,
    verdict: "present" as const,
    reason: "listens in",
  }
  const expected = {
    verdict: "present",
    attended: true,
    reasons: [{ kind: "marked-by-hand", by: "Meera Iyer", reason: "listens in" }, { kind: "not-come-yet" }],
  }
  expect(await api(instructor).mark(mark)).toMatchObject(expected)
  expect(await api(instructor).mark(mark)).toMatchObject(expected)
  const admin = await createAdmin(ctx)
  expect(await api(admin).mark({ ...mark, verdict: "excused", reason: "doctor's note" })).toMatchObject({
    verdict: "excused",
    attended: false,
    reasons: [{ kind: "marked-by-hand", by: "Noor Khan", reason: "doctor's note" }, { kind: "not-come-yet" }],
  })
  const acts = await ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, row.id))
  expect(
    acts.filter(({ action }) => action === "attendance.mark").map((act) => [act.actor_id, act.detail]),
  ).toEqual([
    [instructor.user_id, expect.objectContaining({ from: "pending", to: "present" })],
    [admin.user_id, expect.objectContaining({ from: "present", to: "excused" })],
  ])
})

test("ATT-04 a mark after the class settles the verdict anew", async () => {
  const { row, instructor } = await startClass(context)
  const student = await seatStudent(context, row.id)
  context.clock.advance(HOUR)
  await finish(row.id)
  const entry = await api(instructor).mark({
    class_id: row.id,
    student_id: student.user_id,
    verdict: "present",
    reason: "was there",
  })
  expect(entry).toMatchObject({
    verdict: "present",
    reasons: [{ kind: "marked-by-hand", by: "Meera Iyer", reason: "was there" }, { kind: "never-came" }],
  })
  expect(await api(student).myProgress()).toEqual({ attended: 1, held: 1 })
})

test("ATT-04 a student not in the class can't be marked, nor heard", async () => {
  const { row, instructor } = await startClass(context)
  const elsewhere = await createStudent(ctx)
  const input = { class_id: row.id, student_id: elsewhere.user_id }
  await expect(api(instructor).mark({ ...input, verdict: "present" })).rejects.toMatchObject({
    code: "NOT_ON_REGISTER",
  })
  await expect(api(instructor).recordVoice({ ...input, level: 90 })).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
})

test("ATT-01 a register is its instructor's and the admins': others find nothing, students may not ask", async () => {
  const { row } = await startClass(context)
  const student = await seatStudent(context, row.id)
  const other = await createInstructor(ctx)
  const input = { class_id: row.id, student_id: student.user_id }
  const calls = (viewer: Viewer) => [
    () => api(viewer).register(input),
    () => api(viewer).notices(input),
    () => api(viewer).mark({ ...input, verdict: "present" }),
    () => api(viewer).recordVoice({ ...input, level: 90 }),
  ]
  for (const call of calls(other)) await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" })
  for (const call of calls(student)) await expect(call()).rejects.toMatchObject({ code: "FORBIDDEN" })
  for (const call of calls(null)) await expect(call()).rejects.toMatchObject({ code: "UNAUTHENTICATED" })
  await expect(api(other).register({ class_id: newId() })).rejects.toMatchObject({ code: "NOT_FOUND" })
  await expect(api(other).myProgress()).rejects.toMatchObject({ code: "FORBIDDEN" })

  const admin = await createAdmin(ctx)
  expect((await api(admin).register(input)).entries.length).toBe(1)
  // An admin hears nobody: only the instructor's own client does.
  await expect(api(admin).recordVoice({ ...input, level: 90 })).rejects.toMatchObject({ code: "NOT_FOUND" })
})

test("DASH-01 progress is classes attended of classes held, without medical absences and those without a verdict", async () => {
  const student = await createStudent(ctx)
  expect(await api(student).myProgress()).toEqual({ attended: 0, held: 0 })
  for (const verdict of ["present", "absent", "excused", "unjudged", "live"] as const) {
    const { row, instructor } = await startClass(context)
    await seat(ctx, row.id, student)
    if (verdict === "live") continue
    const mark = { class_id: row.id, student_id: student.user_id, reason: "doctor's note" }
    if (verdict !== "unjudged") await api(instructor).mark({ ...mark, verdict })
    context.clock.advance(2 * MINUTE)
    await finish(row.id)
  }
  expect(await api(student).myProgress()).toEqual({ attended: 1, held: 2 })
})

test("DASH-02 the figures of the latest classes count verdicts, of the instructor's own classes only", async () => {
  const { row, instructor } = await startClass(context, { title: "Angles" })
  const present = await seatStudent(context, row.id)
  await seatStudent(context, row.id)
  await api(instructor).mark({ class_id: row.id, student_id: present.user_id, verdict: "present" })
  context.clock.advance(HOUR)
  await finish(row.id)
  expect(await attendanceFigures(context.as(instructor))).toEqual([
    { class_id: row.id, title: "Angles", scheduled_date: "2026-11-20", present: 1, absent: 1, excused: 0 },
  ])
  expect(await attendanceFigures(context.as(await createInstructor(ctx)))).toEqual([])
})

test("ATT-04 OPS-08 a student's classes counted by index are those counted one by one, whatever was made up", async () => {
  const [instructor, student] = [await createInstructor(ctx), await createStudent(ctx)]
  const { user_id: student_id } = student
  const verdicts = [
    ...(["absent", "present", "absent", "absent", "absent", "excused", "none", "present"] as const),
    ...(["absent", "present"] as const),
  ]
  const held = []
  for (const [at, verdict] of verdicts.entries()) {
    const { id: class_id } = await createClass(ctx, instructor, {
      status: "completed",
      starts_at: new Date(context.clock.now().getTime() - (at + 1) * DAY),
    })
    await ctx.db.insert(attendanceVerdicts).values({
      ...{ class_id, student_id, verdict, present_seconds: 0, minimum_seconds: 0, reasons: [] },
      ...{ rule: at === 4 ? 1 : 2, settled_at: context.clock.now() },
    })
    held.push(class_id)
  }
  held.push((await createClass(ctx, instructor)).id)
  // Made up for by an attended class, by a missed one, under the first rule, by one to come, and the missed one again.
  for (const [missed, make_up] of [
    [0, 1],
    [2, 3],
    [4, 7],
    [8, 10],
    [3, 9],
  ] as const) {
    await ctx.db.insert(absenceAnswers).values({
      ...{ class_id: held[missed] ?? "", student_id, token_hash: newId(), open_until: context.clock.now() },
      ...{ answer: "ill", make_up_class_id: held[make_up] ?? null },
    })
  }
  const [oneByOne] = await ctx.db
    .select({ attended: tallyOf("present"), held: tallyHeld })
    .from(attendanceVerdicts)
    .where(eq(attendanceVerdicts.student_id, student_id))
  expect(oneByOne).toEqual({ attended: 2, held: 5 })
  expect(await api(student).myProgress()).toEqual(oneByOne)
})
