import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { user } from "#features/accounts/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { createClass, draftClass, outcomeOf } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { listDemoRequests } from "../demos/demo-lists.ts"
import { answerDemoRequest, recordCallback, requestDemo } from "../demos/demo-requests.ts"
import { startClass } from "../lifecycle.ts"
import { listOwnClasses, listTimetable } from "../list-classes.ts"
import { teachesClass } from "../service.ts"
import { updateClass } from "./reschedule.ts"
import { substituteInstructor, takeClassBack } from "./substitute.ts"
import { cancelClass } from "./withdraw.ts"

let world: TestContext
let owner: SignedIn
let stand: SignedIn
let class_id: string

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set("2026-11-20T10:30:30Z")
  owner = await createInstructor(world.ctx)
  stand = await createInstructor(world.ctx, { first_name: "Ravi", last_name: "Nair" })
  class_id = await createClass(world.as(owner))
  world.published.length = 0
})

const name = (instructor_id: string, viewer = owner) =>
  substituteInstructor(world.as(viewer), { class_id, instructor_id })

test("ADM-01 a substitute teaches the class, which stays its own instructor's", async () => {
  const given = await name(stand.user_id)
  expect(given).toMatchObject({
    instructor_name: "Ravi Nair",
    substitutes_for: owner.user_id,
    substitutes_for_name: "Meera Iyer",
    standing: "instructor",
    editable: true,
  })
  expect(await getClass(world.as(stand), class_id)).toMatchObject({
    standing: "instructor",
    editable: false,
  })
  expect(world.published).toEqual([
    {
      topic: "class.substituted",
      data: { class_id, instructor_id: stand.user_id, previous_instructor_id: owner.user_id },
    },
  ])
  const acts = await world.ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, class_id))
  expect(acts.map((act) => act.action)).toEqual(["class.substitute"])
})

test("ADM-01 a substitute sees and runs the class but may not edit or cancel it", async () => {
  await name(stand.user_id)
  for (const person of [owner, stand]) {
    const page = { cursor: undefined, limit: 50, scope: "upcoming" as const }
    expect((await listOwnClasses(world.as(person), page)).items.map((item) => item.id)).toEqual([class_id])
    const { classes: week } = await listTimetable(world.as(person), { from: "2026-11-16", days: 7 })
    expect(week.map((item) => item.id)).toEqual([class_id])
    expect(await teachesClass(world.ctx, person, class_id)).toBe(true)
  }
  expect(await outcomeOf(updateClass(world.as(stand), { class_id, ...draftClass() }))).toBe("NOT_FOUND")
  expect(await outcomeOf(cancelClass(world.as(stand), { class_id, reason: "ill" }))).toBe("NOT_FOUND")
  world.clock.set("2026-11-21T11:30:00Z")
  expect((await startClass(world.as(stand), class_id)).status).toBe("live")
})

test("D3 a substitute can't be elsewhere at that time, and the replaced teacher can", async () => {
  await createClass(world.as(stand), { start_time: "17:30", end_time: "18:30" })
  expect(await outcomeOf(name(stand.user_id))).toEqual({ instructor_id: "SUBSTITUTE_BUSY" })
  const free = await createInstructor(world.ctx)
  await name(free.user_id)
  await createClass(world.as(owner), { title: "Elsewhere" })
  expect(await outcomeOf(takeClassBack(world.as(owner), class_id))).toEqual({
    instructor_id: "SUBSTITUTE_BUSY",
  })
  // An edit keeps the substitute, and it is the substitute's time that counts.
  const edited = await updateClass(world.as(owner), { class_id, ...draftClass({ title: "Decimals" }) })
  expect(edited).toMatchObject({ instructor_id: free.user_id, substitutes_for: owner.user_id })
})

test("ADM-01 only approved instructors stand in, by the owner's word or an admin's, until it is taken back", async () => {
  const unapproved = await createInstructor(world.ctx, { approved_at: null })
  const disabled = await createInstructor(world.ctx)
  await world.ctx.db.update(user).set({ disabledAt: new Date() }).where(eq(user.id, disabled.user_id))
  const student = await createStudent(world.ctx)
  for (const person of [unapproved, disabled, student]) {
    expect(await outcomeOf(name(person.user_id))).toEqual({ instructor_id: "INSTRUCTOR_UNKNOWN" })
  }
  expect(await outcomeOf(name(owner.user_id))).toEqual({ instructor_id: "SUBSTITUTE_IS_OWNER" })
  expect(await outcomeOf(name(stand.user_id, stand))).toBe("NOT_FOUND")
  const admin = await createAdmin(world.ctx)
  expect(await name(stand.user_id, admin)).toMatchObject({ instructor_id: stand.user_id })
  expect(await outcomeOf(takeClassBack(world.as(stand), class_id))).toBe("NOT_FOUND")
  const back = await takeClassBack(world.as(owner), class_id)
  expect(back).toMatchObject({ instructor_id: owner.user_id, substitutes_for: null })
  expect(await getClass(world.as(stand), class_id)).toMatchObject({ standing: "none" })
  await takeClassBack(world.as(owner), class_id)
  expect(world.published).toHaveLength(2)
})

test("ADM-01 a class handed to its substitute for good is theirs alone", async () => {
  await name(stand.user_id)
  const admin = await createAdmin(world.ctx)
  const given = await updateClass(world.as(admin), {
    class_id,
    ...draftClass({ instructor_id: stand.user_id }),
  })
  expect(given).toMatchObject({ instructor_id: stand.user_id, substitutes_for: null })
  expect(await teachesClass(world.ctx, owner, class_id)).toBe(false)
})

test("CLS-08 ADM-01 a demo class with a new owner leaves the open requests with its substitute, who answers them", async () => {
  const times = { start_time: "19:00", end_time: "20:00" }
  const demo = await createClass(world.as(owner), { class_type: "demo", ...times })
  await substituteInstructor(world.as(owner), { class_id: demo, instructor_id: stand.user_id })
  const { id: request_id } = await requestDemo(world.as(await createStudent(world.ctx)), demo)
  const other = await createInstructor(world.ctx)
  await updateClass(world.as(await createAdmin(world.ctx)), { class_id: demo, instructor_id: other.user_id })
  const answer = (who: SignedIn) =>
    outcomeOf(answerDemoRequest(world.as(who), { request_id, status: "approved" }))
  expect([await answer(owner), await answer(stand)]).toEqual(["NOT_FOUND", "done"])
})

test("CLS-08 ADM-01 requests that wait for an answer or a call move to who teaches the demo class now", async () => {
  const demo = await createClass(world.as(owner), {
    class_type: "demo",
    start_time: "19:00",
    end_time: "20:00",
  })
  const give = (to: SignedIn) =>
    substituteInstructor(world.as(owner), { class_id: demo, instructor_id: to.user_id })
  const ask = async () => (await requestDemo(world.as(await createStudent(world.ctx)), demo)).id
  const requestsOf = async (person: SignedIn) =>
    (await listDemoRequests(world.as(person), { limit: 50 })).items.map(({ id }) => id).toSorted()
  const approve = (who: SignedIn, request_id: string) =>
    answerDemoRequest(world.as(who), { request_id, status: "approved" })

  const early = await ask()
  await give(stand)
  expect([await requestsOf(owner), await requestsOf(stand)]).toEqual([[], [early]])
  const [waits, toCall, done] = [await ask(), await ask(), await ask()]
  await approve(stand, toCall)
  await approve(stand, done)
  await recordCallback(world.as(stand), { request_id: done, outcome: "reached" })

  const other = await createInstructor(world.ctx)
  await give(other)
  expect(await requestsOf(other)).toEqual([early, waits, toCall].toSorted())
  expect(await requestsOf(stand)).toEqual([done])
  expect(await outcomeOf(approve(stand, waits))).toBe("NOT_FOUND")
  await takeClassBack(world.as(owner), demo)
  expect([await requestsOf(other), await requestsOf(stand)]).toEqual([[], [done]])
  expect(await approve(owner, waits)).toMatchObject({ status: "approved", instructor_id: owner.user_id })
})
