import { randomBytes } from "node:crypto"

export type Entity = Record<string, unknown>
export type Order = Entity & {
  id: string
  amount: number
  amount_paid: number
  status: string
  attempts: number
}
export type Payment = Entity & {
  id: string
  order_id: string
  amount: number
  status: string
  amount_refunded: number
}
export type Refund = Entity & { id: string; payment_id: string; amount: number; status: string }

/** What moved the academy's balance: on its way to the bank until it has a settlement. */
export type Movement = Entity & {
  entity_id: string
  type: string
  debit: number
  credit: number
  created_at: number
  settled: boolean
  settled_at: number | null
  settlement_id: string | null
  settlement_utr: string | null
}

/** What Razorpay's documents disagree on. */
export const SWITCHES = {
  /** Whether an order takes another try after a failed one. */
  severalAttempts: true,
  /** Whether a receipt can be used for a second order. */
  reusedReceipt: true,
}
export type Switches = typeof SWITCHES

/** Everything that a gateway knows, for its next start. */
export type Kept = {
  switches: Switches
  orders: Order[]
  payments: Payment[]
  refunds: [key: string, { refund: Refund; body: string }][]
  settled: Movement[]
}

export const nameOf = (kind: string) => `${kind}_${randomBytes(7).toString("hex")}`
export const now = () => Math.floor(Date.now() / 1_000)

/** A refusal, in the gateway's words. */
export class Problem extends Error {
  readonly field: string | null
  constructor(description: string, field: string | null = null) {
    super(description)
    this.field = field
  }
}

export type Books = ReturnType<typeof openBooks>

/** The gateway's orders, payments, refunds and settlements. */
export function openBooks(switches: Switches, kept: Kept | null) {
  const orders = new Map(kept?.orders.map((order) => [order.id, order]))
  const payments = new Map(kept?.payments.map((payment) => [payment.id, payment]))
  const refunds = new Map(kept?.refunds)
  const settled: Movement[] = kept?.settled ?? []

  function createOrder(given: Entity): Order {
    const {
      amount,
      currency,
      receipt,
      notes = {},
    } = given as { amount: number; currency: string; receipt: string; notes?: object }
    if (!Number.isInteger(amount) || amount < 100)
      throw new Problem("Order amount less than minimum amount allowed", "amount")
    if (currency !== "INR") throw new Problem("Currency is not supported", "currency")
    if (receipt.length > 40) throw new Problem("The receipt may not be greater than 40 characters", "receipt")
    if (Object.keys(notes).length > 15)
      throw new Problem("The notes may not have more than 15 items", "notes")
    if (!switches.reusedReceipt && [...orders.values()].some((order) => order.receipt === receipt)) {
      throw new Problem("The receipt has already been taken", "receipt")
    }
    const order = {
      ...{
        id: nameOf("order"),
        entity: "order",
        amount,
        amount_paid: 0,
        amount_due: amount,
        currency,
        receipt,
      },
      ...{ status: "created", attempts: 0, notes: Object.keys(notes).length ? notes : [], created_at: now() },
    }
    orders.set(order.id, order)
    return order
  }

  /** What the payer does: a try that ends in this state. */
  function pay(orderId: string, status: "captured" | "authorized" | "failed"): Payment {
    const order = known(orders, orderId)
    if (order.status === "paid") throw new Problem("Order is paid already")
    if (order.attempts > 0 && !switches.severalAttempts) throw new Problem("Order takes no second attempt")
    order.attempts += 1
    if (order.status === "created") order.status = "attempted"
    const failed = { error_code: "BAD_REQUEST_ERROR", error_reason: "payment_cancelled" }
    const payment: Payment = {
      ...{ id: nameOf("pay"), entity: "payment", order_id: orderId, amount: order.amount, currency: "INR" },
      ...{ status: "created", method: "upi", amount_refunded: 0, captured: false, notes: [] },
      ...{
        created_at: now() + order.attempts,
        error_code: null,
        error_reason: null,
        ...(status === "failed" && failed),
      },
    }
    payments.set(payment.id, payment)
    return move(payment, status)
  }

  /** A failed payment may be authorised and captured later: it moves there. */
  function move(payment: Payment, status: string): Payment {
    payment.status = status
    if (status !== "captured") return payment
    const order = known(orders, payment.order_id)
    const fee = Math.round(payment.amount * 0.0236)
    Object.assign(payment, {
      captured: true,
      fee,
      tax: Math.round((fee * 18) / 118),
      error_code: null,
      error_reason: null,
    })
    Object.assign(order, { status: "paid", amount_paid: payment.amount, amount_due: 0 })
    const amounts = { debit: 0, credit: payment.amount - fee, amount: payment.amount, fee, tax: payment.tax }
    moved({ entity_id: payment.id, type: "payment", ...amounts, order_id: order.id, payment_id: null })
    return payment
  }

  function moved(movement: Entity & Pick<Movement, "entity_id" | "type" | "debit" | "credit">): void {
    const waits = { settled: false, settled_at: null, settlement_id: null, settlement_utr: null }
    settled.push({ currency: "INR", ...movement, created_at: now(), ...waits })
  }

  /**
   * Pays out what moved before an instant and waits, in seconds, as of another. Returns the settlement's id, or null
   * where that is nothing or less.
   */
  function settle(at = now(), before = Number.POSITIVE_INFINITY): string | null {
    const waiting = settled.filter((one) => one.settlement_id === null && one.created_at < before)
    const net = waiting.reduce((sum, { credit, debit }) => sum + credit - debit, 0)
    if (net <= 0) return null
    const to = {
      settlement_id: nameOf("setl"),
      settlement_utr: `UTIB${String(at)}${randomBytes(2).toString("hex")}`,
    }
    for (const one of waiting) Object.assign(one, to, { settled: true, settled_at: at })
    return to.settlement_id
  }

  function capture(payment: Payment, given: Entity): Payment {
    if (payment.status !== "authorized")
      throw new Problem("This payment has already been captured or is not authorized")
    if (given.amount !== payment.amount)
      throw new Problem("Capture amount must be equal to the amount authorized", "amount")
    return move(payment, "captured")
  }

  function refund(payment: Payment, given: Entity, key: string, body: string): Refund {
    const before = refunds.get(key)
    if (before && before.body !== body)
      throw new Problem("Different request body for the same idempotency key")
    if (before) return before.refund
    const amount = Number(given.amount)
    if (payment.status !== "captured")
      throw new Problem("The payment status should be captured for action to be taken")
    if (payment.amount_refunded + amount > payment.amount) {
      throw new Problem("The refund amount provided is greater than amount captured", "amount")
    }
    payment.amount_refunded += amount
    if (payment.amount_refunded === payment.amount) payment.status = "refunded"
    const made = {
      id: nameOf("rfnd"),
      entity: "refund",
      payment_id: payment.id,
      amount,
      status: "pending",
      receipt: given.receipt,
    }
    refunds.set(key, { refund: made, body })
    const { order_id } = payment
    const amounts = { debit: amount, credit: 0, amount, fee: 0, tax: 0 }
    moved({ entity_id: made.id, type: "refund", ...amounts, order_id, payment_id: payment.id })
    return made
  }

  /** A second payment of an order, made while the first was on its way. */
  function payAgain(orderId: string): Payment {
    const order = known(orders, orderId)
    order.status = "attempted"
    return pay(orderId, "captured")
  }

  /** Ends a refund that was asked for. */
  function settleRefund(id: string, status: "processed" | "failed"): Refund {
    const refund = known(new Map(listRefunds().map((made) => [made.id, made])), id)
    refund.status = status
    if (status === "failed") takeBack(refund)
    return refund
  }

  /** Puts the money of a failed refund back. */
  function takeBack({ id, amount }: Refund): void {
    const at = settled.findIndex(({ entity_id }) => entity_id === id)
    if (settled[at]?.settlement_id === null) settled.splice(at, 1)
    else
      moved({
        entity_id: nameOf("adj"),
        type: "adjustment",
        debit: 0,
        credit: amount,
        amount,
        fee: 0,
        tax: 0,
      })
  }

  function turn(name: keyof Switches): void {
    switches[name] = !switches[name]
  }

  const copy = (): Kept => ({
    switches,
    orders: [...orders.values()],
    payments: [...payments.values()],
    refunds: [...refunds],
    settled,
  })
  const listRefunds = () => [...refunds.values()].map(({ refund: made }) => made)
  return {
    ...{ switches, orders, payments, settled, createOrder, pay, payAgain, move, capture, refund },
    ...{ refunds: listRefunds, settleRefund, settle, turn, copy },
  }
}

/** The row of this id. Throws Problem. */
export function known<Row>(rows: ReadonlyMap<string, Row>, id: string): Row {
  const row = rows.get(id)
  if (!row) throw new Problem("The id provided does not exist")
  return row
}
