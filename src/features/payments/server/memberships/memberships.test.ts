import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { classesJobs } from "#features/classes/server/jobs.ts"
import { joinWaitlist } from "#features/classes/server/seats/waitlist.ts"
import { enrol } from "#features/classes/server/seats.ts"
import { readBalance, sumAccount } from "#features/ledger/server/balances.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf, testSales } from "#tests/sales.ts"
import { billsOfOrder } from "../bills/list.ts"
import { reviewProgram } from "../checkout/review.ts"
import { requireOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { refundByStaff } from "../refunding/by-staff.ts"
import { askRefund } from "../refunding/give-back.ts"
import { readTerms } from "../refunding/terms.ts"
import { approveClaim, claimTransfer } from "../upi/claims.ts"
import { readFamilyNeeds } from "./family-needs.ts"

const sales = testSales({ env: { UPI_ID: "nritya@okbank" } })
let office: SignedInCtx
let teacher: SignedInCtx
let course_id: string

beforeAll(async () => {
  office = sales.world.as(await createAdmin(sales.world.ctx))
  teacher = sales.world.as(await createInstructor(sales.world.ctx))
})
beforeEach(async () => {
  // Half past ten in the evening in India.
  sales.world.clock.set("2026-11-10T17:00:00Z")
  const priced = { price_rupees: 9_000, monthly_fee_rupees: 2_000 }
  course_id = (await createProgram(office, { ...DRAFT, ...priced, id: newId() })).id
})

const adult = async () => sales.world.as(await createStudent(sales.world.ctx))

type Wanted = { months?: number; student_id?: string }
const order = (buyer: SignedInCtx, wanted: Wanted) =>
  createOrder(buyer, { course_id, state: "29", ...wanted })

const buy = async (buyer: SignedInCtx, wanted: Wanted) => sales.pay(buyer, await order(buyer, wanted))

async function untilOf({ viewer }: SignedInCtx): Promise<string | null> {
  const { rows } = await sales.pool.query(
    "select valid_until::text as until from enrollments where course_id = $1 and student_id = $2 and status = 'active'",
    [course_id, viewer.user_id],
  )
  return rows.length === 0 ? "not enrolled" : rows[0].until
}
const pointsOf = ({ db, viewer }: SignedInCtx) => readBalance({ db }, "points", viewer.user_id)

test("PAY-02 a membership is offered with what it saves, paid once, and ends with its last day", async () => {
  const buyer = await adult()
  const review = await reviewProgram(buyer, { course_id, state: "29", months: 3 })
  expect(review).toMatchObject({
    ...{ months: 3, sells_whole: true, price: { total_paise: 570_000 } },
    term: { starts_on: "2026-11-10", ends_on: "2027-02-09", refund_until: "2026-11-25", early: null },
  })
  expect(review.plans.map(({ months, total_paise }) => [months, total_paise])).toEqual([
    ...[
      [1, 200_000],
      [3, 570_000],
      [4, 744_000],
    ],
  ])
  const paid = await buy(buyer, { months: 3 })
  expect(paid).toMatchObject({
    ...{ state: "paid", points_awarded: 50, price: { total_paise: 570_000 } },
    term: { months: 3, renews: null, starts_on: "2026-11-10", ends_on: "2027-02-09" },
  })
  expect(await untilOf(buyer)).toBe("2027-02-09")
  const [bill] = await billsOfOrder(sales.world.ctx, (await requireOrder(buyer, paid.order_number)).id)
  expect(bill?.bill.term).toEqual({ months: 3, starts_on: "2026-11-10", ends_on: "2027-02-09" })
  expect(bill?.bill.total_paise).toBe(570_000)
})

test("PAY-02 PAY-06 a transfer that its payer told of before the 1st earns the points, also when staff look at it later", async () => {
  const buyer = await adult()
  await buy(buyer, { months: 1 })
  sales.world.clock.set("2026-11-30T14:30:00Z")
  const made = await createOrder(buyer, { course_id, state: "29", months: 1, way: "upi" })
  const { order_number, price } = made
  const utr = "640200000001"
  await claimTransfer(buyer, { order_number, utr })
  sales.world.clock.set("2026-12-01T04:30:00Z")
  const { rows } = await sales.pool.query("select id from upi_claims where utr = $1", [utr])
  await approveClaim(office, { claim_id: rows[0].id, amount_paise: price.total_paise })
  expect([await untilOf(buyer), await pointsOf(buyer)]).toEqual(["2027-01-09", 100])
})

test("PAY-02 what isn't sold is refused with its reason: no fee, other months, twice, too early, all of it to a member", async () => {
  const buyer = await adult()
  expect(await refusalOf(order(buyer, { months: 2 }))).toBe("membership-not-offered")
  // Six months would cost more than the whole program.
  expect(await refusalOf(order(buyer, { months: 6 }))).toBe("membership-not-offered")
  await buy(buyer, { months: 3 })
  expect(await refusalOf(order(buyer, {}))).toBe("member-now")
  expect(await refusalOf(order(buyer, { months: 1 }))).toBe("renewal-too-early")
  const whole = await adult()
  await buy(whole, {})
  expect(await untilOf(whole)).toBeNull()
  expect(await refusalOf(order(whole, { months: 1 }))).toBe("ALREADY_ENROLLED_IN_PROGRAM")
  await sales.world.ctx.db.update(programs).set({ monthly_fee_paise: null }).where(eq(programs.id, course_id))
  expect(await refusalOf(order(await adult(), { months: 1 }))).toBe("no-membership")
})

test("PAY-02 a renewal in time follows the term, before the 1st it earns 100 points once, and a late one starts on its day", async () => {
  const given = await sumAccount(sales.world.ctx, "points-given")
  const buyer = await adult()
  await buy(buyer, { months: 1 })
  expect(await untilOf(buyer)).toBe("2026-12-09")
  sales.world.clock.set("2026-11-30T18:29:00Z")
  const review = await reviewProgram(buyer, { course_id, state: "29" })
  // Members are offered the shortest term, and a minute before midnight of the 30th in India it's still early.
  expect(review).toMatchObject({
    ...{ months: 1, sells_whole: false },
    term: { continues: true, early: { points_paise: 10_000, before: "2026-12-01" } },
  })
  const renewed = await buy(buyer, { months: 1 })
  expect(renewed.term).toEqual({
    ...{ months: 1, renews: "2026-12-09", starts_on: "2026-12-10", ends_on: "2027-01-09" },
  })
  expect([await untilOf(buyer), await pointsOf(buyer), renewed.points_awarded]).toEqual([
    "2027-01-09",
    100,
    0,
  ])
  expect(await sumAccount(sales.world.ctx, "points-given")).toBe(given + 100)
  // In the month of its start it earns nothing any more.
  sales.world.clock.set("2026-12-31T18:31:00Z")
  await buy(buyer, { months: 1 })
  expect([await untilOf(buyer), await pointsOf(buyer)]).toEqual(["2027-02-09", 100])
  sales.world.clock.set("2027-02-20T05:00:00Z")
  expect(await reviewProgram(buyer, { course_id, state: "29" })).toMatchObject({
    ...{ sells_whole: true, term: { continues: false, starts_on: "2027-02-20", early: null } },
  })
  await buy(buyer, { months: 1 })
  expect(await untilOf(buyer)).toBe("2027-03-19")
})

test("PAY-02 two guardians who renew at once share one order, and a second payment for the same term goes back", async () => {
  const { student, mother, father } = await family()
  const student_id = student.user_id
  await buy(mother, { months: 1, student_id })
  sales.world.clock.set("2026-12-05T05:00:00Z")
  const all = await Promise.all(
    [mother, father, mother, father].map((one) => order(one, { months: 1, student_id })),
  )
  expect(new Set(all.map(({ order_number }) => order_number)).size).toBe(1)
  const [first] = all
  if (!first) throw new Error("there is no order")
  // The father wants another term, which replaces the order; then both are paid.
  const other = await order(father, { months: 3, student_id })
  const paid = await sales.pay(father, other)
  const late = await sales.pay(mother, first)
  expect(paid.term).toMatchObject({ renews: "2026-12-09", ends_on: "2027-03-09" })
  expect(late).toMatchObject({ paid_at: null, refunds: [{ reason: "renewed-already" }] })
  expect(await untilOf(sales.world.as(student))).toBe("2027-03-09")
})

test("PAY-02 within day 15 the whole price of a term comes back, and the term before stays; after it, none", async () => {
  const buyer = await adult()
  const first = await buy(buyer, { months: 1 })
  const termsOf = async ({ order_number }: Order) =>
    (await readTerms(buyer, await requireOrder(buyer, order_number)))?.terms
  sales.world.clock.set("2026-11-25T18:00:00Z")
  expect(await termsOf(first)).toMatchObject({
    refund_paise: 200_000,
    until: "2026-11-25",
    valid_until: null,
  })
  sales.world.clock.set("2026-11-25T18:31:00Z")
  expect(await termsOf(first)).toMatchObject({ refund_paise: 0 })
  const renewed = await buy(buyer, { months: 1 })
  expect(await termsOf(renewed)).toMatchObject({
    ...{ refund_paise: 200_000, until: "2026-12-25", ends_enrolment: true, valid_until: "2026-12-09" },
  })
  await askRefund(buyer, { order_number: renewed.order_number, refund_paise: 200_000 })
  expect(await untilOf(buyer)).toBe("2026-12-09")
})

test("PAY-02 PAY-05 a renewal that is paid after its base term was refunded goes back, and gives no days away", async () => {
  const buyer = await adult()
  const first = await buy(buyer, { months: 1 })
  const renewal = await order(buyer, { months: 1 })
  await askRefund(buyer, { order_number: first.order_number, refund_paise: 200_000 })
  expect(await untilOf(buyer)).toBe("not enrolled")
  expect(await sales.pay(buyer, renewal)).toMatchObject({
    ...{ paid_at: null, refunds: [{ reason: "renewed-already" }] },
  })
  expect(await untilOf(buyer)).toBe("not enrolled")
  await sales.settleRefunds()
  expect((await buy(buyer, { months: 1 })).term).toMatchObject({ renews: null, ends_on: "2026-12-09" })
})

test("PAY-02 the refund of an early renewal takes its points back", async () => {
  const buyer = await adult()
  await buy(buyer, { months: 1 })
  sales.world.clock.set("2026-11-30T18:29:00Z")
  const { order_number } = await buy(buyer, { months: 1 })
  const { id } = await requireOrder(buyer, order_number)
  const { rows } = await sales.pool.query("select kind from ledger_journals where idempotency_key = $1", [
    `early-points:${id}`,
  ])
  expect([rows, await pointsOf(buyer)]).toEqual([[{ kind: "early-points" }], 100])
  await askRefund(buyer, { order_number, refund_paise: 200_000 })
  expect(await pointsOf(buyer)).toBe(0)
})

test("PAY-02 of two terms in a row the later one comes back first", async () => {
  const buyer = await adult()
  const first = await buy(buyer, { months: 1 })
  // Within 31 days of its end, so that it can be renewed on the first day.
  const second = await buy(buyer, { months: 1 })
  const termsOf = async ({ order_number }: Order) =>
    (await readTerms(buyer, await requireOrder(buyer, order_number)))?.terms
  const refused = await termsOf(first)
  expect(refused?.refund_paise).toBe(0)
  expect(refused?.trace.map(({ code }) => code)).toEqual(["start", "in-time", "later-term"])
  await askRefund(buyer, { order_number: second.order_number, refund_paise: 200_000 })
  expect(await termsOf(first)).toMatchObject({ refund_paise: 200_000, valid_until: null })
  await askRefund(buyer, { order_number: first.order_number, refund_paise: 200_000 })
  expect(await untilOf(buyer)).toBe("not enrolled")
})

test("PAY-02 PAY-04 a renewal that was ended for a part of its price leaves the term before free to be refunded or renewed again", async () => {
  const buyer = await adult()
  const first = await buy(buyer, { months: 1 })
  const ended = await buy(buyer, { months: 1 })
  const codesOf = async ({ order_number }: Order) =>
    (await readTerms(buyer, await requireOrder(buyer, order_number)))?.terms.trace.map(({ code }) => code)
  const give = ({ order_number }: Order, amount_paise: number) =>
    refundByStaff(office, {
      ...{ order_number, request_id: newId(), amount_paise, note: "As agreed", ends_enrolment: true },
    })
  await give(ended, 150_000)
  expect(await untilOf(buyer)).toBe("2026-12-09")
  expect(await codesOf(first)).not.toContain("later-term")
  sales.world.clock.advance(HOUR)
  const again = await buy(buyer, { months: 1 })
  expect(await codesOf(first)).toContain("later-term")
  // More of the ended one takes nothing off the one that was bought in its place.
  await give(ended, 40_000)
  expect(await untilOf(buyer)).toBe("2027-01-09")
  await give(again, 150_000)
  expect(await codesOf(first)).not.toContain("later-term")
  await askRefund(buyer, { order_number: first.order_number, refund_paise: 200_000 })
  expect(await untilOf(buyer)).toBe("not enrolled")
})

test("PAY-02 a member gets seats until the last day, none after it, and those of the new term with the renewal", async () => {
  // Late in the evening in India.
  const [last, after] = await Promise.all(
    ["2026-12-09T17:00:00Z", "2026-12-10T17:00:00Z"].map(async (at) => {
      return (await createClass(sales.world.ctx, teacher.viewer, { course_id, starts_at: new Date(at) })).id
    }),
  )
  const buyer = await adult()
  await buy(buyer, { months: 1 })
  await runJobs(sales.world, classesJobs)
  const seats = async () => {
    const { rows } = await sales.pool.query(
      "select class_id from class_enrollments where student_id = $1 and class_id in ($2, $3)",
      [buyer.viewer.user_id, last, after],
    )
    return rows.map(({ class_id }) => (class_id === last ? "last" : "after")).sort()
  }
  expect(await seats()).toEqual(["last"])
  expect(await refusalOf(enrol(buyer, after ?? ""))).toBe("MEMBERSHIP_ENDED")
  sales.world.clock.set("2026-12-01T05:00:00Z")
  const renewed = await buy(buyer, { months: 1 })
  await runJobs(sales.world, classesJobs)
  expect(await seats()).toEqual(["after", "last"])
  await askRefund(buyer, { order_number: renewed.order_number, refund_paise: 200_000 })
  await runJobs(sales.world, classesJobs)
  expect(await seats()).toEqual(["last"])
})

test("PAY-01 CLS-07 a seat in a class of a program that is sold takes its enrolment, and where nothing is paid, it doesn't", async () => {
  const { id } = await createClass(sales.world.ctx, teacher.viewer, {
    course_id,
    starts_at: new Date("2026-11-30T10:00:00Z"),
  })
  const visitor = await adult()
  expect(await refusalOf(enrol(visitor, id))).toBe("PAYMENT_NEEDED")
  expect(await refusalOf(joinWaitlist(visitor, id))).toBe("PAYMENT_NEEDED")
  const buyer = await adult()
  const { order_number } = await buy(buyer, { months: 1 })
  expect(await refusalOf(enrol(buyer, id))).toBe("done")
  await askRefund(buyer, { order_number, refund_paise: 200_000 })
  await runJobs(sales.world, classesJobs)
  expect(await refusalOf(enrol(buyer, id))).toBe("PAYMENT_NEEDED")
  expect(await refusalOf(enrol({ ...visitor, money: null }, id))).toBe("done")
})

/** A child with two confirmed guardians. */
async function family() {
  const named = { under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123400031" }
  const student = await createStudent(sales.world.ctx, named)
  const mother = sales.world.as(await createGuardian(sales.world.ctx, student))
  await sales.pool.query("update students set parent_phone = '+919123400032' where user_id = $1", [
    student.user_id,
  ])
  return { student, mother, father: sales.world.as(await createGuardian(sales.world.ctx, student)) }
}

test("DASH-04 PAY-02 a family reads when a membership ends, from when it can be renewed, and for a month that it ended", async () => {
  const child = await createStudent(sales.world.ctx, {
    ...{ first_name: "Asha", under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123400091" },
  })
  const guardian = sales.world.as(await createGuardian(sales.world.ctx, child))
  const needs = async (who: SignedInCtx = guardian) => (await readFamilyNeeds(who)).memberships
  expect(await needs()).toEqual([])
  // Until 9 February.
  await buy(guardian, { months: 3, student_id: child.user_id })
  const [first] = await needs()
  expect(first).toMatchObject({
    ...{ valid_until: "2027-02-09", ended: false, renewable: false, due: false },
    ...{ course: { id: course_id }, student: { first_name: "Asha" } },
  })
  // The child can't change the plan.
  expect(await needs(sales.world.as(child))).toEqual([{ ...first, change_of: null }])
  expect(await needs(await adult())).toEqual([])
  const on = async (day: string) => {
    sales.world.clock.set(`${day}T05:00:00Z`)
    const [one] = await needs()
    return one && [one.renewable, one.due, one.ended]
  }
  expect(await on("2027-01-08")).toEqual([false, false, false])
  expect(await on("2027-01-09")).toEqual([true, false, false])
  expect(await on("2027-01-26")).toEqual([true, true, false])
  expect(await on("2027-02-09")).toEqual([true, true, false])
  expect(await on("2027-02-10")).toEqual([true, true, true])
  expect(await on("2027-03-11")).toEqual([true, true, true])
  expect(await on("2027-03-12")).toBeUndefined()
  // Whom nothing is sold any more has nothing to press.
  sales.world.clock.set("2027-02-10T05:00:00Z")
  await sales.world.ctx.db.update(programs).set({ monthly_fee_paise: null }).where(eq(programs.id, course_id))
  expect((await needs())[0]).toMatchObject({ renewable: false, due: true, ended: true })
})
