import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { restoreClass } from "#features/classes/server/schedule/restore.ts"
import { cancelClass, deleteClass } from "#features/classes/server/schedule/withdraw.ts"
import { leave } from "#features/classes/server/seats.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { directUpi } from "#platform/money/direct-upi.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { countsAs } from "../counted.ts"
import { markAttendance } from "../marks.ts"
import { getRegister } from "../service.ts"
import { absenceAnswers, attendanceVerdicts } from "../table.ts"
import {
  endClass,
  everyJob,
  newPhone,
  observe,
  readNotices,
  readTexts,
  seatStudent,
  startClass,
} from "../test-class.ts"
import { answerAbsence, readQuestion, takeMakeUp } from "./absence-answers.ts"

let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(async () => {
  context = await createTestContext()
  ctx = context.ctx
})
beforeEach(() => context.clock.set("2026-11-20T10:30:00Z"))
afterAll(() => context.close())

/** The token in the text that reached a number. */
async function linkOf(phone: string | null): Promise<string> {
  const [message] = await readTexts(ctx, phone)
  return /\/a\/([\w-]+)/.exec(message?.text ?? "")?.[1] ?? ""
}

/** A class that ended without a student, whose parent got the link. */
async function missedClass(columns: Parameters<typeof startClass>[1] = {}) {
  const started = await startClass(context, { grade: "8", ...columns })
  const startedAt = ctx.clock.now()
  const student = await seatStudent(context, started.row.id)
  await endClass(context, started.row.id)
  return {
    ...started,
    startedAt,
    student,
    student_id: student.user_id,
    token: await linkOf(student.parent_phone),
  }
}

/** A like class of another instructor, so many days later. */
async function likeClass(days: number, columns: Parameters<typeof createClass>[2] = {}) {
  const starts_at = new Date(ctx.clock.now().getTime() + days * DAY)
  return createClass(ctx, await createInstructor(ctx), { starts_at, grade: "8", ...columns })
}

test("ATT-06 the link of the notice tells which absence is asked about, and no more than the first name", async () => {
  const { token, student_id } = await missedClass()
  const question = await readQuestion(ctx, token)
  expect(question).toMatchObject({
    title: "Fractions",
    scheduled_date: "2026-11-20",
    start_time: "16:00",
    open: true,
    children: [{ student_id, first_name: "Asha", verdict: "absent", given: null, offers: [] }],
  })
  expect(JSON.stringify(question)).not.toContain("Rao")
  const [row] = await ctx.db.select().from(absenceAnswers).where(eq(absenceAnswers.student_id, student_id))
  expect(row?.token_hash).not.toContain(token)
})

test("ATT-06 an answer explains the absence and excuses nothing, staff read it with its note, and the parent gets no other message", async () => {
  const { token, student_id, row, instructor, student } = await missedClass()
  const answered = await answerAbsence(ctx, {
    token,
    student_id,
    answer: "ill",
    note: "fever since Thursday",
  })
  expect(answered.children).toMatchObject([
    { verdict: "absent", given: { answer: "ill", note: "fever since Thursday" } },
  ])
  const { entries } = await getRegister(context.as(instructor), row.id)
  expect(entries).toMatchObject([
    {
      verdict: "absent",
      reasons: [{ kind: "never-came" }],
      given: { answer: "ill", note: "fever since Thursday", make_up: null },
    },
  ])
  await runJobs(context, everyJob)
  expect((await readTexts(ctx, student.parent_phone)).length).toBe(1)
  expect(await readNotices(ctx, row.id)).toMatchObject([{ status: "sent" }])
})

test("ATT-06 an answer may be changed for a week, and neither after nor by another's link", async () => {
  const { token, student_id } = await missedClass()
  const other = await missedClass()
  await answerAbsence(ctx, { token, student_id, answer: "ill" })
  await answerAbsence(ctx, { token, student_id, answer: "could_not_join" })
  expect((await readQuestion(ctx, token)).children[0]?.given?.answer).toBe("could_not_join")
  await expect(
    answerAbsence(ctx, { token: other.token, student_id, answer: "forgot" }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" })
  context.clock.advance(7 * DAY)
  await expect(answerAbsence(ctx, { token, student_id, answer: "ill" })).rejects.toMatchObject({
    code: "ANSWER_CLOSED",
  })
  expect(await readQuestion(ctx, token)).toMatchObject({ open: false })
})

test("ATT-06 presence that is found later outranks the answer, and so does a mark", async () => {
  const { token, student_id, row, instructor } = await missedClass()
  await answerAbsence(ctx, { token, student_id, answer: "forgot" })
  const mark = { class_id: row.id, student_id, verdict: "absent" as const, reason: "was not there" }
  await markAttendance(context.as(instructor), mark)
  expect((await readQuestion(ctx, token)).children[0]?.verdict).toBe("absent")
  const later = await missedClass()
  await answerAbsence(ctx, { ...later, answer: "forgot" })
  await observe(context, later.row.id, later.student, 2, 40, later.startedAt)
  expect((await readQuestion(ctx, later.token)).children[0]?.verdict).toBe("present")
})

test("ATT-06 siblings share a link, and each has an answer of their own", async () => {
  const { row } = await startClass(context)
  const parent_phone = newPhone()
  const [asha, ravi] = [
    await seatStudent(context, row.id, { parent_phone }),
    await seatStudent(context, row.id, { parent_phone, first_name: "Ravi" }),
  ]
  await endClass(context, row.id)
  const token = await linkOf(parent_phone)
  await answerAbsence(ctx, { token, student_id: ravi.user_id, answer: "ill" })
  const { children } = await readQuestion(ctx, token)
  expect(children.map((child) => [child.student_id, child.given?.answer ?? null])).toEqual([
    [asha.user_id, null],
    [ravi.user_id, "ill"],
  ])
})

test("ATT-06 seats are offered in like classes alone: free, at another time, within a month", async () => {
  const { token, student_id, student } = await missedClass({ subject: "Botany" })
  const like = { subject: "botany" }
  const wanted = [await likeClass(2, like), await likeClass(5, like)]
  await likeClass(3, { ...like, grade: "9" })
  await likeClass(3, { subject: "Physics" })
  await likeClass(3, { ...like, max_capacity: 1, seats_taken: 1 })
  await likeClass(3, { ...like, waiting: 1 })
  await likeClass(40, like)
  await likeClass(4, { ...like, class_type: "demo" })
  const own = await likeClass(6, { ...like, seats_taken: 1 })
  await seat(ctx, own.id, student)
  await likeClass(6, like)
  expect((await readQuestion(ctx, token)).children[0]?.offers).toEqual([])
  const { children } = await answerAbsence(ctx, { token, student_id, answer: "ill" })
  expect(children[0]?.offers.map((offer) => offer.class_id)).toEqual(wanted.map((one) => one.id))
})

test("ATT-06 one tap takes one seat, however often, and only one that was offered", async () => {
  const { token, student_id, row, instructor } = await missedClass({ subject: "Zoology" })
  const [first, second] = [
    await likeClass(2, { subject: "Zoology" }),
    await likeClass(3, { subject: "Zoology" }),
  ]
  const other = await likeClass(3, { subject: "History" })
  const take = (class_id: string) => takeMakeUp(ctx, { token, student_id, class_id })
  await expect(take(first.id)).rejects.toMatchObject({ code: "MAKE_UP_GONE" })
  await answerAbsence(ctx, { token, student_id, answer: "ill" })
  await expect(take(other.id)).rejects.toMatchObject({ code: "MAKE_UP_GONE" })
  await Promise.all([take(first.id), take(first.id), take(first.id)])
  await expect(take(second.id)).rejects.toMatchObject({ code: "MAKE_UP_TAKEN" })
  const seats = await ctx.db
    .select({ class_id: classEnrollments.class_id })
    .from(classEnrollments)
    .where(eq(classEnrollments.student_id, student_id))
  expect(seats.map((one) => one.class_id).sort()).toEqual([row.id, first.id].sort())
  const [taken] = await ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.id, first.id))
  expect(taken?.seats_taken).toBe(1)
  const { entries } = await getRegister(context.as(instructor), row.id)
  expect(entries[0]?.given?.make_up).toMatchObject({ class_id: first.id })
})

test("ATT-06 CLS-04 a make-up class that is deleted and comes back makes up for the same absence again", async () => {
  const [missed, other] = [
    await missedClass({ subject: "Geology" }),
    await missedClass({ subject: "Geology" }),
  ]
  const teacher = await createInstructor(ctx)
  const at = (days: number) => new Date(ctx.clock.now().getTime() + days * DAY)
  const like = { subject: "Geology", grade: "8" }
  const makeUp = await createClass(ctx, teacher, { ...like, starts_at: at(2) })
  const instead = await likeClass(3, like)
  for (const { token, student_id } of [missed, other]) {
    await answerAbsence(ctx, { token, student_id, answer: "ill" })
    await takeMakeUp(ctx, { token, student_id, class_id: makeUp.id })
  }
  const chosen = async ({ token }: { token: string }) =>
    (await readQuestion(ctx, token)).children[0]?.given?.make_up?.class_id ?? null
  await deleteClass(context.as(teacher), { class_id: makeUp.id })
  expect([await chosen(missed), await chosen(other)]).toEqual([null, null])
  // One of the parents doesn't wait for what nobody promised.
  const { token, student_id } = other
  await expect(takeMakeUp(ctx, { token, student_id, class_id: makeUp.id })).rejects.toMatchObject({
    code: "MAKE_UP_GONE",
  })
  await takeMakeUp(ctx, { token, student_id, class_id: instead.id })
  await restoreClass(context.as(teacher), { class_id: makeUp.id, together: false })
  expect([await chosen(missed), await chosen(other)]).toEqual([makeUp.id, instead.id])

  // It makes up for the absence again: a student who attends it has missed nothing.
  context.clock.set(makeUp.starts_at)
  await ctx.db
    .update(scheduledClasses)
    .set({ status: "live", started_at: makeUp.starts_at })
    .where(eq(scheduledClasses.id, makeUp.id))
  await observe(context, makeUp.id, teacher, 0, 60, makeUp.starts_at)
  await observe(context, makeUp.id, missed.student, 0, 60, makeUp.starts_at)
  await endClass(context, makeUp.id)
  const [counted] = await ctx.db
    .select({ counts: countsAs })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .where(
      and(
        eq(attendanceVerdicts.class_id, missed.row.id),
        eq(attendanceVerdicts.student_id, missed.student_id),
      ),
    )
  expect(counted?.counts).toBe("present")
})

test("ATT-06 CLS-03 a make-up class that is cancelled makes up for nothing, and another can be chosen", async () => {
  const { token, student_id } = await missedClass({ subject: "Mycology" })
  const teacher = await createInstructor(ctx)
  const starts_at = new Date(ctx.clock.now().getTime() + 2 * DAY)
  const makeUp = await createClass(ctx, teacher, { subject: "Mycology", grade: "8", starts_at })
  const instead = await likeClass(3, { subject: "Mycology" })
  await answerAbsence(ctx, { token, student_id, answer: "ill" })
  await takeMakeUp(ctx, { token, student_id, class_id: makeUp.id })
  await cancelClass(context.as(teacher), { class_id: makeUp.id, reason: "ill" })

  const [asked] = (await readQuestion(ctx, token)).children
  expect(asked?.given).toMatchObject({ answer: "ill", make_up: null })
  expect(asked?.offers.map(({ class_id }) => class_id)).toEqual([instead.id])
  await expect(takeMakeUp(ctx, { token, student_id, class_id: makeUp.id })).rejects.toMatchObject({
    code: "MAKE_UP_GONE",
  })
  const after = await takeMakeUp(ctx, { token, student_id, class_id: instead.id })
  expect(after.children[0]?.given?.make_up?.class_id).toBe(instead.id)
})

test("ATT-06 CLS-05 a make-up whose seat was given up makes up for nothing, for family and staff, and another can be chosen", async () => {
  const { token, student_id, student, row, instructor } = await missedClass({ subject: "Ecology" })
  const [makeUp, instead] = [
    await likeClass(2, { subject: "Ecology" }),
    await likeClass(3, { subject: "Ecology" }),
  ]
  await answerAbsence(ctx, { token, student_id, answer: "ill" })
  await takeMakeUp(ctx, { token, student_id, class_id: makeUp.id })
  await leave(context.as(student), makeUp.id)
  const [asked] = (await readQuestion(ctx, token)).children
  expect(asked?.given?.make_up).toBeNull()
  expect(asked?.offers.map(({ class_id }) => class_id)).toEqual([makeUp.id, instead.id])
  const { entries } = await getRegister(context.as(instructor), row.id)
  expect(entries[0]?.given?.make_up).toBeNull()
  await takeMakeUp(ctx, { token, student_id, class_id: instead.id })
  const take = takeMakeUp(ctx, { token, student_id, class_id: makeUp.id })
  await expect(take).rejects.toMatchObject({ code: "MAKE_UP_TAKEN" })
})

test("ATT-06 PAY-02 classes of the child's own program are offered first, and of a sold one only to who bought it", async () => {
  await seedPrograms(ctx)
  const money = directUpi({ env: { ...ctx.env, UPI_ID: "kaksha@upi" }, brand: ctx.brand })
  const selling = { ...ctx, money }
  const [own, sold] = await ctx.db.select({ id: programs.id }).from(programs).limit(2)
  const { token, student_id, student } = await missedClass({
    subject: "Rhetoric",
    course_id: own?.id ?? null,
  })
  const like = { subject: "Rhetoric" }
  for (const days of [1, 2, 3]) await likeClass(days, { ...like, course_id: sold?.id ?? null })
  const free = await likeClass(4, like)
  const next = await likeClass(5, { ...like, course_id: own?.id ?? null })
  const enrolment = { course_id: own?.id ?? "", student_id: student.user_id }
  await ctx.db.insert(enrollments).values({ ...enrolment, id: newId(), created_at: ctx.clock.now() })
  const { children } = await answerAbsence(selling, { token, student_id, answer: "ill" })
  expect(children[0]?.offers.map(({ class_id }) => class_id)).toEqual([next.id, free.id])
  await takeMakeUp(selling, { token, student_id, class_id: next.id })
})

test("ATT-06 of two guardians after the last seat one has it, and the other is told", async () => {
  const [one, other] = [await missedClass({ subject: "Latin" }), await missedClass({ subject: "Latin" })]
  const last = await likeClass(2, { subject: "Latin", max_capacity: 1 })
  for (const missed of [one, other]) await answerAbsence(ctx, { ...missed, answer: "ill" })
  const results = await Promise.allSettled(
    [one, other].map(({ token, student_id }) => takeMakeUp(ctx, { token, student_id, class_id: last.id })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "MAKE_UP_GONE" },
  })
})

test("ATT-06 guessing links is stopped", async () => {
  const guessing = { ...ctx, http: { ...ctx.http, address: "192.0.2.7" } }
  const codes: string[] = []
  for (let n = 0; n < 31; n += 1) {
    codes.push(
      (await readQuestion(guessing, `guess-${n}`).catch((error: { code: string }) => error.code)) as string,
    )
  }
  expect(new Set(codes.slice(0, 30))).toEqual(new Set(["NOT_FOUND"]))
  expect(codes.at(-1)).toBe("TOO_MANY_REQUESTS")
  context.clock.advance(HOUR)
  await expect(readQuestion(guessing, "guess")).rejects.toMatchObject({ code: "NOT_FOUND" })
})
