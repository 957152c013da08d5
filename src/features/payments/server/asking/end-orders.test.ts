import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { removeGuardian } from "#features/guardians/server/other-guardians.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { enrollments } from "#features/programs/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createFurtherGuardian, nextPhone } from "#tests/guardians.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { testSales } from "#tests/sales.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { paymentsJobs } from "../jobs.ts"
import { listOrders, readOrder, requireOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { payments } from "../table.ts"

const sales = testSales()
let office: SignedInCtx
let course_id: string

beforeAll(async () => {
  office = sales.world.as(await createAdmin(sales.world.ctx))
})
beforeEach(async () => {
  const priced = { price_rupees: 9_000, monthly_fee_rupees: 2_000 }
  course_id = (await createProgram(office, { ...DRAFT, ...priced, id: newId() })).id
})

async function createFamily() {
  const guardian = { parent_name: "Sunita Rao", parent_phone: nextPhone() }
  const child = await createStudent(sales.world.ctx, { under_18: true, ...guardian })
  const mother = sales.world.as(await createGuardian(sales.world.ctx, child))
  const aunt = sales.world.as(await createFurtherGuardian(sales.world.ctx, child, ["pay"]))
  return { child, mother, aunt }
}

const order = (buyer: SignedInCtx, student_id: string) =>
  createOrder(buyer, { course_id, student_id, state: "29", months: 1 })

async function remove(child: { user_id: string }, guardian: SignedInCtx): Promise<void> {
  const about = { student_id: child.user_id, guardian_id: guardian.viewer.user_id }
  await removeGuardian(office, about, "staff")
  await runJobs(sales.world, paymentsJobs)
}

test("PAY-02 the unpaid order of a removed guardian ends, and another guardian orders anew", async () => {
  const { child, mother, aunt } = await createFamily()
  const { order_number } = await order(aunt, child.user_id)
  await remove(child, aunt)
  // Own orders stay readable; a new one needs the right.
  expect(await readOrder(aunt, order_number)).toMatchObject({ state: "cancelled", paid_at: null })
  expect((await refusalOf(order(aunt, child.user_id))).code).toBe("NOT_FOUND")
  const fresh = await order(mother, child.user_id)
  expect(fresh.order_number).not.toBe(order_number)
  await sales.capture(fresh.order_number)
  // What the aunt paid nevertheless goes back: the child has it already.
  await sales.capture(order_number)
  expect(await readOrder(aunt, order_number)).toMatchObject({
    ...{ paid_at: null, refunds: [{ reason: "enrolled-already", amount_paise: 200_000 }] },
  })
  // Her bills and orders are hers, and the mother's are not.
  expect((await listOrders(aunt)).items.map((one) => one.order_number)).toEqual([order_number])
})

test("PAY-02 money of a removed guardian that was on its way enrols the child, and isn't lost", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { child, aunt } = await createFamily()
    const { order_number } = await order(aunt, child.user_id)
    await Promise.all([sales.capture(order_number), remove(child, aunt)])
    const now = await readOrder(aunt, order_number)
    const [enrolled] = await sales.world.ctx.db
      .select()
      .from(enrollments)
      .where(eq(enrollments.student_id, child.user_id))
    const { id } = await requireOrder(aunt, order_number)
    const taken = await sales.world.ctx.db.select().from(payments).where(eq(payments.order_id, id))
    const captured = taken.filter(({ state }) => state === "captured")
    expect([now.state, enrolled?.status, captured.length, now.refunds.length]).toEqual([
      ...["paid", "active", 1, 0],
    ])
    expect(captured[0]?.fulfils).toBe(true)
  }
})
