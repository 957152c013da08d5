import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { classesJobs } from "#features/classes/server/jobs.ts"
import { readBalance } from "#features/ledger/server/balances.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { createClass } from "#tests/classes.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf, type Sales, startSales } from "#tests/sales.ts"
import { enterSupplier } from "../bills/suppliers.ts"
import { reviewProgram } from "../checkout/review.ts"
import { reconcile } from "../looking.ts"
import { readFamilyNeeds } from "../memberships/family-needs.ts"
import { readOrder, requireOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { refundByStaff } from "../refunding/by-staff.ts"
import { askRefund } from "../refunding/give-back.ts"
import { readTerms } from "../refunding/terms.ts"
import { approveClaim, claimTransfer, listClaims } from "../upi/claims.ts"

let sales: Sales
let office: SignedInCtx
let course_id: string

beforeAll(async () => {
  sales = await startSales()
  office = sales.world.as(await createAdmin(sales.world.ctx))
  await enterSupplier(office, {
    ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nPune 411001" },
    ...{ state: "27", registration: "regular", gstin: "27AAPFU0939F1ZV", prefix: "NA" },
  })
})
beforeEach(async () => {
  sales.world.clock.set("2026-11-10T05:00:00Z")
  const sold = {
    price_rupees: 19_000,
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

const adult = async () => sales.world.as(await createStudent(sales.world.ctx))

type Wanted = Partial<Parameters<typeof createOrder>[1]>
const order = (buyer: SignedInCtx, wanted: Wanted = {}) =>
  createOrder(buyer, { course_id, state: "27", months: 1, ...wanted })
const buy = async (buyer: SignedInCtx, wanted: Wanted = {}) => sales.pay(buyer, await order(buyer, wanted))
const creditOf = ({ db, viewer }: SignedInCtx) => readBalance({ db }, "family-credit", viewer.user_id)

async function untilOf({ viewer }: SignedInCtx): Promise<string | null> {
  const { rows } = await sales.pool.query(
    "select valid_until::text as until from enrollments where course_id = $1 and student_id = $2 and status = 'active'",
    [course_id, viewer.user_id],
  )
  return rows.length === 0 ? "not enrolled" : rows[0].until
}

/** What bills less notes come to for a buyer, and what money they have given less what went back to them. */
async function sumsOf({ viewer }: SignedInCtx) {
  const { rows } = await sales.pool.query(
    `select
      (select coalesce(sum(case when corrects is null then b.total_paise else -b.total_paise end), 0)
       from bills b join orders o on o.id = b.order_id where o.buyer_id = $1)::bigint as billed,
      (select coalesce(sum(p.amount_paise), 0) from payments p join orders o on o.id = p.order_id
       where o.buyer_id = $1 and p.captured_at is not null)::bigint
      - (select coalesce(sum(r.amount_paise), 0) from refunds r join payments p on p.id = r.payment_id
         join orders o on o.id = p.order_id where o.buyer_id = $1 and r.way <> 'credit')::bigint as paid`,
    [viewer.user_id],
  )
  return { billed: Number(rows[0].billed), paid: Number(rows[0].paid) }
}

test("PAY-02 a longer plan is shown with what the present one is worth, paid with it, and starts on the day it is paid", async () => {
  const buyer = await adult()
  const first = await buy(buyer)
  sales.world.clock.set("2026-11-20T05:00:00Z")
  const changes = first.order_number
  expect((await readFamilyNeeds(buyer)).memberships[0]?.change_of).toBe(changes)
  const review = await reviewProgram(buyer, { course_id, state: "27", months: 6, changes })
  // 20 of 30 days of 2,000.00; 6 × 2,000 less 10 % are 10,800.00.
  expect(review).toMatchObject({
    change: { days: 20, of_days: 30, paid_paise: 200_000, unused_paise: 133_333, rest_paise: 0 },
    price: { exchange_paise: 133_333, total_paise: 946_667 },
    term: { continues: false, starts_on: "2026-11-20", ends_on: "2027-05-19", refund_until: "2026-12-05" },
  })
  const wanted = { months: 6, changes, unused_paise: 133_333 }
  const [one, two] = await Promise.all([order(buyer, wanted), order(buyer, wanted)])
  expect(two.order_number).toBe(one.order_number)
  const paid = await sales.pay(buyer, one)
  expect(paid).toMatchObject({ state: "paid", is_change: true, payments: [{ amount_paise: 946_667 }] })
  expect(paid.price.trace).toContainEqual(
    expect.objectContaining({ code: "unused-days", days: 20, of_days: 30, unused_paise: 133_333 }),
  )
  expect(await untilOf(buyer)).toBe("2027-05-19")
  const sums = await sumsOf(buyer)
  expect(sums).toEqual({ billed: 1_146_667, paid: 1_146_667 })
  expect(await creditOf(buyer)).toBe(0)
  // What was left of the first term went into the new one, and pressing once more changes nothing.
  const old = await requireOrder(buyer, changes)
  expect((await readTerms(buyer, old))?.terms).toMatchObject({
    ...{ refund_paise: 0, trace: [{ code: "start" }, { code: "plan-changed" }] },
  })
  expect((await order(buyer, wanted)).order_number).toBe(one.order_number)
  // The rule of the new term: all of its price within 15 days, the unused days as credit.
  expect((await readTerms(buyer, await requireOrder(buyer, one.order_number)))?.terms).toMatchObject({
    ...{ refund_paise: 1_080_000, credit_paise: 133_333, until: "2026-12-05", valid_until: null },
  })
  await askRefund(buyer, { order_number: one.order_number, refund_paise: 1_080_000 })
  expect([await untilOf(buyer), await creditOf(buyer)]).toEqual(["not enrolled", 133_333])
  expect(await sumsOf(buyer)).toEqual({ billed: 66_667, paid: 200_000 })
})

test("PAY-02 a shorter plan leaves credit and gives up seats after its end, without a provider and once", async () => {
  const buyer = await adult()
  const teacher = await createInstructor(sales.world.ctx)
  const at = new Date("2027-01-20T10:00:00Z")
  const late = await createClass(sales.world.ctx, teacher, { course_id, starts_at: at })
  const first = await buy(buyer, { months: 6 })
  await runJobs(sales.world, classesJobs)
  const seats = async () =>
    (await sales.pool.query("select 1 from class_enrollments where class_id = $1", [late.id])).rowCount
  expect(await seats()).toBe(1)
  sales.world.clock.set("2026-12-10T05:00:00Z")
  const { change, price } = await reviewProgram(buyer, {
    ...{ course_id, state: "27", months: 1, changes: first.order_number },
  })
  // 10 November to 9 May are 181 days, 151 of them left: 10,800.00 × 151 ÷ 181 = 9,009.9447…
  expect(change).toMatchObject({ days: 151, of_days: 181, unused_paise: 900_994, rest_paise: 700_994 })
  expect(price).toMatchObject({ total_paise: 0, exchange_paise: 200_000 })
  const wanted = { months: 1, changes: first.order_number, unused_paise: 900_994 }
  const all = await Promise.all([order(buyer, wanted), order(buyer, wanted), order(buyer, wanted)])
  expect(new Set(all.map(({ order_number }) => order_number)).size).toBe(1)
  expect(all[0]?.state).toBe("paid")
  expect([await untilOf(buyer), await creditOf(buyer)]).toEqual(["2027-01-09", 700_994])
  expect(await sumsOf(buyer)).toEqual({ billed: 1_080_000 - 900_994 + 200_000, paid: 1_080_000 })
  await runJobs(sales.world, classesJobs)
  expect(await seats()).toBe(0)
})

test("PAY-02 pick-up is added and dropped within a term, and every change counts for the driver's list and the family", async () => {
  const named = { under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123460001" }
  const child = await createStudent(sales.world.ctx, { ...named, date_of_birth: "2018-03-01" })
  const parent = sales.world.as(await createGuardian(sales.world.ctx, child))
  const student_id = child.user_id
  const first = await buy(parent, { student_id })
  sales.world.clock.set("2026-11-25T05:00:00Z")
  const pickup = { pickup_per_week: 2, pickup_days: [2, 4], pickup_address: "4, Baner" }
  const changes = first.order_number
  expect(await refusalOf(order(parent, { student_id, changes, unused_paise: 100_000 }))).toBe("plan-same")
  // 15 of 30 days are left.
  const added = await buy(parent, { student_id, changes, unused_paise: 100_000, ...pickup })
  expect(added.payments[0]?.amount_paise).toBe(260_000 - 100_000)
  const days = async () => (await readFamilyNeeds(parent)).memberships.map((one) => one.pickup_days)
  expect(await days()).toEqual([[2, 4]])
  // Preselected with what there is, and refused until something changes.
  const again = { course_id, state: "27", changes: added.order_number } as const
  expect(await reviewProgram(parent, again)).toMatchObject({
    ...{ pickup: { days_per_week: 2 }, refused: [{ code: "plan-same" }], price: null },
  })
  sales.world.clock.set("2026-11-26T05:00:00Z")
  const { change } = await reviewProgram(parent, { ...again, pickup_per_week: 0 })
  // 29 of 30 days of 2,600.00.
  expect(change).toMatchObject({ unused_paise: 251_333, rest_paise: 51_333 })
  await order(parent, { student_id, changes: added.order_number, unused_paise: 251_333 })
  expect([await days(), await creditOf(parent)]).toEqual([[[]], 51_333])
})

test("PAY-02 a change is refused to others than who paid, after a later term, of a term that is over, and at another value", async () => {
  const named = { under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123460002" }
  const child = await createStudent(sales.world.ctx, named)
  const mother = sales.world.as(await createGuardian(sales.world.ctx, child))
  await sales.pool.query("update students set parent_phone = '+919123460003' where user_id = $1", [
    child.user_id,
  ])
  const father = sales.world.as(await createGuardian(sales.world.ctx, child))
  const student_id = child.user_id
  const { order_number: changes } = await buy(mother, { student_id })
  const change = (who: SignedInCtx, unused_paise: number) =>
    order(who, { student_id, months: 3, changes, unused_paise })
  expect(await refusalOf(change(father, 200_000))).toBe("change-payer-only")
  expect((await readFamilyNeeds(father)).memberships[0]?.change_of).toBeNull()
  expect(await refusalOf(change(mother, 199_999))).toBe("PLAN_CHANGED")
  expect(await refusalOf(order(await adult(), { months: 3, changes, unused_paise: 0 }))).toBe("NOT_FOUND")
  await buy(father, { student_id })
  expect(await refusalOf(change(mother, 200_000))).toBe("change-later-term")
  sales.world.clock.set("2026-12-10T05:00:00Z")
  expect(await refusalOf(change(mother, 0))).toBe("change-not-running")
})

test("PAY-02 PAY-05 of two changes that are both paid the second goes back, and so does one whose term was refunded meanwhile", async () => {
  const buyer = await adult()
  const { order_number: changes } = await buy(buyer)
  sales.world.clock.set("2026-11-20T05:00:00Z")
  const wanted = { changes, unused_paise: 133_333 }
  const one = await order(buyer, { ...wanted, months: 3 })
  const other = await order(buyer, { ...wanted, months: 6 })
  await sales.pay(buyer, other)
  expect(await sales.pay(buyer, one)).toMatchObject({
    paid_at: null,
    refunds: [{ reason: "changed-meanwhile" }],
  })
  expect(await untilOf(buyer)).toBe("2027-05-19")

  const late = await adult()
  const first = await buy(late)
  const change = await order(late, { months: 3, changes: first.order_number, unused_paise: 200_000 })
  const back = { request_id: newId(), amount_paise: 1, note: "A gift", ends_enrolment: false }
  await refundByStaff(office, { order_number: first.order_number, ...back })
  expect(await sales.pay(late, change)).toMatchObject({ refunds: [{ reason: "changed-meanwhile" }] })
  expect(await untilOf(late)).toBe("2026-12-19")
  expect(await readOrder(late, first.order_number)).toMatchObject({ state: "paid" })
})

test("PAY-02 PAY-06 an expired change can be paid for three more days, and later money goes back", async () => {
  const withUpi = async () => {
    const buyer = await adult()
    return { ...buyer, env: { ...buyer.env, UPI_ID: "nritya@okbank" } }
  }
  /** A change from 8 to 10 months that wasn't paid in time. */
  const expired = async (buyer: SignedInCtx, way?: "upi") => {
    sales.world.clock.set("2026-11-10T05:00:00Z")
    const { order_number: changes } = await buy(buyer, { months: 8 })
    sales.world.clock.advance(DAY)
    const { change } = await reviewProgram(buyer, { course_id, state: "27", months: 10, changes })
    const made = await order(buyer, { months: 10, changes, unused_paise: change?.unused_paise ?? 0, way })
    sales.world.clock.set(made.hold_until)
    sales.world.clock.advance(HOUR)
    await reconcile(sales.world.ctx)
    expect(await readOrder(buyer, made.order_number)).toMatchObject({ state: "expired" })
    return made
  }
  const claim = (buyer: SignedInCtx, { order_number }: Order, utr: string) =>
    claimTransfer(buyer, { order_number, utr })
  const approve = async (utr: string, { price }: Order) => {
    const { waiting } = await listClaims(office)
    const claim_id = waiting.find((one) => one.utr === utr)?.id ?? ""
    await approveClaim(office, { claim_id, amount_paise: price.total_paise })
  }
  const late = { paid_at: null, refunds: [{ reason: "changed-meanwhile" }] }

  const soon = await adult()
  const paidSoon = await expired(soon)
  sales.world.clock.advance(2 * DAY)
  expect(await sales.pay(soon, paidSoon)).toMatchObject({ state: "paid" })
  expect(await untilOf(soon)).toBe("2027-09-12")

  const months = await adult()
  const paidLate = await expired(months)
  sales.world.clock.set("2027-07-05T05:00:00Z")
  expect(await sales.pay(months, paidLate)).toMatchObject(late)
  expect([await untilOf(months), await creditOf(months)]).toEqual(["2027-07-09", 0])

  // Staff may take longer to look than the payer did to pay.
  const told = await withUpi()
  const toldSoon = await expired(told, "upi")
  sales.world.clock.advance(2 * DAY)
  await claim(told, toldSoon, "630900000001")
  sales.world.clock.advance(5 * DAY)
  await approve("630900000001", toldSoon)
  expect(await readOrder(told, toldSoon.order_number)).toMatchObject({ state: "paid" })

  const silent = await withUpi()
  const toldLate = await expired(silent, "upi")
  sales.world.clock.set("2027-07-05T05:00:00Z")
  await claim(silent, toldLate, "630900000002")
  await approve("630900000002", toldLate)
  expect(await readOrder(silent, toldLate.order_number)).toMatchObject(late)
  expect(await untilOf(silent)).toBe("2027-07-09")
})

test("PAY-02 PAY-05 however often plans change, bills less notes and credit are what was paid, to the paisa", async () => {
  const buyer = await adult()
  let present: Order = await buy(buyer, { months: 3 })
  const months = [6, 1, 4, 8, 1, 3, 6]
  let today = "2026-11-10"
  for (const [at, to] of months.entries()) {
    today = addDays(today, (at * 7) % 23)
    sales.world.clock.set(`${today}T05:00:00Z`)
    const changes = present.order_number
    const { change } = await reviewProgram(buyer, { course_id, state: "27", months: to, changes })
    const credit_paise = at % 2 === 0 ? await creditOf(buyer) : 0
    const made = await order(buyer, {
      ...{ months: to, changes, unused_paise: change?.unused_paise ?? 0, credit_paise },
    })
    present = made.state === "paid" ? made : await sales.pay(buyer, made)
    expect(present.state).toBe("paid")
    const { billed, paid } = await sumsOf(buyer)
    expect(billed + (await creditOf(buyer))).toBe(paid)
    expect(await brokenInvariants(sales.pool)).toEqual([])
  }
})
