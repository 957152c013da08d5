import { beforeAll, beforeEach, expect, test } from "vitest"
import { createProgram } from "#features/programs/server/manage.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { codeOf, testSales } from "#tests/sales.ts"
import { askParent } from "../asking/ask-parent.ts"
import { reviewProgram } from "../checkout/review.ts"
import { paymentsJobs } from "../jobs.ts"
import { reconcile } from "../looking.ts"
import { readOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { receiveEvent } from "../webhook.ts"
import { readFamilyNeeds } from "./family-needs.ts"
import { remindMembers } from "./remind.ts"

const sales = testSales()
let office: SignedInCtx
let course_id: string
let child: SignedIn
let parent: SignedInCtx
let families = 0

beforeAll(async () => {
  office = sales.world.as(await createAdmin(sales.world.ctx))
})
beforeEach(async () => {
  sales.world.clock.set("2026-11-10T05:00:00Z")
  const priced = { price_rupees: 9_000, monthly_fee_rupees: 2_000 }
  course_id = (await createProgram(office, { ...DRAFT, ...priced, id: newId() })).id
  families += 1
  const parent_phone = `+9191234000${50 + families}`
  child = await createStudent(sales.world.ctx, { under_18: true, parent_name: "Sunita Rao", parent_phone })
  parent = sales.world.as(await createGuardian(sales.world.ctx, child))
})

const CLOSED = ["erase_at", "disabled_at"] as const
type Closed = (typeof CLOSED)[number]

const close = (how: Closed) =>
  sales.pool.query(`update users set ${how} = $2 where id = $1`, [child.user_id, sales.world.clock.now()])
const open = () =>
  sales.pool.query("update users set erase_at = null, disabled_at = null where id = $1", [child.user_id])

const order = (months?: number) =>
  createOrder(parent, { course_id, student_id: child.user_id, state: "29", ...(months && { months }) })

async function remindersOf(person_id: string): Promise<number> {
  const { rows } = await sales.pool.query(
    "select count(*)::int as sent from person_notices where person_id = $1 and kind like 'membership-%'",
    [person_id],
  )
  return rows[0].sent
}

test.each(CLOSED)("PAY-02 DASH-04 no parent is asked to pay for a child with %s", async (how) => {
  await sales.pay(parent, await order(1))
  sales.world.clock.set("2026-12-05T05:00:00Z")
  await askParent(sales.world.as(child), { course_id: sales.course() })
  await close(how)
  expect((await reviewProgram(parent, { course_id })).beneficiaries).toEqual([])
  expect(await codeOf(order(1))).toBe("NOT_FOUND")
  await remindMembers(sales.world.ctx)
  expect(await remindersOf(parent.viewer.user_id)).toBe(0)
  expect(await readFamilyNeeds(parent)).toMatchObject({ asks: [], memberships: [{ renewable: false }] })
  await open()
  await remindMembers(sales.world.ctx)
  expect(await remindersOf(parent.viewer.user_id)).toBe(1)
  expect(await readFamilyNeeds(parent)).toMatchObject({ asks: [{}], memberships: [{ renewable: true }] })
  expect((await order(1)).state).toBe("awaiting")
})

test.each(CLOSED)("PAY-05 money that is captured for a child with %s goes back", async (how) => {
  const placed = await order()
  await close(how)
  expect((await sales.pay(parent, placed)).state).toBe("refunding")
  await sales.settleRefunds()
  expect(await readOrder(parent, placed.order_number)).toMatchObject({
    state: "refunded",
    refunds: [{ state: "processed", reason: "student-gone" }],
  })
})

test("PAY-05 a late authorisation for a child whose account is closed isn't captured", async () => {
  const placed = await order()
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  await close("erase_at")
  const { rows } = await sales.pool.query("select provider_order_id as id from orders where number = $1", [
    placed.order_number,
  ])
  const late = sales.gateway.pay(rows[0].id, "authorized")
  const { body, headers } = sales.gateway.webhook("payment.authorized", late)
  await receiveEvent(sales.world.ctx, "razorpay", body, headers)
  await runJobs(sales.world, paymentsJobs)
  expect(late.status).toBe("authorized")
})
