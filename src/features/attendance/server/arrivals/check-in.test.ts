import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { listDeleted } from "#features/classes/server/schedule/bin.ts"
import { deleteClass } from "#features/classes/server/schedule/withdraw.ts"
import { readClass } from "#features/classes/server/service.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { writePreferences } from "#features/notifications/server/preferences.ts"
import { notices, personNotices } from "#features/notifications/server/table.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createClass, moveClass } from "#tests/classes.ts"
import type { TestContext } from "#tests/context.ts"
import { createGuardian, createInstructor } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { readCoachDay } from "../hall/day.ts"
import { deviceOf, hallClass } from "../hall/test-hall.ts"
import { getRegister } from "../service.ts"
import { attendanceVerdicts } from "../table.ts"
import { everyJob, seatStudent, testClasses } from "../test-class.ts"
import { checkIn, readCentreCodes } from "./check-in.ts"
import { checkIns } from "./table.ts"

const world = testClasses()
let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(() => {
  context = world.context
  ctx = context.ctx
})

type Held = Awaited<ReturnType<typeof hallClass>>
type Student = Held["students"][number]

/** A class in a hall some minutes from now. */
function comingClass(inMinutes: number, count = 1) {
  return hallClass(context, count, { starts_at: new Date(ctx.clock.now().getTime() + inMinutes * MINUTE) })
}

/** The code on a venue's screen some minutes ago. */
async function codeShown({ coach }: Held, venue: string, minutesAgo = 0): Promise<string> {
  context.clock.advance(-minutesAgo * MINUTE)
  const { codes } = await readCentreCodes(context.as(coach), venue)
  context.clock.advance(minutesAgo * MINUTE)
  return codes[0]?.code ?? ""
}

async function entryOf(held: Held, { user_id }: Student) {
  const { entries } = await getRegister(context.as(held.coach), held.row.id)
  return entries.find(({ student_id }) => student_id === user_id)
}

test("D13 codes of a centre are shown only to instructors whom an admin approved", async () => {
  const stranger = context.as(await createInstructor(ctx, { approved_at: null }))
  expect(await refusalOf(readCentreCodes(stranger, "Hall A"))).toMatchObject({ code: "FORBIDDEN" })
})

test("ATT-08 a student checks in by the code on the screen before the class, which begins by itself at its time", async () => {
  const held = await comingClass(30, 2)
  const [asha, kabir] = held.students as [Student, Student]
  const code = await codeShown(held, "Pool")
  const came = await checkIn(context.as(asha), code)
  expect(came).toMatchObject({ class_id: held.row.id, title: "Swimming", venue_name: "Pool" })
  expect(await readClass(ctx, held.row.id)).toMatchObject({ status: "scheduled" })
  // Twice is once.
  context.clock.advance(MINUTE)
  expect((await checkIn(context.as(asha), await codeShown(held, "Pool"))).at).toEqual(came.at)
  expect(await ctx.db.$count(checkIns, eq(checkIns.class_id, held.row.id))).toBe(1)

  context.clock.advance(29 * MINUTE)
  await runJobs(context, everyJob)
  expect(await readClass(ctx, held.row.id)).toMatchObject({ status: "live" })
  expect(await entryOf(held, asha)).toMatchObject({
    ...{ verdict: "present", joined_at: came.at },
    reasons: [{ kind: "checked-in", way: "code" }],
  })
  expect(await entryOf(held, kabir)).toMatchObject({ verdict: "pending" })
  // The coach's phone knows it too.
  const [shown] = (await readCoachDay(context.as(held.coach))).classes
  expect(shown?.students.map(({ student_id, state }) => [student_id === asha.user_id, state])).toEqual(
    expect.arrayContaining([
      [true, "present"],
      [false, null],
    ]),
  )
})

test("ATT-08 a class that is moved after somebody checked in begins at its new time, and none is deleted", async () => {
  const held = await comingClass(10)
  const [asha] = held.students as [Student]
  await checkIn(context.as(asha), await codeShown(held, "Pool"))
  const starts_at = new Date(ctx.clock.now().getTime() + 40 * MINUTE)
  const times = { starts_at, ends_at: new Date(starts_at.getTime() + HOUR) }
  await ctx.db.update(scheduledClasses).set(times).where(eq(scheduledClasses.id, held.row.id))
  context.clock.advance(10 * MINUTE)
  await runJobs(context, everyJob)
  expect(await readClass(ctx, held.row.id)).toMatchObject({ status: "scheduled" })
  context.clock.advance(30 * MINUTE)
  await runJobs(context, everyJob)
  expect(await readClass(ctx, held.row.id)).toMatchObject({ status: "live" })

  const other = await comingClass(10)
  await checkIn(context.as(other.students[0] as Student), await codeShown(other, "Pool"))
  const deleting = deleteClass(context.as(other.coach), { class_id: other.row.id })
  await expect(deleting).rejects.toMatchObject({ code: "CLASS_HAS_RECORDS" })
  expect(await readClass(ctx, other.row.id)).toMatchObject({ status: "scheduled" })
})

test("ATT-08 CLS-04 of a series that is deleted a class stays that a child came to, and its students are told nothing", async () => {
  const series_id = newId()
  const { row: first, coach } = await hallClass(context, 1, {
    ...{ series_id, starts_at: new Date(ctx.clock.now().getTime() + DAY) },
  })
  const [second, third] = await Promise.all(
    [2, 3].map((days) =>
      createClass(ctx, coach, { series_id, starts_at: new Date(ctx.clock.now().getTime() + days * DAY) }),
    ),
  )
  const asha = await seatStudent(context, second?.id ?? "")
  const cameTo = (class_id = "") =>
    ctx.db.insert(checkIns).values({
      ...{ class_id, student_id: asha.user_id, way: "code", at: ctx.clock.now(), made_by: asha.user_id },
    })
  await cameTo(second?.id)
  await deleteClass(context.as(coach), { class_id: first.id, scope: "following" })
  const left = await ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(eq(scheduledClasses.series_id, series_id))
  expect(left).toEqual([{ id: second?.id }])
  expect(await ctx.db.$count(personNotices, eq(personNotices.person_id, asha.user_id))).toBe(0)
  const { items } = await listDeleted(context.as(coach), { limit: 10 })
  expect(items.map(({ id }) => id).toSorted()).toEqual([first.id, third?.id].toSorted())
  // The one that was chosen is still refused.
  const deleting = deleteClass(context.as(coach), { class_id: second?.id ?? "", scope: "following" })
  await expect(deleting).rejects.toMatchObject({ code: "CLASS_HAS_RECORDS" })
})

test("ATT-08 CLS-04 a class that is moved to another day after somebody checked in doesn't begin until somebody comes", async () => {
  const held = await comingClass(10)
  const [asha] = held.students as [Student]
  await checkIn(context.as(asha), await codeShown(held, "Pool"))
  await moveClass(ctx, held.row.id, DAY)
  context.clock.advance(10 * MINUTE)
  await runJobs(context, everyJob)
  context.clock.advance(DAY)
  await runJobs(context, everyJob)
  expect(await readClass(ctx, held.row.id)).toMatchObject({ status: "scheduled", started_at: null })
  await checkIn(context.as(asha), await codeShown(held, "Pool"))
  expect(await readClass(ctx, held.row.id)).toMatchObject({ status: "live" })
})

test("ATT-08 a code of the minute before counts, an older one and one of another venue don't, and guessing ends soon", async () => {
  const held = await comingClass(10)
  const [asha] = held.students as [Student]
  const [old, before, elsewhere] = [
    await codeShown(held, "Pool", 2),
    await codeShown(held, "Pool", 1),
    await codeShown(held, "Court"),
  ]
  const wrong = { code: "FIELD_ERRORS", data: { fields: { code: "CENTRE_CODE_WRONG" } } }
  expect(await refusalOf(checkIn(context.as(asha), old))).toMatchObject(wrong)
  expect(await refusalOf(checkIn(context.as(asha), elsewhere))).toMatchObject(wrong)
  for (let tries = 2; tries < 10; tries += 1)
    expect(await refusalOf(checkIn(context.as(asha), elsewhere))).toMatchObject(wrong)
  expect(await refusalOf(checkIn(context.as(asha), elsewhere))).toMatchObject({ code: "TOO_MANY_REQUESTS" })
  // A right code too: otherwise guessing would only be answered more slowly.
  expect(await refusalOf(checkIn(context.as(asha), before))).toMatchObject({ code: "TOO_MANY_REQUESTS" })
  const next = await comingClass(10)
  const [kabir] = next.students as [Student]
  expect(await checkIn(context.as(kabir), await codeShown(next, "Pool", 1))).toMatchObject({
    title: "Swimming",
  })
})

test("ATT-08 nobody checks in without a class here: too early, too late, cancelled, or of somebody else", async () => {
  const held = await comingClass(46)
  const [asha] = held.students as [Student]
  const other = await comingClass(10)
  const none = { code: "NO_CLASS_HERE" }
  const tryIt = async () => refusalOf(checkIn(context.as(asha), await codeShown(held, "Pool")))
  expect(await tryIt()).toMatchObject(none)
  expect(await ctx.db.$count(checkIns, eq(checkIns.class_id, other.row.id))).toBe(0)
  context.clock.advance(91 * MINUTE)
  expect(await tryIt()).toMatchObject(none)
  context.clock.advance(-80 * MINUTE)
  await ctx.db
    .update(scheduledClasses)
    .set({ status: "cancelled" })
    .where(eq(scheduledClasses.id, held.row.id))
  expect(await tryIt()).toMatchObject(none)
})

test("ATT-08 a check-in keeps a class in a hall from being closed as not held, and counts for the head count", async () => {
  const held = await comingClass(5, 2)
  const [asha, kabir] = held.students as [Student, Student]
  await checkIn(context.as(asha), await codeShown(held, "Pool"))
  context.clock.advance(5 * MINUTE)
  await runJobs(context, everyJob)
  // A coach marks the others, and counts both heads.
  const device = deviceOf(context, held.row.id, held.coach)
  context.clock.advance(2 * HOUR)
  await device.send({ marks: [device.mark(kabir, "present")], lists: [device.list(2, true)] })
  const { list } = await getRegister(context.as(held.coach), held.row.id)
  expect(list).toMatchObject({ state: "complete", heads: 2 })
})

test("ATT-08 guardians are told of an arrival if they want that, once, and never by themselves", async () => {
  const held = await comingClass(10, 2)
  const [asha, kabir] = held.students as [Student, Student]
  const wants = await createGuardian(ctx, asha)
  await createGuardian(ctx, kabir)
  const off = { push: false, whatsapp: false, email: false, sms: false }
  const others = { class_changes: off, absences: off, reminders: off, seats: off }
  const topics = {
    ...others,
    demo_requests: off,
    one_on_one: off,
    payments: off,
    arrivals: { ...off, sms: true },
  }
  await writePreferences(context.as(wants), { language: "en", topics })
  const code = await codeShown(held, "Pool")
  await checkIn(context.as(asha), code)
  await checkIn(context.as(asha), code)
  await checkIn(context.as(kabir), code)
  const sent = await ctx.db.select().from(notices).where(eq(notices.cause_id, held.row.id))
  expect(sent.map(({ recipient, kind }) => ({ recipient, kind }))).toEqual([
    { recipient: asha.parent_phone, kind: `arrival:${asha.user_id}:2026-11-20` },
  ])
  expect(await ctx.db.$count(personNotices, eq(personNotices.cause_id, held.row.id))).toBe(0)
  expect(sent[0]?.text).toMatch(/^Asha: Swimming \(.*\): checked in at /)
  // The class moves to tomorrow, and she comes again.
  const { id, starts_at, ends_at } = held.row
  const later = (at: Date) => new Date(at.getTime() + DAY)
  const times = {
    starts_at: later(starts_at),
    ends_at: later(ends_at),
    scheduled_date: "2026-11-21",
    status: "scheduled" as const,
  }
  await ctx.db.update(scheduledClasses).set(times).where(eq(scheduledClasses.id, id))
  context.clock.advance(DAY)
  const again = await checkIn(context.as(asha), await codeShown(held, "Pool"))
  expect(again.at).toEqual(ctx.clock.now())
  const { length } = await ctx.db.select().from(notices).where(eq(notices.cause_id, id))
  expect(length).toBe(2)
})

test("ATT-08 settling again after check-ins changes no verdict", async () => {
  const held = await comingClass(0)
  const [asha] = held.students as [Student]
  await checkIn(context.as(asha), await codeShown(held, "Pool"))
  await runJobs(context, everyJob)
  context.clock.advance(3 * HOUR)
  await runJobs(context, everyJob)
  const verdicts = () =>
    ctx.db.select().from(attendanceVerdicts).where(eq(attendanceVerdicts.class_id, held.row.id))
  const before = await verdicts()
  await runJobs(context, everyJob)
  expect(await verdicts()).toEqual(before)
})
