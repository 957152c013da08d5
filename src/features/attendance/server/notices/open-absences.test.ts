import { and, arrayContains, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { notices } from "#features/notifications/server/table.ts"
import { DAY } from "#shared/time.ts"
import { createGuardian } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { markAttendance } from "../marks.ts"
import { everyJob, newPhone, observe, seatStudent, startClass, testClasses } from "../test-class.ts"
import { answerAbsence, readQuestion } from "./absence-answers.ts"
import { listOpenAbsences } from "./open-absences.ts"

const world = testClasses()

/** A class that two siblings missed, or the first of them alone, with their guardian. */
async function missedClass({ alone = false } = {}) {
  const { context } = world
  const { row, instructor } = await startClass(context)
  const startedAt = context.ctx.clock.now()
  const parent_phone = newPhone()
  const child = await seatStudent(context, row.id, { parent_phone, first_name: "Asha" })
  const sibling = await seatStudent(context, row.id, { parent_phone, first_name: "Ravi" })
  const guardian = await createGuardian(context.ctx, child)
  await createGuardian(context.ctx, sibling)
  if (alone) await observe(context, row.id, sibling, 2, 50, startedAt)
  await world.endClass(row.id)
  return { row, child, sibling, startedAt, as: context.as(guardian), staff: context.as(instructor) }
}

test("ATT-06 a guardian's open absences come with their class, their child and the link's token, whatever the notice says", async () => {
  const { row, child, sibling, as } = await missedClass()
  await as.db.update(notices).set({ text: "Reworded, without a link" }).where(eq(notices.cause_id, row.id))
  const open = await listOpenAbsences(as)
  const ofClass = { class_id: row.id, title: "Fractions", scheduled_date: "2026-11-20", start_time: "16:00" }
  expect(open).toEqual([
    { ...ofClass, student_id: child.user_id, first_name: "Asha", token: expect.any(String) },
    { ...ofClass, student_id: sibling.user_id, first_name: "Ravi", token: open[0]?.token },
  ])
  const question = await readQuestion(world.context.ctx, open[0]?.token ?? "")
  expect(question.children.map(({ student_id }) => student_id)).toContain(child.user_id)
})

test("ATT-06 an absence is open until it is explained, turns out wrong or the week is over", async () => {
  const { row, child, sibling, startedAt, as } = await missedClass()
  const [{ token } = { token: "" }] = await listOpenAbsences(as)
  await answerAbsence(as, { token, student_id: child.user_id, answer: "ill" })
  const namesOf = async () => (await listOpenAbsences(as)).map(({ first_name }) => first_name)
  expect(await namesOf()).toEqual(["Ravi"])
  await observe(world.context, row.id, sibling, 2, 50, startedAt)
  await runJobs(world.context, everyJob)
  expect(await namesOf()).toEqual([])
  const later = await missedClass()
  world.context.clock.advance(7 * DAY)
  expect(await listOpenAbsences(later.as)).toEqual([])
})

test("ATT-06 an absence about which staff still decide is not asked about, and never another family's", async () => {
  const { row, as } = await missedClass()
  const stranger = await missedClass()
  expect((await listOpenAbsences(as)).every(({ class_id }) => class_id === row.id)).toBe(true)
  await as.db.update(notices).set({ status: "held" }).where(eq(notices.cause_id, row.id))
  expect(await listOpenAbsences(as)).toEqual([])
  expect(await listOpenAbsences(stranger.as)).toHaveLength(2)
})

test("ATT-06 a child is asked about by what was told of that child, whatever became of the notice about a sibling", async () => {
  const { row, child, sibling, as, staff } = await missedClass({ alone: true })
  const namesOf = async () => (await listOpenAbsences(as)).map(({ first_name }) => first_name)
  const mark = (student: { user_id: string }, verdict: "present" | "absent") =>
    markAttendance(staff, { class_id: row.id, student_id: student.user_id, verdict, reason: "asked them" })
  await mark(sibling, "absent")
  const own = and(eq(notices.cause_id, row.id), arrayContains(notices.subject_ids, [sibling.user_id]))
  const setOwn = (status: "held" | "queued") => as.db.update(notices).set({ status }).where(own)
  await setOwn("held")
  expect(await namesOf()).toEqual(["Asha"])
  await setOwn("queued")
  await runJobs(world.context, everyJob)
  expect(await namesOf()).toEqual(["Asha", "Ravi"])

  const main = and(eq(notices.cause_id, row.id), eq(notices.kind, "absence"))
  await as.db.update(notices).set({ status: "withdrawn" }).where(main)
  expect(await namesOf()).toEqual(["Ravi"])
  await as.db.update(notices).set({ status: "sent" }).where(main)

  // Staff decide about a child who was corrected to not absent.
  for (const verdict of ["present", "absent"] as const) {
    await mark(child, verdict)
    await runJobs(world.context, everyJob)
  }
  expect(await namesOf()).toEqual(["Ravi"])
})
