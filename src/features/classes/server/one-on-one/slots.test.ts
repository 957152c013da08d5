import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { teachers, user } from "#features/accounts/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { createClass, outcomeOf } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { listAllClasses, listOwnClasses } from "../list-classes.ts"
import { updateClass } from "../schedule/reschedule.ts"
import { cancelClass } from "../schedule/withdraw.ts"
import { enrol, leave } from "../seats.ts"
import { offerSlots, withdrawSlot } from "./slot-offers.ts"
import { listOwnSlots, listSlots, takeSlot } from "./slots.ts"

let world: TestContext
let instructor: SignedIn
let student: SignedIn

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:00Z")
  instructor = await createInstructor(world.ctx, { first_name: "Meera", last_name: "Iyer" })
  student = await createStudent(world.ctx, { first_name: "Ravi", last_name: "Menon" })
})

const DRAFT = {
  subject: "Physics",
  scheduled_date: "2026-11-21",
  start_time: "16:00",
  end_time: "17:00",
  minutes: 30,
}

function offer(changes: Partial<typeof DRAFT & { instructor_id: string }> = {}, who = instructor) {
  return offerSlots(world.as(who), { ...DRAFT, ...changes })
}

async function freeOf(who: SignedIn) {
  const { items } = await listSlots(world.ctx, { limit: 100 })
  return items.filter((slot) => slot.instructor_id === who.user_id)
}

async function offerOne(changes: Partial<typeof DRAFT> = {}): Promise<string> {
  await offer({ end_time: "16:30", ...changes })
  return (await freeOf(instructor))[0]?.id ?? ""
}

test("CLS-13 an instructor offers a stretch as times of one length, and the same sent twice offers them once", async () => {
  expect(await Promise.all([offer(), offer()])).toEqual([{ offered: 2 }, { offered: 2 }])
  const free = await freeOf(instructor)
  expect(free.map((slot) => [slot.start_time, slot.end_time, slot.subject, slot.student_name])).toEqual([
    ["16:00", "16:30", "Physics", null],
    ["16:30", "17:00", "Physics", null],
  ])
})

test("CLS-13 times that can't be are refused at their field", async () => {
  expect(await outcomeOf(offer({ end_time: "16:00" }))).toEqual({ end_time: "END_BEFORE_START" })
  expect(await outcomeOf(offer({ end_time: "16:20" }))).toHaveProperty("end_time")
  const past = { scheduled_date: "2026-11-20", start_time: "15:59", end_time: "17:00" }
  expect(await outcomeOf(offer(past))).toEqual({ start_time: "CLASS_IN_PAST" })
  await offer()
  expect(await outcomeOf(offer({ start_time: "16:15", end_time: "16:45" }))).toEqual({
    start_time: "SLOT_OVERLAPS",
  })
  // Times of another length that begin like those on offer aren't the same ones.
  expect(await outcomeOf(offer({ minutes: 60 }))).toEqual({ start_time: "SLOT_OVERLAPS" })
  await createClass(world.as(instructor), { start_time: "18:00", end_time: "19:00" })
  expect(await outcomeOf(offer({ start_time: "18:30", end_time: "19:30" }))).toEqual({
    start_time: "CLASS_OVERLAPS",
  })
  const waiting = await createInstructor(world.ctx, { approved_at: null })
  expect(await outcomeOf(offer({}, waiting))).toBe("FORBIDDEN")
  expect(await outcomeOf(offer({}, await createAdmin(world.ctx)))).toHaveProperty("instructor_id")
})

test("CLS-13 twenty students ask for one time at once: one class of one seat, with one of them in it", async () => {
  const slotId = await offerOne()
  const students = await Promise.all(Array.from({ length: 20 }, () => createStudent(world.ctx)))
  const outcomes = await Promise.all(students.map((one) => outcomeOf(takeSlot(world.as(one), slotId))))
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === "SLOT_GONE")).toHaveLength(19)
  const { items } = await listOwnClasses(world.as(instructor), { scope: "all", limit: 10 })
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    one_on_one: true,
    max_capacity: 1,
    enrolled_count: 1,
    scheduled_date: "2026-11-21",
    start_time: "16:00",
    end_time: "16:30",
    subject: "Physics",
  })
  expect(await freeOf(instructor)).toEqual([])
})

test("CLS-13 a click repeated, or a lost answer, answers the same class", async () => {
  const slotId = await offerOne()
  const taken = await Promise.all([1, 2, 3].map(() => takeSlot(world.as(student), slotId)))
  expect(new Set(taken.map((one) => one.class_id)).size).toBe(1)
  expect(await takeSlot(world.as(student), slotId)).toEqual(taken[0])
  const own = async (who: SignedIn) => (await listOwnSlots(world.as(who), { limit: 10 })).items
  expect(await own(student)).toMatchObject([{ id: slotId, status: "taken", ...taken[0] }])
  expect(await own(instructor)).toMatchObject([{ student_name: "Ravi Menon", status: "taken" }])
})

test("CLS-13 nobody else finds the class that a time became, nor a seat or a line in it", async () => {
  const { class_id } = await takeSlot(world.as(student), await offerOne())
  const stranger = await createStudent(world.ctx)
  const finds = async (who: SignedIn | null) => {
    const ctx = who ? world.as(who) : world.ctx
    const { items } = await listAllClasses(ctx, { curriculum: "all", limit: 100 })
    const read = await outcomeOf(getClass(ctx, class_id))
    return [items.some((item) => item.id === class_id), read]
  }
  expect(await finds(student)).toEqual([true, "done"])
  expect(await finds(instructor)).toEqual([true, "done"])
  expect(await finds(await createAdmin(world.ctx))).toEqual([true, "done"])
  for (const other of [stranger, await createInstructor(world.ctx), null]) {
    expect(await finds(other)).toEqual([false, "NOT_FOUND"])
  }
  expect(await outcomeOf(enrol(world.as(stranger), class_id))).toBe("NOT_FOUND")
  const { stats } = await listAllClasses(world.ctx, { curriculum: "all", limit: 1, date: "2026-11-21" })
  expect(stats.students).toBe(0)
})

test("CLS-13 a time that a class came over is offered no more, and can't be taken", async () => {
  const slotId = await offerOne()
  await createClass(world.as(instructor), { start_time: "16:15", end_time: "17:15" })
  expect(await freeOf(instructor)).toEqual([])
  expect(await outcomeOf(takeSlot(world.as(student), slotId))).toBe("SLOT_GONE")
})

test("CLS-13 times of an instructor whose account is disabled, or who may no longer teach, can't be booked", async () => {
  const slotId = await offerOne()
  const { db } = world.ctx
  const set = {
    disabled: (disabledAt: Date | null) =>
      db.update(user).set({ disabledAt }).where(eq(user.id, instructor.user_id)),
    approved: (approved_at: Date | null) =>
      db.update(teachers).set({ approved_at }).where(eq(teachers.user_id, instructor.user_id)),
  }
  const now = world.clock.now()
  for (const [end, undo] of [
    [() => set.disabled(now), () => set.disabled(null)],
    [() => set.approved(null), () => set.approved(now)],
  ] as const) {
    await end()
    expect(await freeOf(instructor)).toEqual([])
    expect(await outcomeOf(takeSlot(world.as(student), slotId))).toBe("SLOT_GONE")
    await undo()
  }
  expect(await outcomeOf(takeSlot(world.as(student), slotId))).toBe("done")
})

test("CLS-13 when a class and a student want the same time at once, one of them has it", async () => {
  for (const day of ["22", "23", "24", "25"]) {
    const scheduled_date = `2026-11-${day}`
    const slotId = await offerOne({ scheduled_date })
    const other = { scheduled_date, start_time: "16:00", end_time: "17:00" }
    const outcomes = await Promise.all([
      outcomeOf(takeSlot(world.as(await createStudent(world.ctx)), slotId)),
      outcomeOf(createClass(world.as(instructor), other)),
    ])
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1)
    await withdrawSlot(world.as(instructor), slotId).catch(() => undefined)
  }
})

test("CLS-13 an instructor takes back a time nobody took, once over several clicks; a taken one stays", async () => {
  const slotId = await offerOne()
  const other = await createInstructor(world.ctx)
  expect(await outcomeOf(withdrawSlot(world.as(other), slotId))).toBe("NOT_FOUND")
  await Promise.all([1, 2].map(() => withdrawSlot(world.as(instructor), slotId)))
  expect(await outcomeOf(takeSlot(world.as(student), slotId))).toBe("SLOT_GONE")
  const next = await offerOne()
  await takeSlot(world.as(student), next)
  expect(await outcomeOf(withdrawSlot(world.as(instructor), next))).toBe("SLOT_GONE")
})

test("CLS-13 who leaves gives the time back; what the instructor calls off is not offered again", async () => {
  const slotId = await offerOne()
  const { class_id } = await takeSlot(world.as(student), slotId)
  await leave(world.as(student), class_id)
  expect(await getClass(world.as(instructor), class_id)).toMatchObject({
    status: "cancelled",
    cancel_code: "given_back",
    enrolled_count: 0,
  })
  expect((await freeOf(instructor)).map((slot) => slot.id)).toEqual([slotId])
  const again = await takeSlot(world.as(await createStudent(world.ctx)), slotId)
  expect(again.class_id).not.toBe(class_id)
  await cancelClass(world.as(instructor), { class_id: again.class_id, reason: "Ill" })
  expect(await freeOf(instructor)).toEqual([])
})

test("CLS-13 CLS-04 a class that was moved is listed at its new time, which is offered again once the student leaves", async () => {
  const slotId = await offerOne()
  const { class_id } = await takeSlot(world.as(student), slotId)
  const moved = { scheduled_date: "2026-11-22", start_time: "18:00", end_time: "18:45" }
  const { starts_at, ends_at } = await updateClass(world.as(instructor), { class_id, ...moved })
  for (const who of [student, instructor]) {
    const { items } = await listOwnSlots(world.as(who), { limit: 10 })
    expect(items).toMatchObject([{ id: slotId, status: "taken", ...moved, starts_at, ends_at }])
  }
  const again = await offerOne()
  await leave(world.as(student), class_id)
  const free = await freeOf(instructor)
  expect(free.map((slot) => [slot.id, slot.start_time])).toEqual([
    [again, "16:00"],
    [slotId, "18:00"],
  ])
})

test("CLS-13 a student leaves a class whose time is on offer anew, which is then offered once", async () => {
  const slotId = await offerOne()
  const { class_id } = await takeSlot(world.as(student), slotId)
  const later = { start_time: "18:15", end_time: "18:45" }
  await offer(later)
  await updateClass(world.as(instructor), { class_id, start_time: "18:00", end_time: "18:30" })
  await leave(world.as(student), class_id)
  expect(await freeOf(instructor)).toMatchObject([later])
  expect((await listOwnSlots(world.as(instructor), { limit: 10 })).items).toMatchObject([later])
})

test("CLS-13 free times come page by page, the soonest first, and a past one not at all", async () => {
  await offer({ start_time: "10:00", end_time: "15:00" })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listSlots(world.ctx, { limit: 3, cursor })
    seen.push(
      ...page.items
        .filter((slot) => slot.instructor_id === instructor.user_id)
        .map((slot) => slot.start_time),
    )
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen).toHaveLength(10)
  expect(seen).toEqual(seen.toSorted())
  world.clock.set("2026-11-21T08:00:00Z")
  expect((await freeOf(instructor))[0]?.start_time).toBe("14:00")
})
