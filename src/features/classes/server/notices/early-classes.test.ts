import { asc, eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import type { SignedIn } from "#platform/context.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createClass, moveClass, requestFor, seat } from "#tests/classes.ts"
import { nextPhone } from "#tests/guardians.ts"
import { type MessageWorld, startMessageWorld } from "#tests/message-world.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { runJobs, runSettled } from "#tests/run-jobs.ts"
import { draftClass } from "../class-factory.ts"
import { answerDemoRequest } from "../demos/demo-requests.ts"
import { updateClass } from "../schedule/reschedule.ts"
import { restoreClass } from "../schedule/restore.ts"
import { scheduleClass } from "../schedule/schedule.ts"
import { cancelClass, deleteClass } from "../schedule/withdraw.ts"
import { enrol } from "../seats.ts"
import { scheduledClasses } from "../table.ts"
import { classNoticeJobs } from "./notice-jobs.ts"

let messages: MessageWorld
let context: MessageWorld["context"]
let ctx: MessageWorld["context"]["ctx"]
let instructor: SignedIn
let asha: SignedIn
let phone: string

const jobs = [...classNoticeJobs, ...notificationJobs]
/** Times in Kolkata, on the day of the classes unless said otherwise. */
const at = (time: string, day = "21") => new Date(`2026-11-${day}T${time}:00+05:30`)

beforeAll(async () => {
  messages = await startMessageWorld()
  context = messages.context
  ctx = context.ctx
})
beforeEach(async () => {
  context.clock.set("2026-11-20T06:30:00Z")
  phone = nextPhone()
  instructor = await createInstructor(ctx)
  asha = await createStudent(ctx, { phone })
})
afterEach(() => {
  messages.clear()
  context.jobs.length = 0
  context.published.length = 0
})
afterAll(() => messages.close())

const work = () => runJobs(context, jobs)

const settle = () => runSettled(context, jobs)

const texts = () => messages.texts.messages.filter(({ to }) => to === phone).map(({ body }) => body)
const text = (body: string) => [expect.stringContaining(body)]

/** A class from 8:00 to 9:30 in which Asha has a seat. */
async function earlyClass() {
  const times = { starts_at: at("08:00"), ends_at: at("09:30") }
  const row = await createClass(ctx, instructor, { ...times, seats_taken: 1 })
  await seat(ctx, row.id, asha)
  return row
}

/** The same time on three Saturdays. */
async function earlySeries(start_time: string, end_time: string): Promise<string> {
  const times = { scheduled_date: "2026-11-21", start_time, end_time }
  const plan = { ...draftClass(times), repeats: "weeks" as const, repeat_weeks: 3, repeat_weekdays: [] }
  const { series_id } = await scheduleClass(context.as(instructor), plan)
  const rows = await ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(eq(scheduledClasses.series_id, series_id ?? ""))
    .orderBy(asc(scheduledClasses.starts_at))
  for (const { id } of rows) await enrol(context.as(asha), id)
  context.published.length = 0
  return rows[0]?.id ?? ""
}

test("CLS-03 ATT-07 a class cancelled or deleted in the quiet hours before it starts is texted at once", async () => {
  const early = await earlyClass()
  context.clock.set(at("06:00"))
  await cancelClass(context.as(instructor), { class_id: early.id, reason: "Ill" })
  await work()
  expect(texts()).toEqual(text("Has been cancelled"))
  messages.clear()
  const again = await earlyClass()
  await deleteClass(context.as(instructor), { class_id: again.id })
  await settle()
  expect(texts()).toEqual(text("Has been cancelled"))
})

test("CLS-03 ATT-07 there is time until 9:00 to tell that a class at 10:00 is deleted", async () => {
  const row = await createClass(ctx, instructor, { starts_at: at("10:00"), seats_taken: 1 })
  await seat(ctx, row.id, asha)
  context.clock.set(at("07:00"))
  await deleteClass(context.as(instructor), { class_id: row.id })
  await settle()
  expect(texts()).toEqual([])
  context.clock.set(at("09:00"))
  await work()
  expect(texts()).toEqual(text("Has been cancelled"))
})

test("CLS-03 ATT-07 people at the door of a class that should have begun are told at once that it is cancelled", async () => {
  const row = await earlyClass()
  context.clock.set(at("08:20"))
  await cancelClass(context.as(instructor), { class_id: row.id, reason: "Ill" })
  await work()
  expect(texts()).toEqual(text("Has been cancelled"))
})

test.each([
  ["just before", -MINUTE / 2],
  ["after", 5 * MINUTE],
])(
  "CLS-03 ATT-07 a class deleted, restored and deleted again %s its start is texted at once",
  async (_, ms) => {
    const { id: class_id } = await earlyClass()
    context.clock.set(at("07:50"))
    await deleteClass(context.as(instructor), { class_id })
    await restoreClass(context.as(instructor), { class_id, together: false })
    context.clock.set(new Date(at("08:00").getTime() + ms))
    await deleteClass(context.as(instructor), { class_id })
    await settle()
    expect(texts()).toEqual(text("Has been cancelled"))
  },
)

test("CLS-07 ATT-07 a seat that is free after the start of a class is pushed at once", async () => {
  const row = await earlyClass()
  await messages.addBrowser(asha)
  context.clock.set(at("08:05"))
  const seat = { class_id: row.id, student_id: asha.user_id }
  context.published.push({ topic: "seat.granted", data: seat })
  await work()
  expect(messages.browsers.shown).toHaveLength(1)
})

test("CLS-03 ATT-07 a series cancelled at night is texted before its first class in the morning", async () => {
  const first = await earlySeries("06:30", "07:30")
  context.clock.set(at("22:00", "20"))
  await cancelClass(context.as(instructor), { class_id: first, reason: "Ill", scope: "following" })
  await work()
  expect(texts()).toEqual(text("This and the following"))
})

test("CLS-04 ATT-07 a new time is texted before the earlier of the old and the new one", async () => {
  const row = await earlyClass()
  context.clock.set(at("07:30"))
  // Both moves are one message. By the second alone it could wait until 9:00.
  await moveClass(ctx, row.id, 3 * HOUR)
  await work()
  await moveClass(ctx, row.id, 7 * HOUR)
  await settle()
  expect(texts()).toEqual(text("Now at 6:00 pm"))
  messages.clear()
  await moveClass(ctx, row.id, HOUR)
  await settle()
  expect(texts()).toEqual([])
})

test("CLS-04 ATT-07 a series that moves is texted before its first class was to start", async () => {
  const first = await earlySeries("08:00", "09:00")
  context.clock.set(at("22:00", "20"))
  const later = draftClass({ scheduled_date: "2026-11-21", start_time: "18:00", end_time: "19:00" })
  await updateClass(context.as(instructor), { class_id: first, scope: "following", ...later })
  await settle()
  expect(texts()).toEqual(text("Now at 6:00 pm"))
})

test("CLS-08 ATT-07 the answer to a demo request is pushed before the class starts", async () => {
  const times = { starts_at: at("08:00"), ends_at: at("09:30"), class_type: "demo" as const }
  const row = await createClass(ctx, instructor, times)
  const request_id = await requestFor(ctx, row.id, asha, instructor)
  await messages.addBrowser(asha)
  context.clock.set(at("07:00"))
  await answerDemoRequest(context.as(instructor), { request_id, status: "approved" })
  await work()
  expect(messages.browsers.shown).toHaveLength(1)
})
