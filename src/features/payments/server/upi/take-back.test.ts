import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { listMyNotices, markNoticesRead } from "#features/notifications/server/person-notices.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf, testSales } from "#tests/sales.ts"
import { matchLine } from "../bank/decide.ts"
import { listLines } from "../bank/list.ts"
import { readDeskOrder } from "../desk/desk-order.ts"
import { readJournal } from "../money/exports.ts"
import { readMoney } from "../money/overview.ts"
import { readOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { settleRefund } from "../refunding/settle-refund.ts"
import { approveClaim, claimTransfer, listClaims, recordTransfer } from "./claims.ts"
import { importStatement } from "./import.ts"
import { takeBackTransfer } from "./take-back.ts"

const sales = testSales({ env: { UPI_ID: "nritya@okbank" } })
let office: SignedInCtx
let colleague: SignedInCtx
let bank = 640_100_000_000

beforeAll(async () => {
  office = sales.world.as(await createAdmin(sales.world.ctx))
  colleague = sales.world.as(await createAdmin(sales.world.ctx))
})

/** A bank's reference that nobody else has. */
function utr(): string {
  bank += 1
  return String(bank)
}

async function buy(): Promise<{ buyer: SignedInCtx; order_number: string; total: number }> {
  const buyer = sales.world.as(await createStudent(sales.world.ctx))
  const order = await createOrder(buyer, { course_id: sales.course(), state: "29", way: "upi" })
  return { buyer, order_number: order.order_number, total: order.price.total_paise }
}

async function claimOf(order_number: string, state = "approved"): Promise<string> {
  const { rows } = await sales.pool.query(
    `select c.id from upi_claims c join orders o on o.id = c.order_id
     where o.number = $1 and c.state = $2 order by c.decided_at desc nulls first`,
    [order_number, state],
  )
  return rows[0]?.id ?? ""
}

/** Counts a transfer that nobody claimed, with what staff typed, and returns its claim. */
async function counted(order_number: string, reference: string, amount_paise: number): Promise<string> {
  const typed = { amount_paise, again_paise: amount_paise }
  await recordTransfer(office, { order_number, utr: reference, ...typed })
  return claimOf(order_number)
}

const told = async (person: SignedInCtx) =>
  (await listMyNotices(person, { limit: 10 })).items.map(({ kind, text }) => `${kind}: ${text}`)
const refundOf = async (order_number: string) =>
  (await readDeskOrder(office, order_number)).order.refunds[0]?.id ?? ""
const COLUMNS = { date: 0, texts: [1], amount: 2, direction: null }
const bring = (...credits: [text: string, paise: number][]) =>
  importStatement(office, {
    columns: COLUMNS,
    text: [
      "Date,Narration,Credit",
      ...credits.map(([text, paise]) => `20/11/2026,${text},${(paise / 100).toFixed(2)}`),
    ].join("\n"),
  })
const lineOf = async (text: string) => {
  const lists = [
    await listLines(office, { limit: 100 }),
    await listLines(office, { limit: 100, decided: true }),
  ]
  return lists.flatMap(({ items }) => items).find((line) => line.text?.includes(text))
}

test("PAY-06 PAY-07 a transfer that was counted with a mistyped amount is taken back once, and counts again with the right one", async () => {
  const { buyer, order_number, total } = await buy()
  const reference = utr()
  await bring([`UPI ${reference} ASHA`, total - 1])
  await claimTransfer(buyer, { order_number, utr: reference })
  sales.world.clock.advance(MINUTE)
  const [money, owed] = [await readMoney(office), "refunds-payable"]
  const balance = async (kind: string) =>
    (
      await sales.pool.query(
        `select coalesce(sum(e.amount), 0)::int as sum from ledger_entries e
         join ledger_accounts a on a.id = e.account_id where a.kind = $1`,
        [kind],
      )
    ).rows[0].sum
  const books = [await balance("bank"), await balance(owed)]
  const mistyped = { amount_paise: total - 900, again_paise: total - 900 }
  const claim_id = await claimOf(order_number, "waiting")
  await approveClaim(office, { claim_id, ...mistyped })
  expect(await lineOf(reference)).toMatchObject({ state: "matched", order_number })
  const { transfers, order: wrong } = await readDeskOrder(office, order_number)
  expect(transfers).toEqual([{ refund_id: wrong.refunds[0]?.id, claim_id }])

  const press = (who: SignedInCtx) => refusalOf(takeBackTransfer(who, claim_id))
  expect(await Promise.all([press(office), press(colleague), press(office)])).toEqual([
    "done",
    "done",
    "done",
  ])
  expect([await balance("bank"), await balance(owed)]).toEqual(books)
  expect((await readMoney(office)).now.to_pay).toEqual(money.now.to_pay)
  expect((await readMoney(office)).unasked).toEqual(money.unasked)
  const desk = await readDeskOrder(office, order_number)
  expect(desk).toMatchObject({
    ...{ transfers: [], for_staff: [] },
    order: { state: "expired", refunds: [], payments: [{ state: "captured", taken_back: true }] },
  })
  expect(await lineOf(reference)).toMatchObject({ state: "open", order_number: null, decided_by: null })
  const { items } = await readJournal(office, { first: "2026-01-01", last: "2026-12-31", limit: 500 })
  const banked = items.filter((line) => line.order_number === order_number && line.account === "bank")
  expect(banked.map(({ kind, debit_paise, credit_paise }) => [kind, debit_paise - credit_paise])).toEqual([
    ["owed", total - 900],
    ["unowed", 900 - total],
  ])
  const acts = await sales.pool.query(
    "select action, detail from audit_log where subject_id = $1 order by at",
    [claim_id],
  )
  expect(acts.rows.map(({ action }) => action)).toEqual(["upi.approve", "upi.take-back"])
  expect(acts.rows[1].detail).toMatchObject({ amount_paise: total - 900 })

  // What the payer had told of waits again, as they told of it, and pays the order.
  const { waiting, decided } = await listClaims(office)
  const again = waiting.find((claim) => claim.order_number === order_number)
  expect(again).toMatchObject({ utr: reference, state: "waiting" })
  expect(decided.find(({ id }) => id === claim_id)).toMatchObject({ state: "reversed" })
  expect((await readOrder(buyer, order_number)).upi?.claim).toMatchObject({
    utr: reference,
    state: "waiting",
  })
  expect(await approveClaim(office, { claim_id: again?.id ?? "", amount_paise: total })).toMatchObject({
    outcome: "paid",
  })
  expect(await readOrder(buyer, order_number)).toMatchObject({ state: "paid", refunds: [] })
  expect(await lineOf(reference)).toMatchObject({ state: "matched" })
  expect(await press(office)).toBe("done")
})

test("PAY-06 a payer who was told that money goes back is told of the correction, and one who wasn't is told nothing", async () => {
  const [reader, other] = [await buy(), await buy()]
  const [read, unread] = [
    await counted(reader.order_number, utr(), reader.total - 100),
    await counted(other.order_number, utr(), other.total - 100),
  ]
  await markNoticesRead(reader.buyer, undefined)
  for (const claim_id of [read, unread]) await takeBackTransfer(office, claim_id)
  expect(await told(reader.buyer)).toEqual([
    expect.stringMatching(/^upi-taken-back: .* so there is no refund\. If you have paid, open the order/),
    expect.stringMatching(/^upi-owed: /),
  ])
  expect(await told(other.buyer)).toEqual([])
  const notices = async (claim_id: string) =>
    (
      await sales.pool.query(
        "select kind, status from notices where cause_id = $1 order by created_at, kind",
        [claim_id],
      )
    ).rows
  // A mail that wasn't sent yet never is.
  expect(await notices(unread)).toEqual([{ kind: "upi-owed", status: "withdrawn" }])

  const mailed = await buy()
  const reference = utr()
  await claimTransfer(mailed.buyer, { order_number: mailed.order_number, utr: reference })
  sales.world.clock.advance(MINUTE)
  const claim_id = await claimOf(mailed.order_number, "waiting")
  const amount_paise = mailed.total - 100
  await approveClaim(office, { claim_id, amount_paise, again_paise: amount_paise })
  await runJobs(sales.world, notificationJobs)
  await takeBackTransfer(office, claim_id)
  expect(await told(mailed.buyer)).toEqual([
    expect.stringMatching(/^upi-taken-back: .*checks your payment again and lets you know\.$/),
  ])
  expect(await notices(claim_id)).toEqual([
    { kind: "upi-owed", status: "sent" },
    { kind: "upi-taken-back", status: "queued" },
  ])
})

test("PAY-06 PAY-07 a transfer that paid its order, or whose money has gone back, isn't taken back", async () => {
  const [paid, sent] = [await buy(), await buy()]
  const right = await counted(paid.order_number, utr(), paid.total)
  expect(await refusalOf(takeBackTransfer(office, right))).toBe("TRANSFER_USED")
  expect((await readDeskOrder(office, paid.order_number)).transfers).toEqual([])
  // A second one of the paid order can be, and the order stays as it is.
  const reference = utr()
  await recordTransfer(office, { order_number: paid.order_number, utr: reference, amount_paise: paid.total })
  const [second] = (await readDeskOrder(office, paid.order_number)).transfers
  await takeBackTransfer(office, second?.claim_id ?? "")
  expect(await readOrder(paid.buyer, paid.order_number)).toMatchObject({ state: "paid", refunds: [] })
  // It was for another order.
  expect(await counted(sent.order_number, reference, sent.total - 100)).not.toBe("")
  const wrong = await claimOf(sent.order_number)
  const refund_id = await refundOf(sent.order_number)
  await settleRefund(office, { refund_id, how: "payout", reference: "OUT1" })
  expect(await refusalOf(takeBackTransfer(office, wrong))).toBe("TRANSFER_RETURNED")
  expect(await readOrder(sent.buyer, sent.order_number)).toMatchObject({ state: "refunded" })
  const waits = await buy()
  await claimTransfer(waits.buyer, { order_number: waits.order_number, utr: utr() })
  const waiting = await claimOf(waits.order_number, "waiting")
  expect(await refusalOf(takeBackTransfer(office, waiting))).toBe("CLAIM_DECIDED")
  expect(await refusalOf(takeBackTransfer(office, newId()))).toBe("NOT_FOUND")
})

test("PAY-06 PAY-07 of two who take a transfer back and send its refund at the same moment one does, over 10 races", async () => {
  for (let race = 0; race < 10; race += 1) {
    const { order_number, total } = await buy()
    const claim_id = await counted(order_number, utr(), total - 100)
    const refund_id = await refundOf(order_number)
    const outcomes = await Promise.all([
      refusalOf(takeBackTransfer(office, claim_id)),
      refusalOf(settleRefund(colleague, { refund_id, how: "payout", reference: `OUT${race}` })),
    ])
    expect([
      ["done", "REFUND_SETTLED"],
      ["TRANSFER_RETURNED", "done"],
    ]).toContainEqual(outcomes)
  }
})

test("PAY-06 a reference that its payer mistyped waits again when what staff counted instead is taken back", async () => {
  const { buyer, order_number, total } = await buy()
  const [typo, found] = [utr(), utr()]
  await claimTransfer(buyer, { order_number, utr: typo })
  sales.world.clock.advance(MINUTE)
  const claim_id = await counted(order_number, found, total - 100)
  await takeBackTransfer(office, claim_id)
  expect((await readOrder(buyer, order_number)).upi).toMatchObject({
    ...{ open: true, claim: { utr: typo, state: "waiting", reason: null } },
  })
  const other = await buy()
  expect(
    await recordTransfer(office, { order_number: other.order_number, utr: found, amount_paise: other.total }),
  ).toMatchObject({ outcome: "paid" })
})

test("PAY-06 PAY-07 a line without the bank's reference that was matched to another family's order is open again, and others stay", async () => {
  const { order_number, total } = await buy()
  const right = await buy()
  await bring(["FROM A COUSIN", total - 100], ["FROM AN AUNT", total - 200])
  for (const text of ["FROM A COUSIN", "FROM AN AUNT"])
    await matchLine(office, { line_id: (await lineOf(text))?.id ?? "", order_number })
  const { rows } = await sales.pool.query(
    `select c.id from upi_claims c join orders o on o.id = c.order_id where o.number = $1
     order by length(c.utr)`,
    [order_number],
  )
  await takeBackTransfer(office, rows[0].id)
  expect(await lineOf("FROM A COUSIN")).toMatchObject({ state: "open" })
  expect(await lineOf("FROM AN AUNT")).toMatchObject({ state: "matched" })
  // The order's other money still goes back.
  expect((await readDeskOrder(office, order_number)).order).toMatchObject({
    ...{ state: "refunding", refunds: [{ amount_paise: total - 200 }] },
  })
  await takeBackTransfer(office, rows[1].id)
  expect(await lineOf("FROM AN AUNT")).toMatchObject({ state: "open" })
  await sales.world.ctx.db.execute(
    sql`update bank_lines set amount_paise = ${right.total} where text = 'FROM AN AUNT'`,
  )
  const line_id = (await lineOf("FROM AN AUNT"))?.id ?? ""
  expect(await matchLine(office, { line_id, order_number: right.order_number })).toEqual({ outcome: "paid" })
})
