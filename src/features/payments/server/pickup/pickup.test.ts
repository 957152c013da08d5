import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { students } from "#features/accounts/server/table.ts"
import { classesJobs } from "#features/classes/server/jobs.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createClass } from "#tests/classes.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createAdmin, createGuardian, createInstructor, createOffice, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf, type Sales, startSales } from "#tests/sales.ts"
import { billsOfOrder } from "../bills/list.ts"
import { reviewProgram } from "../checkout/review.ts"
import { readDeskOrder } from "../desk/desk-order.ts"
import { readFamilyNeeds } from "../memberships/family-needs.ts"
import { readOrder, requireOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { paymentsData } from "../personal-data.ts"
import { askRefund } from "../refunding/give-back.ts"
import { readTerms } from "../refunding/terms.ts"
import { listPickups } from "./list.ts"

let sales: Sales
let office: SignedInCtx
let teacher: SignedInCtx
let course_id: string
let families = 0

beforeAll(async () => {
  sales = await startSales()
  office = sales.world.as(await createAdmin(sales.world.ctx))
  teacher = sales.world.as(await createInstructor(sales.world.ctx))
})
beforeEach(async () => {
  // A Tuesday, half past ten in the evening in India.
  sales.world.clock.set("2026-11-10T17:00:00Z")
  const sold = {
    price_rupees: 9_000,
    monthly_fee_rupees: 2_000,
    delivery: "on_premises",
    venue_name: "Hall 2",
  } as const
  course_id = (await createProgram(office, { ...DRAFT, ...sold, id: newId() })).id
})
afterAll(() => sales?.close())
afterEach(async () => {
  expect(await brokenInvariants(sales.pool)).toEqual([])
})

const PICKUP = { pickup_per_week: 3, pickup_days: [5, 1, 3], pickup_address: " 12, Koregaon Park " }

/** A child of nine years until 10 December 2026, with a confirmed parent. */
async function family(date_of_birth: string | null = "2016-12-11") {
  families += 1
  const named = { under_18: true, parent_name: "Sunita Rao", parent_phone: `+9191234${50_000 + families}` }
  const student = await createStudent(sales.world.ctx, { ...named, date_of_birth })
  return { student, parent: sales.world.as(await createGuardian(sales.world.ctx, student)) }
}

type Wanted = Partial<Parameters<typeof createOrder>[1]>
const order = (buyer: SignedInCtx, student_id: string, wanted: Wanted = {}) =>
  createOrder(buyer, { course_id, student_id, state: "29", months: 1, ...PICKUP, ...wanted })

test("PAY-02 pick-up is a line of its own with its reason, on the order and the bill, and comes back with the term", async () => {
  const { student, parent } = await family()
  const offered = await reviewProgram(parent, { course_id, state: "29", months: 1, pickup_per_week: 3 })
  expect(offered.pickup).toMatchObject({ why: null, days_per_week: 3, days: [], address: "" })
  expect(offered.price?.trace).toContainEqual(
    expect.objectContaining({ code: "pickup", days_per_week: 3, months: 1, list_paise: 80_000 }),
  )
  const ordered = await order(parent, student.user_id)
  expect(ordered).toMatchObject({
    pickup: { days: [1, 3, 5], address: "12, Koregaon Park" },
    price: { total_paise: 280_000 },
  })
  const paid = await sales.pay(parent, ordered)
  const { id, facts } = await requireOrder(parent, paid.order_number)
  expect(facts.items[0]).toMatchObject({ pickup: { days_per_week: 3, age: 9 } })
  const [bill] = await billsOfOrder(sales.world.ctx, id)
  expect(bill?.bill.lines.map(({ code, amount_paise }) => [code, amount_paise])).toEqual([
    ["membership", 200_000],
    ["pickup", 80_000],
  ])
  // The child sees the days alone.
  expect((await readOrder(sales.world.as(student), paid.order_number)).pickup).toEqual({
    ...{ days: [1, 3, 5], address: null },
  })
  // The office arranges the trips, as an admin does.
  for (const staff of [await createOffice(sales.world.ctx), await createAdmin(sales.world.ctx)]) {
    const { order: seen } = await readDeskOrder(sales.world.as(staff), paid.order_number)
    expect(seen.pickup).toEqual({ days: [1, 3, 5], address: "12, Koregaon Park" })
  }
  const needs = async () => (await readFamilyNeeds(parent)).memberships.map((one) => one.pickup_days)
  expect(await needs()).toEqual([[1, 3, 5]])
  const row = await requireOrder(parent, paid.order_number)
  expect((await readTerms(parent, row))?.terms.refund_paise).toBe(280_000)
  await askRefund(parent, { order_number: paid.order_number, refund_paise: 280_000 })
  expect(await needs()).toEqual([])
})

test("PAY-02 pick-up is refused at its field: too old, no date of birth, one in the future, online, wrong days, no address", async () => {
  const { student, parent } = await family()
  const { user_id } = student
  const asBorn = (date_of_birth: string | null) =>
    sales.world.ctx.db.update(students).set({ date_of_birth }).where(eq(students.user_id, user_id))
  // The term of today: the child turns 10 on its first day.
  await asBorn("2016-11-10")
  expect(await refusalOf(order(parent, user_id))).toEqual({ pickup_days: "PICKUP_TOO_OLD|10" })
  // Too old, and without pick-up before: nothing is offered that would be refused.
  expect((await reviewProgram(parent, { course_id, state: "29", months: 1 })).pickup).toBeNull()
  await asBorn(null)
  expect(await refusalOf(order(parent, user_id))).toEqual({ pickup_days: "PICKUP_AGE_UNKNOWN|10" })
  expect((await reviewProgram(parent, { course_id, months: 1 })).pickup?.why).toBe("PICKUP_AGE_UNKNOWN")
  await asBorn("2026-11-11")
  expect(await refusalOf(order(parent, user_id))).toEqual({ pickup_days: "PICKUP_BORN_LATER|10" })
  await asBorn("2016-11-11")
  expect(await refusalOf(order(parent, user_id, { months: 0 }))).toEqual({
    pickup_days: "PICKUP_MEMBERS_ONLY|10",
  })
  expect(await refusalOf(order(parent, user_id, { pickup_days: [1, 3], pickup_address: "" }))).toEqual({
    ...{ pickup_days: "PICKUP_DAYS", pickup_address: "PICKUP_ADDRESS" },
  })
  expect(await refusalOf(order(parent, user_id, { pickup_per_week: 4 }))).toEqual({
    pickup_days: "PICKUP_NOT_OFFERED",
  })
  await sales.world.ctx.db.update(programs).set({ delivery: "online" }).where(eq(programs.id, course_id))
  expect(await refusalOf(order(parent, user_id))).toEqual({ pickup_days: "PICKUP_ONLINE|10" })
  expect((await reviewProgram(parent, { course_id, months: 1 })).pickup).toBeNull()
})

test("PAY-02 pick-up renews with the membership until the child is 10, and another address replaces the order", async () => {
  const { student, parent } = await family()
  const first = await order(parent, student.user_id)
  expect((await order(parent, student.user_id)).order_number).toBe(first.order_number)
  const moved = await order(parent, student.user_id, { pickup_address: "4, Baner" })
  expect(moved.order_number).not.toBe(first.order_number)
  await sales.pay(parent, moved)
  sales.world.clock.set("2026-12-01T05:00:00Z")
  // The new term starts on 10 December, the day before the birthday.
  const renewal = await reviewProgram(parent, { course_id, state: "29" })
  expect(renewal).toMatchObject({
    pickup: { why: null, days_per_week: 3, days: [1, 3, 5], address: "4, Baner" },
    price: { total_paise: 280_000 },
  })
  expect(await reviewProgram(parent, { course_id, state: "29", pickup_per_week: 0 })).toMatchObject({
    ...{ pickup: { days_per_week: 0 }, price: { total_paise: 200_000 } },
  })
  await sales.pay(parent, await order(parent, student.user_id))
  sales.world.clock.set("2027-01-02T05:00:00Z")
  const older = await reviewProgram(parent, { course_id, state: "29" })
  expect(older).toMatchObject({
    ...{ pickup: { why: "PICKUP_TOO_OLD", days_per_week: 0 }, price: { total_paise: 200_000 } },
  })
})

test("PAY-02 staff see who is picked up for the classes of a day, an instructor for their own, and no address of the erased", async () => {
  // Monday and Tuesday of the next week, in the afternoon in India.
  const classes = await Promise.all(
    ["2026-11-16T10:00:00Z", "2026-11-17T10:00:00Z"].map((at) =>
      createClass(sales.world.ctx, teacher.viewer, { course_id, starts_at: new Date(at) }),
    ),
  )
  const { student, parent } = await family()
  await sales.pay(parent, await order(parent, student.user_id))
  const without = await family()
  await sales.pay(without.parent, await order(without.parent, without.student.user_id, { ...NO_PICKUP }))
  await runJobs(sales.world, classesJobs)
  const [monday] = classes
  expect(await listPickups(office, "2026-11-16")).toMatchObject([
    {
      class_id: monday?.id,
      children: [{ student_id: student.user_id, address: "12, Koregaon Park", parent_name: "Sunita Rao" }],
    },
  ])
  expect(await listPickups(office, "2026-11-17")).toEqual([])
  expect(await listPickups(teacher, "2026-11-16")).toHaveLength(1)
  const other = sales.world.as(await createInstructor(sales.world.ctx))
  expect(await listPickups(other, "2026-11-16")).toEqual([])
  const exportOf = async (user_id: string) =>
    (await paymentsData.exportFor(sales.world.ctx, { user_id, contacts: [] })).orders as object[]
  expect(await exportOf(parent.viewer.user_id)).toMatchObject([{ pickup_address: "12, Koregaon Park" }])
  expect(await exportOf(student.user_id)).toMatchObject([{ pickup_days: [1, 3, 5], pickup_address: null }])
  await paymentsData.eraseFor(sales.world.ctx, { user_id: parent.viewer.user_id, contacts: [] })
  const [gone] = await listPickups(office, "2026-11-16")
  expect(gone?.children[0]?.address).toBeNull()
})

const NO_PICKUP = { pickup_per_week: 0, pickup_days: [], pickup_address: "" }
