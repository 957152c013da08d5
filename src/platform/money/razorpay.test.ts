import { afterEach, beforeEach, expect, test } from "vitest"
import { type RazorpayGateway, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { GatewayRefused, GatewayUnanswered, type MoneyPort } from "./port.ts"
import { razorpay } from "./razorpay.ts"

let gateway: RazorpayGateway
let money: MoneyPort

beforeEach(async () => {
  gateway = await startRazorpayGateway()
  money = connect(gateway)
})
afterEach(() => gateway.close())

function connect({ url, keyId, keySecret, webhookSecret }: RazorpayGateway, timeoutMs = 2_000): MoneyPort {
  return razorpay({
    baseUrl: url,
    keyId,
    keySecret,
    webhookSecrets: [webhookSecret, "the-one-before"],
    timeoutMs,
  })
}

const request = { amount_paise: 899_900, reference: "KA-2026-000001", notes: { order: "1" } }
const orderOf = () => money.createOrder(request)
const refused = (changes: object) => expect.objectContaining({ name: "GatewayRefused", ...changes })

test("PAY-05 an order is made for the exact amount, and the gateway's objection names its field", async () => {
  const order = await orderOf()
  expect(order).toMatchObject({ amount_paise: 899_900, state: "created" })
  expect(gateway.orders.get(order.id)).toMatchObject({ receipt: "KA-2026-000001", currency: "INR" })
  const without = await money.createOrder({ ...request, notes: {} })
  expect(without.id).not.toBe(order.id)
  await expect(money.createOrder({ ...request, amount_paise: 99 })).rejects.toEqual(
    refused({ field: "amount" }),
  )
  await expect(money.createOrder({ ...request, reference: "x".repeat(41) })).rejects.toEqual(
    refused({ field: "receipt", retryable: false }),
  )
  await expect(connect({ ...gateway, keySecret: "wrong" }).createOrder(request)).rejects.toThrow(
    "Authentication",
  )
})

test("PAY-05 where the documents disagree, a reused receipt and a second attempt are refused in words", async () => {
  const strict = await startRazorpayGateway({ switches: { severalAttempts: false, reusedReceipt: false } })
  const port = connect(strict)
  const { id } = await port.createOrder(request)
  await expect(port.createOrder(request)).rejects.toEqual(refused({ field: "receipt" }))
  strict.pay(id, "failed")
  expect(() => strict.pay(id, "captured")).toThrow("second attempt")
  await strict.close()
})

test("PAY-05 every try of an order is read in its order, and one that failed may be captured later", async () => {
  const { id } = await orderOf()
  expect(await money.fetchOrderPayments(id)).toEqual([])
  const failed = gateway.pay(id, "failed")
  gateway.pay(id, "authorized")
  const tries = await money.fetchOrderPayments(id)
  expect(tries.map(({ state }) => state)).toEqual(["failed", "authorized"])
  expect(tries[0]).toMatchObject({ failure: { reason: "payment_cancelled" }, fee_paise: null })
  gateway.move(failed, "captured")
  const [late] = await money.fetchOrderPayments(id)
  expect(late).toMatchObject({ state: "captured", amount_paise: 899_900, fee_paise: 21_238, failure: null })
  await expect(money.fetchOrderPayments("order_none")).rejects.toThrow(GatewayRefused)
})

test("PAY-05 an authorised payment is captured once, also when the answer got lost, and never for another amount", async () => {
  const { id } = await orderOf()
  const payment = gateway.pay(id, "authorized")
  await expect(money.capture(payment.id, 1)).rejects.toEqual(refused({ field: "amount" }))
  gateway.behave("drop")
  await expect(money.capture(payment.id, 899_900)).rejects.toThrow(GatewayUnanswered)
  gateway.behave("work")
  expect(await money.capture(payment.id, 899_900)).toMatchObject({ state: "captured" })
  expect(gateway.settled).toHaveLength(1)
  await expect(money.capture(payment.id, 899_901)).rejects.toThrow(GatewayRefused)
})

test("PAY-05 a refund is made once for its key, also when the answer got lost, and never beyond what was captured", async () => {
  const { id } = await orderOf()
  const payment = gateway.pay(id, "captured")
  gateway.behave("drop")
  await expect(money.refund(payment.id, 400_000, "refund-0001")).rejects.toThrow(GatewayUnanswered)
  gateway.behave("work")
  const made = await money.refund(payment.id, 400_000, "refund-0001")
  expect(made).toMatchObject({ payment_id: payment.id, amount_paise: 400_000, state: "pending" })
  expect(await money.refund(payment.id, 400_000, "refund-0001")).toEqual(made)
  expect(payment.amount_refunded).toBe(400_000)
  await expect(money.refund(payment.id, 1, "refund-0001")).rejects.toThrow("idempotency")
  await expect(money.refund(payment.id, 500_000, "refund-0002")).rejects.toEqual(refused({ field: "amount" }))
  await expect(money.refund(payment.id, 1, "short")).rejects.toThrow(RangeError)
  expect((await money.fetchOrderPayments(id))[0]).toMatchObject({
    state: "captured",
    refunded_paise: 400_000,
  })
})

test("PAY-05 a browser's return counts only with the signature of this payment and this order", async () => {
  const { id } = await orderOf()
  const returned = gateway.returnOf(gateway.pay(id, "captured"))
  expect(money.verifyReturn(returned)).toBe(true)
  const other = await orderOf()
  expect(money.verifyReturn({ ...returned, order_id: other.id })).toBe(false)
  expect(money.verifyReturn({ ...returned, payment_id: "pay_other" })).toBe(false)
  for (const signature of ["", "zz", returned.signature.slice(2)]) {
    expect(money.verifyReturn({ ...returned, signature })).toBe(false)
  }
})

test("PAY-05 a webhook is believed by the HMAC of its very bytes, under this secret or the one before", async () => {
  const { id } = await orderOf()
  const payment = gateway.pay(id, "captured")
  const { body, headers } = gateway.webhook("payment.captured", payment, { id: "evt_1" })
  const event = { id: "evt_1", kind: "payment", payment: { id: payment.id, order_id: id, state: "captured" } }
  expect(money.parseWebhook(body, headers)).toMatchObject(event)
  const older = gateway.webhook("order.paid", payment, { secret: "the-one-before" })
  expect(money.parseWebhook(older.body, older.headers)).toMatchObject({ kind: "payment" })

  const reprinted = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
  expect(money.parseWebhook(reprinted, headers)).toBeNull()
  expect(money.parseWebhook(body, new Headers())).toBeNull()
  for (const secret of [gateway.keySecret, "guessed"]) {
    const forged = gateway.webhook("payment.captured", payment, { secret })
    expect(money.parseWebhook(forged.body, forged.headers)).toBeNull()
  }
  const refund = gateway.refund(payment, { amount: 100 }, "refund-0001", "")
  const told = gateway.webhook("refund.processed", { ...refund, status: "processed" })
  expect(money.parseWebhook(told.body, told.headers)).toMatchObject({
    kind: "refund",
    refund: { id: refund.id, amount_paise: 100, state: "processed" },
  })
  const downtime = gateway.webhook("invoice.paid", payment)
  expect(money.parseWebhook(downtime.body, downtime.headers)).toMatchObject({
    kind: "other",
    name: "invoice.paid",
  })
  const odd = gateway.webhook("payment.captured", { ...payment, amount: -1 })
  expect(money.parseWebhook(odd.body, odd.headers)).toMatchObject({ kind: "other", name: "unreadable" })
})

test("PAY-05 a gateway that is slow, down, busy or another server altogether leaves it unknown or says to come again", async () => {
  gateway.behave("too-many")
  await expect(orderOf()).rejects.toEqual(refused({ retryable: true }))
  const impatient = connect(gateway, 100)
  for (const mood of ["hang", "drop", "broken", "garbage"] as const) {
    gateway.behave(mood)
    await expect(impatient.createOrder(request), mood).rejects.toThrow(GatewayUnanswered)
  }
})

test("PAY-07 a day's settlements are read to their end, and another day has none of them", async () => {
  for (let made = 0; made < 1_003; made += 1) {
    gateway.pay(gateway.createOrder({ amount: 10_000, currency: "INR", receipt: `r${made}` }).id, "captured")
  }
  expect(await money.listSettlements("2026-11-23")).toEqual([])
  // Half past eleven in the evening of the 22nd in Greenwich is the 23rd in India.
  const settlement_id = gateway.settle(Date.parse("2026-11-22T23:30:00Z") / 1_000)
  const items = await money.listSettlements("2026-11-23")
  expect(new Set(items.map(({ entity_id }) => entity_id)).size).toBe(1_003)
  expect(items[0]).toMatchObject({
    ...{ type: "payment", amount_paise: 10_000, credit_paise: 9_764, debit_paise: 0 },
    ...{ fee_paise: 236, tax_paise: 36, settlement_id, settled_at: new Date("2026-11-22T23:30:00Z") },
  })
  expect(await money.listSettlements("2026-11-22")).toEqual([])
})

test("PAY-07 a refund is taken off the next settlement, and nothing is settled before it adds up to something", async () => {
  const [first, second] = [await orderOf(), await orderOf()].map(({ id }) => gateway.pay(id, "captured"))
  gateway.settle(Date.parse("2026-11-20T06:00:00Z") / 1_000)
  const refund = await money.refund(first?.id ?? "", 899_900, "refund-0001")
  expect(gateway.settle()).toBeNull()
  gateway.pay((await money.createOrder({ ...request, amount_paise: 2_000_000 })).id, "captured")
  gateway.settle(Date.parse("2026-11-21T06:00:00Z") / 1_000)
  const items = await money.listSettlements("2026-11-21")
  expect(items.map(({ type }) => type)).toEqual(["refund", "payment"])
  expect(items[0]).toMatchObject({
    ...{ entity_id: refund.id, payment_id: first?.id, debit_paise: 899_900, credit_paise: 0, fee_paise: 0 },
  })
  expect((await money.listSettlements("2026-11-20")).map(({ entity_id }) => entity_id)).toEqual([
    first?.id,
    second?.id,
  ])
  gateway.behave("too-many")
  await expect(money.listSettlements("2026-11-20")).rejects.toEqual(refused({ retryable: true }))
})
