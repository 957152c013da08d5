import { z } from "zod"
import { base, Id, PageQuery, pageOf, sensitive } from "./base.ts"
import { ORDER_STATES, Order } from "./payments/order.ts"
import { RefundTerms } from "./payments/refund-terms.ts"

const Paise = z.number().int()
const Person = z.object({ id: Id, name: z.string() })
const Student = z.object({ student_id: Id, name: z.string() })

/** An order as the office lists it. */
export const OrderEntry = z.object({
  order_number: z.string(),
  state: z.enum(ORDER_STATES),
  course: z.string(),
  /** Null for people whose accounts are erased. */
  buyer: Person.nullable(),
  student: Student.nullable(),
  total_paise: Paise,
  /** What was refunded or is on its way. */
  refunded_paise: Paise,
  created_at: z.iso.datetime(),
})
export type OrderEntry = z.infer<typeof OrderEntry>

/** Orders with a refund that needs a second person, that the office gives itself, or that the provider was asked for. */
export const DESK_STATES = ["to-approve", "for-staff", "refund-on-its-way"] as const

const listOrders = base
  .route({ method: "GET", path: "/admin/orders", summary: "List every order, newest first" })
  .input(
    PageQuery.extend({
      /** An order's number, or any part of the name or e-mail of who paid or learns. */
      q: z.string().trim().max(100).default(""),
      state: z.enum([...ORDER_STATES, ...DESK_STATES]).optional(),
    }),
  )
  .output(pageOf(OrderEntry))

const OrderNumber = z.object({ order_number: z.string().max(40) })

/** A refund above the academy's limit, which one admin asked for and another one decides about. */
export const RefundRequest = z.object({
  id: Id,
  state: z.enum(["waiting", "approved", "declined"]),
  amount_paise: Paise,
  /** As the family reads it with the refund; null once somebody of it was erased. */
  note: z.string().nullable(),
  ends_enrolment: z.boolean(),
  /** Null for people whose accounts are erased. */
  asked_by: z.string().nullable(),
  /** Whether the viewer asked for it, and so can't approve it. */
  is_own: z.boolean(),
  asked_at: z.iso.datetime(),
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  /** Why it was declined. */
  reason: z.string().nullable(),
})
export type RefundRequest = z.infer<typeof RefundRequest>

export const DeskOrder = z.object({
  order: Order,
  buyer: Person.extend({ email: z.string() }).nullable(),
  student: Student.nullable(),
  provider: z.string(),
  /** What the policy gives back now; null where nothing was paid. */
  terms: RefundTerms.nullable(),
  /** Refunds that the office gives itself: the provider can't, or has failed. */
  for_staff: z.array(Id),
  /** Of those, what the provider only refused, so that it can be asked anew. */
  repeatable: z.array(Id),
  /** Refunds of transfers by UPI that can still be taken back, where they were counted by mistake. */
  transfers: z.array(z.object({ refund_id: Id, claim_id: Id })),
  /** What the office paid out itself, with the bank's reference, which can be corrected. */
  payouts: z.array(z.object({ refund_id: Id, reference: z.string() })),
  /** Refunds that the office kept as credit, which can be owed again until some of it is spent. */
  credits: z.array(Id),
  /** Refunds that needed a second person, the newest first. */
  requests: z.array(RefundRequest).max(20),
  /** What staff may refund of an order alone, in paise; null without a limit. */
  limit_paise: Paise.nullable(),
  /** How many colleagues could approve, 20 at most. */
  colleagues: z.number().int(),
})
export type DeskOrder = z.infer<typeof DeskOrder>

const readOrder = base
  .route({ method: "GET", path: "/admin/orders/{order_number}", summary: "Get an order with its people" })
  .input(OrderNumber)
  .output(DeskOrder)

const refund = sensitive
  .route({
    method: "POST",
    path: "/admin/orders/{order_number}/refunds",
    summary:
      "Give back a part of an order or all that is left, with a reason. Above the limit a colleague is asked",
  })
  .input(
    OrderNumber.extend({
      /** One form's own: the same form sent twice is one refund. */
      request_id: Id,
      amount_paise: Paise.positive().max(1_000_000_000),
      note: z.string().trim().min(1, "Fill this in").max(300),
      /** Whether the student's place ends. It always does with the last of the money. */
      ends_enrolment: z.boolean(),
    }),
  )
  .output(z.object({ outcome: z.enum(["given", "waits"]) }))
  .errors({
    NOTHING_TO_REFUND: { status: 409, message: "Nothing is left to refund" },
    REFUND_WAITS: { status: 409, message: "Another refund of this order waits for a second person" },
  })

const decided = {
  REFUND_DECIDED: { status: 409, message: "Somebody decided about this refund meanwhile" },
} as const

const approveRefund = sensitive
  .route({
    method: "POST",
    path: "/admin/refund-requests/{refund_request_id}/approval",
    summary: "Give the refund that a colleague asked for",
  })
  .input(z.object({ refund_request_id: Id }))
  .output(z.object({}))
  .errors({
    ...decided,
    OWN_REFUND: { status: 409, message: "A colleague has to approve what you asked for" },
    NOTHING_TO_REFUND: { status: 409, message: "Nothing is left to refund" },
    REFUND_OVER_LEFT: { status: 409, message: "Less is left to refund than was asked for" },
  })

const declineRefund = sensitive
  .route({
    method: "POST",
    path: "/admin/refund-requests/{refund_request_id}/decline",
    summary: "Decline a refund that an admin asked for, with a reason for staff",
  })
  .input(
    z.object({
      refund_request_id: Id,
      reason: z.string("Fill this in").trim().min(1, "Fill this in").max(300),
    }),
  )
  .output(z.object({}))
  .errors(decided)

const settled = {
  REFUND_SETTLED: { status: 409, message: "This refund is not the office's to settle any more" },
} as const

const settleRefund = sensitive
  .route({
    method: "POST",
    path: "/admin/refunds/{refund_id}/settlement",
    summary: "Record how the office gave a refund that the provider can't give",
  })
  .input(
    z.object({
      refund_id: Id,
      how: z.enum(["payout", "credit"]),
      /** The bank's reference of a payout. */
      reference: z.string().trim().max(60).default(""),
      /** Whether the family agrees to credit, which they can spend at once. */
      agreed: z.boolean().default(false),
    }),
  )
  .output(z.object({}))
  .errors(settled)

const correctReference = sensitive
  .route({
    method: "PUT",
    path: "/admin/refunds/{refund_id}/reference",
    summary: "Correct the bank's reference of a refund that the office paid out",
  })
  .input(z.object({ refund_id: Id, reference: z.string().trim().min(1, "Fill this in").max(60) }))
  .output(z.object({}))
  .errors(settled)

const reopenRefund = sensitive
  .route({
    method: "POST",
    path: "/admin/refunds/{refund_id}/reopening",
    summary: "Have a refund owed again that was kept as credit by mistake, as long as none of it is spent",
  })
  .input(z.object({ refund_id: Id }))
  .output(z.object({}))
  .errors({
    ...settled,
    CREDIT_USED: { status: 409, message: "The family has spent some of this credit" },
  })

const retryRefund = sensitive
  .route({
    method: "POST",
    path: "/admin/refunds/{refund_id}/retry",
    summary: "Ask the provider anew for a refund that it refused",
  })
  .input(z.object({ refund_id: Id }))
  .output(z.object({}))
  .errors(settled)

export const orders = {
  ...{ list: listOrders, read: readOrder },
  ...{ refund, approveRefund, declineRefund, settleRefund, retryRefund },
  ...{ correctReference, reopenRefund },
}
