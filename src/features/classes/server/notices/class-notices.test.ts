import { and, eq, inArray } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { listMyNotices, markNoticesRead } from "#features/notifications/server/person-notices.ts"
import { unsubscribe, writePreferences } from "#features/notifications/server/preferences.ts"
import { notices } from "#features/notifications/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createClass, moveClass, requestFor, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { SMTP_PASSWORD, SMTP_USER, type SmtpGateway, startSmtpGateway } from "#tests/gateways/smtp.ts"
import { Killed, killedAt } from "#tests/killed-worker.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { answerDemoRequest } from "../demos/demo-requests.ts"
import { offerSlots } from "../one-on-one/slot-offers.ts"
import { listOwnSlots, takeSlot } from "../one-on-one/slots.ts"
import { cancelClass } from "../schedule/withdraw.ts"
import { leave } from "../seats.ts"
import { classEnrollments, scheduledClasses } from "../table.ts"
import { classNoticeJobs } from "./notice-jobs.ts"
import { confirmSeats, remindOfClasses } from "./reminders.ts"

let context: TestContext
let ctx: TestContext["ctx"]
let server: SmtpGateway
let instructor: SignedIn
let asha: SignedIn
let ravi: SignedIn

const jobs = [...classNoticeJobs, ...notificationJobs]
const START = "2026-11-20T10:30:00Z"
const off = { push: false, whatsapp: false, email: false, sms: false }
const IN_APP_ALONE = {
  ...{ absences: off, arrivals: off, class_changes: off, reminders: off, seats: off, demo_requests: off },
  ...{ one_on_one: off, payments: off },
}

beforeAll(async () => {
  server = await startSmtpGateway()
  context = await createTestContext({
    env: {
      SMTP_HOST: server.host,
      SMTP_PORT: String(server.port),
      SMTP_USER,
      SMTP_PASSWORD,
      MAIL_FROM: "Kaksha <hello@kaksha.example>",
    },
  })
  ctx = context.ctx
})
beforeEach(async () => {
  context.clock.set(START)
  instructor = await createInstructor(ctx)
  asha = await createStudent(ctx, { phone: "+919845012345" })
  ravi = await createStudent(ctx, { first_name: "Ravi" })
})
afterEach(() => {
  server.behave("accept")
  server.mails.length = 0
  context.jobs.length = 0
  context.published.length = 0
})
afterAll(async () => {
  await context.close()
  await server.close()
})

type Row = Awaited<ReturnType<typeof createClass>>

async function classWithTwo(columns: Parameters<typeof createClass>[2] = {}): Promise<Row> {
  const starts_at = new Date(ctx.clock.now().getTime() + DAY)
  const row = await createClass(ctx, instructor, { starts_at, seats_taken: 2, ...columns })
  for (const student of [asha, ravi]) await seat(ctx, row.id, student)
  return row
}

const move = (row: Row, byMs: number) => moveClass(ctx, row.id, byMs)

const mailsTo = (person: SignedIn) =>
  server.mails.filter((mail) => mail.to?.some((one) => one.address === person.email))

async function bellOf(person: SignedIn): Promise<string[]> {
  const { items } = await listMyNotices(context.as(person), { limit: 50 })
  return items.map((item) => `${item.title} | ${item.text}`)
}

test("CLS-04 everyone with a seat and the instructor are told of a new time, with the old one and the calendar file", async () => {
  const row = await classWithTwo()
  await move(row, 2 * HOUR)
  await runJobs(context, jobs)
  expect(await bellOf(asha)).toEqual([
    "New time: Fractions | Now Sat, 21 Nov, 6:00 pm to 7:00 pm. It was planned for Sat, 21 Nov, 4:00 pm to 5:00 pm.",
  ])
  expect(server.mails).toEqual([])
  context.clock.advance(MINUTE)
  await runJobs(context, jobs)
  for (const person of [asha, ravi, instructor]) expect(mailsTo(person).length).toBe(1)
  const [mail] = mailsTo(asha)
  expect(mail?.subject).toBe("New time: Fractions")
  expect(mail?.text).toContain(`http://localhost/class/${row.id}/calendar.ics`)
  expect(mail?.headers.find(({ key }) => key === "list-unsubscribe-post")?.value).toBe(
    "List-Unsubscribe=One-Click",
  )
})

test("CLS-04 a class moved twice before the notice left makes one notice with the final time, moved back none", async () => {
  const row = await classWithTwo()
  await move(row, 2 * HOUR)
  await runJobs(context, jobs)
  await move(row, HOUR)
  await runJobs(context, jobs)
  expect(await bellOf(asha)).toEqual([
    "New time: Fractions | Now Sat, 21 Nov, 7:00 pm to 8:00 pm. It was planned for Sat, 21 Nov, 4:00 pm to 5:00 pm.",
  ])
  context.clock.advance(2 * MINUTE)
  await runJobs(context, jobs)
  expect(mailsTo(asha).map((mail) => mail.text?.includes("7:00 pm to 8:00 pm"))).toEqual([true])

  server.mails.length = 0
  await markNoticesRead(context.as(asha), undefined)
  await move(row, -3 * HOUR)
  await runJobs(context, jobs)
  await move(row, 3 * HOUR)
  context.clock.advance(2 * MINUTE)
  await runJobs(context, jobs)
  expect(server.mails).toEqual([])
  expect((await bellOf(asha)).length).toBe(1)
})

test("CLS-04 a second move after the first was told goes on from what the person knows", async () => {
  const row = await classWithTwo()
  await move(row, 2 * HOUR)
  await runJobs(context, jobs)
  context.clock.advance(2 * MINUTE)
  await runJobs(context, jobs)
  await move(row, HOUR)
  await runJobs(context, jobs)
  context.clock.advance(2 * MINUTE)
  await runJobs(context, jobs)
  expect(mailsTo(asha).length).toBe(2)
  expect(mailsTo(asha)[1]?.text).toContain("It was planned for Sat, 21 Nov, 6:00 pm to 7:00 pm")
})

test("CLS-03 a cancelled class is told once with its reason, however often its job runs, and by two workers at once", async () => {
  const row = await classWithTwo()
  await cancelClass(context.as(instructor), { class_id: row.id, reason: "The hall is flooded" })
  const told = { topic: "class.cancelled", data: { class_id: row.id, change_id: newId() } }
  context.published.splice(0, context.published.length, told, told)
  await Promise.all([runJobs(context, classNoticeJobs), runJobs(context, classNoticeJobs)])
  await Promise.all([runJobs(context, jobs), runJobs(context, jobs)])
  for (const person of [asha, ravi, instructor]) {
    expect(mailsTo(person).length).toBe(1)
    expect((await bellOf(person)).length).toBe(1)
  }
  expect(mailsTo(ravi)[0]?.text).toContain("Reason: The hall is flooded")
  expect(await bellOf(await createStudent(ctx))).toEqual([])
})

test("CLS-03 a worker killed at any step of telling tells everyone once in the end", async () => {
  for (let step = 0; step < 2; step += 1) {
    const row = await classWithTwo({ starts_at: new Date(ctx.clock.now().getTime() + (step + 2) * DAY) })
    await ctx.db.update(scheduledClasses).set({ status: "cancelled" }).where(eq(scheduledClasses.id, row.id))
    const told = { topic: "class.cancelled", data: { class_id: row.id, change_id: newId() } }
    context.published.push(told)
    await expect(runJobs(context, classNoticeJobs, killedAt(ctx, step))).rejects.toThrow(Killed)
    context.published.push(told)
    await runJobs(context, jobs)
    expect(mailsTo(asha).length, `killed at step ${step}`).toBe(step + 1)
  }
})

test("CLS-03 a mail server that is down delays a notice and loses none", async () => {
  const row = await classWithTwo()
  server.behave("busy")
  await ctx.db.update(scheduledClasses).set({ status: "cancelled" }).where(eq(scheduledClasses.id, row.id))
  context.published.push({ topic: "class.cancelled", data: { class_id: row.id, change_id: newId() } })
  await runJobs(context, jobs)
  expect(server.mails).toEqual([])
  server.behave("accept")
  context.clock.advance(2 * MINUTE)
  await runJobs(context, jobs)
  expect([asha, ravi, instructor].map((person) => mailsTo(person).length)).toEqual([1, 1, 1])
})

test("CLS-10 reminders go out an hour before by mail and ten minutes before in the bell, once each", async () => {
  const row = await classWithTwo()
  await ctx.db
    .update(classEnrollments)
    .set({ created_at: ctx.clock.now() })
    .where(eq(classEnrollments.class_id, row.id))
  await ctx.db
    .update(scheduledClasses)
    .set({ created_at: ctx.clock.now() })
    .where(eq(scheduledClasses.id, row.id))
  context.clock.set(new Date(row.starts_at.getTime() - 61 * MINUTE))
  expect(await remindOfClasses(ctx)).toBe(0)
  context.clock.advance(MINUTE)
  const [first, second] = await Promise.all([remindOfClasses(ctx), remindOfClasses(ctx)])
  expect(first + second).toBe(1)
  await runJobs(context, jobs)
  expect(mailsTo(asha).map((mail) => mail.subject)).toEqual(["Fractions starts at 4:00 pm"])
  expect(mailsTo(instructor).length).toBe(1)
  expect(mailsTo(asha)[0]?.text).toContain(`http://localhost/class/${row.id}/room`)
  context.clock.advance(50 * MINUTE)
  await remindOfClasses(ctx)
  await remindOfClasses(ctx)
  await runJobs(context, jobs)
  expect((await bellOf(ravi)).map((line) => line.split(" | ")[0])).toEqual(["Starting soon: Fractions"])
  expect(server.mails.length).toBe(3)
})

test("CLS-10 a reminder that waits does not go out for a class that was moved, cancelled or left", async () => {
  const early = new Date(ctx.clock.now().getTime() - DAY)
  const rows = []
  for (const [at, title] of [
    [30, "Moved"],
    [95, "Cancelled"],
    [160, "Left"],
  ] as const) {
    const starts_at = new Date(ctx.clock.now().getTime() + at * MINUTE)
    const row = await createClass(ctx, instructor, { starts_at, title, seats_taken: 1, created_at: early })
    await ctx.db
      .insert(classEnrollments)
      .values({ id: newId(), class_id: row.id, student_id: asha.user_id, created_at: early })
    rows.push(row)
  }
  const [moved, cancelled, left] = rows
  if (!moved || !cancelled || !left) throw new Error("no classes")
  const wide = { ...ctx, env: { ...ctx.env, REMINDER_MINUTES: 180 } }
  expect(await remindOfClasses(wide)).toBe(3)
  await move(moved, 5 * HOUR)
  context.published.length = 0
  await ctx.db
    .update(scheduledClasses)
    .set({ status: "cancelled" })
    .where(eq(scheduledClasses.id, cancelled.id))
  await leave(context.as(asha), left.id)
  await runJobs(context, jobs)
  expect(mailsTo(asha)).toEqual([])
  const taken = await ctx.db
    .select({ status: notices.status, reasons: notices.reasons })
    .from(notices)
    .where(and(eq(notices.recipient, asha.email), eq(notices.status, "withdrawn")))
  expect(taken.flatMap((one) => one.reasons.map(({ code }) => code)).sort()).toEqual([
    "class-moved",
    "class-off",
    "seat-lost",
  ])
})

test("CLS-07 a student is told once of a seat they took, and not of one they gave back meanwhile", async () => {
  const row = await classWithTwo()
  const now = ctx.clock.now()
  await ctx.db.update(classEnrollments).set({ created_at: now }).where(eq(classEnrollments.class_id, row.id))
  await confirmSeats(ctx)
  expect(await bellOf(asha)).toEqual([])
  context.clock.advance(MINUTE)
  await leave(context.as(ravi), row.id)
  await confirmSeats(ctx)
  expect(await confirmSeats(ctx)).toBe(0)
  await runJobs(context, jobs)
  expect(mailsTo(asha).map((mail) => mail.subject)).toEqual(["You have a seat: Fractions"])
  expect(mailsTo(ravi)).toEqual([])
})

test("CLS-10 the notice of a seat promises the reminder that follows, and none to who took it later", async () => {
  const early = await classWithTwo()
  const late = await createClass(ctx, instructor, {
    starts_at: new Date(ctx.clock.now().getTime() + 80 * MINUTE),
  })
  await seat(ctx, late.id, asha)
  const now = ctx.clock.now()
  await ctx.db
    .update(classEnrollments)
    .set({ created_at: now })
    .where(inArray(classEnrollments.class_id, [early.id, late.id]))
  context.clock.advance(MINUTE)
  await confirmSeats({ ...ctx, env: { ...ctx.env, REMINDER_MINUTES: 90 } })
  await runJobs(context, jobs)
  const promised = mailsTo(asha).map(({ text }) => /We'll remind you .* before/.exec(text ?? "")?.[0] ?? null)
  expect(promised.toSorted()).toEqual([null, "We'll remind you 90 minutes before"].toSorted())
})

test("CLS-13 who takes a one-on-one time is told of it once", async () => {
  const times = { scheduled_date: "2026-11-21", start_time: "16:00", end_time: "16:30", minutes: 30 }
  await offerSlots(context.as(instructor), { ...times, subject: "Physics" })
  const [slot] = (await listOwnSlots(context.as(instructor), { limit: 1 })).items
  await takeSlot(context.as(asha), slot?.id ?? "")
  context.clock.advance(MINUTE)
  await confirmSeats(ctx)
  await runJobs(context, jobs)
  expect((await bellOf(asha)).map((line) => line.split(" | ")[0])).toEqual([
    "Your one-on-one with Meera Iyer",
  ])
})

test("CLS-13 the instructor is told once that a booked time was given back, and not of a booking they never heard of", async () => {
  const times = { scheduled_date: "2026-11-21", start_time: "16:00", end_time: "16:30", minutes: 30 }
  await offerSlots(context.as(instructor), { ...times, subject: "Physics" })
  const [slot] = (await listOwnSlots(context.as(instructor), { limit: 1 })).items
  const take = () => takeSlot(context.as(asha), slot?.id ?? "")
  const first = await take()
  await runJobs(context, jobs)
  await leave(context.as(asha), first.class_id)
  const [given] = context.published.filter(({ topic }) => topic === "slot.given_back")
  await runJobs(context, jobs)
  if (given) context.published.push(given)
  await runJobs(context, jobs)
  const said =
    "Asha Rao gave back their one-on-one | Sat, 21 Nov, 4:00 pm to 4:30 pm. The time is on offer again."
  expect(await bellOf(instructor)).toEqual([said])
  expect(mailsTo(instructor).map(({ subject }) => subject)).toEqual([
    "Asha Rao took your one-on-one time",
    "Asha Rao gave back their one-on-one",
  ])
  expect(await bellOf(asha)).toEqual([])
  // Back before anybody was told.
  await leave(context.as(asha), (await take()).class_id)
  await runJobs(context, jobs)
  expect([mailsTo(instructor).length, await bellOf(instructor)]).toEqual([2, [said]])
})

test("CLS-13 an instructor isn't told that a time was given back when only the student heard of the booking", async () => {
  await writePreferences(context.as(instructor), { language: "en", topics: IN_APP_ALONE })
  const times = { scheduled_date: "2026-11-21", start_time: "16:00", end_time: "16:30", minutes: 30 }
  await offerSlots(context.as(instructor), { ...times, subject: "Physics" })
  const [slot] = (await listOwnSlots(context.as(instructor), { limit: 1 })).items
  const { class_id } = await takeSlot(context.as(asha), slot?.id ?? "")
  await runJobs(context, jobs)
  expect([mailsTo(asha).length, (await bellOf(instructor)).length]).toEqual([1, 1])
  await leave(context.as(asha), class_id)
  await runJobs(context, jobs)
  expect(await bellOf(instructor)).toEqual([])
})

test("CLS-07 after hours without a worker one run tells everybody of a seat, however many there are", async () => {
  const row = await createClass(ctx, instructor, { starts_at: new Date(ctx.clock.now().getTime() + DAY) })
  // More than are read at once.
  for (let taken = 0; taken < 101; taken += 1) await seat(ctx, row.id, await createStudent(ctx))
  context.clock.advance(MINUTE)
  expect(await confirmSeats(ctx)).toBe(101)
  expect(await confirmSeats(ctx)).toBe(0)
})

test("CLS-08 the instructor is told of a request, the student of its answer with the message", async () => {
  const row = await createClass(ctx, instructor, {
    class_type: "demo",
    starts_at: new Date(ctx.clock.now().getTime() + DAY),
  })
  const request_id = await requestFor(ctx, row.id, asha, instructor)
  context.published.push({ topic: "demo.requested", data: { request_id } })
  await runJobs(context, jobs)
  expect((await bellOf(instructor))[0]).toContain("Asha Rao requests a seat: Fractions")
  const message = "This one is for class 9"
  await answerDemoRequest(context.as(instructor), { request_id, status: "rejected", message })
  await runJobs(context, jobs)
  expect(mailsTo(asha)[0]?.text).toContain("Meera Iyer: “This one is for class 9”")
})

test("CLS-10 each person is told as they chose: no mail, in Hindi, by text message by day alone", async () => {
  await writePreferences(context.as(ravi), { language: "hi", topics: IN_APP_ALONE })
  const row = await classWithTwo({ starts_at: new Date("2026-11-22T10:30:00Z") })
  context.clock.set("2026-11-20T17:00:00Z")
  await ctx.db.update(scheduledClasses).set({ status: "cancelled" }).where(eq(scheduledClasses.id, row.id))
  context.published.push({ topic: "class.cancelled", data: { class_id: row.id, change_id: newId() } })
  await runJobs(context, jobs)
  expect(mailsTo(ravi)).toEqual([])
  expect((await bellOf(ravi))[0]).toContain("क्लास रद्द: Fractions | रविवार, 22 नवंबर, शाम 4:00 बजे")
  const texts = () => ctx.db.select().from(notices).where(eq(notices.recipient, "+919845012345"))
  const [waiting] = (await texts()).filter((one) => one.cause_id === row.id)
  // 22:30 in Kolkata: it waits until 9:00.
  expect(waiting).toMatchObject({ status: "queued", due_at: new Date("2026-11-21T03:30:00Z") })
  expect(waiting?.variables).toMatchObject({ className: "Fractions", change: "Has been cancelled" })
  context.clock.set("2026-11-21T03:30:00Z")
  await runJobs(context, jobs)
  expect((await texts()).filter((one) => one.cause_id === row.id)).toMatchObject([{ status: "sent" }])
})

test("CLS-10 the link of a mail ends its kind without signing in, and a forged one nothing", async () => {
  const row = await classWithTwo()
  await ctx.db.update(scheduledClasses).set({ status: "cancelled" }).where(eq(scheduledClasses.id, row.id))
  context.published.push({ topic: "class.cancelled", data: { class_id: row.id, change_id: newId() } })
  await runJobs(context, jobs)
  const link = mailsTo(asha)[0]?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? ""
  const token = /token=([^>]+)/.exec(link)?.[1] ?? ""
  const other = token.replace(asha.user_id, ravi.user_id)
  await expect(unsubscribe(ctx, other)).rejects.toMatchObject({ code: "NOT_FOUND" })
  expect(await unsubscribe(ctx, token)).toEqual({ topic: "class_changes" })
  server.mails.length = 0
  const next = await classWithTwo({ starts_at: new Date(ctx.clock.now().getTime() + 2 * DAY) })
  await ctx.db.update(scheduledClasses).set({ status: "cancelled" }).where(eq(scheduledClasses.id, next.id))
  context.published.push({ topic: "class.cancelled", data: { class_id: next.id, change_id: newId() } })
  await runJobs(context, jobs)
  expect([mailsTo(asha).length, mailsTo(ravi).length]).toEqual([0, 1])
  expect((await bellOf(asha)).length).toBe(2)
})
