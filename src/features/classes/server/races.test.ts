import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { type Racers, startRacers } from "#tests/racers.ts"
import { createClass, draftClass, placeClass } from "./class-factory.ts"
import { requestDemo } from "./demos/demo-requests.ts"
import { offerSlots } from "./one-on-one/slot-offers.ts"
import { listOwnSlots } from "./one-on-one/slots.ts"
import { updateClass } from "./schedule/reschedule.ts"
import { classWaitlist } from "./seat-tables.ts"
import { joinWaitlist } from "./seats/waitlist.ts"
import { enrol } from "./seats.ts"
import { readClass } from "./service.ts"
import { classEnrollments } from "./table.ts"

/** How often the seats are raced for; `npm run test:faults` does it more often. */
const RACES = Number(process.env.FAULT_RACES ?? 20)

let world: TestContext
let racers: Racers
let instructor: SignedIn
let students: SignedIn[]

beforeAll(async () => {
  world = await createTestContext()
  racers = await startRacers(world)
  instructor = await createInstructor(world.ctx)
  students = await Promise.all(Array.from({ length: 200 }, () => createStudent(world.ctx)))
})
afterAll(async () => {
  await racers?.stop()
  await world?.close()
})

async function countsOf(classId: string) {
  const row = await readClass(world.ctx, classId)
  const seats = await world.ctx.db
    .select({ student_id: classEnrollments.student_id })
    .from(classEnrollments)
    .where(eq(classEnrollments.class_id, classId))
  const line = await world.ctx.db.select().from(classWaitlist).where(eq(classWaitlist.class_id, classId))
  expect([row?.seats_taken, row?.waiting]).toEqual([seats.length, line.length])
  return { seats: seats.length, line: line.length, seated: new Set(seats.map((seat) => seat.student_id)) }
}

function tally(outcomes: string[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const outcome of outcomes) sum[outcome] = (sum[outcome] ?? 0) + 1
  return sum
}

test(
  "CLS-07 200 students race for 50 seats from two processes, and exactly 50 get one each time",
  async () => {
    for (let round = 0; round < RACES; round += 1) {
      const scheduled_date = new Date(Date.UTC(2027, 5, 1 + round)).toISOString().slice(0, 10)
      const id = await createClass(world.as(instructor), { max_capacity: 50, scheduled_date })
      const outcomes = await racers.race(students.map((viewer) => ({ act: "enrol", viewer, id })))
      expect(tally(outcomes)).toEqual({ done: 50, CLASS_FULL: 150 })
      expect(await countsOf(id)).toMatchObject({ seats: 50, line: 0 })
    }
  },
  60_000 + RACES * 5_000,
)

test("CLS-07 from two processes some leave, some join the line and some try their luck: no seat is lost or doubled", async () => {
  for (let round = 0; round < 10; round += 1) {
    const scheduled_date = `2027-01-${String(round + 1).padStart(2, "0")}`
    const id = await createClass(world.as(instructor), { max_capacity: 30, scheduled_date })
    const seated = students.slice(0, 30)
    const line = students.slice(30, 60)
    for (const viewer of seated) await enrol(world.as(viewer), id)
    for (const viewer of line) await joinWaitlist(world.as(viewer), id)
    const outcomes = await racers.race([
      ...seated.slice(0, 20).map((viewer) => ({ act: "leave" as const, viewer, id })),
      ...students.slice(60, 90).map((viewer) => ({ act: "enrol" as const, viewer, id })),
      ...students.slice(60, 80).map((viewer) => ({ act: "joinWaitlist" as const, viewer, id })),
      // A double click from both processes.
      ...seated.slice(0, 20).map((viewer) => ({ act: "leave" as const, viewer, id })),
    ])
    expect(outcomes.filter((outcome) => outcome.startsWith("failed"))).toEqual([])
    const { seats, line: waiting, seated: now } = await countsOf(id)
    expect([seats, waiting]).toEqual([30, 30])
    // The first twenty of the line have the twenty seats that came free.
    expect(line.map((one) => now.has(one.user_id)).lastIndexOf(true)).toBe(19)
    expect(line.filter((one) => now.has(one.user_id))).toHaveLength(20)
  }
}, 120_000)

test("CLS-11 from two processes requests race for kept seats while others are rejected: kept seats never exceed the room", async () => {
  for (let round = 0; round < 10; round += 1) {
    const day = 24 * 60 * (90 + round)
    const columns = { class_type: "demo", max_capacity: 10, subject: `Trial ${round}` } as const
    const id = await placeClass(world.ctx, instructor.user_id, day, day + 45, columns)
    const early = students.slice(0, 10)
    const requests = []
    for (const viewer of early) requests.push(await requestDemo(world.as(viewer), id))
    const outcomes = await racers.race([
      ...students.slice(10, 60).map((viewer) => ({ act: "requestDemo" as const, viewer, id })),
      ...requests
        .slice(0, 6)
        .map((request) => ({ act: "reject" as const, viewer: instructor, id: request.id })),
      ...requests
        .slice(0, 6)
        .map((request) => ({ act: "reject" as const, viewer: instructor, id: request.id })),
    ])
    expect(tally(outcomes)).toEqual({ done: 56, ALREADY_ANSWERED: 6 })
    expect(await readClass(world.ctx, id)).toMatchObject({ seats_taken: 0, seats_held: 10, waiting: 44 })
  }
}, 120_000)

test("CLS-13 fifty students ask for one time from two processes, and one has it", async () => {
  const draft = { subject: "Physics", scheduled_date: "2027-03-01", start_time: "10:00", end_time: "11:00" }
  await offerSlots(world.as(instructor), { ...draft, minutes: 20 })
  const { items } = await listOwnSlots(world.as(instructor), { limit: 10 })
  expect(items).toHaveLength(3)
  for (const { id } of items) {
    const runs = students.slice(0, 50).map((viewer) => ({ act: "takeSlot" as const, viewer, id }))
    expect(tally(await racers.race(runs))).toEqual({ done: 1, SLOT_GONE: 49 })
  }
})

test("CLS-04 a class is made smaller and larger while students enrol: seats never exceed it, none is refused wrongly", async () => {
  for (let round = 0; round < 5; round += 1) {
    const scheduled_date = `2027-02-0${round + 1}`
    const draft = draftClass({ max_capacity: 60, scheduled_date })
    const id = await createClass(world.as(instructor), draft)
    const runs = students.slice(0, 100).map((viewer) => ({ act: "enrol" as const, viewer, id }))
    const [outcomes] = await Promise.all([
      racers.race(runs),
      updateClass(world.as(instructor), { ...draft, class_id: id, max_capacity: 80 }),
    ])
    const { seats } = await countsOf(id)
    expect(tally(outcomes).done).toBe(seats)
    expect(seats).toBeGreaterThanOrEqual(60)
    expect(seats).toBeLessThanOrEqual(80)
  }
})
