import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import {
  type GatewayEvent,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRefused,
  GatewayUnanswered,
  type MoneyPort,
  type SettledItem,
} from "./port.ts"

export type RazorpaySettings = {
  /** Such as https://api.razorpay.com. */
  baseUrl: string
  keyId: string
  keySecret: string
  /** The webhook's secret, and the one before it: after a change, repeats still carry the old one. */
  webhookSecrets: readonly string[]
  /** The path of the pages on which a browser pays instead of by Razorpay's script; the order's id is added. */
  checkoutPage?: string | undefined
  timeoutMs?: number
}

export const DEFAULT_TIMEOUT_MS = 5_000
const PAGE = 1_000
const REFUND_KEY = /^[A-Za-z0-9_-]{10,}$/
/** Minutes in which a late payment is captured automatically, and until an uncaptured one is returned. */
const CAPTURE = { automatic_expiry_period: 12, manual_expiry_period: 7_200, refund_speed: "normal" }

const paise = z.number().int().nonnegative()
const Order = z.object({
  id: z.string(),
  amount: paise,
  status: z.enum(["created", "attempted", "paid"]),
})
const Payment = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  amount: paise,
  status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  method: z.string().nullish(),
  amount_refunded: paise.nullish(),
  fee: paise.nullish(),
  tax: paise.nullish(),
  error_code: z.string().nullish(),
  error_reason: z.string().nullish(),
  created_at: z.number(),
})
const Refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: paise,
  status: z.enum(["pending", "processed", "failed"]),
  receipt: z.string().nullish(),
})
const Settled = z.object({
  entity_id: z.string(),
  type: z.string(),
  debit: paise,
  credit: paise,
  fee: paise.nullish(),
  tax: paise.nullish(),
  settlement_id: z.string().nullish(),
  settlement_utr: z.string().nullish(),
  order_id: z.string().nullish(),
  payment_id: z.string().nullish(),
})
const Problem = z.object({
  error: z.object({ code: z.string(), description: z.string().nullish(), field: z.string().nullish() }),
})
const Event = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: Payment }).optional(),
    refund: z.object({ entity: Refund }).optional(),
  }),
})

/** Razorpay's orders, payments, refunds and settlements over its HTTP API, version 1. */
export function razorpay(settings: RazorpaySettings): MoneyPort {
  const { keySecret, webhookSecrets } = settings
  const path = (id: string) => encodeURIComponent(id)
  return {
    name: "razorpay",
    async createOrder({ amount_paise, reference, notes }) {
      const order = await ask(settings, Order, "POST", "orders", {
        body: {
          ...{ amount: amount_paise, currency: "INR", receipt: reference, notes },
          payment: { capture: "automatic", capture_options: CAPTURE },
        },
      })
      return { id: order.id, amount_paise: order.amount, state: order.status }
    },
    checkout: (orderId) =>
      settings.checkoutPage
        ? { way: "page", path: `${settings.checkoutPage}/${path(orderId)}` }
        : { way: "razorpay", key_id: settings.keyId, order_id: orderId },
    async fetchOrderPayments(orderId) {
      const List = z.object({ items: z.array(Payment) })
      const { items } = await ask(settings, List, "GET", `orders/${path(orderId)}/payments`)
      return items.map(readPayment).toSorted((one, other) => +one.created_at - +other.created_at)
    },
    async capture(paymentId, amountPaise) {
      const body = { amount: amountPaise, currency: "INR" }
      try {
        return readPayment(
          await ask(settings, Payment, "POST", `payments/${path(paymentId)}/capture`, { body }),
        )
      } catch (error) {
        if (!(error instanceof GatewayRefused) || error.retryable) throw error
        // It refuses to capture twice, so what it says may only mean that this is done.
        const payment = readPayment(await ask(settings, Payment, "GET", `payments/${path(paymentId)}`))
        if (payment.state === "captured" && payment.amount_paise === amountPaise) return payment
        throw error
      }
    },
    async refund(paymentId, amountPaise, key) {
      if (!REFUND_KEY.test(key)) throw new RangeError(`"${key}" is no key of a refund`)
      const refund = await ask(settings, Refund, "POST", `payments/${path(paymentId)}/refund`, {
        body: { amount: amountPaise, speed: "normal", receipt: key },
        headers: { "x-refund-idempotency": key },
      })
      return readRefund(refund)
    },
    async fetchRefund(refundId) {
      return readRefund(await ask(settings, Refund, "GET", `refunds/${path(refundId)}`))
    },
    listSettlements: (date) => listSettlements(settings, date),
    verifyReturn: ({ order_id, payment_id, signature }) =>
      isSigned(`${order_id}|${payment_id}`, signature, [keySecret]),
    parseWebhook(rawBody, headers) {
      const signature = headers.get("x-razorpay-signature") ?? ""
      if (!isSigned(rawBody, signature, webhookSecrets)) return null
      return readEvent(headers.get("x-razorpay-event-id") ?? signature, rawBody)
    },
  }
}

async function listSettlements(settings: RazorpaySettings, date: string): Promise<SettledItem[]> {
  const [year = "", month = "", day = ""] = date.split("-")
  const List = z.object({ items: z.array(Settled) })
  const found: SettledItem[] = []
  for (;;) {
    const page = { year, month, day, count: String(PAGE), skip: String(found.length) }
    const { items } = await ask(
      settings,
      List,
      "GET",
      `settlements/recon/combined?${new URLSearchParams(page)}`,
    )
    for (const { debit, credit, fee, tax, ...item } of items) {
      found.push({
        ...{ entity_id: item.entity_id, type: item.type, debit_paise: debit, credit_paise: credit },
        ...{ fee_paise: fee ?? 0, tax_paise: tax ?? 0, settlement_id: item.settlement_id ?? null },
        ...{ settlement_utr: item.settlement_utr ?? null, order_id: item.order_id ?? null },
        payment_id: item.payment_id ?? null,
      })
    }
    if (items.length < PAGE) return found
  }
}

function isSigned(content: string | Buffer, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature, "hex")
  return secrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(content).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function readPayment(payment: z.infer<typeof Payment>): GatewayPayment {
  const { error_code } = payment
  return {
    id: payment.id,
    order_id: payment.order_id ?? null,
    amount_paise: payment.amount,
    state: payment.status,
    method: payment.method ?? null,
    refunded_paise: payment.amount_refunded ?? 0,
    fee_paise: payment.fee ?? null,
    tax_paise: payment.tax ?? null,
    failure: error_code ? { code: error_code, reason: payment.error_reason ?? null } : null,
    created_at: new Date(payment.created_at * 1_000),
  }
}

function readRefund({ id, payment_id, amount, status, receipt }: z.infer<typeof Refund>): GatewayRefund {
  return { id, payment_id, amount_paise: amount, state: status, key: receipt ?? null }
}

/** A signed event that can't be read is one that we don't know: the payment is found by asking, too. */
function readEvent(id: string, rawBody: Buffer): GatewayEvent {
  const read = Event.safeParse(parse(rawBody.toString()))
  if (!read.success) return { id, kind: "other", name: "unreadable" }
  const { event, payload } = read.data
  if (event.startsWith("refund.") && payload.refund) {
    return { id, kind: "refund", refund: readRefund(payload.refund.entity) }
  }
  const isPayment = event.startsWith("payment.") || event === "order.paid"
  if (isPayment && payload.payment)
    return { id, kind: "payment", payment: readPayment(payload.payment.entity) }
  return { id, kind: "other", name: event }
}

type Sent = { body?: object; headers?: Record<string, string> }

async function ask<T>(
  settings: RazorpaySettings,
  schema: z.ZodType<T>,
  method: "GET" | "POST",
  path: string,
  { body, headers }: Sent = {},
): Promise<T> {
  const { baseUrl, keyId, keySecret, timeoutMs = DEFAULT_TIMEOUT_MS } = settings
  let status: number
  let text: string
  try {
    const reply = await fetch(new URL(`/v1/${path}`, baseUrl), {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    })
    status = reply.status
    text = await reply.text()
  } catch (error) {
    throw new GatewayUnanswered(`${method} ${path}`, { cause: error })
  }
  if (status === 429) throw new GatewayRefused({ code: "busy", said: "too many requests", retryable: true })
  if (status >= 400 && status < 500) {
    const told = Problem.safeParse(parse(text)).data?.error
    const said = told?.description ?? `status ${status}`
    throw new GatewayRefused({ code: told?.code ?? String(status), said, field: told?.field ?? null })
  }
  const read = schema.safeParse(parse(text))
  if (status >= 300 || !read.success) throw new GatewayUnanswered(`${method} ${path} was answered ${status}`)
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
