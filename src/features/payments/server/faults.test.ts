import fc from "fast-check"
import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { seedPrograms } from "#features/programs/server/seed.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { type RazorpayGateway, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { attempt, death, mortal, pickOf } from "#tests/mortal.ts"
import { createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { moneyOf } from "#tests/sales.ts"
import { paymentsJobs } from "./jobs.ts"
import { reconcile } from "./looking.ts"
import { createOrder } from "./orders.ts"
import { noteReturn } from "./returning.ts"
import { readSettlements } from "./settlements/read.ts"
import { receiveEvent } from "./webhook.ts"

/** FAULT_SEEDS tries more. */
const RUNS = 5 * Number(process.env.FAULT_SEEDS ?? 1)
const BEFORE = "the-secret-before-this-one"
let gateway: RazorpayGateway
let world: TestContext
let courses: string[]

beforeAll(async () => {
  gateway = await startRazorpayGateway()
  world = await createTestContext({ money: moneyOf(gateway, BEFORE) })
  await seedPrograms(world.ctx)
  courses = (
    await pool().query<{ id: string }>("select id from programs order by position limit 2")
  ).rows.map(({ id }) => id)
})
afterAll(async () => {
  await world?.close()
  await gateway?.close()
})

const pool = () => (world.ctx.db as unknown as { $client: Pool }).$client

const seconds = () => Math.floor(world.clock.now().getTime() / 1_000)

const pick = fc.nat({ max: 20 })
const happening = fc.oneof(
  fc.record({
    what: fc.constant("order" as const),
    who: fc.nat({ max: 1 }),
    course: fc.nat({ max: 1 }),
    state: fc.constantFrom("27" as const, "29" as const),
    tabs: fc.integer({ min: 1, max: 3 }),
    death,
  }),
  fc.record({
    what: fc.constant("pay" as const),
    pick,
    how: fc.constantFrom("captured" as const, "authorized" as const, "failed" as const, "again" as const),
  }),
  fc.record({ what: fc.constant("late" as const), pick }),
  fc.record({
    what: fc.constant("tell" as const),
    pick,
    times: fc.integer({ min: 1, max: 3 }),
    secret: fc.constantFrom("new", "old", "forged"),
    death,
  }),
  fc.record({ what: fc.constant("return" as const), pick, death }),
  fc.record({ what: fc.constant("look" as const), death }),
  fc.record({ what: fc.constant("jobs" as const), death }),
  fc.record({ what: fc.constant("wait" as const), minutes: fc.constantFrom(6, 40, 150) }),
  fc.record({ what: fc.constant("refunded" as const), tell: fc.boolean() }),
  fc.record({ what: fc.constant("settled" as const), death }),
  fc.record({
    what: fc.constant("gateway" as const),
    mood: fc.constantFrom("work" as const, "drop" as const, "too-many" as const, "broken" as const),
  }),
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

async function happen(one: Happening, buyers: SignedInCtx[]): Promise<void> {
  const orders = [...gateway.orders.values()]
  const payments = [...gateway.payments.values()]
  switch (one.what) {
    case "order": {
      const [buyer, course_id] = [pickOf(buyers, one.who), courses[one.course] ?? ""]
      if (!buyer) return
      const press = () => attempt(createOrder(mortal(buyer, one.death), { course_id, state: one.state }))
      await Promise.all(Array.from({ length: one.tabs }, press))
      return
    }
    case "pay": {
      const order = pickOf(orders, one.pick)
      // Only an order that a browser was given can be paid.
      const { rowCount } = await pool().query("select 1 from orders where provider_order_id = $1", [
        order?.id,
      ])
      if (!order || rowCount === 0) return
      if (one.how === "again") gateway.payAgain(order.id)
      else if (order.status !== "paid") gateway.pay(order.id, one.how)
      return
    }
    case "late": {
      const payment = pickOf(
        payments.filter(({ status }) => /failed|authorized/.test(status)),
        one.pick,
      )
      if (payment) gateway.move(payment, "captured")
      return
    }
    case "tell": {
      const payment = pickOf(payments, one.pick)
      if (!payment) return
      const secret = { new: gateway.webhookSecret, old: BEFORE, forged: "guessed" }[one.secret]
      const { body, headers } = gateway.webhook(`payment.${payment.status}`, { ...payment }, { secret })
      const ctx = mortal(world.ctx, one.death)
      const take = () => attempt(receiveEvent(ctx, "razorpay", body, headers))
      await Promise.all(Array.from({ length: one.times }, take))
      return
    }
    case "return": {
      const payment = pickOf(payments, one.pick)
      const { rows } = await pool().query(
        "select number, buyer_id from orders where provider_order_id = $1",
        [payment?.order_id],
      )
      const buyer = buyers.find(({ viewer }) => viewer.user_id === rows[0]?.buyer_id)
      if (!payment || !buyer) return
      const { payment_id, signature } = gateway.returnOf(payment)
      const order_number = rows[0].number
      await attempt(noteReturn(mortal(buyer, one.death), { order_number, payment_id, signature }))
      return
    }
    case "look":
      await attempt(reconcile(mortal(world.ctx, one.death)))
      return
    case "jobs":
      await attempt(runJobs(world, paymentsJobs, mortal(world.ctx, one.death)))
      return
    case "wait":
      world.clock.advance(one.minutes * MINUTE)
      return
    case "refunded": {
      for (const refund of gateway.refunds()) {
        if (refund.status === "processed") continue
        refund.status = "processed"
        const { body, headers } = gateway.webhook("refund.processed", refund)
        if (one.tell) await attempt(receiveEvent(world.ctx, "razorpay", body, headers))
      }
      return
    }
    case "settled":
      gateway.settle(seconds())
      await attempt(readSettlements(mortal(world.ctx, one.death)))
      return
    case "gateway":
      gateway.behave(one.mood)
  }
}

/** Nothing goes wrong any more, and no webhook arrives: the jobs alone bring everything to its end. */
async function comeToRest(): Promise<void> {
  gateway.behave("work")
  for (let round = 0; round < 14; round += 1) {
    world.clock.advance(61 * MINUTE)
    await reconcile(world.ctx)
    await runJobs(world, paymentsJobs)
    gateway.settle(seconds())
    await readSettlements(world.ctx)
    for (const refund of gateway.refunds()) if (refund.status === "pending") refund.status = "processed"
  }
}

test("PAY-05 whatever happens in any order, and wherever a process dies, captured money is fulfilled or went back, and nobody paid twice", async () => {
  const run = async (happenings: Happening[]) => {
    for (const rows of [gateway.orders, gateway.payments]) rows.clear()
    const buyers = [world.as(await createStudent(world.ctx)), world.as(await createStudent(world.ctx))]
    for (const one of happenings) {
      await happen(one, buyers)
      expect(await brokenInvariants(pool())).toEqual([])
    }
    await comeToRest()
    expect(await brokenInvariants(pool())).toEqual([])
    // What the provider paid out left its account in the books; what waits there is what it still has.
    const { rows: held } = await pool().query(
      "select coalesce(sum(e.amount), 0)::int as paise from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind in ('gateway-clearing', 'suspense')",
    )
    const waiting = gateway.settled.filter(({ settlement_id }) => settlement_id === null)
    expect(held[0].paise).toBe(
      waiting.reduce((sum, { debit, amount }) => sum + (debit > 0 ? -1 : 1) * Number(amount), 0),
    )
    const ids = buyers.map(({ viewer }) => viewer.user_id)
    const { rows: kept } = await pool().query(
      `select o.student_id, o.course_id, p.provider_payment_id as id,
         exists (select from enrollments e where e.course_id = o.course_id and e.student_id = o.student_id and e.status = 'active') as enrolled
       from payments p join orders o on o.id = p.order_id where p.fulfils and o.student_id = any($1)`,
      [ids],
    )
    // What the provider took of the payers and kept is exactly what they got something for, each once.
    const captured = [...gateway.payments.values()].filter(({ status }) => status === "captured")
    expect(captured.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort())
    expect(kept.every(({ enrolled }) => enrolled)).toBe(true)
    expect(new Set(kept.map((one) => one.student_id + one.course_id)).size).toBe(kept.length)
    const { rows: enrolled } = await pool().query("select 1 from enrollments where student_id = any($1)", [
      ids,
    ])
    expect(enrolled).toHaveLength(kept.length)
  }
  await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 24 }), run), {
    numRuns: RUNS,
  })
})
