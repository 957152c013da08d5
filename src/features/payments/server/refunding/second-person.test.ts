import { beforeAll, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createAdmin, createOffice, createStudent } from "#tests/people.ts"
import { codeOf, refusalOf, testSales } from "#tests/sales.ts"
import { readDeskOrder } from "../desk/desk-order.ts"
import { listEveryOrder } from "../desk/order-list.ts"
import { readMoney } from "../money/overview.ts"
import { readOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { paymentsData } from "../personal-data.ts"
import { approveRefund, declineRefund, refundByStaff } from "./by-staff.ts"
import { askRefund } from "./give-back.ts"

const sales = testSales()
let [first, second, third] = [] as unknown as [SignedInCtx, SignedInCtx, SignedInCtx]

beforeAll(async () => {
  // ₹1,000, which every program costs more than.
  sales.world.ctx.env = { ...sales.world.ctx.env, REFUND_LIMIT_RUPEES: 1_000 }
  const admin = async () => sales.world.as(await createAdmin(sales.world.ctx))
  first = await admin()
  second = await admin()
  third = await admin()
})

async function bought(): Promise<{ buyer: SignedInCtx; order: Order; order_number: string; total: number }> {
  const buyer = sales.world.as(await createStudent(sales.world.ctx))
  const made = await createOrder(buyer, { course_id: sales.course(), state: "29" })
  const order = await sales.pay(buyer, made)
  return { buyer, order, order_number: order.order_number, total: order.price.total_paise }
}

const form = (order_number: string, amount_paise: number) => ({
  ...{ order_number, request_id: newId(), amount_paise, note: "They moved away", ends_enrolment: false },
})
const subjectOf = ({ viewer }: SignedInCtx) => ({ ...viewer, contacts: [] })
const requestsOf = async (order_number: string) => (await readDeskOrder(first, order_number)).requests
const refundsOf = async (buyer: SignedInCtx, order_number: string) =>
  (await readOrder(buyer, order_number)).refunds
const acts = async (subject: string) => {
  const { rows } = await sales.pool.query(
    "select action, actor_id from audit_log where subject_id = $1 order by at, id",
    [subject],
  )
  return rows.map(({ action, actor_id }) => [action, actor_id])
}

test("PAY-07 a refund above the limit waits for a colleague, who alone can give it, and the payer sees nothing before", async () => {
  const { buyer, order_number } = await bought()
  const asked = form(order_number, 100_001)
  expect(await refundByStaff(first, asked)).toEqual({ outcome: "waits" })
  expect(await refundByStaff(first, asked)).toEqual({ outcome: "waits" })
  expect(await refundsOf(buyer, order_number)).toEqual([])
  expect(await readDeskOrder(first, order_number)).toMatchObject({
    ...{ limit_paise: 100_000, colleagues: 2 },
    // What the policy says is shown as before.
    terms: { refund_paise: (await readOrder(buyer, order_number)).price.total_paise },
    requests: [{ id: asked.request_id, state: "waiting", amount_paise: 100_001, is_own: true }],
  })
  expect((await readMoney(second)).now.to_approve).toEqual({ paise: 100_001, count: 1 })
  const { items } = await listEveryOrder(second, { q: "", limit: 50, state: "to-approve" })
  expect(items.map((order) => order.order_number)).toEqual([order_number])

  expect(await codeOf(approveRefund(first, asked.request_id))).toBe("OWN_REFUND")
  // Not even another, smaller one while it waits.
  expect(await codeOf(refundByStaff(second, form(order_number, 100)))).toBe("REFUND_WAITS")
  await approveRefund(second, asked.request_id)
  await approveRefund(second, asked.request_id)
  expect(await codeOf(approveRefund(third, asked.request_id))).toBe("REFUND_DECIDED")
  expect(await codeOf(declineRefund(third, asked.request_id, "Too late"))).toBe("REFUND_DECIDED")
  expect(await refundByStaff(first, asked)).toEqual({ outcome: "given" })
  expect(await refundsOf(buyer, order_number)).toMatchObject([
    { amount_paise: 100_001, reason: "by-staff", note: "They moved away", state: "asked" },
  ])
  expect((await readMoney(second)).now.to_approve.count).toBe(0)
  expect(await acts(order_number)).toEqual([
    ["order.refund-asked", first.viewer.user_id],
    ["order.refund", second.viewer.user_id],
    ["order.refund-approved", second.viewer.user_id],
  ])
})

test("PAY-07 of two who approve at once one gives the refund, however often, and a decline at the same moment is one of both", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { buyer, order_number } = await bought()
    const asked = form(order_number, 150_000)
    await Promise.all([refundByStaff(first, asked), refundByStaff(first, asked)])
    const third_does = round % 2 === 0 ? approveRefund : declineIt
    const codes = await Promise.all([
      codeOf(approveRefund(second, asked.request_id)),
      codeOf(third_does(third, asked.request_id)),
    ])
    expect(codes.toSorted()).toEqual(["REFUND_DECIDED", "done"])
    const isGiven = codes[0] === "done" || round % 2 === 0
    expect((await refundsOf(buyer, order_number)).map(({ amount_paise }) => amount_paise)).toEqual(
      isGiven ? [150_000] : [],
    )
  }
})

const declineIt = (ctx: SignedInCtx, id: string) => declineRefund(ctx, id, "The class took place")

test("PAY-07 the limit counts all that staff gave of an order, and 0 means none", async () => {
  const { buyer, order_number } = await bought()
  expect(await refundByStaff(first, form(order_number, 60_000))).toEqual({ outcome: "given" })
  expect(await refundByStaff(first, form(order_number, 40_000))).toEqual({ outcome: "given" })
  expect(await refundByStaff(first, form(order_number, 1))).toEqual({ outcome: "waits" })
  const [request] = await requestsOf(order_number)
  await declineRefund(second, request?.id ?? "", "Enough by now")
  expect(await requestsOf(order_number)).toMatchObject([
    { state: "declined", reason: "Enough by now", decided_by: expect.any(String) },
  ])
  const unlimited = { ...first, env: { ...first.env, REFUND_LIMIT_RUPEES: 0 } }
  expect((await readDeskOrder(unlimited, order_number)).limit_paise).toBeNull()
  expect(await refundByStaff(unlimited, form(order_number, 50_000))).toEqual({ outcome: "given" })
  expect((await refundsOf(buyer, order_number)).length).toBe(3)
})

test("PAY-07 PAY-04 who paid still gets what the policy gives while a request waits, which is then more than is left", async () => {
  const { buyer, order_number, total } = await bought()
  const asked = form(order_number, total)
  await refundByStaff(first, asked)
  await askRefund(buyer, { order_number, refund_paise: total })
  expect(await codeOf(approveRefund(second, asked.request_id))).toBe("NOTHING_TO_REFUND")
  await declineRefund(first, asked.request_id, "The family asked for it")
  expect(await requestsOf(order_number)).toMatchObject([{ state: "declined", is_own: true }])

  const other = await bought()
  const most = form(other.order_number, other.total)
  expect(await refusalOf(refundByStaff(first, { ...most, amount_paise: other.total + 1 }))).toEqual({
    amount_paise: "REFUND_OVER_LEFT",
  })
  await refundByStaff(first, most)
  await sales.pool.query("update refund_requests set amount_paise = amount_paise + 1 where id = $1", [
    most.request_id,
  ])
  expect(await codeOf(approveRefund(second, most.request_id))).toBe("REFUND_OVER_LEFT")
  expect(await codeOf(approveRefund(second, newId()))).toBe("NOT_FOUND")
})

test("PAY-07 LAW-02 erasing an admin or the payer leaves the request without them, and what staff wrote of the family goes", async () => {
  const { buyer, order_number } = await bought()
  const asked = form(order_number, 200_000)
  const asker = sales.world.as(await createAdmin(sales.world.ctx))
  await refundByStaff(asker, asked)
  const exported = await paymentsData.exportFor(asker, subjectOf(asker))
  expect(exported.refund_requests).toMatchObject([{ id: asked.request_id, asked: true, decided: false }])
  await paymentsData.eraseFor(sales.world.ctx, subjectOf(asker))
  await paymentsData.eraseFor(sales.world.ctx, subjectOf(buyer))
  expect(await requestsOf(order_number)).toMatchObject([{ asked_by: null, note: null, is_own: false }])
  // Somebody has asked for it, if not any more by name.
  await declineRefund(first, asked.request_id, "Nobody knows of it")
})

test("PAY-07 somebody of the office is a first and a second person like an admin, and never both", async () => {
  const others = async (who: SignedInCtx) =>
    (await readDeskOrder(who, (await bought()).order_number)).colleagues
  const before = await others(first)
  const clerk = sales.world.as(await createOffice(sales.world.ctx))
  expect([await others(first), await others(clerk)]).toEqual([before + 1, before + 1])
  const [one, other] = [await bought(), await bought()]
  const [byAdmin, byOffice] = [form(one.order_number, 150_000), form(other.order_number, 150_000)]
  await refundByStaff(first, byAdmin)
  await approveRefund(clerk, byAdmin.request_id)
  expect(await refundsOf(one.buyer, one.order_number)).toMatchObject([{ amount_paise: 150_000 }])
  expect(await refundByStaff(clerk, byOffice)).toEqual({ outcome: "waits" })
  expect(await codeOf(approveRefund(clerk, byOffice.request_id))).toBe("OWN_REFUND")
  await declineRefund(second, byOffice.request_id, "They stay")
})
