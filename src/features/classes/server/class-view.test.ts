import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Viewer } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createClass, requestFor, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { editableBy, getClass, requireRunnable } from "./class-view.ts"
import { classWaitlist } from "./seat-tables.ts"
import { demoClassRequests, scheduledClasses } from "./table.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

/** What each viewer is shown of where else a class meets and why it was cancelled, and whether they may change it. */
const SHOWN = {
  visitor: { standing: "none", meets: false, reason: false, editable: false },
  stranger: { standing: "none", meets: false, reason: false, editable: false },
  pending: { standing: "pending", meets: false, reason: true, editable: false },
  rejected: { standing: "rejected", meets: false, reason: true, editable: false },
  approved: { standing: "approved", meets: true, reason: true, editable: false },
  seated: { standing: "enrolled", meets: true, reason: true, editable: false },
  colleague: { standing: "none", meets: false, reason: false, editable: false },
  substitute: { standing: "instructor", meets: true, reason: true, editable: false },
  owner: { standing: "instructor", meets: true, reason: true, editable: true },
  admin: { standing: "none", meets: true, reason: true, editable: true },
} as const
type Name = keyof typeof SHOWN

async function createPeople(): Promise<Record<Name, Viewer>> {
  const { ctx } = world
  const student = () => createStudent(ctx)
  const instructor = (first_name: string) => createInstructor(ctx, { first_name, last_name: "" })
  return {
    visitor: null,
    ...{ stranger: await student(), pending: await student(), rejected: await student() },
    ...{ approved: await student(), seated: await student(), admin: await createAdmin(ctx) },
    ...{
      colleague: await instructor("Nobody"),
      substitute: await instructor("Ravi"),
      owner: await instructor("Meera"),
    },
  }
}

/** A class with a place in a meeting, that was cancelled, and everybody's standing to it. */
async function createScene(one_on_one: boolean) {
  const { ctx } = world
  const people = await createPeople()
  const { owner, substitute, seated, approved, pending, rejected } = people
  if (!(owner && substitute && seated && approved && pending && rejected))
    throw new Error("nobody is missing")
  const { id } = await createClass(ctx, substitute, {
    ...{ substitutes_for: owner.user_id, class_type: "demo", one_on_one, max_capacity: one_on_one ? 1 : 30 },
    ...{ start_time: "09:05:00", end_time: "10:05:00", meet_link: "https://meet.google.com/abc-defg-hij" },
    ...{ status: "cancelled", cancel_reason: "The instructor is ill" },
  })
  await seat(ctx, id, seated)
  if (one_on_one) return { id, people }
  for (const student of [approved, pending, rejected]) {
    const request = await requestFor(ctx, id, student, owner)
    const status = student === approved ? "approved" : student === rejected ? "rejected" : "pending"
    await ctx.db.update(demoClassRequests).set({ status }).where(eq(demoClassRequests.id, request))
  }
  return { id, people }
}

test("CLS-08 CLS-09 each viewer is shown of a class what concerns them", async () => {
  const { id, people } = await createScene(false)
  for (const [name, expected] of Object.entries(SHOWN)) {
    const shown = await getClass({ ...world.ctx, viewer: people[name as Name] }, id)
    const { standing, meet_link, cancel_reason, editable } = shown
    expect({ standing, meets: meet_link !== null, reason: cancel_reason !== null, editable }, name).toEqual(
      expected,
    )
    expect(shown).toMatchObject({
      ...{ start_time: "09:05", end_time: "10:05" },
      ...{ instructor_name: "Ravi", substitutes_for_name: "Meera" },
    })
  }
})

test("CLS-13 a class for one student is found by that student and its staff, and nobody else knows of it", async () => {
  const { id, people } = await createScene(true)
  const found: string[] = []
  for (const [name, viewer] of Object.entries(people)) {
    const answer = await getClass({ ...world.ctx, viewer }, id).catch((error) => error)
    if (answer.id === id) found.push(name)
    else expect(answer, name).toMatchObject({ code: "NOT_FOUND" })
  }
  expect(found.toSorted()).toEqual(["admin", "owner", "seated", "substitute"])
})

test("CLS-04 a class is run by those who teach it and changed by those whose it is", async () => {
  const { id, people } = await createScene(false)
  const may = { run: [] as string[], edit: [] as string[] }
  for (const [name, viewer] of Object.entries(people)) {
    if (!viewer) continue
    const run = await requireRunnable(world.as(viewer), id).catch((error) => error.code)
    if (run !== "NOT_FOUND") may.run.push(name)
    const rows = await world.ctx.db.$count(
      scheduledClasses,
      and(eq(scheduledClasses.id, id), editableBy(viewer)),
    )
    if (rows > 0) may.edit.push(name)
  }
  expect(may.run.toSorted()).toEqual(["admin", "owner", "substitute"])
  expect(may.edit.toSorted()).toEqual(["admin", "owner"])
})

test("CLS-07 CLS-09 who waits for a seat reads their place and why the class is off, and of two classes only what is theirs in each", async () => {
  const { ctx } = world
  const teacher = await createInstructor(ctx, { first_name: "Meera", last_name: "Iyer" })
  const [first, second] = [await createStudent(ctx), await createStudent(ctx)]
  const full = await createClass(ctx, teacher, {
    ...{
      max_capacity: 1,
      seats_taken: 1,
      waiting: 2,
      seats_held: 0,
      meet_link: "https://meet.google.com/abc",
    },
    ...{
      status: "cancelled",
      cancel_reason: "The instructor is ill",
      starts_at: new Date("2026-12-01T10:00:00Z"),
    },
  })
  const other = await createClass(ctx, teacher, {
    starts_at: new Date("2026-12-02T10:00:00Z"),
    seats_taken: 1,
  })
  for (const { user_id } of [first, second])
    await ctx.db
      .insert(classWaitlist)
      .values({ id: newId(), class_id: full.id, student_id: user_id, created_at: ctx.clock.now() })
  await seat(ctx, other.id, second)
  expect(await getClass(world.as(second), full.id)).toMatchObject({
    ...{ standing: "waiting", waitlist_position: 2, cancel_reason: "The instructor is ill", meet_link: null },
    ...{ enrolled_count: 1, held_count: 0, waiting_count: 2, editable: false },
    ...{ instructor_name: "Meera Iyer", substitutes_for_name: null },
  })
  expect(await getClass(world.as(second), other.id)).toMatchObject({
    ...{ standing: "enrolled", waitlist_position: null, enrolled_count: 1 },
  })
  expect(await getClass(world.as(first), other.id)).toMatchObject({ standing: "none" })
  expect(await getClass(world.as(teacher), full.id)).toMatchObject({ waitlist_position: null })
})
