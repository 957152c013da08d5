import { asc, eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { listMyNotices } from "#features/notifications/server/person-notices.ts"
import type { SignedIn } from "#platform/context.ts"
import { MINUTE } from "#shared/time.ts"
import { type MessageWorld, startMessageWorld } from "#tests/message-world.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs, runSettled } from "#tests/run-jobs.ts"
import { draftClass } from "../class-factory.ts"
import { updateClass } from "../schedule/reschedule.ts"
import { scheduleClass } from "../schedule/schedule.ts"
import { cancelClass } from "../schedule/withdraw.ts"
import { enrol } from "../seats.ts"
import { scheduledClasses } from "../table.ts"
import { classNoticeJobs } from "./notice-jobs.ts"

let messages: MessageWorld
let context: MessageWorld["context"]
let instructor: SignedIn
let asha: SignedIn
let ravi: SignedIn

const jobs = [...classNoticeJobs, ...notificationJobs]

beforeAll(async () => {
  messages = await startMessageWorld()
  context = messages.context
})
beforeEach(async () => {
  context.clock.set("2026-11-20T06:30:00Z")
  instructor = await createInstructor(context.ctx)
  asha = await createStudent(context.ctx)
  ravi = await createStudent(context.ctx, { first_name: "Ravi" })
})
afterEach(() => {
  messages.clear()
  context.jobs.length = 0
  context.published.length = 0
})
afterAll(() => messages.close())

/** Three Saturdays from 21 November, 17:00 to 18:00: Asha has a seat in all, Ravi in the first. */
async function scheduleSeries(): Promise<[string, string, string]> {
  const plan = { ...draftClass(), repeats: "weeks" as const, repeat_weeks: 3, repeat_weekdays: [] }
  const { series_id } = await scheduleClass(context.as(instructor), plan)
  const rows = await context.ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(eq(scheduledClasses.series_id, series_id ?? ""))
    .orderBy(asc(scheduledClasses.starts_at))
  const [first, second, third] = rows.map(({ id }) => id)
  if (!first || !second || !third) throw new Error("no series")
  for (const id of [first, second, third]) await enrol(context.as(asha), id)
  await enrol(context.as(ravi), first)
  context.clock.advance(MINUTE)
  context.published.length = 0
  return [first, second, third]
}

const settle = () => runSettled(context, jobs)

async function bellOf(person: SignedIn): Promise<string[]> {
  const { items } = await listMyNotices(context.as(person), { limit: 50 })
  return items.map((item) => `${item.title} | ${item.text}`).reverse()
}

const mailsTo = (person: SignedIn) =>
  messages.mails.mails
    .filter((mail) => mail.to?.some((one) => one.address === person.email))
    .map((mail) => mail.subject)

test("CLS-04 a series that moves to where its first class is already is told once, to those in classes that move", async () => {
  const [first] = await scheduleSeries()
  const later = draftClass({ start_time: "18:00", end_time: "19:00" })
  await updateClass(context.as(instructor), { class_id: first, ...later })
  await settle()
  const alone =
    "New time: Fractions | Now Sat, 21 Nov, 6:00 pm to 7:00 pm. It was planned for Sat, 21 Nov, 5:00 pm to 6:00 pm."
  expect([await bellOf(asha), await bellOf(ravi)]).toEqual([[alone], [alone]])
  messages.clear()
  await updateClass(context.as(instructor), { class_id: first, scope: "following", ...later })
  await settle()
  expect(await bellOf(asha)).toEqual([
    alone,
    "New time: Fractions | Now Sat, 28 Nov, 6:00 pm to 7:00 pm. It was planned for Sat, 28 Nov, 5:00 pm to 6:00 pm.",
  ])
  expect(await bellOf(ravi)).toEqual([alone])
  expect([mailsTo(asha), mailsTo(instructor), mailsTo(ravi)]).toEqual([
    ["New time: Fractions"],
    ["New time: Fractions"],
    [],
  ])
})

test("CLS-04 a series whose first class is cancelled right after it moved is still told of its new time", async () => {
  const [first] = await scheduleSeries()
  const later = draftClass({ start_time: "18:00", end_time: "19:00" })
  await updateClass(context.as(instructor), { class_id: first, scope: "following", ...later })
  await cancelClass(context.as(instructor), { class_id: first, reason: "The hall is flooded" })
  await settle()
  expect(await bellOf(asha)).toContain(
    "New time: Fractions | Now Sat, 28 Nov, 6:00 pm to 7:00 pm. It was planned for Sat, 28 Nov, 5:00 pm to 6:00 pm.",
  )
  expect((await bellOf(ravi)).filter((line) => line.startsWith("New time"))).toEqual([])
})

test("CLS-01 ADM-01 a series that is handed over is told once, to students and to both instructors", async () => {
  const [first] = await scheduleSeries()
  const admin = context.as(await createAdmin(context.ctx))
  const arjun = await createInstructor(context.ctx, { first_name: "Arjun", last_name: "Nair" })
  const edit = { class_id: first, scope: "following" as const, instructor_id: arjun.user_id }
  await updateClass(admin, edit)
  const handedOver = context.published.find(({ topic }) => topic === "class.handed_over")
  await settle()
  if (handedOver) context.published.push(handedOver)
  await settle()
  const these = "Sat, 21 Nov, 5:00 pm to 6:00 pm, and the following classes in its series."
  expect(await bellOf(asha)).toEqual([`Arjun Nair will teach Fractions | ${these}`])
  expect(await bellOf(ravi)).toEqual([`Arjun Nair will teach Fractions | ${these}`])
  expect(await bellOf(instructor)).toEqual([`Arjun Nair will teach Fractions | ${these}`])
  expect(await bellOf(arjun)).toEqual([`You'll teach Fractions | ${these}`])
  expect(mailsTo(arjun)).toEqual(["You'll teach Fractions"])
})

test("CLS-01 ADM-01 a class handed over alone is told once it is settled, and not if it was a mistake", async () => {
  const [first] = await scheduleSeries()
  const admin = context.as(await createAdmin(context.ctx))
  const arjun = await createInstructor(context.ctx, { first_name: "Arjun", last_name: "Nair" })
  const give = (to: SignedIn) => updateClass(admin, { class_id: first, instructor_id: to.user_id })
  await give(arjun)
  await runJobs(context, jobs)
  await give(instructor)
  await settle()
  for (const person of [asha, ravi, instructor, arjun]) expect(mailsTo(person)).toEqual([])
  await give(arjun)
  await settle()
  expect([mailsTo(ravi), mailsTo(arjun)]).toEqual([
    ["Arjun Nair will teach Fractions"],
    ["You'll teach Fractions"],
  ])
})

test("CLS-03 a series cancelled after its first class should have begun is told by mail as well", async () => {
  const [first] = await scheduleSeries()
  context.clock.set("2026-11-21T11:40:00Z")
  await cancelClass(context.as(instructor), { class_id: first, reason: "ill", scope: "following" })
  await runJobs(context, jobs)
  for (const person of [asha, ravi, instructor]) expect(mailsTo(person)).toEqual(["Cancelled: Fractions"])
})
