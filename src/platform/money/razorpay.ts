import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import {
  type GatewayEvent,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRefused,
  type MoneyPort,
  type SettledItem,
} from "./port.ts"
import { ask, parse, type RazorpaySettings } from "./razorpay-api.ts"

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
  amount: paise,
  debit: paise,
  credit: paise,
  fee: paise.nullish(),
  tax: paise.nullish(),
  settled: z.boolean().nullish(),
  settled_at: z.number().nullish(),
  settlement_id: z.string().nullish(),
  settlement_utr: z.string().nullish(),
  order_id: z.string().nullish(),
  payment_id: z.string().nullish(),
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
  for (let read = 0; ; ) {
    const page = { year, month, day, count: String(PAGE), skip: String(read) }
    const { items } = await ask(
      settings,
      List,
      "GET",
      `settlements/recon/combined?${new URLSearchParams(page)}`,
    )
    read += items.length
    // What is on hold is listed as well, and comes again on the day it is settled.
    found.push(...items.filter(({ settled }) => settled !== false).map(readSettled))
    if (items.length < PAGE) return found
  }
}

function readSettled(item: z.infer<typeof Settled>): SettledItem {
  return {
    ...{ entity_id: item.entity_id, type: item.type, amount_paise: item.amount },
    ...{ debit_paise: item.debit, credit_paise: item.credit },
    ...{ fee_paise: item.fee ?? 0, tax_paise: item.tax ?? 0 },
    settled_at: item.settled_at ? new Date(item.settled_at * 1_000) : null,
    ...{ settlement_id: item.settlement_id ?? null, settlement_utr: item.settlement_utr ?? null },
    ...{ order_id: item.order_id ?? null, payment_id: item.payment_id ?? null },
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
