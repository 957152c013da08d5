import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { students } from "#features/accounts/server/table.ts"
import type { CoachState } from "#features/attendance/coach-marks.ts"
import { closeClassesNotHeld } from "#features/classes/server/lifecycle.ts"
import { readClass } from "#features/classes/server/service.ts"
import { classEnrollments } from "#features/classes/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import type { TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { type DeviceClass, headsOf } from "../../web/hall/register-state.ts"
import { recordCheckIn } from "../arrivals/check-in.ts"
import { markAttendance } from "../marks.ts"
import { decideOpenNotice, listOpenNotices } from "../notices/open-notices.ts"
import { getRegister } from "../service.ts"
import { everyJob, observe, testClasses } from "../test-class.ts"
import { readCoachDay } from "./day.ts"
import { decideChild, releaseList } from "./lists.ts"
import { hallClass } from "./test-hall.ts"

const world = testClasses()
let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(() => {
  context = world.context
  ctx = context.ctx
})

type Held = Awaited<ReturnType<typeof hallClass>>
type Student = Held["students"][number]

/** A class of two in a hall that is over, with one of them marked present and the other absent. */
async function markedHall() {
  const held = await hallClass(context, 2)
  const [asha, kabir] = held.students as [Student, Student]
  const marks = [held.device.mark(asha, "present"), held.device.mark(kabir, "absent")]
  context.clock.advance(2 * HOUR)
  await held.device.send({ marks })
  await runJobs(context, everyJob)
  return { ...held, asha, kabir }
}

/** The heads that the coach's phone counts, and whether it was told that its list is complete. */
async function onPhone({ coach, row }: Held) {
  const one = (await readCoachDay(context.as(coach))).classes.find(({ class_id }) => class_id === row.id)
  const seen = { ...one, starts_at: "", ends_at: "" } as DeviceClass
  return { heads: headsOf(seen), complete: seen.complete }
}

const statesOf = async ({ row }: Held) =>
  (await world.noticesOf(row.id)).map(({ status, reasons }) => [
    status,
    ...(reasons as { code: string }[]).map(({ code }) => code),
  ])

test("ATT-08 an absence in a hall is told once the coach's device said that the list is complete, and once", async () => {
  const held = await markedHall()
  expect(await statesOf(held)).toEqual([["held", "list-open"]])
  // Another count than the marks is no complete list.
  await held.device.send({ lists: [held.device.list(2, true)] })
  await runJobs(context, everyJob)
  expect(await statesOf(held)).toEqual([["held", "count-differs"]])
  context.clock.advance(MINUTE)
  const counted = { lists: [held.device.list(1, true)] }
  await held.device.send(counted)
  await held.device.send(counted)
  await runJobs(context, everyJob)
  expect(await statesOf(held)).toEqual([["sent"]])
  expect(await world.textsTo(held.kabir.parent_phone)).toHaveLength(1)
  expect(await world.textsTo(held.asha.parent_phone)).toEqual([])
})

test("ATT-08 staff release a list that no device completes, after the class and not before, and it is audited", async () => {
  const early = await hallClass(context, 1)
  const other = await createInstructor(ctx)
  await expect(releaseList(context.as(early.coach), early.row.id)).rejects.toMatchObject({
    code: "CLASS_NOT_OVER",
  })
  await expect(releaseList(context.as(other), early.row.id)).rejects.toMatchObject({ code: "NOT_FOUND" })
  const held = await markedHall()
  const admin = await createAdmin(ctx)
  expect(await releaseList(context.as(admin), held.row.id)).toMatchObject({
    state: "complete",
    released: true,
  })
  await releaseList(context.as(admin), held.row.id)
  await runJobs(context, everyJob)
  expect(await statesOf(held)).toEqual([["sent"]])
  const acts = await ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, held.row.id))
  expect(acts.filter(({ action }) => action === "attendance.release")).toHaveLength(1)
})

test("ATT-08 staff release one notice alone, and an excuse that the coach asks for waits until they confirm it", async () => {
  const held = await hallClass(context, 1)
  const [asha] = held.students as [Student]
  const marks = [held.device.mark(asha, "excused")]
  context.clock.advance(2 * HOUR)
  await held.device.send({ marks, lists: [held.device.list(0, true)] })
  await runJobs(context, everyJob)
  expect(await statesOf(held)).toEqual([["held", "excuse-asked"]])
  const coach = context.as(held.coach)
  await markAttendance(coach, {
    ...{ class_id: held.row.id, student_id: asha.user_id, verdict: "excused", reason: "doctor's note" },
  })
  expect(await statesOf(held)).toEqual([["held", "taken-back"]])

  const alone = await markedHall()
  const [notice] = (await listOpenNotices(context.as(alone.coach), { limit: 5 })).items
  await decideOpenNotice(context.as(alone.coach), { notice_id: notice?.id ?? "", decision: "send" })
  await runJobs(context, everyJob)
  expect(await statesOf(alone)).toEqual([["sent"]])
})

/** Siblings with one number in a class of two that is over, whom the coach marked so; what became of each one's notice. */
async function siblings(asha: CoachState, ravi: CoachState) {
  const held = await hallClass(context, 2)
  const [one, other] = held.students as [Student, Student]
  const { parent_phone } = one
  await ctx.db.update(students).set({ parent_phone }).where(eq(students.user_id, other.user_id))
  const here = [asha, ravi].filter((state) => state === "present").length
  context.clock.advance(2 * HOUR)
  await held.device.send({
    marks: [held.device.mark(one, asha), held.device.mark(other, ravi)],
    lists: [held.device.list(here, true)],
  })
  await runJobs(context, everyJob)
  const told = async () =>
    (await world.noticesOf(held.row.id)).map(({ subject_ids, status, reasons }) => [
      [one, other].flatMap(({ user_id }, at) =>
        subject_ids.includes(user_id) ? (["asha", "ravi"][at] ?? "") : [],
      ),
      status,
      ...(reasons as { code: string }[]).map(({ code }) => code),
    ])
  const release = async () => {
    const [notice] = (await listOpenNotices(context.as(held.coach), { limit: 5 })).items
    await decideOpenNotice(context.as(held.coach), { notice_id: notice?.id ?? "", decision: "send" })
  }
  const settle = async (marks: [Student, CoachState][]) => {
    // What is queued to leave waits for the morning.
    const leaving = context.jobs.splice(0)
    context.clock.advance(MINUTE)
    await held.device.send({ marks: marks.map(([who, state]) => held.device.mark(who, state)) })
    await runJobs(context, everyJob)
    context.jobs.push(...leaving)
    await runJobs(context, everyJob)
  }
  return { asha: one, ravi: other, told, release, settle }
}

test("ATT-05 ATT-08 staff decide about a child whose absence is doubtful, also while a sibling's is certain", async () => {
  const { told, release } = await siblings("absent", "excused")
  expect(await told()).toEqual([
    [["asha"], "sent"],
    [["ravi"], "held", "excuse-asked"],
  ])
  await release()
  await runJobs(context, everyJob)
  expect((await told()).map(([, status]) => status)).toEqual(["sent", "sent"])
})

test("ATT-05 ATT-08 a notice that staff released tells of whom it named, and of no sibling who is doubtful since", async () => {
  const alone = await siblings("excused", "present")
  await alone.release()
  await alone.settle([[alone.ravi, "excused"]])
  expect(await alone.told()).toEqual([
    [["asha"], "sent"],
    [["ravi"], "held", "count-differs", "excuse-asked"],
  ])
  const both = await siblings("excused", "excused")
  await both.release()
  await both.settle([[both.asha, "absent"]])
  expect(await both.told()).toEqual([[["asha", "ravi"], "sent"]])
})

test("ATT-08 a mark that arrives after the notice was sent is followed by a correction", async () => {
  const held = await markedHall()
  await held.device.send({ lists: [held.device.list(1, true)] })
  await runJobs(context, everyJob)
  context.clock.advance(MINUTE)
  await held.device.send({ marks: [held.device.mark(held.kabir, "late")] })
  await runJobs(context, everyJob)
  const kinds = await ctx.db
    .select({ kind: notices.kind })
    .from(notices)
    .where(eq(notices.cause_id, held.row.id))
  expect(kinds.map(({ kind }) => kind.split(":")[0]).sort()).toEqual(["absence", "absence-correction"])
})

test("ATT-08 a class in a hall waits two days for its register before it counts as not held", async () => {
  const held = await hallClass(context, 1)
  context.clock.advance(48 * HOUR)
  await closeClassesNotHeld(ctx)
  expect((await readClass(ctx, held.row.id))?.status).toBe("scheduled")
  context.clock.advance(HOUR)
  await closeClassesNotHeld(ctx)
  expect(await readClass(ctx, held.row.id)).toMatchObject({ status: "cancelled", cancel_code: "not_held" })
})

test("ATT-08 a mark by hand begins a class in a hall that has started, so that it settles and isn't closed as not held", async () => {
  const starts_at = new Date(ctx.clock.now().getTime() + HOUR)
  const held = await hallClass(context, 2, { starts_at })
  const [asha, kabir] = held.students as [Student, Student]
  const mark = (student: Student) =>
    markAttendance(context.as(held.coach), {
      ...{ class_id: held.row.id, student_id: student.user_id, verdict: "present" },
    })
  // Before its time it says nothing about whether the class takes place.
  await mark(asha)
  expect((await readClass(ctx, held.row.id))?.status).toBe("scheduled")
  context.clock.advance(12 * HOUR)
  expect(await mark(kabir)).toMatchObject({ verdict: "present", marked: true })
  const { starts_at: started_at, ends_at: ended_at } = held.row
  expect(await readClass(ctx, held.row.id)).toMatchObject({ status: "completed", started_at, ended_at })
  context.clock.advance(49 * HOUR)
  await closeClassesNotHeld(ctx)
  expect((await readClass(ctx, held.row.id))?.status).toBe("completed")
  const { entries } = await getRegister(context.as(held.coach), held.row.id)
  expect(entries.map(({ verdict }) => verdict)).toEqual(["present", "present"])
})

test("ATT-08 a child who was in the room of a class in a hall is present beside those whom the coach marked", async () => {
  const held = await hallClass(context, 2)
  const [asha, online] = held.students as [Student, Student]
  await held.device.send({ marks: [held.device.mark(asha, "present"), held.device.mark(online, "absent")] })
  await observe(context, held.row.id, held.coach, 0, null)
  await observe(context, held.row.id, online, 0, 40)
  await world.endClass(held.row.id)
  const { entries } = await getRegister(context.as(held.coach), held.row.id)
  expect(entries.map(({ verdict }) => verdict)).toEqual(["present", "present"])
  expect(await statesOf(held)).toEqual([])
})

test("ATT-08 an unexpected child counts as a head, and staff say who it was or dismiss the name", async () => {
  const held = await hallClass(context, 2)
  const { device, coach, row } = held
  const [asha, kabir] = held.students as [Student, Student]
  const children = [device.child("Rohan with the red cap"), device.child("Mistyped")] as const
  await device.send({
    marks: [device.mark(asha, "present")],
    lists: [device.list(3, true)],
    children: [...children, children[0]],
  })
  const register = await getRegister(context.as(coach), row.id)
  expect(register.list).toMatchObject({ state: "complete", head_count: 3, heads: 3, children: { length: 2 } })

  const resolve = (student_id: string | null, at: 0 | 1, by = coach) =>
    decideChild(context.as(by), { child_id: children[at].id, student_id })
  await expect(resolve(null, 0, await createInstructor(ctx))).rejects.toMatchObject({ code: "NOT_FOUND" })
  const stranger = await hallClass(context, 1)
  await expect(resolve(stranger.students[0]?.user_id ?? "", 0)).rejects.toMatchObject({
    code: "NOT_ON_REGISTER",
  })
  await resolve(kabir.user_id, 0)
  await resolve(kabir.user_id, 0)
  await expect(resolve(null, 0)).rejects.toMatchObject({ code: "CHILD_DECIDED" })
  await resolve(null, 1)
  const { list, entries } = await getRegister(context.as(coach), row.id)
  expect(list?.children.map(({ name, decision }) => [name, decision]).sort()).toEqual([
    ["", "dismissed"],
    ["Rohan with the red cap", "resolved"],
  ])
  const entry = entries.find(({ student_id }) => student_id === kabir.user_id)
  expect(entry).toMatchObject({ verdict: "present", marked: true, corrections: { length: 1 } })
  expect(entry?.reasons[0]).toMatchObject({ kind: "marked-by-hand", reason: "Rohan with the red cap" })
})

test("ATT-08 a student who gave the seat up after checking in is a head neither on the server nor on the coach's phone", async () => {
  const held = await hallClass(context, 2)
  const { device, row } = held
  const [asha, kabir] = held.students as [Student, Student]
  await recordCheckIn(context.as(kabir), row.id, kabir.user_id, { way: "code" })
  await ctx.db.delete(classEnrollments).where(eq(classEnrollments.student_id, kabir.user_id))
  await device.send({ marks: [device.mark(asha, "present")], lists: [device.list(1, true)] })
  expect(await onPhone(held)).toEqual({ heads: 1, complete: true })
})

test("ATT-08 a dismissed child is a head neither on the server nor on the coach's phone, and the notices follow", async () => {
  const held = await markedHall()
  const { device, coach, row } = held
  const child = device.child("Asha, tapped twice")
  await device.send({ lists: [device.list(1, true)], children: [child] })
  await runJobs(context, everyJob)
  expect(await statesOf(held)).toEqual([["held", "count-differs"]])
  expect(await onPhone(held)).toEqual({ heads: 2, complete: false })

  const dismissed = await decideChild(context.as(coach), { child_id: child.id, student_id: null })
  expect(dismissed).toMatchObject({ state: "complete" })
  expect((await getRegister(context.as(coach), row.id)).list).toMatchObject({ head_count: 1, heads: 1 })
  expect(await onPhone(held)).toEqual({ heads: 1, complete: true })
  await runJobs(context, everyJob)
  expect(await statesOf(held)).toEqual([["sent"]])
})
