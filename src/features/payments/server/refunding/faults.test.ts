import fc from "fast-check"
import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { seedPrograms } from "#features/programs/server/seed.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { type RazorpayGateway, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { attempt, death, mortal, pickOf } from "#tests/mortal.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { moneyOf } from "#tests/sales.ts"
import { paymentsJobs } from "../jobs.ts"
import { reconcile } from "../looking.ts"
import { requireOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { receiveEvent } from "../webhook.ts"
import { refundByStaff } from "./by-staff.ts"
import { askRefund } from "./give-back.ts"
import { retryRefund, settleRefund } from "./settle-refund.ts"
import { readTerms } from "./terms.ts"

/** FAULT_SEEDS tries more. */
const RUNS = 5 * Number(process.env.FAULT_SEEDS ?? 1)
/** Few amounts, so that refunds of one payment are often equal. */
const AMOUNTS = [100_000, 100_000, 50_001] as const
let gateway: RazorpayGateway
let world: TestContext
let office: SignedInCtx
let courses: string[]

beforeAll(async () => {
  gateway = await startRazorpayGateway()
  world = await createTestContext({ money: moneyOf(gateway) })
  await seedPrograms(world.ctx)
  office = world.as(await createAdmin(world.ctx))
  const { rows } = await pool().query<{ id: string }>("select id from programs order by position limit 2")
  courses = rows.map(({ id }) => id)
})
afterAll(async () => {
  await world?.close()
  await gateway?.close()
})

const pool = () => (world.ctx.db as unknown as { $client: Pool }).$client

type Bought = { buyer: SignedInCtx; number: string; payment: string }

/** Somebody new who paid for a program. */
async function bought(course_id: string): Promise<Bought> {
  const buyer = world.as(await createStudent(world.ctx))
  const order = await createOrder(buyer, { course_id, state: "29" })
  if (order.checkout?.way !== "razorpay") throw new Error("the order can't be paid")
  const payment = gateway.pay(order.checkout.order_id, "captured")
  const { body, headers } = gateway.webhook("payment.captured", payment)
  await receiveEvent(world.ctx, "razorpay", body, headers)
  return { buyer, number: order.order_number, payment: payment.id }
}

const pick = fc.nat({ max: 20 })
const happening = fc.oneof(
  fc.record({ what: fc.constant("family" as const), pick, tabs: fc.integer({ min: 1, max: 3 }), death }),
  fc.record({
    what: fc.constant("staff" as const),
    ...{ pick, amount: fc.constantFrom(...AMOUNTS), tabs: fc.integer({ min: 1, max: 3 }), death },
  }),
  fc.record({ what: fc.constant("settle" as const), pick, as: fc.constantFrom("processed", "failed") }),
  fc.record({
    what: fc.constant("tell" as const),
    pick,
    // What was true when the event was made, which may be long ago when it arrives.
    as: fc.constantFrom("now" as const, "pending" as const),
    times: fc.integer({ min: 1, max: 3 }),
    forged: fc.boolean(),
    death,
  }),
  fc.record({ what: fc.constant("jobs" as const), death }),
  fc.record({ what: fc.constant("look" as const), death }),
  fc.record({
    what: fc.constant("office" as const),
    ...{ pick, how: fc.constantFrom("retry" as const, "payout" as const, "credit" as const) },
  }),
  fc.record({ what: fc.constant("wait" as const), minutes: fc.constantFrom(6, 61, 1_500) }),
  fc.record({
    what: fc.constant("gateway" as const),
    mood: fc.constantFrom("work", "drop", "hang", "too-many", "broken", "garbage"),
  }),
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

const givenOf = (all: readonly Bought[]) =>
  gateway.refunds().filter(({ payment_id }) => all.some(({ payment }) => payment === payment_id))

async function happen(one: Happening, all: readonly Bought[]): Promise<void> {
  switch (one.what) {
    case "family": {
      const { buyer, number } = pickOf(all, one.pick) as Bought
      const terms = (await readTerms(buyer, await requireOrder(buyer, number)))?.terms
      const asked = { order_number: number, refund_paise: terms?.refund_paise ?? 0 }
      const press = () => attempt(askRefund(mortal(buyer, one.death), asked))
      await Promise.all(Array.from({ length: one.tabs }, press))
      return
    }
    case "staff": {
      const { number } = pickOf(all, one.pick) as Bought
      const asked = { order_number: number, request_id: newId(), note: "A class fell out" }
      const form = { ...asked, amount_paise: one.amount, ends_enrolment: false }
      const press = () => attempt(refundByStaff(mortal(office, one.death), form))
      await Promise.all(Array.from({ length: one.tabs }, press))
      return
    }
    case "settle": {
      const open = givenOf(all).filter(({ status }) => status === "pending")
      const refund = pickOf(open, one.pick)
      if (refund) gateway.settleRefund(refund.id, one.as as "processed" | "failed")
      return
    }
    case "tell": {
      const refund = pickOf(givenOf(all), one.pick)
      if (!refund) return
      const status = one.as === "now" ? refund.status : "pending"
      const event = `refund.${status === "pending" ? "created" : status}`
      const how = one.forged ? { secret: "guessed" } : {}
      const { body, headers } = gateway.webhook(event, { ...refund, status }, how)
      const ctx = mortal(world.ctx, one.death)
      const take = () => attempt(receiveEvent(ctx, "razorpay", body, headers))
      await Promise.all(Array.from({ length: one.times }, take))
      return
    }
    case "jobs":
      return attempt(runJobs(world, paymentsJobs, mortal(world.ctx, one.death)))
    case "look":
      return attempt(reconcile(mortal(world.ctx, one.death)))
    case "office": {
      const { rows } = await pool().query("select id from refunds where state = 'failed' order by id")
      const refund_id = pickOf(rows, one.pick)?.id
      if (!refund_id) return
      const asked = { refund_id, reference: "UTR000000001" }
      if (one.how === "retry") return attempt(retryRefund(office, refund_id))
      return attempt(settleRefund(office, { ...asked, how: one.how, agreed: true }))
    }
    case "wait":
      world.clock.advance(one.minutes * MINUTE)
      return
    case "gateway":
      gateway.behave(one.mood as Parameters<typeof gateway.behave>[0])
  }
}

/** Nothing goes wrong any more and no webhook arrives: jobs end what they can, the office what the provider failed. */
async function comeToRest(all: readonly Bought[]): Promise<void> {
  gateway.behave("work")
  for (let round = 0; round < 6; round += 1) {
    world.clock.advance(61 * MINUTE)
    await reconcile(world.ctx)
    await runJobs(world, paymentsJobs)
    for (const { id, status } of givenOf(all)) if (status === "pending") gateway.settleRefund(id, "processed")
  }
  const { rows } = await pool().query("select id from refunds where state = 'failed'")
  for (const { id } of rows)
    await settleRefund(office, { refund_id: id, how: "payout", reference: "UTR000000002" })
}

test("PAY-04 PAY-05 whatever happens between asking for a refund and its credit note, each is given once and credited once", {
  timeout: 600_000,
}, async () => {
  const run = async (happenings: Happening[]) => {
    gateway.behave("work")
    const all = [await bought(courses[0] ?? ""), await bought(courses[1] ?? "")]
    for (const one of happenings) {
      await happen(one, all)
      expect(await brokenInvariants(pool())).toEqual([])
    }
    await comeToRest(all)
    expect(await brokenInvariants(pool())).toEqual([])
    const { rows } = await pool().query<{ payment: string; way: string; state: string; amount: number }>(
      `select p.provider_payment_id as payment, r.way, r.state, r.amount_paise as amount
       from refunds r join payments p on p.id = r.payment_id where p.provider_payment_id = any($1)`,
      [all.map(({ payment }) => payment)],
    )
    expect(rows.filter(({ state }) => state !== "processed")).toEqual([])
    const sum = (list: readonly { amount: number }[]) => list.reduce((left, { amount }) => left + amount, 0)
    for (const { payment } of all) {
      const ours = rows.filter((refund) => refund.payment === payment && refund.way === "provider")
      const theirs = givenOf(all).filter((one) => one.payment_id === payment && one.status === "processed")
      // What the provider gave back is what we say that it gave.
      expect(theirs.map(({ amount }) => amount).sort()).toEqual(ours.map(({ amount }) => amount).sort())
      expect(sum(rows.filter((refund) => refund.payment === payment))).toBeLessThanOrEqual(
        gateway.payments.get(payment)?.amount ?? 0,
      )
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 20 }), run), {
    numRuns: RUNS,
  })
})
