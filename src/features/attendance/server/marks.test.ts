import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { students } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { seat } from "#tests/classes.ts"
import type { TestContext } from "#tests/context.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { markAttendance, unmarkAttendance } from "./marks.ts"
import { readMySheet } from "./month.ts"
import { answerAbsence, takeMakeUp } from "./notices/absence-answers.ts"
import { getRegister, readMyProgress } from "./service.ts"
import { settleAttendance } from "./settle.ts"
import { absenceAnswers, attendanceCorrections, attendanceVerdicts } from "./table.ts"
import { newPhone, observe, readTexts, startClass, testClasses } from "./test-class.ts"

const world = testClasses()
let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(() => {
  context = world.context
  ctx = context.ctx
})

/** A class of an hour that the student missed. */
async function miss(student: SignedIn, columns: Parameters<typeof startClass>[1] = {}) {
  const started = await startClass(context, columns)
  await seat(ctx, started.row.id, student)
  await world.endClass(started.row.id)
  return started
}

type Held = Awaited<ReturnType<typeof miss>>

function medical({ row, instructor }: Held, student: SignedIn, reason: string | undefined = "doctor's note") {
  return markAttendance(context.as(instructor), {
    class_id: row.id,
    student_id: student.user_id,
    verdict: "excused",
    reason,
  })
}

async function standingOf(student: SignedIn, month?: string) {
  const { attended, held, excused } = (await readMySheet(context.as(student), month)).standing
  return { attended, held, excused }
}

test("ATT-06 two medical absences with proof leave a month's count, a third is refused, and next month has its own", async () => {
  const student = await createStudent(ctx)
  const missed = [await miss(student), await miss(student), await miss(student)] as const
  await expect(medical(missed[0], student, "")).rejects.toMatchObject({
    code: "FIELD_ERRORS",
    data: { fields: { reason: "Say which proof you saw, such as a doctor's note" } },
  })
  await medical(missed[0], student)
  await medical(missed[1], student)
  await expect(medical(missed[2], student)).rejects.toMatchObject({ code: "MEDICAL_LIMIT" })
  expect(await standingOf(student)).toEqual({ attended: 0, held: 1, excused: 2 })
  // The same one again, with another reason, is no third.
  await medical(missed[1], student, "hospital letter")

  context.clock.set("2026-12-01T10:30:00Z")
  const next = await miss(student, { scheduled_date: "2026-12-01" })
  await medical(next, student)
  expect(await standingOf(student, "2026-12")).toEqual({ attended: 0, held: 0, excused: 1 })
})

test("ATT-06 a medical absence is audited and undone, and gives its place back", async () => {
  const student = await createStudent(ctx)
  const missed = [await miss(student), await miss(student), await miss(student)] as const
  for (const one of missed.slice(0, 2)) await medical(one, student)
  const [first, , third] = missed
  const input = { class_id: first.row.id, student_id: student.user_id }
  const takenBack = { ...input, reason: "the note was her sister's" }
  await expect(unmarkAttendance(context.as(first.instructor), input)).rejects.toMatchObject({
    data: { fields: { reason: "Say why the register is corrected" } },
  })
  expect(await unmarkAttendance(context.as(first.instructor), takenBack)).toMatchObject({
    verdict: "absent",
    marked: false,
    reasons: [{ kind: "never-came" }],
  })
  await unmarkAttendance(context.as(first.instructor), takenBack)
  await medical(third, student)
  expect((await correctionsOf(first, student)).map(({ from, to, removed }) => [from, to, removed])).toEqual([
    ["absent", "excused", false],
    ["excused", "absent", true],
  ])
})

async function correctionsOf(held: Held, student: SignedIn) {
  const { entries } = await getRegister(context.as(held.instructor), held.row.id)
  return entries.find(({ student_id }) => student_id === student.user_id)?.corrections ?? []
}

test("ATT-04 every correction keeps its reason, both marks, who and when, and the audit log leads to it", async () => {
  const student = await createStudent(ctx)
  const missed = await miss(student)
  const admin = await createAdmin(ctx)
  const mark = { class_id: missed.row.id, student_id: student.user_id }
  const teacher = context.as(missed.instructor)
  await expect(markAttendance(teacher, { ...mark, verdict: "present" })).rejects.toMatchObject({
    code: "FIELD_ERRORS",
    data: { fields: { reason: "Say why the register is corrected" } },
  })
  expect(await correctionsOf(missed, student)).toEqual([])
  const first = await markAttendance(teacher, { ...mark, verdict: "present", reason: "sat beside Ravi" })
  context.clock.advance(HOUR)
  await markAttendance(teacher, { ...mark, verdict: "present", reason: "sat beside Ravi" })
  await markAttendance(context.as(admin), { ...mark, verdict: "absent", reason: "Ravi was alone" })
  await unmarkAttendance(context.as(admin), { ...mark, reason: "nobody knows" })
  expect(first.corrections).toMatchObject([{ from: "absent", to: "present", reason: "sat beside Ravi" }])
  const now = ctx.clock.now()
  const kept = await correctionsOf(missed, student)
  expect(kept.map(({ from, to, removed, reason, at }) => [from, to, removed, reason, at])).toEqual([
    ["absent", "present", false, "sat beside Ravi", new Date(now.getTime() - HOUR)],
    ["present", "absent", false, "Ravi was alone", now],
    ["absent", "absent", true, "nobody knows", now],
  ])
  expect(kept.every(({ by }) => by)).toBe(true)
  const rows = await ctx.db
    .select()
    .from(attendanceCorrections)
    .where(eq(attendanceCorrections.class_id, missed.row.id))
  const acts = await ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, missed.row.id))
  const of = acts.filter(({ action }) => action.startsWith("attendance."))
  expect(of.map(({ detail }) => detail.correction_id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  expect(of.map(({ actor_id }) => actor_id)).toEqual([
    missed.instructor.user_id,
    admin.user_id,
    admin.user_id,
  ])
})

test("ATT-06 of marks made at the same moment in several classes no more than two become medical", async () => {
  const student = await createStudent(ctx)
  const missed = await Promise.all([miss(student), miss(student), miss(student), miss(student)])
  const tried = await Promise.allSettled(missed.map((one) => medical(one, student)))
  expect(tried.filter(({ status }) => status === "fulfilled").length).toBe(2)
  expect(await standingOf(student)).toEqual({ attended: 0, held: 2, excused: 2 })
})

test("ATT-06 an answer takes no absence out of the count, however many there are", async () => {
  const student = await createStudent(ctx, { parent_phone: newPhone(), parent_name: "Lata Rao" })
  for (const answer of ["ill", "forgot", "could_not_join"] as const) {
    const { row } = await miss(student)
    const token = await newestLink(student)
    await answerAbsence(ctx, { token, student_id: student.user_id, answer })
    await settleAttendance(ctx, row.id)
  }
  expect(await standingOf(student)).toEqual({ attended: 0, held: 3, excused: 0 })
})

async function newestLink(student: SignedIn & { parent_phone?: string | null }): Promise<string> {
  const [row] = await ctx.db.select().from(students).where(eq(students.user_id, student.user_id))
  const texts = await readTexts(ctx, row?.parent_phone ?? null)
  return /\/a\/([\w-]+)/.exec(texts.at(-1)?.text ?? "")?.[1] ?? ""
}

test("ATT-06 a make-up that was attended counts for the missed class, once, and one that was missed costs nothing more", async () => {
  const student = await createStudent(ctx, { parent_phone: newPhone(), parent_name: "Lata Rao" })
  const makeUp = async (attends: boolean) => {
    const missed = await miss(student, { subject: "Botany", grade: "8" })
    const token = await newestLink(student)
    await answerAbsence(ctx, { token, student_id: student.user_id, answer: "forgot" })
    const starts_at = new Date(ctx.clock.now().getTime() + DAY)
    const later = await startClass(context, {
      subject: "Botany",
      grade: "8",
      status: "scheduled",
      started_at: null,
      starts_at,
      ends_at: new Date(starts_at.getTime() + HOUR),
    })
    await takeMakeUp(ctx, { token, student_id: student.user_id, class_id: later.row.id })
    const before = (await readMySheet(context.as(student))).standing
    expect(before).toMatchObject({ make_ups: 1, to_come: 0 })
    context.clock.set(starts_at)
    await ctx.db
      .update(scheduledClasses)
      .set({ status: "live", started_at: starts_at })
      .where(eq(scheduledClasses.id, later.row.id))
    await observe(context, later.row.id, later.instructor, 0, null)
    if (attends) await observe(context, later.row.id, student, 0, 50)
    await world.endClass(later.row.id)
    return missed
  }
  const missed = await makeUp(true)
  expect(await standingOf(student)).toEqual({ attended: 1, held: 1, excused: 0 })
  expect(await readMyProgress(context.as(student))).toEqual({ attended: 1, held: 1 })
  const { lines } = await readMySheet(context.as(student))
  expect(lines.map(({ verdict, made_up }) => [verdict, made_up])).toEqual([
    ["present", false],
    ["absent", true],
  ])
  await makeUp(false)
  expect(await standingOf(student)).toEqual({ attended: 1, held: 2, excused: 0 })
  // Where the absence turns out to be none, the make-up is a class like any other.
  await markAttendance(context.as(missed.instructor), {
    class_id: missed.row.id,
    student_id: student.user_id,
    verdict: "present",
    reason: "was there without a device",
  })
  expect(await standingOf(student)).toEqual({ attended: 2, held: 3, excused: 0 })
})

test("ATT-06 what was settled under the old rule keeps its minimum and its excuse when the class is settled anew", async () => {
  const [excused, short] = [await createStudent(ctx), await createStudent(ctx)]
  const { row, instructor } = await startClass(context)
  for (const student of [excused, short]) await seat(ctx, row.id, student)
  // Today ten minutes are asked for; then it was five.
  await observe(context, row.id, short, 0, 8)
  await world.endClass(row.id)
  const old = { rule: 1, minimum_seconds: 300, possible_seconds: null }
  const ofStudent = (student: SignedIn) => eq(attendanceVerdicts.student_id, student.user_id)
  await ctx.db
    .update(attendanceVerdicts)
    .set({ ...old, verdict: "excused" })
    .where(ofStudent(excused))
  await ctx.db
    .update(attendanceVerdicts)
    .set({ ...old, verdict: "present" })
    .where(ofStudent(short))
  await ctx.db.insert(absenceAnswers).values({
    class_id: row.id,
    student_id: excused.user_id,
    token_hash: "old",
    open_until: ctx.clock.now(),
    answer: "forgot",
    answered_at: ctx.clock.now(),
  })
  await settleAttendance(ctx, row.id)
  const { entries } = await getRegister(context.as(instructor), row.id)
  expect(new Map(entries.map((entry) => [entry.student_id, [entry.verdict, entry.reasons]]))).toEqual(
    new Map([
      [
        excused.user_id,
        ["excused", [{ kind: "guardian-answered", answer: "forgot" }, { kind: "never-came" }]],
      ],
      [short.user_id, ["present", [{ kind: "came-long-enough", seconds: 480, needed: 300, possible: null }]]],
    ]),
  )
})
