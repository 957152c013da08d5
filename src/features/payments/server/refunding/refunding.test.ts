import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { classesJobs } from "#features/classes/server/jobs.ts"
import { leave } from "#features/classes/server/seats.ts"
import { readBalance, sumAccount } from "#features/ledger/server/balances.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { codeOf, courseOf, refusalOf, testSales } from "#tests/sales.ts"
import { readDeskOrder } from "../desk/desk-order.ts"
import { listEveryOrder } from "../desk/order-list.ts"
import { paymentsJobs } from "../jobs.ts"
import { reconcile } from "../looking.ts"
import { readOrder, requireOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { receiveEvent } from "../webhook.ts"
import { refundByStaff } from "./by-staff.ts"
import { reopenRefund } from "./corrections.ts"
import { askRefund } from "./give-back.ts"
import { retryRefund, settleRefund } from "./settle-refund.ts"
import { readTerms } from "./terms.ts"

const sales = testSales()
let office: SignedInCtx

beforeAll(async () => {
  office = sales.world.as(await createAdmin(sales.world.ctx))
})

const adult = async () => sales.world.as(await createStudent(sales.world.ctx))

/** Orders a program and pays it. */
async function bought(
  buyer: SignedInCtx,
  more: { course_id?: string; student_id?: string } = {},
): Promise<Order> {
  return sales.pay(buyer, await createOrder(buyer, { course_id: sales.course(), state: "29", ...more }))
}

const termsOf = async (buyer: SignedInCtx, { order_number }: Order) =>
  (await readTerms(buyer, await requireOrder(buyer, order_number)))?.terms

async function enrolledIn(course_id: string, student_id: string): Promise<boolean> {
  const { rowCount } = await sales.pool.query(
    "select 1 from enrollments where course_id = $1 and student_id = $2 and status = 'active'",
    [course_id, student_id],
  )
  return rowCount === 1
}

const givenTo = ({ order_number }: Order) => {
  const mine = new Set(
    [...sales.gateway.payments.values()]
      .filter(({ order_id }) => sales.gateway.orders.get(order_id)?.receipt === `${order_number}-1`)
      .map(({ id }) => id),
  )
  return sales.gateway.refunds().filter(({ payment_id }) => mine.has(payment_id))
}

test("PAY-04 PAY-05 who paid is told what comes back and why, gets it once however often they press, and the place ends", async () => {
  const buyer = await adult()
  const order = await bought(buyer)
  const total = order.price.total_paise
  const terms = await termsOf(buyer, order)
  expect(terms).toMatchObject({
    refund_paise: total,
    left_paise: total,
    ends_enrolment: true,
    way: "provider",
  })
  expect(terms?.trace.map(({ code }) => code)).toEqual(["start", "in-time", "whole-price"])
  const { order_number } = order
  expect(await codeOf(askRefund(buyer, { order_number, refund_paise: total - 1 }))).toBe("REFUND_CHANGED")
  const press = () => askRefund(buyer, { order_number, refund_paise: total })
  await Promise.all([press(), press(), press()])
  expect((await press()).state).toBe("refunding")
  expect(await enrolledIn(courseOf(order).id, buyer.viewer.user_id)).toBe(false)
  await sales.settleRefunds()
  expect(await readOrder(buyer, order_number)).toMatchObject({
    ...{ state: "refunded", refunds: [{ state: "processed", reason: "by-policy", way: "provider" }] },
  })
  expect(givenTo(order)).toMatchObject([{ amount: total }])
  // The program can be bought again.
  expect((await bought(buyer, { course_id: courseOf(order).id })).state).toBe("paid")
})

test("PAY-04 nothing comes back after day 15 from the first class that could be attended, and from the payment where none is planned", async () => {
  const [early, late] = [await adult(), await adult()]
  const planned = sales.course()
  const starts_at = new Date(sales.world.clock.now().getTime() + 10 * DAY)
  await createClass(sales.world.ctx, await createInstructor(sales.world.ctx), {
    course_id: planned,
    starts_at,
  })
  const [withClass, without] = [await bought(early, { course_id: planned }), await bought(late)]
  sales.world.clock.advance(15 * DAY)
  expect((await termsOf(late, without))?.refund_paise).toBe(without.price.total_paise)
  sales.world.clock.advance(DAY)
  const none = await termsOf(late, without)
  expect(none).toMatchObject({ refund_paise: 0, ends_enrolment: false })
  expect(none?.trace).toContainEqual({ code: "too-late", day: 16, last_day: 15 })
  const { order_number } = without
  expect(await codeOf(askRefund(late, { order_number, refund_paise: 100 }))).toBe("NOTHING_TO_REFUND")
  expect(await enrolledIn(courseOf(without).id, late.viewer.user_id)).toBe(true)
  expect((await termsOf(early, withClass))?.refund_paise).toBe(withClass.price.total_paise)
  sales.world.clock.advance(10 * DAY)
  expect((await termsOf(early, withClass))?.refund_paise).toBe(0)
})

test("PAY-05 CLS-07 whose seats went to others before the payment arrived waits for one, or takes the whole price back however late", async () => {
  const [quick, slow, slower] = [await adult(), await adult(), await adult()]
  const course_id = sales.course()
  const instructor = await createInstructor(sales.world.ctx)
  const first = new Date(sales.world.clock.now().getTime() + DAY)
  const second = new Date(sales.world.clock.now().getTime() + 30 * DAY)
  await createClass(sales.world.ctx, instructor, { course_id, starts_at: first, max_capacity: 1 })
  const last = await createClass(sales.world.ctx, instructor, {
    course_id,
    starts_at: second,
    max_capacity: 1,
  })
  const orders: Order[] = []
  for (const buyer of [quick, slow, slower]) {
    orders.push(await bought(buyer, { course_id }))
    await runJobs(sales.world, classesJobs)
  }
  const [ofQuick, ofSlow, ofSlower] = orders as [Order, Order, Order]
  expect(await termsOf(quick, ofQuick)).toMatchObject({ waits: false })
  expect(await enrolledIn(course_id, slow.viewer.user_id)).toBe(true)
  sales.world.clock.advance(20 * DAY)
  expect((await termsOf(quick, ofQuick))?.refund_paise).toBe(0)
  const total = ofSlow.price.total_paise
  for (const [buyer, order] of [
    [slow, ofSlow],
    [slower, ofSlower],
  ] as const) {
    const terms = await termsOf(buyer, order)
    expect(terms).toMatchObject({ waits: true, refund_paise: total, ends_enrolment: true })
    expect(terms?.trace[0]).toMatchObject({ code: "start", why: "waitlist" })
  }

  // One chooses the refund, the other waits and gets the seat that becomes free.
  await askRefund(slower, { order_number: ofSlower.order_number, refund_paise: total })
  expect(await enrolledIn(course_id, slower.viewer.user_id)).toBe(false)
  await leave(quick, last.id)
  await runJobs(sales.world, classesJobs)
  const terms = await termsOf(slow, ofSlow)
  expect(terms).toMatchObject({ waits: false, refund_paise: total })
  expect(terms?.trace[0]).toMatchObject({ why: "first-class", starts_on: last.scheduled_date })
  await sales.settleRefunds()
})

test("PAY-04 PAY-05 staff give back a part with a reason, each form once, never more than was paid, and the last of it ends the place", async () => {
  const buyer = await adult()
  const order = await bought(buyer)
  const { order_number } = order
  const total = order.price.total_paise
  sales.world.clock.advance(40 * DAY)
  const asked = {
    order_number,
    request_id: newId(),
    amount_paise: 100_000,
    note: "Half of the classes fell out",
  }
  const give = (changes: object = {}) =>
    refundByStaff(office, { ...asked, ends_enrolment: false, ...changes })
  await Promise.all([give(), give()])
  await sales.settleRefunds()
  expect(await readOrder(buyer, order_number)).toMatchObject({
    state: "paid",
    refunds: [{ amount_paise: 100_000, reason: "by-staff", note: asked.note, state: "processed" }],
  })
  expect(await enrolledIn(courseOf(order).id, buyer.viewer.user_id)).toBe(true)
  const more = { request_id: newId(), amount_paise: total - 100_000 + 1 }
  expect(await codeOf(give(more))).toBe("FIELD_ERRORS")
  await give({ request_id: newId(), amount_paise: total - 100_000 })
  expect(await codeOf(give({ request_id: newId(), amount_paise: 1 }))).toBe("NOTHING_TO_REFUND")
  expect(await enrolledIn(courseOf(order).id, buyer.viewer.user_id)).toBe(false)
  await sales.settleRefunds()
  expect((await readOrder(buyer, order_number)).state).toBe("refunded")
  expect(givenTo(order).map(({ amount }) => amount)).toEqual([100_000, total - 100_000])
  const { rows } = await sales.pool.query(
    "select actor_id, detail from audit_log where action = 'order.refund' and subject_id = $1 order by at, id",
    [order_number],
  )
  expect(rows).toEqual([
    { actor_id: office.viewer.user_id, detail: { refunded_paise_from: 0, refunded_paise_to: 100_000 } },
    {
      actor_id: office.viewer.user_id,
      detail: {
        ...{ refunded_paise_from: 100_000, refunded_paise_to: total },
        ...{ order_state_from: "paid", order_state_to: "refunding", enrolled_from: true, enrolled_to: false },
      },
    },
  ])
})

test("PAY-05 of two equal refunds of one payment each is given, also where the later is told of first", async () => {
  const order = await bought(await adult())
  const asked = { order_number: order.order_number, amount_paise: 100_000, note: "A class fell out" }
  for (const _ of ["first", "second"])
    await refundByStaff(office, { ...asked, request_id: newId(), ends_enrolment: false })
  const { rows } = await sales.pool.query(
    `select r.id, p.provider_payment_id as payment from refunds r join payments p on p.id = r.payment_id
     join orders o on o.id = p.order_id where o.number = $1 order by r.created_at, r.id`,
    [order.order_number],
  )
  // A process died after it asked for the second one.
  await sales.world.ctx.money?.refund(rows[1].payment, 100_000, rows[1].id)
  const [made] = givenTo(order)
  if (!made) throw new Error("the provider made no refund")
  const { body, headers } = sales.gateway.webhook("refund.created", made)
  await receiveEvent(sales.world.ctx, "razorpay", body, headers)
  await sales.settleRefunds()
  expect(givenTo(order).map(({ amount }) => amount)).toEqual([100_000, 100_000])
  const states = "select state from refunds where id = any($1)"
  expect((await sales.pool.query(states, [rows.map(({ id }) => id)])).rows).toEqual([
    { state: "processed" },
    { state: "processed" },
  ])
})

test("PAY-04 PAY-05 whose place staff end with a part gives up the seats in coming classes to the waitlist", async () => {
  const [leaver, waiting, instructor] = [
    await adult(),
    await adult(),
    await createInstructor(sales.world.ctx),
  ]
  const course_id = sales.course()
  const starts_at = new Date(sales.world.clock.now().getTime() + 3 * DAY)
  const row = await createClass(sales.world.ctx, instructor, { course_id, starts_at, max_capacity: 1 })
  const order = await bought(leaver, { course_id })
  await runJobs(sales.world, classesJobs)
  await bought(waiting, { course_id })
  await runJobs(sales.world, classesJobs)
  const seated = async () =>
    (await sales.pool.query("select student_id from class_enrollments where class_id = $1", [row.id])).rows
  expect(await seated()).toEqual([{ student_id: leaver.viewer.user_id }])
  await refundByStaff(office, {
    ...{ order_number: order.order_number, request_id: newId(), amount_paise: 5_000, note: "Moved away" },
    ends_enrolment: true,
  })
  await runJobs(sales.world, classesJobs)
  expect(await seated()).toEqual([{ student_id: waiting.viewer.user_id }])
  expect((await readOrder(leaver, order.order_number)).state).toBe("paid")
  await sales.settleRefunds()
})

test("PAY-05 after six months the office pays itself and records how: by a payout with its reference, or as credit", async () => {
  const [one, other] = [await adult(), await adult()]
  const orders = [await bought(one), await bought(other)]
  sales.world.clock.advance(182 * DAY)
  const before = await sumAccount(sales.world.ctx, "bank")
  for (const { order_number, price } of orders) {
    expect((await readDeskOrder(office, order_number)).terms?.way).toBe("office")
    await refundByStaff(office, {
      ...{ order_number, request_id: newId(), amount_paise: price.total_paise, note: "The program ended" },
      ends_enrolment: false,
    })
  }
  await sales.settleRefunds()
  await reconcile(sales.world.ctx)
  expect(orders.flatMap(givenTo)).toEqual([])
  const waiting = await listEveryOrder(office, { q: "", state: "for-staff", limit: 50 })
  expect(waiting.items.map(({ order_number }) => order_number).sort()).toEqual(
    orders.map(({ order_number }) => order_number).sort(),
  )
  const [payout, kept] = await Promise.all(
    orders.map(async ({ order_number }) => (await readDeskOrder(office, order_number)).for_staff[0] ?? ""),
  )
  const byBank = { refund_id: payout ?? "", how: "payout" as const, reference: "UTR4123456789" }
  expect(await codeOf(settleRefund(office, { ...byBank, reference: "" }))).toBe("FIELD_ERRORS")
  await Promise.all([settleRefund(office, byBank), settleRefund(office, byBank)])
  expect(await codeOf(settleRefund(office, { ...byBank, reference: "UTR999" }))).toBe("REFUND_SETTLED")
  // Nobody presses it by mistake: credit can be spent at once.
  const asCredit = { refund_id: kept ?? "", how: "credit" as const, reference: "" }
  expect(await refusalOf(settleRefund(office, asCredit))).toEqual({ agreed: "CREDIT_UNAGREED" })
  await settleRefund(office, { ...asCredit, agreed: true })
  const [first, second] = orders
  expect(await readOrder(one, first?.order_number ?? "")).toMatchObject({
    ...{ state: "refunded", refunds: [{ way: "payout", state: "processed" }] },
  })
  expect(before - (await sumAccount(sales.world.ctx, "bank"))).toBe(first?.price.total_paise)
  expect(await readBalance(sales.world.ctx, "family-credit", other.viewer.user_id)).toBe(
    second?.price.total_paise,
  )
  expect((await listEveryOrder(office, { q: "", state: "for-staff", limit: 50 })).items).toEqual([])
})

test("PAY-05 D1 money of an account that was erased can't be kept as credit, and is paid out", async () => {
  const buyer = await adult()
  const { order_number, price } = await bought(buyer)
  sales.world.clock.advance(182 * DAY)
  await refundByStaff(office, {
    ...{ order_number, request_id: newId(), amount_paise: price.total_paise, note: "The program ended" },
    ends_enrolment: true,
  })
  await sales.pool.query("update orders set buyer_id = null where number = $1", [order_number])
  const [refund_id = ""] = (await readDeskOrder(office, order_number)).for_staff
  expect(await codeOf(settleRefund(office, { refund_id, how: "credit", reference: "", agreed: true }))).toBe(
    "FIELD_ERRORS",
  )
  await settleRefund(office, { refund_id, how: "payout", reference: "UTR5123456789" })
  expect((await readDeskOrder(office, order_number)).order.state).toBe("refunded")
})

test("PAY-05 a refund that the provider refuses waits for the office, which has it asked for anew, once", async () => {
  const buyer = await adult()
  const order = await bought(buyer)
  const { order_number } = order
  const [payment] = [...sales.gateway.payments.values()].slice(-1)
  if (!payment) throw new Error("nothing was paid")
  await askRefund(buyer, { order_number, refund_paise: order.price.total_paise })
  // As where its balance is too low.
  payment.status = "authorized"
  await runJobs(sales.world, paymentsJobs)
  payment.status = "captured"
  const desk = await readDeskOrder(office, order_number)
  expect(desk.order.refunds).toMatchObject([{ state: "failed" }])
  expect([desk.for_staff, desk.repeatable]).toEqual([
    [desk.order.refunds[0]?.id],
    [desk.order.refunds[0]?.id],
  ])
  const id = desk.repeatable[0] ?? ""
  await Promise.all([retryRefund(office, id), retryRefund(office, id)])
  await sales.settleRefunds()
  expect(await codeOf(retryRefund(office, id))).toBe("REFUND_SETTLED")
  expect((await readOrder(buyer, order_number)).state).toBe("refunded")
  expect(givenTo(order)).toHaveLength(1)
})

test("PAY-05 D1 of a family only the one who paid asks for the money back, and a stranger learns nothing", async () => {
  const child = await createStudent(sales.world.ctx, {
    ...{ under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123400031" },
  })
  const mother = sales.world.as(await createGuardian(sales.world.ctx, child))
  const order = await bought(mother, { student_id: child.user_id })
  const ask = (who: SignedInCtx) =>
    codeOf(askRefund(who, { order_number: order.order_number, refund_paise: order.price.total_paise }))
  expect(await ask(sales.world.as(child))).toBe("FORBIDDEN")
  expect(await ask(await adult())).toBe("NOT_FOUND")
  expect(await ask(mother)).toBe("done")
  await sales.settleRefunds()
})

test("PAY-05 the office finds an order by number, payer and student, in pages", async () => {
  const child = await createStudent(sales.world.ctx, {
    ...{ under_18: true, first_name: "Zephyrine", parent_name: "Sunita Rao", parent_phone: "+919123400041" },
  })
  const mother = sales.world.as(await createGuardian(sales.world.ctx, child))
  const orders: Order[] = []
  for (let at = 0; at < 3; at += 1) {
    orders.unshift(await bought(mother, { student_id: child.user_id }))
    sales.world.clock.advance(HOUR)
  }
  const numbers = orders.map(({ order_number }) => order_number)
  const list = async (query: object) =>
    (await listEveryOrder(office, { q: "", limit: 50, ...query })).items.map(
      ({ order_number }) => order_number,
    )
  expect(await list({ q: numbers[1]?.toLowerCase() })).toEqual([numbers[1]])
  expect(await list({ q: numbers[1]?.slice(2) })).toEqual([numbers[1]])
  expect(await list({ q: "zephyr" })).toEqual(numbers)
  expect(await list({ q: "zephyr", state: "expired" })).toEqual([])
  expect(await list({ q: "%" })).toEqual([])
  const first = await listEveryOrder(office, { q: "zephyr", limit: 2 })
  expect(first.items.map(({ order_number }) => order_number)).toEqual(numbers.slice(0, 2))
  expect(await list({ q: "zephyr", limit: 2, cursor: first.next_cursor })).toEqual(numbers.slice(2))
  expect((await list({ state: "paid", limit: 3 })).length).toBe(3)
})

test("PAY-07 an order names its payer, without the address that stands in for one nobody gave", async () => {
  const one = await adult()
  const { order_number } = await bought(one)
  const { user_id, email } = one.viewer
  expect((await readDeskOrder(office, order_number)).buyer).toMatchObject({ id: user_id, email })
  await one.db.execute(sql`update users set email = ${`${user_id}@no-mail.invalid`} where id = ${user_id}`)
  expect((await readDeskOrder(office, order_number)).buyer).toMatchObject({ id: user_id, email: "" })
})

test("PAY-04 PAY-05 the rest of an old order is given back without ending the place that was bought again", async () => {
  const buyer = await adult()
  const old = await bought(buyer)
  const course_id = courseOf(old).id
  const enrolled = () => enrolledIn(course_id, buyer.viewer.user_id)
  const give = (order: Order, amount_paise: number) =>
    refundByStaff(office, {
      ...{ order_number: order.order_number, request_id: newId(), amount_paise, note: "As agreed" },
      ends_enrolment: true,
    })
  const total = old.price.total_paise
  await give(old, 100_000)
  expect(await enrolled()).toBe(false)
  sales.world.clock.advance(DAY)
  const anew = await bought(buyer, { course_id })
  await give(old, total - 100_000)
  expect(await enrolled()).toBe(true)
  await give(anew, total)
  expect(await enrolled()).toBe(false)
  await sales.settleRefunds()
})

test("PAY-04 PAY-05 what went back whole on the provider's own pages ends order and place, also with a part that staff gave", async () => {
  const buyer = await adult()
  const order = await bought(buyer)
  const { order_number } = order
  await refundByStaff(office, {
    ...{ order_number, request_id: newId(), amount_paise: 10_000, note: "Sorry", ends_enrolment: false },
  })
  await sales.settleRefunds()
  const rest = order.price.total_paise - 10_000
  await sales.refundOutside(order_number, rest - 500)
  expect(await readOrder(buyer, order_number)).toMatchObject({ state: "paid" })
  expect(await enrolledIn(courseOf(order).id, buyer.viewer.user_id)).toBe(true)
  await sales.refundOutside(order_number, 500)
  expect(await readOrder(buyer, order_number)).toMatchObject({ state: "refunded" })
  expect(await enrolledIn(courseOf(order).id, buyer.viewer.user_id)).toBe(false)
  // The program can be bought again.
  expect((await bought(buyer, { course_id: courseOf(order).id })).state).toBe("paid")
})

test("PAY-07 PAY-05 a refused refund that was kept as credit by mistake can be asked of the provider again, once", async () => {
  const buyer = await adult()
  const order = await bought(buyer)
  const { order_number } = order
  const [payment] = [...sales.gateway.payments.values()].slice(-1)
  if (!payment) throw new Error("nothing was paid")
  await askRefund(buyer, { order_number, refund_paise: order.price.total_paise })
  payment.status = "authorized"
  await runJobs(sales.world, paymentsJobs)
  payment.status = "captured"
  const [refund_id = ""] = (await readDeskOrder(office, order_number)).for_staff
  await settleRefund(office, { refund_id, how: "credit", reference: "", agreed: true })
  expect((await readDeskOrder(office, order_number)).repeatable).toEqual([])
  await Promise.all([reopenRefund(office, refund_id), reopenRefund(office, refund_id)])
  expect(await readDeskOrder(office, order_number)).toMatchObject({
    ...{ for_staff: [refund_id], repeatable: [refund_id], order: { state: "refunding" } },
  })
  await retryRefund(office, refund_id)
  await sales.settleRefunds()
  expect((await readOrder(buyer, order_number)).state).toBe("refunded")
  expect(givenTo(order)).toHaveLength(1)
  expect(await readBalance(sales.world.ctx, "family-credit", buyer.viewer.user_id)).toBe(0)
})
