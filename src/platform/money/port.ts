/** What a gateway is asked to collect. */
export type OrderRequest = {
  /** At least 100. */
  amount_paise: number
  /** Ours, at most 40 characters, on the payer's statement and in the gateway's lists. */
  reference: string
  /** At most 15, of at most 256 characters each. They tell nothing of a person. */
  notes: Record<string, string>
}

export type GatewayOrder = { id: string; amount_paise: number; state: "created" | "attempted" | "paid" }

/** How a browser pays an order: by the provider's script, or on a page of the trial's gateway that sends it back. */
export type GatewayCheckout =
  | { way: "razorpay"; key_id: string; order_id: string }
  | { way: "page"; path: string }
  /** By the payer's own UPI app, to the academy's UPI id. */
  | { way: "upi"; upi_id: string; payee: string; reference: string }

export type GatewayPayment = {
  id: string
  order_id: string | null
  amount_paise: number
  /** A failed payment may still be authorised and captured, up to three days later. */
  state: "created" | "authorized" | "captured" | "refunded" | "failed"
  method: string | null
  refunded_paise: number
  /** What the gateway keeps and the tax in it, once it is known. */
  fee_paise: number | null
  tax_paise: number | null
  failure: { code: string; reason: string | null } | null
  created_at: Date
}

export type GatewayRefund = {
  id: string
  payment_id: string
  amount_paise: number
  state: "pending" | "processed" | "failed"
  /** The key under which it was asked for; null of one that was made elsewhere. */
  key: string | null
}

/** What a gateway reports unasked: perhaps late, repeated, or out of order. Repeats have the same `id`. */
export type GatewayEvent =
  | { id: string; kind: "payment"; payment: GatewayPayment }
  | { id: string; kind: "refund"; refund: GatewayRefund }
  | { id: string; kind: "other"; name: string }

/** One movement of a day's settlements. */
export type SettledItem = {
  /** The provider's id of the payment or the refund. */
  entity_id: string
  /** "payment", "refund", or what else the provider moved, such as "adjustment". */
  type: string
  /** Of the payment or the refund, before fees. */
  amount_paise: number
  debit_paise: number
  credit_paise: number
  /** What the provider kept, and the tax in it. */
  fee_paise: number
  tax_paise: number
  settled_at: Date | null
  settlement_id: string | null
  /** The bank's reference of the transfer. */
  settlement_utr: string | null
  order_id: string | null
  payment_id: string | null
}

/**
 * A provider that collects money. All but the checkout and the two checks of signatures ask it over the network,
 * and throw GatewayRefused, or GatewayUnanswered when it can't be known whether it did what was asked.
 */
export type MoneyPort = {
  name: string
  createOrder(request: OrderRequest): Promise<GatewayOrder>
  /** What a browser needs to pay an order. */
  checkout(orderId: string): GatewayCheckout
  /** Every try to pay an order, the first one first. */
  fetchOrderPayments(orderId: string): Promise<GatewayPayment[]>
  /** Takes an authorised payment. Repeating it does nothing. */
  capture(paymentId: string, amountPaise: number): Promise<GatewayPayment>
  /** Gives money back, once for each key of 10 or more letters, digits, _ and -. */
  refund(paymentId: string, amountPaise: number, key: string): Promise<GatewayRefund>
  fetchRefund(refundId: string): Promise<GatewayRefund>
  /** What was settled on a date, YYYY-MM-DD in India, read to its end. */
  listSettlements(date: string): Promise<SettledItem[]>
  /** Whether a browser's return to us was signed for this payment of our stored order. */
  verifyReturn(returned: { order_id: string; payment_id: string; signature: string }): boolean
  /** Reads what was posted to us, as it arrived; null where it isn't proved to be the gateway's. */
  parseWebhook(rawBody: Buffer, headers: Headers): GatewayEvent | null
}

/** The gateway said no, in its own words. Asking again is of use where it was busy. */
export class GatewayRefused extends Error {
  readonly code: string
  readonly field: string | null
  readonly retryable: boolean
  constructor(refusal: { code: string; said: string; field?: string | null; retryable?: boolean }) {
    super(`The payment gateway refused: ${refusal.said}`)
    this.name = "GatewayRefused"
    this.code = refusal.code
    this.field = refusal.field ?? null
    this.retryable = refusal.retryable ?? false
  }
}

/** No answer, or none that can be read: what was asked may have been done. */
export class GatewayUnanswered extends Error {
  constructor(what: string, options?: { cause: unknown }) {
    super(`The payment gateway gave no answer: ${what}`, options)
    this.name = "GatewayUnanswered"
  }
}
