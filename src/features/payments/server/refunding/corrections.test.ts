import { beforeAll, expect, test } from "vitest"
import { readBalance } from "#features/ledger/server/balances.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { codeOf, testSales } from "#tests/sales.ts"
import { readDeskOrder } from "../desk/desk-order.ts"
import { readJournal } from "../money/exports.ts"
import { readMoney } from "../money/overview.ts"
import { createOrder } from "../orders.ts"
import { readFamilyPoints } from "../points/family-points.ts"
import { recordTransfer } from "../upi/claims.ts"
import { refundByStaff } from "./by-staff.ts"
import { correctReference, reopenRefund } from "./corrections.ts"
import { settleRefund } from "./settle-refund.ts"

const sales = testSales({ env: { UPI_ID: "nritya@okbank", REFUND_LIMIT_RUPEES: "0" } })
let office: SignedInCtx
let bank = 650_100_000_000

beforeAll(async () => {
  office = sales.world.as(await createAdmin(sales.world.ctx))
})

type Owed = { buyer: SignedInCtx; order_number: string; refund_id: string; amount_paise: number }

/** An order that was paid by UPI and is refunded whole, which the office has to do. */
async function owed(): Promise<Owed> {
  const buyer = sales.world.as(await createStudent(sales.world.ctx))
  const { order_number, price } = await createOrder(buyer, {
    ...{ course_id: sales.course(), state: "29", way: "upi" },
  })
  bank += 1
  const amount_paise = price.total_paise
  await recordTransfer(office, { order_number, utr: String(bank), amount_paise })
  const asked = { order_number, request_id: newId(), amount_paise, note: "Moved away", ends_enrolment: true }
  await refundByStaff(office, asked)
  const [refund_id = ""] = (await readDeskOrder(office, order_number)).for_staff
  return { buyer, order_number, refund_id, amount_paise }
}

const actsOn = async (order_number: string) =>
  (
    await sales.pool.query(
      "select action, detail from audit_log where subject_id = $1 and action <> 'order.refund' order by at, id",
      [order_number],
    )
  ).rows

test("PAY-07 a mistyped reference of a payout is corrected, and the log says that without the reference", async () => {
  const { order_number, refund_id } = await owed()
  const correct = (reference: string) => codeOf(correctReference(office, { refund_id, reference }))
  // Nothing was paid out yet.
  expect(await correct("OUT1")).toBe("REFUND_SETTLED")
  await settleRefund(office, { refund_id, how: "payout", reference: "OUT1O" })
  const payouts = async () => (await readDeskOrder(office, order_number)).payouts
  expect(await payouts()).toEqual([{ refund_id, reference: "OUT1O" }])
  expect(await Promise.all([correct("OUT10"), correct("OUT10")])).toEqual(["done", "done"])
  expect(await payouts()).toEqual([{ refund_id, reference: "OUT10" }])
  expect((await actsOn(order_number)).slice(1)).toEqual([
    { action: "order.refund-corrected", detail: { refund_id } },
  ])
  expect(await codeOf(correctReference(office, { refund_id: newId(), reference: "OUT10" }))).toBe("NOT_FOUND")
  const credit = await owed()
  await settleRefund(office, { refund_id: credit.refund_id, how: "credit", reference: "", agreed: true })
  expect(await codeOf(correctReference(office, { refund_id: credit.refund_id, reference: "OUT10" }))).toBe(
    "REFUND_SETTLED",
  )
  expect((await readDeskOrder(office, credit.order_number)).payouts).toEqual([])
})

test("PAY-07 PAY-03 a refund that was kept as credit by mistake is owed again, once, and then paid out, with one credit note", async () => {
  const { buyer, order_number, refund_id, amount_paise } = await owed()
  const { user_id } = buyer.viewer
  const credit = () => readBalance(sales.world.ctx, "family-credit", user_id)
  const before = (await readMoney(office)).refunded
  const keep = { refund_id, how: "credit" as const, reference: "", agreed: true }
  const reopen = () => codeOf(reopenRefund(office, refund_id))
  for (const turn of [1, 2]) {
    await settleRefund(office, keep)
    expect(await credit()).toBe(amount_paise)
    expect(await readDeskOrder(office, order_number)).toMatchObject({
      ...{ credits: [refund_id], for_staff: [], order: { state: "refunded" } },
    })
    expect(await Promise.all([reopen(), reopen()])).toEqual(["done", "done"])
    expect(await credit()).toBe(0)
    expect(await readDeskOrder(office, order_number)).toMatchObject({
      ...{ credits: [], for_staff: [refund_id] },
      order: { state: "refunding", refunds: [{ state: "asked", way: "office" }] },
    })
    const reopened = (await actsOn(order_number)).filter(({ action }) => action === "order.refund-reopened")
    expect(reopened).toHaveLength(turn)
  }
  expect((await readMoney(office)).refunded).toEqual(before)
  expect((await readFamilyPoints(buyer, { limit: 10 })).items.map(({ kind }) => kind)).toEqual([
    ...["unreturned", "returned", "unreturned", "returned"],
  ])
  await settleRefund(office, { refund_id, how: "payout", reference: "OUT20" })
  expect(await reopen()).toBe("REFUND_SETTLED")
  expect((await readMoney(office)).refunded.bank.paise - before.bank.paise).toBe(amount_paise)
  const { items } = await readJournal(office, { first: "2026-01-01", last: "2026-12-31", limit: 500 })
  const kinds = items.filter(
    (line) => line.order_number === order_number && line.account === "refunds-payable",
  )
  expect(kinds.map(({ kind, debit_paise, credit_paise }) => [kind, debit_paise - credit_paise])).toEqual([
    ["refund", -amount_paise],
    ...[0, 1].flatMap(() => [
      ["returned", amount_paise],
      ["unreturned", -amount_paise],
    ]),
    ["returned", amount_paise],
  ])
  const notes = "select 1 from bills where refund_id = $1"
  expect((await sales.pool.query(notes, [refund_id])).rowCount).toBe(1)
})

test("PAY-07 PAY-03 credit of which some is spent isn't turned back into a refund, nor credit that paid for an order", async () => {
  const { buyer, refund_id, amount_paise } = await owed()
  await settleRefund(office, { refund_id, how: "credit", reference: "", agreed: true })
  const { order_number, price } = await createOrder(buyer, {
    ...{ course_id: sales.course(), state: "29", way: "upi", credit_paise: 50_000 },
  })
  expect(await codeOf(reopenRefund(office, refund_id))).toBe("CREDIT_USED")
  expect(await readBalance(sales.world.ctx, "family-credit", buyer.viewer.user_id)).toBe(
    amount_paise - 50_000,
  )
  // The order that it pays is refunded: its credit comes back as credit.
  bank += 1
  await recordTransfer(office, { order_number, utr: String(bank), amount_paise: price.total_paise })
  await refundByStaff(office, {
    ...{ order_number, request_id: newId(), amount_paise: price.total_paise + 50_000 },
    ...{ note: "Moved away", ends_enrolment: true },
  })
  const desk = await readDeskOrder(office, order_number)
  expect(desk.credits).toEqual([])
  const back = desk.order.refunds.find(({ way }) => way === "credit")
  expect(await codeOf(reopenRefund(office, back?.id ?? ""))).toBe("REFUND_SETTLED")
  // All of the credit is there again.
  expect(await codeOf(reopenRefund(office, refund_id))).toBe("done")
})
