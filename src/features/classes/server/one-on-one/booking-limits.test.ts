import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { Refusal } from "#platform/errors.ts"
import { DAY } from "#shared/time.ts"
import { requestFor, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { createClass, outcomeOf } from "../class-factory.ts"
import { answerDemoRequest } from "../demos/demo-requests.ts"
import { leave } from "../seats.ts"
import { offerSlots } from "./slot-offers.ts"
import { listOwnSlots, takeSlot } from "./slots.ts"

let world: TestContext
let student: SignedIn

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:00Z")
  student = await createStudent(world.ctx)
})

/** Times of half an hour of an instructor, from this hour on, on 21 November unless said otherwise. */
async function offer(instructor: SignedIn, hour: number, count = 1, day = 21): Promise<string[]> {
  const end = hour * 60 + count * 30
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
  const times = { scheduled_date: `2026-11-${day}`, start_time: clock(hour * 60), end_time: clock(end) }
  await offerSlots(world.as(instructor), { subject: "Physics", minutes: 30, ...times })
  const { items } = await listOwnSlots(world.as(instructor), { limit: 50 })
  return items.filter(({ status }) => status === "offered").map(({ id }) => id)
}

/** Times of different instructors that don't overlap. */
async function offerEach(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let hour = 8; hour < 8 + count; hour += 1) {
    ids.push(...(await offer(await createInstructor(world.ctx), hour)))
  }
  return ids
}

const take = (slotId = "", who = student) => outcomeOf(takeSlot(world.as(who), slotId))

/** What a student reads of a refusal, in English and Hindi. */
async function readsOf(slotId = ""): Promise<string[]> {
  const error = await takeSlot(world.as(student), slotId).catch((error: unknown) => error)
  if (!(error instanceof Refusal)) throw new Error("not refused")
  return (["en", "hi"] as const).map((language) => errorTextIn(language, error.code, error.data).description)
}

test("CLS-13 a student has eight one-on-ones booked at a time, however many are taken at once", async () => {
  const slots = await offerEach(10)
  const outcomes = await Promise.all(slots.map((id) => take(id)))
  expect(outcomes.toSorted()).toEqual([
    ...["ONE_ON_ONES_MOST", "ONE_ON_ONES_MOST"],
    ...Array.from({ length: 8 }, () => "done"),
  ])
  const left = slots[outcomes.indexOf("ONE_ON_ONES_MOST")] ?? ""
  expect(await readsOf(left)).toEqual([
    "You can have 8 one-on-ones booked at a time. Book another after one of them, or give one back.",
    "आप एक बार में 8 वन-ऑन-वन क्लास बुक रख सकते हैं। कोई एक हो जाने के बाद, या कोई समय लौटाकर, अगली बुक करें।",
  ])
  expect(await take(left, await createStudent(world.ctx))).toBe("done")
  // One that is over makes room for the next.
  world.clock.set("2026-11-21T12:00:00Z")
  const [later] = await offer(await createInstructor(world.ctx), 9, 1, 22)
  expect(await take(later)).toBe("done")
})

test("CLS-13 four of a student's bookings can be with one instructor", async () => {
  const instructor = await createInstructor(world.ctx)
  const [next, ...times] = await offer(instructor, 16, 5)
  for (const time of times) expect(await take(time)).toBe("done")
  const name = `${instructor.first_name} ${instructor.last_name}`
  expect(await readsOf(next)).toEqual([
    `You can have 4 one-on-ones booked with ${name} at a time. Choose another teacher, or book again after one of them.`,
    `${name} के साथ आप एक बार में 4 वन-ऑन-वन क्लास बुक रख सकते हैं। दूसरे टीचर चुनें, या कोई एक हो जाने के बाद फिर बुक करें।`,
  ])
})

test("CLS-13 a time during a class of the student can't be booked, and of two times at once one can", async () => {
  const instructor = await createInstructor(world.ctx)
  const lesson = await createClass(world.as(instructor), { start_time: "17:00", end_time: "18:00" })
  await seat(world.ctx, lesson, student)
  const demo = { start_time: "19:00", end_time: "20:00", class_type: "demo" } as const
  const demoId = await createClass(world.as(instructor), demo)
  const request_id = await requestFor(world.ctx, demoId, student, instructor)
  await answerDemoRequest(world.as(instructor), { request_id, status: "approved" })
  const other = await createInstructor(world.ctx)
  const [during] = await offer(other, 17.5)
  expect(await readsOf(during)).toEqual([
    "“Fractions” is on Sat, 21 Nov, 5:00 pm. Choose another time.",
    "“Fractions”: शनि, 21 नव॰, शाम 5:00 बजे। कोई और समय चुनें।",
  ])
  const [duringDemo] = await offer(await createInstructor(world.ctx), 19)
  expect(await take(duringDemo)).toBe("OWN_CLASS_THEN")
  const [after] = await offer(await createInstructor(world.ctx), 18)
  const [same] = await offer(await createInstructor(world.ctx), 18)
  expect((await Promise.all([take(after), take(same)])).toSorted()).toEqual(["OWN_CLASS_THEN", "done"])
})

test("CLS-13 a time taken and given back over and over messages its instructor ten times a day at most", async () => {
  const [slot = ""] = await offer(await createInstructor(world.ctx), 16, 1, 25)
  for (let time = 0; time < 10; time += 1) {
    const { class_id } = await takeSlot(world.as(student), slot)
    await leave(world.as(student), class_id)
  }
  world.published.length = 0
  expect([await take(slot), await take(slot)]).toEqual(["TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS"])
  expect(world.published).toEqual([])
  expect(await take(slot, await createStudent(world.ctx))).toBe("done")
  world.clock.advance(DAY)
  const [next] = await offer(await createInstructor(world.ctx), 10, 1, 25)
  expect(await take(next)).toBe("done")
})
