import { createHmac, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

type Entity = Record<string, unknown>
type Order = Entity & { id: string; amount: number; amount_paid: number; status: string; attempts: number }
type Payment = Entity & {
  id: string
  order_id: string
  amount: number
  status: string
  amount_refunded: number
}
type Refund = Entity & { id: string; payment_id: string; amount: number; status: string }

/** "hang" never answers, "drop" cuts the line after the work is done, "garbage" is another server's page. */
export type RazorpayMood = "work" | "hang" | "drop" | "too-many" | "broken" | "garbage"

/** What Razorpay's documents disagree on. */
export type RazorpaySwitches = {
  /** Whether an order takes another try after a failed one. */
  severalAttempts: boolean
  /** Whether a receipt can be used for a second order. */
  reusedReceipt: boolean
}

export type RazorpayGateway = Awaited<ReturnType<typeof startRazorpayGateway>>

const nameOf = (kind: string) => `${kind}_${randomBytes(7).toString("hex")}`
const now = () => Math.floor(Date.now() / 1_000)
const sign = (content: string, secret: string) => createHmac("sha256", secret).update(content).digest("hex")

class Problem extends Error {
  readonly field: string | null
  constructor(description: string, field: string | null = null) {
    super(description)
    this.field = field
  }
}

/** A server on loopback that speaks Razorpay's wire protocol: orders, payments, refunds, settlements, webhooks. */
export async function startRazorpayGateway(
  switches: RazorpaySwitches = { severalAttempts: true, reusedReceipt: true },
) {
  const secrets = {
    keyId: `rzp_test_${randomBytes(7).toString("hex")}`,
    keySecret: randomBytes(12).toString("hex"),
    webhookSecret: randomBytes(12).toString("hex"),
  }
  const books = openBooks(switches)
  let mood: RazorpayMood = "work"
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const answer = (status: number, reply: object | string) => {
      response.writeHead(status, { "content-type": "application/json" })
      response.end(typeof reply === "string" ? reply : JSON.stringify(reply))
    }
    const refuse = (status: number, description: string, field: string | null = null) =>
      answer(status, {
        error: {
          ...{ code: "BAD_REQUEST_ERROR", description, source: "business", step: "payment_initiation" },
          ...{ reason: "input_validation_failed", metadata: {}, ...(field && { field }) },
        },
      })
    if (mood === "hang") return
    if (mood === "too-many") return answer(429, {})
    if (mood === "broken") return answer(502, { error: { code: "SERVER_ERROR", description: "try later" } })
    if (mood === "garbage") return answer(200, "<html>Welcome</html>")
    const basic = Buffer.from(`${secrets.keyId}:${secrets.keySecret}`).toString("base64")
    if (request.headers.authorization !== `Basic ${basic}`) return refuse(401, "Authentication failed")
    try {
      const reply = answerTo(books, request, body)
      if (mood === "drop") return void response.socket?.destroy()
      answer(200, reply)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refuse(400, error.message, error.field)
    }
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  return {
    ...secrets,
    ...books,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next: RazorpayMood) {
      mood = next
    },
    /** What checkout gives the browser to bring back. */
    returnOf: ({ order_id, id }: Payment) => ({
      ...{ order_id, payment_id: id, signature: sign(`${order_id}|${id}`, secrets.keySecret) },
    }),
    /** A webhook as it would be posted, and its headers. A wrong secret forges it. */
    webhook(
      event: string,
      entity: Payment | Refund,
      { secret = secrets.webhookSecret, id = nameOf("evt") } = {},
    ) {
      const kind = "payment_id" in entity ? "refund" : "payment"
      const envelope = { entity: "event", account_id: "acc_1", event, contains: [kind], created_at: now() }
      // Spaces that a parser and its printer would lose.
      const body = JSON.stringify({ ...envelope, payload: { [kind]: { entity } } }, null, 1)
      const headers = new Headers({ "x-razorpay-event-id": id, "x-razorpay-signature": sign(body, secret) })
      return { body: Buffer.from(body), headers }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function openBooks({ severalAttempts, reusedReceipt }: RazorpaySwitches) {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, { refund: Refund; body: string }>()
  const settled: Entity[] = []

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
    if (!reusedReceipt && [...orders.values()].some((order) => order.receipt === receipt)) {
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
    if (order.attempts > 0 && !severalAttempts) throw new Problem("Order takes no second attempt")
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
    const to = { settlement_id: "setl_1", settlement_utr: "UTR1", order_id: order.id, payment_id: payment.id }
    const amounts = { debit: 0, credit: payment.amount - fee, amount: payment.amount, fee, tax: payment.tax }
    settled.push({ entity_id: payment.id, type: "payment", ...amounts, settled: true, ...to })
    return payment
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
    return made
  }

  /** A second payment of an order, made while the first was on its way. */
  function payAgain(orderId: string): Payment {
    const order = known(orders, orderId)
    order.status = "attempted"
    return pay(orderId, "captured")
  }

  const listRefunds = () => [...refunds.values()].map(({ refund: made }) => made)
  return {
    orders,
    payments,
    settled,
    createOrder,
    pay,
    payAgain,
    move,
    capture,
    refund,
    refunds: listRefunds,
  }
}

type Books = ReturnType<typeof openBooks>

function known<Row>(rows: ReadonlyMap<string, Row>, id: string): Row {
  const row = rows.get(id)
  if (!row) throw new Problem("The id provided does not exist")
  return row
}

function answerTo(books: Books, request: IncomingMessage, body: string): object {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://gateway")
  const given = body ? (JSON.parse(body) as Entity) : {}
  const [, version, kind, id = "", action] = pathname.split("/")
  const asked = `${request.method} ${version} ${kind}${action ? ` ${action}` : ""}`
  switch (asked) {
    case "POST v1 orders":
      return books.createOrder(given)
    case "GET v1 orders payments": {
      known(books.orders, id)
      const items = [...books.payments.values()].filter(({ order_id }) => order_id === id)
      return { entity: "collection", count: items.length, items: items.toReversed() }
    }
    case "GET v1 payments":
      return known(books.payments, id)
    case "POST v1 payments capture":
      return books.capture(known(books.payments, id), given)
    case "POST v1 payments refund": {
      const key = String(request.headers["x-refund-idempotency"] ?? nameOf("none"))
      return books.refund(known(books.payments, id), given, key, body)
    }
    case "GET v1 settlements combined": {
      const skip = Number(searchParams.get("skip"))
      const items = books.settled.slice(skip, skip + Number(searchParams.get("count") ?? 10))
      return { entity: "collection", count: items.length, items }
    }
    default:
      throw new Problem("The requested URL was not found on the server")
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}
