import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { Refusal } from "#platform/errors.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { outcomeOf, placeClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { endClass, startClass } from "../lifecycle.ts"
import { updateClass } from "../schedule/reschedule.ts"
import { cancelClass } from "../schedule/withdraw.ts"
import { leaveWaitlist } from "../seats/waitlist.ts"
import { enrol, leave } from "../seats.ts"
import { readClass } from "../service.ts"
import { scheduledClasses } from "../table.ts"
import { listDemoRequests, listDemoTimes, listMyDemoRequests } from "./demo-lists.ts"
import { acceptDemoOffer } from "./demo-offers.ts"
import { answerDemoRequest, recordCallback, requestDemo } from "./demo-requests.ts"
import { endKeptSeats } from "./demo-trials.ts"

let world: TestContext
let instructor: SignedIn
let student: SignedIn

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  // Friday, 16:00 in Kolkata.
  world.clock.set("2026-11-20T10:30:00Z")
  world.published.length = 0
  instructor = await createInstructor(world.ctx)
  student = await createStudent(world.ctx)
})

type Columns = Parameters<typeof placeClass>[4]

/** A demo class of the instructor so many hours from now. */
function demo(hours: number, columns: Columns = {}): Promise<string> {
  const minutes = hours * 60
  const demoColumns = { class_type: "demo" as const, max_capacity: 2, ...columns }
  return placeClass(world.ctx, instructor.user_id, minutes, minutes + 45, demoColumns)
}

function createStudents(count: number): Promise<SignedIn[]> {
  return Promise.all(Array.from({ length: count }, () => createStudent(world.ctx)))
}

const ask = (who: SignedIn, classId: string) => requestDemo(world.as(who), classId)

async function answer(request_id: string, status: "approved" | "rejected", offer_class_ids: string[] = []) {
  return answerDemoRequest(world.as(instructor), { request_id, status, offer_class_ids })
}

async function countsOf(classId: string) {
  const row = await readClass(world.ctx, classId)
  return [row?.seats_taken, row?.seats_held, row?.waiting]
}

test("CLS-11 a request keeps a seat until the class begins or a day is over, whichever is sooner", async () => {
  const soon = await ask(student, await demo(3))
  expect(soon.held_until).toEqual(new Date(world.clock.now().getTime() + 3 * HOUR))
  const later = await ask(student, await demo(72, { subject: "music" }))
  expect(later.held_until).toEqual(new Date(world.clock.now().getTime() + 24 * HOUR))
})

test("CLS-11 a demo class keeps its subject while a request is somebody's free trial of it", async () => {
  const class_id = await demo(48)
  const edit = (subject: string) => outcomeOf(updateClass(world.as(instructor), { class_id, subject }))
  const { id } = await ask(student, class_id)
  expect(await edit("music")).toEqual({ subject: "SUBJECT_TRIED" })
  await answer(id, "approved")
  expect(await edit("music")).toEqual({ subject: "SUBJECT_TRIED" })
  expect(await edit("Mathematics")).toBe("done")
  // A rejected request is no trial.
  const other = await demo(72)
  await answer((await ask(await createStudent(world.ctx), other)).id, "rejected")
  expect(await outcomeOf(updateClass(world.as(instructor), { class_id: other, subject: "music" }))).toBe(
    "done",
  )
})

test("CLS-11 kept seats count against the capacity, and requests beyond it wait in line", async () => {
  const classId = await demo(48)
  const [one, two, three, four] = (await createStudents(4)) as [SignedIn, SignedIn, SignedIn, SignedIn]
  await ask(one, classId)
  await ask(two, classId)
  expect(await countsOf(classId)).toEqual([0, 2, 0])
  expect(await ask(three, classId)).toMatchObject({
    status: "pending",
    held_until: null,
    waitlist_position: 1,
  })
  expect(await ask(four, classId)).toMatchObject({ waitlist_position: 2 })
  expect(await getClass(world.as(four), classId)).toMatchObject({
    standing: "pending",
    waitlist_position: 2,
    held_count: 2,
    enrolled_count: 0,
    waiting_count: 2,
  })
  expect(await countsOf(classId)).toEqual([0, 2, 2])
})

test("CLS-11 a rejection gives the kept seat to the next in line, in the same transaction", async () => {
  const classId = await demo(48, { max_capacity: 1 })
  const [one, two] = (await createStudents(2)) as [SignedIn, SignedIn]
  const request = await ask(one, classId)
  await ask(two, classId)
  await answer(request.id, "rejected")
  expect(await getClass(world.as(two), classId)).toMatchObject({
    standing: "pending",
    waitlist_position: null,
  })
  expect(await countsOf(classId)).toEqual([0, 1, 0])
  expect(world.published.filter(({ topic }) => topic.startsWith("seat."))).toEqual([
    { topic: "seat.held", data: { class_id: classId, student_id: two.user_id } },
  ])
})

test("CLS-11 approving turns the kept seat into a taken one, and who stands in line waits for a free one", async () => {
  const classId = await demo(48, { max_capacity: 1 })
  const [one, two] = (await createStudents(2)) as [SignedIn, SignedIn]
  const first = await ask(one, classId)
  const second = await ask(two, classId)
  expect(await outcomeOf(answer(second.id, "approved"))).toBe("CLASS_FULL")
  await answer(first.id, "approved")
  expect(await countsOf(classId)).toEqual([1, 0, 1])
  await leave(world.as(one), classId)
  expect(await countsOf(classId)).toEqual([0, 1, 0])
  await answer(second.id, "approved")
  expect(await countsOf(classId)).toEqual([1, 0, 0])
})

test("CLS-11 when the time is over the kept seat goes on, once over several workers, and the request still waits", async () => {
  // A day of this test's own, without seats that earlier ones keep.
  world.clock.set("2026-12-20T10:30:00Z")
  await endKeptSeats(world.ctx)
  const classId = await demo(72, { max_capacity: 1 })
  const [one, two] = (await createStudents(2)) as [SignedIn, SignedIn]
  const first = await ask(one, classId)
  await ask(two, classId)
  world.clock.advance(24 * HOUR - 1)
  expect(await endKeptSeats(world.ctx)).toBe(0)
  world.clock.advance(1)
  const ended = await Promise.all([endKeptSeats(world.ctx), endKeptSeats(world.ctx), endKeptSeats(world.ctx)])
  expect(ended.toSorted()).toEqual([0, 0, 1])
  expect(await countsOf(classId)).toEqual([0, 1, 0])
  expect(await getClass(world.as(one), classId)).toMatchObject({
    standing: "pending",
    waitlist_position: null,
  })
  // It is not at the head of the line again, or the seat would go round between the two.
  expect(await outcomeOf(answer(first.id, "approved"))).toBe("CLASS_FULL")
  world.clock.advance(24 * HOUR)
  await endKeptSeats(world.ctx)
  expect(await outcomeOf(answer(first.id, "approved"))).toBe("done")
})

test("CLS-11 a request can be taken back, which frees the seat and the trial", async () => {
  const classId = await demo(48)
  await ask(student, classId)
  expect(await leaveWaitlist(world.as(student), classId)).toMatchObject({ standing: "none" })
  expect(await countsOf(classId)).toEqual([0, 0, 0])
  expect(await outcomeOf(ask(student, await demo(50)))).toBe("done")
})

test("CLS-11 one free trial per student and activity: the refusal names the earlier one", async () => {
  await ask(student, await demo(48, { title: "First steps", subject: "Mathematics" }))
  const second = await demo(50, { subject: "mathematics " })
  const refused = await ask(student, second).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({
    code: "TRIAL_TAKEN",
    data: {
      activity: "mathematics",
      class_title: "First steps",
      scheduled_date: "2026-11-22",
      start_time: "16:00",
    },
  })
  expect(await countsOf(second)).toEqual([0, 0, 0])
  expect(await outcomeOf(ask(student, await demo(52, { subject: "Chess" })))).toBe("done")
})

test("CLS-11 of trials of one activity asked for at once, one is given", async () => {
  const classes = await Promise.all([48, 50, 52, 54].map((hours) => demo(hours)))
  const outcomes = await Promise.all(classes.map((classId) => outcomeOf(ask(student, classId))))
  expect(outcomes.toSorted()).toEqual(["TRIAL_TAKEN", "TRIAL_TAKEN", "TRIAL_TAKEN", "done"])
  const held = await Promise.all(classes.map(countsOf))
  expect(held.map(([, kept]) => kept).toSorted()).toEqual([0, 0, 0, 1])
})

test("CLS-11 a trial that could not be had is none: rejected, called off, or never answered", async () => {
  const rejected = await ask(student, await demo(48))
  await answer(rejected.id, "rejected")
  const calledOff = await demo(50)
  const approved = await ask(student, calledOff)
  await answer(approved.id, "approved")
  await cancelClass(world.as(instructor), { class_id: calledOff, reason: "The hall is flooded" })
  expect((await readClass(world.ctx, calledOff))?.seats_held).toBe(0)
  await ask(student, await demo(52))
  world.clock.advance(54 * HOUR)
  await endKeptSeats(world.ctx)
  expect(await outcomeOf(ask(student, await demo(60)))).toBe("done")
})

test("CLS-11 a demo that overruns keeps the trial of a request until it ends, and can still approve it", async () => {
  const classId = await demo(48)
  const [late, unanswered] = (await createStudents(2)) as [SignedIn, SignedIn]
  const request = await ask(late, classId)
  await ask(unanswered, classId)
  world.clock.advance(48 * HOUR)
  await startClass(world.as(instructor), classId)
  world.clock.advance(46 * MINUTE)
  await endKeptSeats(world.ctx)
  const next = await demo(60)
  expect(await outcomeOf(ask(unanswered, next))).toBe("TRIAL_TAKEN")
  expect(await outcomeOf(answer(request.id, "approved"))).toBe("done")
  await endClass(world.as(instructor), classId)
  await endKeptSeats(world.ctx)
  expect(await outcomeOf(ask(late, next))).toBe("TRIAL_TAKEN")
  expect(await outcomeOf(ask(unanswered, next))).toBe("done")
})

test("CLS-11 with a rejection other times can be offered: own coming demo classes with room, and no others", async () => {
  const classId = await demo(48)
  const { id } = await ask(student, classId)
  const room = await demo(50)
  const full = await demo(52, { seats_taken: 2 })
  const regular = await demo(54, { class_type: "regular" })
  const other = await createInstructor(world.ctx)
  const foreign = await placeClass(world.ctx, other.user_id, 3_000, 3_045, { class_type: "demo" })
  expect((await listDemoTimes(world.as(instructor))).map((one) => one.class_id)).toEqual([classId, room])
  for (const wrong of [full, regular, foreign]) {
    expect(await outcomeOf(answer(id, "rejected", [room, wrong]))).toHaveProperty("offer_class_ids")
  }
  await answer(id, "rejected", [room])
  const [mine] = (await listMyDemoRequests(world.as(student), { limit: 10 })).items
  expect(mine).toMatchObject({ status: "rejected", offers: [{ class_id: room, start_time: "18:00" }] })
})

test("CLS-11 one click takes an offered time, the seat is sure at once, and a second click changes nothing", async () => {
  const { id } = await ask(student, await demo(48))
  const [one, two] = [await demo(50), await demo(52)]
  await answer(id, "rejected", [one, two])
  const accept = (class_id: string) => acceptDemoOffer(world.as(student), { request_id: id, class_id })
  const outcomes = await Promise.all([accept(one), accept(one), accept(one)])
  expect(new Set(outcomes.map((request) => request.id)).size).toBe(1)
  expect(outcomes[0]).toMatchObject({ status: "approved", class_id: one, callback_by: null })
  expect(await countsOf(one)).toEqual([1, 0, 0])
  expect(await outcomeOf(accept(two))).toBe("OFFER_ALREADY_ACCEPTED")
  expect(await countsOf(two)).toEqual([0, 0, 0])
  const { items } = await listMyDemoRequests(world.as(student), { limit: 10 })
  expect(items.map((request) => [request.status, request.offers.length])).toEqual([
    ["approved", 0],
    ["rejected", 0],
  ])
})

test("CLS-11 an offered time is for whom it was offered, and only while it has room", async () => {
  const { id } = await ask(student, await demo(48))
  const offered = await demo(50, { max_capacity: 1 })
  await answer(id, "rejected", [offered])
  const [stranger, quicker] = (await createStudents(2)) as [SignedIn, SignedIn]
  const accept = (who: SignedIn) => acceptDemoOffer(world.as(who), { request_id: id, class_id: offered })
  expect(await outcomeOf(accept(stranger))).toBe("NOT_FOUND")
  await ask(quicker, offered)
  expect(await outcomeOf(accept(student))).toBe("CLASS_FULL")
  expect(await countsOf(offered)).toEqual([0, 1, 0])
})

test("CLS-11 an offered time stays a demo class, and one that is none gives no seat", async () => {
  const { id } = await ask(student, await demo(48))
  const class_id = await demo(50)
  await answer(id, "rejected", [class_id])
  const retype = updateClass(world.as(instructor), { class_id, class_type: "regular" })
  expect(await outcomeOf(retype)).toEqual({ class_type: "CLASS_TYPE_TAKEN" })
  // Offered at the same moment as its type changed.
  const { db } = world.ctx
  await db.update(scheduledClasses).set({ class_type: "regular" }).where(eq(scheduledClasses.id, class_id))
  const accepted = acceptDemoOffer(world.as(student), { request_id: id, class_id })
  expect(await outcomeOf(accepted)).toBe("NOT_A_DEMO")
  expect(await countsOf(class_id)).toEqual([0, 0, 0])
})

test("CLS-11 the promised call counts per request: its window is kept, and staff note what came of it", async () => {
  const asked = await ask(student, await demo(72))
  expect([asked.callback_from, asked.callback_by]).toEqual([
    new Date("2026-11-20T10:40:00Z"),
    // Four hours are left of Friday's support, two are Saturday's: until noon.
    new Date("2026-11-21T06:30:00Z"),
  ])
  const other = await createInstructor(world.ctx)
  const call = (who: SignedIn, outcome: "no_answer" | "reached") =>
    recordCallback(world.as(who), { request_id: asked.id, outcome })
  expect(await outcomeOf(call(other, "reached"))).toBe("NOT_FOUND")
  world.clock.advance(20 * MINUTE)
  const first = world.clock.now()
  expect(await call(instructor, "no_answer")).toMatchObject({ called_at: first, call_outcome: "no_answer" })
  world.clock.advance(20 * MINUTE)
  expect(await call(await createAdmin(world.ctx), "reached")).toMatchObject({
    called_at: first,
    call_outcome: "reached",
  })
})

test("CLS-11 whom to call is shown to who calls: the guardian where there is one", async () => {
  const child = await createStudent(world.ctx, {
    first_name: "Ravi",
    phone: "+919876543210",
    parent_name: "Latha Menon",
    parent_phone: "+919876500000",
  })
  expect((await ask(child, await demo(48))).contact).toBeNull()
  const [seen] = (await listDemoRequests(world.as(instructor), { limit: 1 })).items
  expect(seen?.contact).toEqual({ name: "Latha Menon", phone: "+919876500000" })
})

test("CLS-08 a regular class of the same subject is not touched by the trial", async () => {
  await ask(student, await demo(48))
  const regular = await placeClass(world.ctx, instructor.user_id, 60, 90)
  expect(await outcomeOf(enrol(world.as(student), regular))).toBe("done")
})
