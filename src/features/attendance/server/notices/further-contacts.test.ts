import { and, eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { updateContacts } from "#features/accounts/server/own/profile.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { removeGuardian } from "#features/guardians/server/other-guardians.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { HOUR } from "#shared/time.ts"
import { seat } from "#tests/classes.ts"
import type { TestContext } from "#tests/context.ts"
import { createFurtherGuardian } from "#tests/guardians.ts"
import { createAdmin, createGuardian } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { attendanceJobs } from "../jobs.ts"
import { markAttendance } from "../marks.ts"
import { everyJob, newPhone, observe, seatStudent, startClass, testClasses } from "../test-class.ts"
import { answerAbsence, readQuestion } from "./absence-answers.ts"
import { listOpenAbsences } from "./open-absences.ts"

const world = testClasses()
const { endClass, noticesOf, textsTo } = world
let context: TestContext
beforeAll(() => {
  context = world.context
})

const minor = (columns = {}) => ({ under_18: true, ...columns })
const tokenIn = (text = "") => /\/a\/([\w-]{12})/.exec(text)?.[1] ?? ""
const tokenTo = async (phone: string | null) => tokenIn((await textsTo(phone))[0]?.text)

async function remove(child: SignedIn, guardian: SignedIn): Promise<void> {
  const about = { student_id: child.user_id, guardian_id: guardian.user_id }
  await removeGuardian(context.as(await createAdmin(context.ctx)), about, "staff")
  await runJobs(context, everyJob)
}

test("DASH-04 an absence is told to every guardian who is to be told, once, each with a link of their own", async () => {
  const { row } = await startClass(context)
  const [own, auntsPhone, uncles] = [newPhone(), newPhone(), newPhone()]
  const asha = await seatStudent(context, row.id, minor({ parent_phone: own }))
  const ravi = await seatStudent(context, row.id, minor({ parent_phone: own, first_name: "Ravi" }))
  await createGuardian(context.ctx, asha)
  const aunt = await createFurtherGuardian(context.ctx, asha, ["told", "see"], auntsPhone)
  await createFurtherGuardian(context.ctx, asha, ["see"], uncles)
  await endClass(row.id)
  const recipients = (await noticesOf(row.id)).map(({ recipient, subject_ids }) => [recipient, subject_ids])
  expect(recipients.sort()).toEqual(
    [
      [own, [asha.user_id, ravi.user_id]],
      // Of the child alone whose guardian she is.
      [auntsPhone, [asha.user_id]],
    ].sort(),
  )
  expect(await textsTo(own)).toHaveLength(1)
  expect(await textsTo(uncles)).toEqual([])
  expect((await textsTo(auntsPhone))[0]?.text).toMatch(/^Asha Rao was absent/)
  const [mothers, aunts] = [await tokenTo(own), await tokenTo(auntsPhone)]
  expect(mothers).not.toBe(aunts)
  expect((await readQuestion(context.ctx, mothers)).children).toHaveLength(2)
  expect((await readQuestion(context.ctx, aunts)).children).toMatchObject([{ student_id: asha.user_id }])
  expect(await listOpenAbsences(context.as(aunt))).toMatchObject([{ token: aunts, student_id: asha.user_id }])
  await answerAbsence(context.ctx, { token: aunts, student_id: asha.user_id, answer: "ill" })
  expect((await readQuestion(context.ctx, mothers)).children[0]?.given?.answer).toBe("ill")
})

test("DASH-04 a removed guardian's link ends, a queued notice isn't sent, and later absences don't reach them", async () => {
  const { row } = await startClass(context)
  const asha = await seatStudent(context, row.id, minor())
  const mother = await createGuardian(context.ctx, asha)
  const phone = newPhone()
  const aunt = await createFurtherGuardian(context.ctx, asha, ["told", "consent"], phone)
  await endClass(row.id)
  const [mothers, aunts] = [await tokenTo(asha.parent_phone), await tokenTo(phone)]
  await remove(asha, aunt)
  await expect(readQuestion(context.ctx, aunts)).rejects.toMatchObject({ code: "NOT_FOUND" })
  expect((await readQuestion(context.ctx, mothers)).children).toHaveLength(1)
  // The owner of the student's own number isn't told either once she is removed.
  await remove(asha, mother)
  await expect(readQuestion(context.ctx, mothers)).rejects.toMatchObject({ code: "NOT_FOUND" })
  const { row: next } = await startClass(context)
  const { ctx } = context
  await ctx.db.execute(
    `insert into class_enrollments (id, class_id, student_id) values (gen_random_uuid(), '${next.id}', '${asha.user_id}')`,
  )
  await endClass(next.id)
  expect(await noticesOf(next.id)).toEqual([])
  const [link] = await ctx.db
    .select()
    .from(guardianOf)
    .where(and(eq(guardianOf.student_id, asha.user_id), eq(guardianOf.guardian_id, mother.user_id)))
  expect(link?.answer).toBe("removed")
})

test.each([[true], [false]])(
  "LAW-03 ATT-06 a corrected number gets no absence that waited, and its links end; the new one is told (the wrong one confirmed: %s)",
  async (confirmed) => {
    const { row: sent } = await startClass(context)
    const [wrong, right] = [newPhone(), newPhone()]
    const asha = await seatStudent(context, sent.id, { parent_phone: wrong })
    if (confirmed) await createGuardian(context.ctx, asha)
    await endClass(sent.id)
    const strangers = await tokenTo(wrong)
    const { row: late } = await startClass(context)
    await seat(context.ctx, late.id, asha)
    context.clock.advance(HOUR)
    await completeClass(context.ctx, late.id, context.ctx.clock.now())
    await runJobs(context, attendanceJobs)
    expect(await noticesOf(late.id)).toMatchObject([{ recipient: wrong, status: "queued" }])
    await updateContacts(context.as(asha), { parent_name: "Lata Rao", parent_phone: right })
    await runJobs(context, attendanceJobs)
    await expect(readQuestion(context.ctx, strangers)).rejects.toMatchObject({ code: "NOT_FOUND" })
    await runJobs(context, everyJob)
    expect(await textsTo(wrong)).toHaveLength(1)
    expect(await textsTo(right)).toHaveLength(1)
    const answered = await readQuestion(context.ctx, await tokenTo(right))
    expect(answered.children).toMatchObject([{ student_id: asha.user_id }])
  },
)

test("LAW-03 ATT-02 an absence told by a notice of the child's own goes to a corrected number too", async () => {
  const { row, instructor } = await startClass(context)
  const startedAt = context.ctx.clock.now()
  const [own, right] = [newPhone(), newPhone()]
  await seatStudent(context, row.id, { parent_phone: own })
  const ravi = await seatStudent(context, row.id, { parent_phone: own, first_name: "Ravi" })
  await observe(context, row.id, ravi, 2, 50, startedAt)
  await endClass(row.id)
  await markAttendance(context.as(instructor), {
    ...{ class_id: row.id, student_id: ravi.user_id, verdict: "absent", reason: "another had his phone" },
  })
  await updateContacts(context.as(ravi), { parent_name: "Lata Rao", parent_phone: right })
  await runJobs(context, attendanceJobs)
  await runJobs(context, everyJob)
  expect((await textsTo(own)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Asha Rao was absent/),
  ])
  expect((await textsTo(right)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Ravi Rao was absent/),
  ])
})

test("DASH-04 LAW-03 ATT-05 a guardian removed since, or a former number, gets no correction, also none that waited", async () => {
  const { row, instructor } = await startClass(context)
  const [auntsPhone, wrong] = [newPhone(), newPhone()]
  const asha = await seatStudent(context, row.id, minor())
  const ravi = await seatStudent(context, row.id, { parent_phone: wrong })
  await createGuardian(context.ctx, asha)
  const aunt = await createFurtherGuardian(context.ctx, asha, ["told", "see"], auntsPhone)
  await endClass(row.id)
  await remove(asha, aunt)
  const cameAfterAll = ({ user_id: student_id }: SignedIn) =>
    markAttendance(context.as(instructor), {
      ...{ class_id: row.id, student_id, verdict: "present" as const, reason: "was there on another device" },
    })
  await cameAfterAll(asha)
  await cameAfterAll(ravi)
  // Its correction is queued already.
  await updateContacts(context.as(ravi), { parent_name: "Lata Rao", parent_phone: newPhone() })
  await runJobs(context, everyJob)
  expect(await textsTo(asha.parent_phone)).toHaveLength(2)
  expect(await textsTo(auntsPhone)).toHaveLength(1)
  expect(await textsTo(wrong)).toHaveLength(1)
  const corrections = (await noticesOf(row.id)).filter(({ kind }) => kind !== "absence")
  expect(corrections.map(({ recipient, status }) => [recipient, status]).sort()).toEqual(
    [
      [asha.parent_phone, "sent"],
      [wrong, "withdrawn"],
    ].sort(),
  )
})
