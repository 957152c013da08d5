import { createRouterClient } from "@orpc/server"
import pg from "pg"
import { expect, test, vi } from "vitest"
import { readPoints } from "#features/programs/server/points.ts"
import { programsRouter } from "#features/programs/server/router.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import type { RazorpayGateway } from "#platform/money/gateway/gateway.ts"
import type { GatewayPayment } from "#platform/money/port.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createGuardian, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { codeOf, courseOf, refusalOf, testSales } from "#tests/sales.ts"
import { reviewProgram } from "./checkout/review.ts"
import { paymentsJobs } from "./jobs.ts"
import { reconcile } from "./looking.ts"
import { listOrders as listPage, readOrder } from "./order-view.ts"
import { createOrder } from "./orders.ts"
import { paymentsData } from "./personal-data.ts"
import { noteReturn } from "./returning.ts"
import { paymentsRouter } from "./router.ts"
import { recordPaymentIn } from "./settling.ts"
import { dropOldEvents, receiveEvent } from "./webhook.ts"

const BEFORE = "the-secret-before-this-one"

const sales = testSales({ olderSecret: BEFORE })

const adult = async () => sales.world.as(await createStudent(sales.world.ctx))
const runAll = (ctx: Ctx = sales.world.ctx) => runJobs(sales.world, paymentsJobs, ctx)

const listOrders = async (viewer: SignedInCtx) => (await listPage(viewer)).items

const STATE = "29" as const
const buy = (buyer: SignedInCtx, course_id = sales.course()) =>
  createOrder(buyer, { course_id, state: STATE })

/** The provider's id of an order. */
async function known(number: string): Promise<string> {
  const { rows } = await sales.pool.query("select provider_order_id as id from orders where number = $1", [
    number,
  ])
  return rows[0].id
}

type Payment = ReturnType<RazorpayGateway["pay"]>

/** The provider reports this. */
function report(event: string, entity: Parameters<RazorpayGateway["webhook"]>[1], how: object = {}) {
  const { body, headers } = sales.gateway.webhook(event, entity, how)
  return receiveEvent(sales.world.ctx, "razorpay", body, headers)
}
const captured = (payment: Payment, how: object = {}) => report("payment.captured", payment, how)

async function pointsOf(student: SignedInCtx): Promise<number> {
  return (await readPoints(student, student.viewer.user_id)).points
}

test("PAY-01 PAY-04 a review says what a program costs with every step, once the buyer's State is known", async () => {
  const buyer = await adult()
  const course_id = sales.course()
  const first = await reviewProgram(buyer, { course_id })
  expect(first).toMatchObject({ state: null, price: null, student_id: buyer.viewer.user_id, refund_days: 15 })
  const { price } = await reviewProgram(buyer, { course_id, state: "27" })
  expect(price?.total_paise).toBe(first.course.price_paise)
  expect(price?.trace.map(({ code }) => code)).toEqual(["program", "supplier", "place"])
  await createOrder(buyer, { course_id, state: "27" })
  expect((await reviewProgram(buyer, { course_id })).state).toBe("27")
})

test("PAY-05 CAT-07 money that the provider captured enrols the student with 50 XP, once, and the books have it", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  expect(order).toMatchObject({ state: "awaiting", paid_at: null, bought_by_viewer: true })
  expect(order.checkout).toEqual({
    ...{ way: "razorpay", key_id: sales.gateway.keyId, order_id: await known(order.order_number) },
  })
  expect(await pointsOf(buyer)).toBe(0)
  const payment = sales.gateway.pay(await known(order.order_number), "captured")
  sales.world.published.length = 0
  for (const told of ["payment.captured", "order.paid", "payment.captured"])
    expect(await report(told, payment)).toBe("accepted")
  const paid = await readOrder(buyer, order.order_number)
  expect(paid).toMatchObject({ state: "paid", points_awarded: 50, checkout: null, refunds: [] })
  expect(paid.payments).toMatchObject([{ state: "captured", amount_paise: order.price.total_paise }])
  expect(await pointsOf(buyer)).toBe(50)
  expect(sales.world.published).toEqual([
    {
      topic: "program.enrolled",
      data: { course_id: courseOf(order).id, student_id: buyer.viewer.user_id },
    },
  ])
  expect(await codeOf(buy(buyer, courseOf(order).id))).toBe("ALREADY_ENROLLED_IN_PROGRAM")
})

test("PAY-05 many presses at once, in tabs and by two guardians, are one order with one payment page", async () => {
  const phone = { under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123400011" }
  const child = await createStudent(sales.world.ctx, phone)
  const mother = sales.world.as(await createGuardian(sales.world.ctx, child))
  await sales.pool.query("update students set parent_phone = '+919123400012' where user_id = $1", [
    child.user_id,
  ])
  const father = sales.world.as(await createGuardian(sales.world.ctx, child))
  const course_id = sales.course()
  const asked = { course_id, state: STATE, student_id: child.user_id }
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, at) => createOrder(at % 2 ? mother : father, asked)),
  )
  expect(new Set(tries.map(({ order_number }) => order_number)).size).toBe(1)
  expect(new Set(tries.map(({ checkout }) => JSON.stringify(checkout))).size).toBe(1)
  // Both pay at the same moment.
  const id = await known(tries[0]?.order_number ?? "")
  const payments = [sales.gateway.pay(id, "captured"), sales.gateway.payAgain(id)]
  await Promise.all(payments.map((payment) => captured(payment)))
  await sales.settleRefunds()
  const order = await readOrder(mother, tries[0]?.order_number ?? "")
  expect(order.state).toBe("paid")
  expect(order.refunds).toMatchObject([{ state: "processed", reason: "paid-already" }])
  expect(await listOrders(father)).toHaveLength(1)
  expect(await listOrders(sales.world.as(child))).toHaveLength(1)
})

test("PAY-05 a press that waits while the same purchase is fulfilled makes no second order to be paid", async () => {
  const buyer = await adult()
  const course_id = sales.course()
  const { order_number } = await buy(buyer, course_id)
  const payment = sales.gateway.pay(await known(order_number), "captured")
  const told = { order_id: payment.order_id, amount_paise: payment.amount, state: "captured", id: payment.id }
  const more = { method: "upi", refunded_paise: 0, fee_paise: 0, tax_paise: 0, failure: null }
  const { pressed } = await inTransaction(sales.world.ctx, async (tx) => {
    await recordPaymentIn(tx, "razorpay", { ...told, ...more, created_at: tx.clock.now() } as GatewayPayment)
    // The other tab has read that nobody is enrolled yet.
    const pressed = codeOf(buy(buyer, course_id))
    await vi.waitFor(async () => {
      const { rowCount } = await sales.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like 'insert into "orders"%'`,
      )
      expect(rowCount).toBe(1)
    }, 5_000)
    return { pressed }
  })
  expect(await pressed).toBe("ALREADY_ENROLLED_IN_PROGRAM")
  const all = await listOrders(buyer)
  expect(await listPage(buyer, { limit: 1 })).toMatchObject({ items: all.slice(0, 1), waiting: [] })
  // One that waits to be paid comes with the first page however many came after it, and has its place on a later one.
  await sales.pool.query("update orders set state = 'awaiting' where number = $1", [all[1]?.order_number])
  const first = await listPage(buyer, { limit: 1 })
  expect(first.items).toEqual(all.slice(0, 1))
  expect(first.waiting.map((one) => one.order_number)).toEqual([all[1]?.order_number])
  const second = await listPage(buyer, { limit: 1, cursor: first.next_cursor ?? "" })
  expect(second.items.map((one) => one.order_number)).toEqual([all[1]?.order_number])
  expect(second).toMatchObject({ next_cursor: null, waiting: [] })
  await sales.pool.query("update orders set state = $2 where number = $1", [
    all[1]?.order_number,
    all[1]?.state,
  ])
  expect(all.map(({ state, checkout }) => `${state} ${checkout}`).sort()).toEqual([
    "cancelled null",
    "paid null",
  ])
})

test("PAY-05 a family pages through all its orders, more than fifty and of one instant too, and sees each once", async () => {
  const buyer = await adult()
  const { order_number } = await buy(buyer)
  // The same purchase again and again, ended each time.
  await sales.pool.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object(
       'id', gen_random_uuid(), 'number', 'K-OLD-' || n, 'provider_order_id', 'order_old_' || n, 'state', 'cancelled',
       'created_at', o.created_at - ((n + 1) / 2) * interval '1 day', 'look_at', null))).*
     from orders o, generate_series(1, 70) n where o.number = $1`,
    [order_number],
  )
  const seen = []
  let cursor: string | undefined
  do {
    const page = await listPage(buyer, { cursor })
    seen.push(page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen.map(({ length }) => length)).toEqual([50, 21])
  expect(new Set(seen.flat().map((one) => one.order_number)).size).toBe(71)
  expect(await refusalOf(listPage(buyer, { cursor: "later" }))).toEqual({
    cursor: "Start again from the first page",
  })
})

test("PAY-01 D1 a student under 18 can't pay, a guardian pays for their own children alone, and an order is shown to nobody else", async () => {
  const minor = { under_18: true, parent_name: "Sunita Rao" }
  const child = await createStudent(sales.world.ctx, { ...minor, parent_phone: "+919123400021" })
  const neighbour = await createStudent(sales.world.ctx, { ...minor, parent_phone: "+919123400022" })
  const mother = sales.world.as(await createGuardian(sales.world.ctx, child))
  const course_id = sales.course()
  expect(await codeOf(buy(sales.world.as(child), course_id))).toBe("GUARDIAN_PAYS")
  expect((await reviewProgram(sales.world.as(child), { course_id })).beneficiaries).toEqual([])
  const forOther = { course_id, state: STATE, student_id: neighbour.user_id }
  expect(await codeOf(createOrder(mother, forOther))).toBe("NOT_FOUND")
  expect(await codeOf(createOrder(await adult(), forOther))).toBe("NOT_FOUND")
  const order = await buy(mother, course_id)
  expect(order.student).toMatchObject({ id: child.user_id })
  expect((await readOrder(sales.world.as(child), order.order_number)).checkout).toBeNull()
  for (const other of [neighbour, (await adult()).viewer])
    expect(await codeOf(readOrder(sales.world.as(other), order.order_number))).toBe("NOT_FOUND")
})

test("PAY-01 CAT-08 a program is enrolled in without paying only where it is free or the academy takes no payments", async () => {
  const student = await adult()
  const course_id = sales.course()
  const asked = (context: SignedInCtx) =>
    codeOf(createRouterClient(programsRouter, { context }).enrol({ course_id }))
  expect(await asked(student)).toBe("PAYMENT_NEEDED")
  expect(await asked({ ...student, money: null })).toBe("done")
  const off = createRouterClient(paymentsRouter, { context: { ...student, money: null } })
  expect(await codeOf(off.review({ course_id }))).toBe("PAYMENTS_OFF")
  const free = sales.course()
  await sales.pool.query("update programs set price_paise = 0 where id = $1", [free])
  expect(await codeOf(buy(student, free))).toBe("NOT_SOLD")
  expect((await enrolInProgram(student, free)).points_awarded).toBe(50)
})

test("PAY-05 what is forged is refused, and the secret before the newest still counts", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const payment = sales.gateway.pay(await known(order.order_number), "captured")
  for (const secret of ["guessed", sales.gateway.keySecret])
    expect(await captured(payment, { secret })).toBe("forged")
  const { body, headers } = sales.gateway.webhook("payment.captured", payment)
  expect(await receiveEvent(sales.world.ctx, "razorpay", Buffer.concat([body, body]), headers)).toBe("forged")
  expect(await receiveEvent(sales.world.ctx, "stripe", body, headers)).toBe("unknown")
  expect(await receiveEvent({ ...sales.world.ctx, money: null }, "razorpay", body, headers)).toBe("unknown")
  expect((await readOrder(buyer, order.order_number)).state).toBe("awaiting")
  expect(await captured(payment, { secret: BEFORE })).toBe("accepted")
  expect((await readOrder(buyer, order.order_number)).state).toBe("paid")
})

test("PAY-05 a browser's return counts for nothing but asking the provider, and only if it was signed for this order", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const { order_number } = order
  const failed = sales.gateway.pay(await known(order_number), "failed")
  const back = (payment: Payment, signature = sales.gateway.returnOf(payment).signature) =>
    noteReturn(buyer, { order_number, payment_id: payment.id, signature })
  expect(await back(failed)).toMatchObject({ state: "awaiting", payments: [{ state: "failed" }] })
  const paid = sales.gateway.pay(await known(order_number), "captured")
  expect((await back(paid, "00")).state).toBe("awaiting")
  sales.gateway.behave("hang")
  expect((await back(paid)).state).toBe("awaiting")
  sales.gateway.behave("work")
  const now = await back(paid)
  expect(now.state).toBe("paid")
  expect(now.payments.map(({ state }) => state)).toEqual(["captured", "failed"])
})

test("PAY-05 without any webhook the product asks the provider for three days, and a failed payment may be captured late", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const payment = sales.gateway.pay(await known(order.order_number), "failed")
  await reconcile(sales.world.ctx)
  expect((await readOrder(buyer, order.order_number)).payments).toEqual([])
  sales.world.clock.advance(16 * MINUTE)
  await reconcile(sales.world.ctx)
  expect((await readOrder(buyer, order.order_number)).payments).toMatchObject([{ state: "failed" }])
  sales.world.clock.advance(20 * MINUTE)
  await reconcile(sales.world.ctx)
  expect(await readOrder(buyer, order.order_number)).toMatchObject({ state: "expired", checkout: null })
  sales.world.clock.advance(2 * DAY)
  sales.gateway.move(payment, "captured")
  sales.gateway.behave("broken")
  await reconcile(sales.world.ctx)
  expect((await readOrder(buyer, order.order_number)).state).toBe("expired")
  sales.gateway.behave("work")
  sales.world.clock.advance(6 * MINUTE)
  await reconcile(sales.world.ctx)
  expect((await readOrder(buyer, order.order_number)).state).toBe("paid")
  expect(await pointsOf(buyer)).toBe(50)
})

test("PAY-05 a late authorisation is captured if the seat can be taken again, and is otherwise left to be returned", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  const late = sales.gateway.pay(await known(order.order_number), "authorized")
  expect(await report("payment.authorized", late)).toBe("accepted")
  await runAll()
  expect((await readOrder(buyer, order.order_number)).state).toBe("paid")

  const other = await adult()
  const gone = await buy(other)
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  await sales.pool.query("update programs set archived_at = now() where id = $1", [courseOf(gone).id])
  const waiting = sales.gateway.pay(await known(gone.order_number), "authorized")
  await report("payment.authorized", waiting)
  await runAll()
  expect(waiting.status).toBe("authorized")
  expect(await readOrder(other, gone.order_number)).toMatchObject({
    ...{ state: "expired", payments: [{ state: "authorized" }], refunds: [] },
  })
  // Somebody captures it by hand: it goes back.
  sales.gateway.move(waiting, "captured")
  await captured(waiting)
  expect((await readOrder(other, gone.order_number)).state).toBe("refunding")
  await sales.settleRefunds()
  expect(await readOrder(other, gone.order_number)).toMatchObject({
    ...{ state: "refunded", refunds: [{ state: "processed", reason: "no-longer-offered" }] },
  })
})

test("PAY-05 an order whose payment is authorised is kept while the provider can't be asked to capture it", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const unpaid = await buy(buyer)
  const waiting = sales.gateway.pay(await known(order.order_number), "authorized")
  await report("payment.authorized", waiting)
  sales.gateway.behave("broken")
  sales.world.clock.advance(2 * HOUR)
  await reconcile(sales.world.ctx)
  expect((await readOrder(buyer, unpaid.order_number)).state).toBe("expired")
  expect((await readOrder(buyer, order.order_number)).state).toBe("awaiting")
  // It is still the payer's where nobody else could order it any more.
  await sales.pool.query("update programs set archived_at = now() where id = $1", [courseOf(order).id])
  sales.gateway.behave("work")
  await runAll()
  expect((await readOrder(buyer, order.order_number)).state).toBe("paid")
  await sales.pool.query("update programs set archived_at = null where id = $1", [courseOf(order).id])
})

test("PAY-05 what can't be fulfilled goes back: enrolled meanwhile, another amount, paid under a replaced order", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  await enrolInProgram({ ...buyer, money: null }, courseOf(order).id)
  await captured(sales.gateway.pay(await known(order.order_number), "captured"))
  await sales.settleRefunds()
  expect(await readOrder(buyer, order.order_number)).toMatchObject({
    ...{ state: "refunded", refunds: [{ reason: "enrolled-already", state: "processed" }] },
  })

  const second = await buy(buyer)
  const wrong = sales.gateway.pay(await known(second.order_number), "captured")
  await captured({ ...wrong, amount: 100 })
  expect((await readOrder(buyer, second.order_number)).refunds).toMatchObject([{ reason: "wrong-amount" }])
  await sales.settleRefunds()

  const third = await buy(buyer)
  const replaced = await createOrder(buyer, { course_id: courseOf(third).id, state: "27" })
  expect(replaced.order_number).not.toBe(third.order_number)
  expect((await readOrder(buyer, third.order_number)).state).toBe("cancelled")
  await captured(sales.gateway.pay(await known(third.order_number), "captured"))
  await captured(sales.gateway.pay(await known(replaced.order_number), "captured"))
  await sales.settleRefunds()
  expect((await readOrder(buyer, third.order_number)).state).toBe("paid")
  expect((await readOrder(buyer, replaced.order_number)).state).toBe("refunded")
})

test("PAY-05 an order is kept while the provider is away, and one more press goes on with it", async () => {
  const buyer = await adult()
  const course_id = sales.course()
  // A provider that takes each receipt once has to be asked under another one.
  sales.gateway.turn("reusedReceipt")
  for (const mood of ["hang", "drop", "too-many", "broken", "garbage"] as const) {
    sales.gateway.behave(mood)
    expect(await codeOf(buy(buyer, course_id)), mood).toBe("GATEWAY_AWAY")
  }
  sales.gateway.behave("work")
  const order = await buy(buyer, course_id)
  sales.gateway.turn("reusedReceipt")
  expect(order.state).toBe("awaiting")
  expect(await listOrders(buyer)).toHaveLength(1)
  await captured(sales.gateway.pay(await known(order.order_number), "captured"))
  expect((await readOrder(buyer, order.order_number)).state).toBe("paid")
})

test("PAY-05 a refund is asked for once, also where its answer was lost, and one made on the provider's own pages is noted", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const id = await known(order.order_number)
  await captured(sales.gateway.pay(id, "captured"))
  await captured(sales.gateway.payAgain(id))
  const before = sales.gateway.refunds().length
  sales.gateway.behave("drop")
  await expect(runAll()).rejects.toThrow("no answer")
  sales.gateway.behave("work")
  sales.world.clock.advance(10 * MINUTE)
  await reconcile(sales.world.ctx)
  await sales.settleRefunds()
  await sales.settleRefunds()
  expect(sales.gateway.refunds()).toHaveLength(before + 1)
  expect((await readOrder(buyer, order.order_number)).refunds).toMatchObject([{ state: "processed" }])
  const [first] = [...sales.gateway.payments.values()].filter(({ order_id }) => order_id === id)
  if (!first) throw new Error("nothing was paid")
  const outside = sales.gateway.refund(first, { amount: 500 }, "by-hand-0001", "")
  await report("refund.processed", { ...outside, status: "processed" })
  expect((await readOrder(buyer, order.order_number)).refunds[0]).toMatchObject({
    ...{ reason: "outside", amount_paise: 500, state: "processed" },
  })
})

test("LAW-02 PAY-05 who bought is exported and erased, and what was paid stays", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  await captured(sales.gateway.pay(await known(order.order_number), "captured"))
  const open = await buy(buyer)
  const subject = { user_id: buyer.viewer.user_id, contacts: [] }
  const kept = await paymentsData.exportFor(sales.world.ctx, subject)
  expect(kept.orders).toMatchObject([{ state: "paid", bought: true }, { state: "awaiting" }])
  expect(kept.payments).toHaveLength(1)
  await paymentsData.eraseFor(sales.world.ctx, subject)
  expect(await paymentsData.exportFor(sales.world.ctx, subject)).toEqual({
    ...{ orders: [], payments: [], upi_claims: [], bills: [], refunds: [], refund_requests: [] },
    ...{ parent_asks: [], referral_codes: [], referrals: [], invoice_payments: [] },
    invoice_cancellations: [],
    bank_lines: [],
  })
  await captured(sales.gateway.pay(await known(open.order_number), "captured"))
  const { rows } = await sales.pool.query(
    "select r.reason from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id where o.number = $1",
    [open.order_number],
  )
  expect(rows).toEqual([{ reason: "student-gone" }])
  sales.world.clock.advance(31 * DAY)
  await dropOldEvents(sales.world.ctx)
  expect((await sales.pool.query("select 1 from gateway_events")).rowCount).toBe(0)
})

/** How many statements the database gets while something is done. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const queries = vi.spyOn(pg.Client.prototype, "query")
  try {
    await work()
    return queries.mock.calls.length
  } finally {
    queries.mockRestore()
  }
}

test("PAY-05 ordering and fulfilling take as many statements as is declared, beside those of an enrolment", async () => {
  // A first one of each has what later ones find: a person's account and the academy's.
  for (const isWarm of [false, true]) {
    const [student, buyer] = [await adult(), await adult()]
    const course_id = sales.course()
    const enrolling = await statementsOf(() => enrolInProgram({ ...student, money: null }, course_id))
    const ordering = await statementsOf(() => buy(buyer, course_id))
    const [order] = await listOrders(buyer)
    const payment = sales.gateway.pay(await known(order?.order_number ?? ""), "captured")
    const fulfilling = await statementsOf(() => captured(payment))
    // Begin and commit count; in the product each but ordering also writes a job.
    if (isWarm)
      expect({ enrolling, ordering, fulfilling }).toEqual({ enrolling: 5, ordering: 4, fulfilling: 7 })
  }
})
