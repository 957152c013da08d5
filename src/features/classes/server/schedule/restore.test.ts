import { eq, inArray, sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { disablePerson } from "#features/accounts/server/people/people.ts"
import { listMyNotices, markNoticesRead } from "#features/notifications/server/person-notices.ts"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { deletedClasses, deletedClassRows } from "../bin-tables.ts"
import { createClass, draftClass, outcomeOf, placeClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { acceptDemoOffer } from "../demos/demo-offers.ts"
import { answerDemoRequest, requestDemo } from "../demos/demo-requests.ts"
import { classNoticeJobs } from "../notices/notice-jobs.ts"
import { offerSlots } from "../one-on-one/slot-offers.ts"
import { listOwnSlots, takeSlot } from "../one-on-one/slots.ts"
import { classesData } from "../personal-data.ts"
import { classWaitlist, demoOffers, oneOnOneSlots } from "../seat-tables.ts"
import { joinWaitlist } from "../seats/waitlist.ts"
import { enrol } from "../seats.ts"
import { readClass } from "../service.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "../table.ts"
import { BINNED, emptyBin, listDeleted } from "./bin.ts"
import { restoreClass } from "./restore.ts"
import { scheduleClass } from "./schedule.ts"
import { cancelClass, deleteClass } from "./withdraw.ts"

const START = "2026-11-20T10:30:00Z"

let world: TestContext
let instructor: SignedIn
let students: SignedIn[]

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(START)
  world.published.length = 0
  world.jobs.length = 0
  instructor = await createInstructor(world.ctx)
  students = [await createStudent(world.ctx), await createStudent(world.ctx), await createStudent(world.ctx)]
})

const student = (place: number) => world.as(students[place] as SignedIn)
const own = () => world.as(instructor)
const remove = (class_id: string) => deleteClass(own(), { class_id })
const restore = (class_id: string, together = true) => restoreClass(own(), { class_id, together })

/** Everything that is stored of a class but what its return changes. */
async function everythingOf(classId: string) {
  const { db } = world.ctx
  const [row] = await db.select().from(scheduledClasses).where(eq(scheduledClasses.id, classId))
  const requests = await db.select().from(demoClassRequests).where(eq(demoClassRequests.class_id, classId))
  return {
    row: row && { ...row, revision: 0, updated_at: null },
    seats: await db.select().from(classEnrollments).where(eq(classEnrollments.class_id, classId)),
    line: await db.select().from(classWaitlist).where(eq(classWaitlist.class_id, classId)),
    requests: requests.toSorted((a, b) => a.id.localeCompare(b.id)),
    offers: await db.select().from(demoOffers).where(eq(demoOffers.class_id, classId)),
    slots: await db.select().from(oneOnOneSlots).where(eq(oneOnOneSlots.class_id, classId)),
  }
}

async function bellOf(person: SignedIn): Promise<string[]> {
  return (await listMyNotices(world.as(person), { limit: 50 })).items.map((item) => item.title)
}

async function mailsAbout(causeId: string): Promise<string[]> {
  const rows = await world.ctx.db.select().from(notices).where(eq(notices.cause_id, causeId))
  return rows.map((row) => row.status)
}

/** Tables whose rows a deletion takes along and that the bin leaves out, with the reason. */
const NOT_IN_BIN: Record<string, string[]> = {
  "written once a class is live, and such a class is never deleted": [
    ...["class_rooms", "presence_events", "room_admissions", "room_allowances", "room_bans", "room_files"],
    ...["room_hands", "room_messages", "room_outages", "room_policies", "room_polls", "room_votes"],
    ...["room_whiteboard_items", "room_whiteboards"],
  ],
  "who came before a class that is then deleted came for nothing": ["check_ins", "sign_outs"],
}

test("CLS-04 every table that a deletion takes rows from is in the bin, or is left out for a reason", async () => {
  const { rows } = await world.ctx.db.execute<{ name: string }>(sql`
    with recursive taken as (
      select 'scheduled_classes'::regclass::oid as id
      union
      select conrelid from pg_constraint join taken on taken.id = confrelid
        where contype = 'f' and confdeltype in ('c', 'n'))
    select id::regclass::text as name from taken where id <> 'scheduled_classes'::regclass`)
  const known = new Set([...BINNED, ...Object.values(NOT_IN_BIN).flat()])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test("CLS-04 a deleted class comes back as it was, with its seats and its line in their order", async () => {
  const class_id = await createClass(own(), { max_capacity: 1 })
  await enrol(student(0), class_id)
  await joinWaitlist(student(1), class_id)
  await joinWaitlist(student(2), class_id)
  const before = await everythingOf(class_id)
  const { revision } = (await readClass(world.ctx, class_id)) ?? { revision: -1 }
  await remove(class_id)
  expect(await readClass(world.ctx, class_id)).toBeNull()
  expect(await restore(class_id)).toMatchObject({ id: class_id, status: "scheduled", enrolled_count: 1 })
  expect(await everythingOf(class_id)).toEqual(before)
  expect((await readClass(world.ctx, class_id))?.revision).toBe(revision + 1)
  expect((await getClass(student(2), class_id)).waitlist_position).toBe(2)
  // A second click, or a second tab, finds it where the first has put it.
  expect(await restore(class_id)).toMatchObject({ id: class_id, enrolled_count: 1 })
  const acts = await world.ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, class_id))
  expect(acts.map((act) => act.action)).toEqual(["class.delete", "class.restore"])
  expect(world.published).toContainEqual({
    topic: "class.restored",
    data: expect.objectContaining({ class_id }),
  })
})

test("CLS-11 a demo class comes back with its requests, what they answered, and what was offered", async () => {
  const [first, second] = [
    await createClass(own(), { class_type: "demo" }),
    await createClass(own(), { class_type: "demo", scheduled_date: "2026-11-22" }),
  ]
  const asked = await requestDemo(student(0), first)
  await requestDemo(student(1), first)
  await answerDemoRequest(own(), { request_id: asked.id, status: "rejected", offer_class_ids: [second] })
  const answer = await acceptDemoOffer(student(0), { request_id: asked.id, class_id: second })
  for (const class_id of [first, second]) {
    const before = [await everythingOf(first), await everythingOf(second)]
    await remove(class_id)
    await restore(class_id)
    expect([await everythingOf(first), await everythingOf(second)]).toEqual(before)
  }
  const [kept] = await world.ctx.db
    .select()
    .from(demoClassRequests)
    .where(eq(demoClassRequests.id, answer.id))
  expect(kept).toMatchObject({ offered_for: asked.id, status: "approved" })
})

test("CLS-11 who used the free trial elsewhere meanwhile does not get the deleted request back", async () => {
  const [first, second] = [
    await createClass(own(), { class_type: "demo" }),
    await createClass(own(), { class_type: "demo", scheduled_date: "2026-11-22" }),
  ]
  await requestDemo(student(0), first)
  await remove(first)
  await requestDemo(student(0), second)
  expect(await restore(first)).toMatchObject({ held_count: 0 })
  expect((await everythingOf(first)).requests).toEqual([])
})

test("CLS-13 a one-on-one class comes back with the time it was made of", async () => {
  await offerSlots(own(), {
    ...{ subject: "Mathematics", scheduled_date: "2026-11-23" },
    ...{ start_time: "17:00", end_time: "17:30", minutes: 30 },
  })
  const [slot] = (await listOwnSlots(own(), { limit: 9 })).items
  const { class_id } = await takeSlot(student(0), slot?.id ?? "")
  const before = await everythingOf(class_id)
  await remove(class_id)
  expect((await listOwnSlots(student(0), { limit: 9 })).items).toEqual([])
  await restore(class_id)
  expect(await everythingOf(class_id)).toEqual(before)
})

test("CLS-04 what was deleted of a series comes back together, or one by one", async () => {
  const { id, series_id } = await scheduleClass(own(), {
    ...draftClass(),
    ...{ repeats: "weeks", repeat_weeks: 3, repeat_weekdays: [] },
  })
  const standing = async () =>
    (
      await world.ctx.db
        .select({ id: scheduledClasses.id })
        .from(scheduledClasses)
        .where(eq(scheduledClasses.series_id, series_id ?? ""))
    ).length
  await enrol(student(0), id)
  await deleteClass(own(), { class_id: id, scope: "following" })
  expect(await standing()).toBe(0)
  await restore(id)
  expect(await standing()).toBe(3)
  expect(await bellOf(students[0] as SignedIn)).toEqual([])
  await deleteClass(own(), { class_id: id, scope: "following" })
  await restore(id, false)
  expect(await standing()).toBe(1)
  expect((await bellOf(students[0] as SignedIn)).toSorted()).toEqual([
    "Back on: Fractions",
    "Cancelled: Fractions",
  ])
})

test("CLS-04 what was undone before anyone heard of it is told to nobody, and else that it is on again", async () => {
  const [heard, missed] = students as [SignedIn, SignedIn, SignedIn]
  const class_id = await createClass(own())
  for (const place of [0, 1]) await enrol(student(place), class_id)
  await remove(class_id)
  expect(await bellOf(missed)).toEqual(["Cancelled: Fractions"])
  expect(new Set(await mailsAbout(class_id))).toEqual(new Set(["queued"]))
  await markNoticesRead(world.as(heard), undefined)
  await restore(class_id)
  expect(await bellOf(missed)).toEqual([])
  expect(await bellOf(heard)).toEqual(["Back on: Fractions", "Cancelled: Fractions"])
  world.clock.advance(2 * MINUTE)
  await runJobs(world, classNoticeJobs)
  // Neither mail left, for both are as they were before.
  expect(new Set(await mailsAbout(class_id))).toEqual(new Set(["withdrawn"]))
})

test("CLS-04 a mail of the deletion that has left is followed by one that it is on again", async () => {
  const class_id = await createClass(own())
  await enrol(student(0), class_id)
  await remove(class_id)
  world.clock.advance(2 * MINUTE)
  await runJobs(world, classNoticeJobs)
  expect(new Set(await mailsAbout(class_id))).toEqual(new Set(["sent"]))
  const before = (await mailsAbout(class_id)).length
  await restore(class_id)
  world.clock.advance(2 * MINUTE)
  await runJobs(world, classNoticeJobs)
  expect(await mailsAbout(class_id)).toHaveLength(2 * before)
  expect(new Set(await mailsAbout(class_id))).toEqual(new Set(["sent"]))
})

test("CLS-04 a class does not come back into a time that is taken, nor to an instructor who is gone", async () => {
  const class_id = await createClass(own())
  await remove(class_id)
  const instead = await createClass(own())
  expect(await outcomeOf(restore(class_id))).toBe("CLASS_TIME_TAKEN")
  await cancelClass(own(), { class_id: instead, reason: "ill" })
  const admin = world.as(await createAdmin(world.ctx))
  await disablePerson(admin, { user_id: instructor.user_id, reason: "Left the academy" })
  expect(await outcomeOf(restoreClass(admin, { class_id, together: true }))).toBe("INSTRUCTOR_GONE")
  expect(await readClass(world.ctx, class_id)).toBeNull()
  expect((await listDeleted(admin, { limit: 50 })).items.map((one) => one.id)).toContain(class_id)
})

test("D5 a class whose time passed in the bin comes back as not held, and one called off stays so", async () => {
  const class_id = await createClass(own())
  await enrol(student(0), class_id)
  const off = await createClass(own(), { scheduled_date: "2026-11-22" })
  await cancelClass(own(), { class_id: off, reason: "The hall is flooded" })
  for (const id of [class_id, off]) await remove(id)
  world.clock.advance(5 * DAY)
  const bell = await bellOf(students[0] as SignedIn)
  const back = await restore(class_id)
  expect(back).toMatchObject({ status: "cancelled", cancel_code: "not_held", enrolled_count: 1 })
  expect(await restore(off)).toMatchObject({ status: "cancelled", cancel_reason: "The hall is flooded" })
  expect(await bellOf(students[0] as SignedIn)).toEqual(bell)
})

test("ATT-08 a class in a hall waits for its register after it came back, and is not held once two days have passed", async () => {
  const hall = { delivery: "on_premises", venue_name: "Pool" } as const
  const early = await createClass(own(), { ...hall, scheduled_date: "2026-11-21" })
  const late = await createClass(own(), { ...hall, scheduled_date: "2026-11-22" })
  await enrol(student(0), late)
  for (const id of [early, late]) await remove(id)
  // 18:00 in Kolkata, to the minute two days after the first.
  world.clock.set("2026-11-23T12:30:00Z")
  expect(await restore(early)).toMatchObject({ status: "cancelled", cancel_code: "not_held" })
  expect(await restore(late)).toMatchObject({ status: "scheduled", cancel_code: null, enrolled_count: 1 })
})

test("CLS-04 the bin is each instructor's own and an admin's whole, by page, and says who deleted when", async () => {
  const admin = await createAdmin(world.ctx)
  const other = world.as(await createInstructor(world.ctx))
  const ids: string[] = []
  for (const day of ["21", "22", "23"]) {
    const class_id = await createClass(own(), { scheduled_date: `2026-11-${day}` })
    await deleteClass(ids.length === 0 ? world.as(admin) : own(), { class_id })
    ids.unshift(class_id)
    world.clock.advance(HOUR)
  }
  const first = await listDeleted(own(), { limit: 2 })
  const rest = await listDeleted(own(), { limit: 2, cursor: first.next_cursor ?? "" })
  expect([...first.items, ...rest.items].map((one) => one.id)).toEqual(ids)
  expect(rest.items[0]).toMatchObject({
    deleted_at: new Date(START),
    deleted_by_name: `${admin.first_name} ${admin.last_name}`,
    kept_until: new Date(Date.parse(START) + 30 * DAY),
    start_time: "17:00",
  })
  expect((await listDeleted(world.as(admin), { limit: 50 })).items.map((one) => one.id)).toEqual(
    expect.arrayContaining(ids),
  )
  expect((await listDeleted(other, { limit: 50 })).items).toEqual([])
  expect(await outcomeOf(restoreClass(other, { class_id: ids[0] ?? "", together: false }))).toBe("NOT_FOUND")
})

test("CLS-04 what has lain in the bin for 30 days is gone for good", async () => {
  const class_id = await placeClass(world.ctx, instructor.user_id, 60, 120)
  await enrol(student(0), class_id)
  await remove(class_id)
  world.clock.advance(30 * DAY - 1)
  await emptyBin(world.ctx)
  expect((await listDeleted(own(), { limit: 9 })).items).toHaveLength(1)
  world.clock.advance(1)
  expect((await listDeleted(own(), { limit: 9 })).items).toEqual([])
  expect(await outcomeOf(restore(class_id))).toBe("NOT_FOUND")
  await emptyBin(world.ctx)
  const { db } = world.ctx
  expect(await db.$count(deletedClasses, eq(deletedClasses.id, class_id))).toBe(0)
  expect(await db.$count(deletedClassRows, eq(deletedClassRows.class_id, class_id))).toBe(0)
})

test("LAW-02 who is erased is exported and emptied from the bin, too, and does not come back with a class", async () => {
  const class_id = await createClass(own(), { max_capacity: 1 })
  await enrol(student(0), class_id)
  await joinWaitlist(student(1), class_id)
  await remove(class_id)
  const [gone] = students as [SignedIn]
  const subject = { user_id: gone.user_id, contacts: [] }
  expect(await classesData.exportFor(world.ctx, subject)).toMatchObject({
    deleted_class_rows: [{ class_id, kind: "class_enrollments" }],
  })
  await classesData.eraseFor(world.ctx, subject)
  const rows = await world.ctx.db
    .select({ student_id: deletedClassRows.student_id })
    .from(deletedClassRows)
    .where(inArray(deletedClassRows.class_id, [class_id]))
  expect(rows).toEqual([{ student_id: student(1).viewer.user_id }])
  // The seat that came free is the first in line's.
  expect(await restore(class_id)).toMatchObject({ enrolled_count: 1, waiting_count: 0 })
  expect((await getClass(student(1), class_id)).standing).toBe("enrolled")
  await remove(class_id)
  await classesData.eraseFor(world.ctx, { user_id: instructor.user_id, contacts: [] })
  expect(await world.ctx.db.$count(deletedClasses, eq(deletedClasses.id, class_id))).toBe(0)
})
