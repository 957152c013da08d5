import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { students, user } from "#features/accounts/server/table.ts"
import { removeGuardian, setRights } from "#features/guardians/server/other-guardians.ts"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createFurtherGuardian, nextPhone } from "#tests/guardians.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { outcomeOf, placeClass } from "../class-factory.ts"
import { holdClass, leaveWaitlist } from "../seats/waitlist.ts"
import { readClass } from "../service.ts"
import { demoClassRequests } from "../table.ts"
import { requestChildDemo } from "./child-demos.ts"
import { listChildDemoRequests, listDemoRequests, listMyDemoRequests } from "./demo-lists.ts"
import { answerDemoRequest, requestDemo } from "./demo-requests.ts"

let world: TestContext
let office: SignedIn
let instructor: SignedIn
let child: SignedIn
let mother: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  office = await createAdmin(world.ctx)
})
afterAll(() => world.close())
beforeEach(async () => {
  // Friday, 16:00 in Kolkata.
  world.clock.set("2026-11-20T10:30:00Z")
  instructor = await createInstructor(world.ctx)
  child = await createMinor("Kiara")
  mother = await createGuardian(world.ctx, child)
  world.published.length = 0
})

function createMinor(first_name: string, parent_phone = nextPhone()): Promise<SignedIn> {
  return createStudent(world.ctx, { first_name, under_18: true, parent_name: "Divya Nambiar", parent_phone })
}

type Columns = Parameters<typeof placeClass>[4]

/** A demo class of the instructor so many hours from now, of an activity of its own. */
function demo(hours = 48, columns: Columns = {}): Promise<string> {
  const minutes = hours * 60
  const subject = `music ${hours}`
  return placeClass(world.ctx, instructor.user_id, minutes, minutes + 45, {
    ...{ class_type: "demo" as const, max_capacity: 2, subject },
    ...columns,
  })
}

const ask = (who: SignedIn, class_id: string, of = child) =>
  requestChildDemo(world.as(who), { class_id, student_id: of.user_id })

const answer = (request_id: string, status: "approved" | "rejected", offer_class_ids: string[] = []) =>
  answerDemoRequest(world.as(instructor), { request_id, status, offer_class_ids, message: "Full that day" })

function requestsOf(classId: string, of = child) {
  return world.ctx.db
    .select()
    .from(demoClassRequests)
    .where(and(eq(demoClassRequests.class_id, classId), eq(demoClassRequests.student_id, of.user_id)))
}

async function countsOf(classId: string) {
  const row = await readClass(world.ctx, classId)
  return [row?.seats_taken, row?.seats_held, row?.waiting]
}

const topics = () => world.published.map(({ topic }) => topic)

test("PAY-02 DASH-04 a guardian's request is the child's: a seat is kept, the instructor and the child see it", async () => {
  const classId = await demo()
  const request = await ask(mother, classId)
  expect(request).toMatchObject({ student_id: child.user_id, status: "pending", contact: null })
  expect(request.callback_by).toBeInstanceOf(Date)
  expect(await countsOf(classId)).toEqual([0, 1, 0])
  expect(topics()).toEqual(["demo.requested", "demo.requested_for_child"])
  const page = { limit: 10 }
  expect((await listMyDemoRequests(world.as(child), page)).items.map(({ id }) => id)).toEqual([request.id])
  const [seen] = (await listDemoRequests(world.as(instructor), page)).items
  expect(seen).toMatchObject({ id: request.id, contact: { name: "Divya Nambiar" } })
  await answer(request.id, "approved")
  expect(await countsOf(classId)).toEqual([1, 0, 0])
  const [own] = (await listChildDemoRequests(world.as(mother), page)).items
  expect(own).toMatchObject({ status: "approved", message: "Full that day" })
})

test("PAY-02 pressing again, also after the child asked or the teacher approved, returns the same request", async () => {
  const classId = await demo()
  const { id } = await requestDemo(world.as(child), classId)
  world.published.length = 0
  expect((await ask(mother, classId)).id).toBe(id)
  await answer(id, "approved")
  expect(await ask(mother, classId)).toMatchObject({ id, status: "approved" })
  expect(await countsOf(classId)).toEqual([1, 0, 0])
  expect(topics()).not.toContain("demo.requested_for_child")
})

test("PAY-02 of presses of two guardians and the child at once one request and one seat come", async () => {
  const father = await createFurtherGuardian(world.ctx, child, ["consent"])
  for (let round = 0; round < 5; round += 1) {
    const classId = await demo(50 + round * 2)
    world.published.length = 0
    const outcomes = await Promise.all([
      outcomeOf(ask(mother, classId)),
      outcomeOf(ask(father, classId)),
      outcomeOf(ask(mother, classId)),
      outcomeOf(ask(father, classId)),
      outcomeOf(requestDemo(world.as(child), classId)),
    ])
    expect(outcomes.slice(0, 4)).toEqual(["done", "done", "done", "done"])
    expect(["done", "REQUEST_ALREADY_SENT"]).toContain(outcomes[4])
    expect(await requestsOf(classId)).toHaveLength(1)
    expect(await countsOf(classId)).toEqual([0, 1, 0])
    expect(topics().filter((topic) => topic === "demo.requested")).toHaveLength(1)
  }
})

test("PAY-02 of two guardians who ask for two classes of one activity at once one gets the trial", async () => {
  const father = await createFurtherGuardian(world.ctx, child, ["consent"])
  const [one, other] = [await demo(70, { subject: "Tabla" }), await demo(72, { subject: "tabla " })]
  const outcomes = await Promise.all([outcomeOf(ask(mother, one)), outcomeOf(ask(father, other))])
  expect(outcomes.toSorted()).toEqual(["CHILD_TRIAL_TAKEN", "done"])
})

test("PAY-02 the free trial is each child's own, and a refusal names the child and the earlier class", async () => {
  const phone = nextPhone()
  const [asha, ravi] = [await createMinor("Asha", phone), await createMinor("Ravi", phone)]
  const parent = await createGuardian(world.ctx, asha)
  await createGuardian(world.ctx, ravi)
  const first = await demo(24, { subject: "Tabla", title: "Tabla for all" })
  const second = await demo(26, { subject: "tabla" })
  const { id } = await ask(parent, first, asha)
  await ask(parent, first, ravi)
  const refused = ask(parent, second, asha)
  await expect(refused).rejects.toMatchObject({
    code: "CHILD_TRIAL_TAKEN",
    data: { first_name: "Asha", activity: "tabla", class_title: "Tabla for all" },
  })
  expect(await countsOf(second)).toEqual([0, 0, 0])
  // A declined request gives the trial back.
  await answer(id, "rejected")
  expect(await outcomeOf(ask(parent, second, asha))).toBe("done")
  expect(await outcomeOf(ask(parent, first, asha))).toBe("REQUEST_DECLINED")
})

test("PAY-02 a time offered after a rejection is the child's at once, and only one of them", async () => {
  const [asked, one, other] = [await demo(24), await demo(26), await demo(28)]
  const { id } = await ask(mother, asked)
  await answer(id, "rejected", [one, other])
  const [declined] = (await listChildDemoRequests(world.as(mother), { limit: 5 })).items
  expect(declined?.offers.map(({ class_id }) => class_id)).toEqual([one, other])
  world.published.length = 0
  expect(await ask(mother, one)).toMatchObject({ status: "approved" })
  expect(topics()).toContain("demo.answered")
  expect(await countsOf(one)).toEqual([1, 0, 0])
  expect(await ask(mother, one)).toMatchObject({ status: "approved" })
  // The second one is a request like any other.
  expect(await ask(mother, other)).toMatchObject({ status: "pending" })
})

test("DASH-04 only a guardian who decides about consents can ask, for a child under 18 with an open account", async () => {
  const classId = await demo()
  const aunt = await createFurtherGuardian(world.ctx, child, ["see", "pay", "told"])
  const stranger = await createGuardian(world.ctx, await createMinor("Zoya"))
  expect(await outcomeOf(ask(aunt, classId))).toBe("RIGHT_MISSING")
  expect(await outcomeOf(ask(stranger, classId))).toBe("NOT_FOUND")
  expect((await listChildDemoRequests(world.as(stranger), { limit: 5 })).items).toEqual([])
  const ofChild = eq(user.id, child.user_id)
  await world.ctx.db.update(user).set({ disabledAt: world.clock.now() }).where(ofChild)
  expect(await outcomeOf(ask(mother, classId))).toBe("CHILD_CLOSED")
  await world.ctx.db.update(user).set({ disabledAt: null }).where(ofChild)
  await world.ctx.db
    .update(students)
    .set({ date_of_birth: "2000-01-01", minor_until: null })
    .where(eq(students.user_id, child.user_id))
  expect(await outcomeOf(ask(mother, classId))).toBe("STUDENT_DECIDES")
  expect(await requestsOf(classId)).toEqual([])
})

test("PAY-02 a class that is regular, cancelled or full once begun is refused; a full one has a waitlist", async () => {
  expect(await outcomeOf(ask(mother, await demo(48, { class_type: "regular" })))).toBe("NOT_A_DEMO")
  expect(await outcomeOf(ask(mother, await demo(50, { status: "cancelled" })))).toBe("CLASS_NOT_OPEN")
  expect(await outcomeOf(ask(mother, await demo(-0.1, { seats_taken: 2 })))).toBe("CLASS_FULL")
  expect(await ask(mother, await demo(52, { seats_taken: 2 }))).toMatchObject({ waitlist_position: 1 })
})

test("DASH-04 a guardian who is removed, or loses the right, while the request waits is refused and nothing is written", async () => {
  for (const ending of ["removed", "right"] as const) {
    const father = await createFurtherGuardian(world.ctx, child, ["see", "consent"])
    const classId = await demo(ending === "removed" ? 60 : 62)
    let outcome: ReturnType<typeof outcomeOf> | undefined
    await inTransaction(world.as(office), async (tx) => {
      await holdClass(tx, classId)
      outcome = outcomeOf(ask(father, classId))
      // It has passed its first check and waits for the class.
      await expect
        .poll(async () => {
          const { rows } = await world.ctx.db.execute<{ waits: boolean }>(
            "select exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waits",
          )
          return rows[0]?.waits
        })
        .toBe(true)
      const link = { student_id: child.user_id, guardian_id: father.user_id }
      if (ending === "removed") await removeGuardian(world.as(office), link, "staff")
      else await setRights(world.as(office), { ...link, rights: ["see"] }, "staff")
    })
    expect(await outcome).toBe(ending === "removed" ? "NOT_FOUND" : "RIGHT_MISSING")
    expect(await requestsOf(classId)).toEqual([])
    expect(await countsOf(classId)).toEqual([0, 0, 0])
  }
})

test("CLS-11 DASH-04 a request that is withdrawn and sent again messages the family three times a day at most", async () => {
  const class_id = await demo()
  const again = async (who: () => Promise<unknown>) => {
    const outcome = await outcomeOf(who())
    await leaveWaitlist(world.as(child), class_id)
    return outcome
  }
  const byMother = () => again(() => ask(mother, class_id))
  const byChild = () => again(() => requestDemo(world.as(child), class_id))
  expect([await byMother(), await byChild(), await byMother()]).toEqual(["done", "done", "done"])
  world.published.length = 0
  expect([await byMother(), await byChild()]).toEqual(["TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS"])
  expect(world.published).toEqual([])
  // Neither other classes nor other children are affected.
  expect(await outcomeOf(ask(mother, await demo(50)))).toBe("done")
  expect(await outcomeOf(requestDemo(world.as(await createMinor("Ravi")), class_id))).toBe("done")
  world.clock.advance(DAY)
  expect(await byMother()).toBe("done")
})

test("CLS-11 a student sends ten requests a day at most, and one that is refused doesn't count", async () => {
  for (let hours = 30; hours < 40; hours += 1) {
    expect(await outcomeOf(ask(mother, await demo(hours)))).toBe("done")
    expect(await outcomeOf(ask(mother, await demo(hours + 30, { status: "cancelled" })))).toBe(
      "CLASS_NOT_OPEN",
    )
  }
  expect(await outcomeOf(ask(mother, await demo()))).toBe("TOO_MANY_REQUESTS")
})

test("DASH-04 a request stays when its guardian is removed afterwards, and the child can withdraw it", async () => {
  const father = await createFurtherGuardian(world.ctx, child, ["see", "consent"])
  const classId = await demo()
  await ask(father, classId)
  await removeGuardian(world.as(office), { student_id: child.user_id, guardian_id: father.user_id }, "staff")
  expect(await requestsOf(classId)).toHaveLength(1)
  expect((await listChildDemoRequests(world.as(father), { limit: 5 })).items).toEqual([])
  await leaveWaitlist(world.as(child), classId)
  expect(await countsOf(classId)).toEqual([0, 0, 0])
})
