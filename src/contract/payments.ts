import { z } from "zod"
import { type StateCode as Code, STATES } from "#shared/states.ts"
import { base, Id, WallDate } from "./base.ts"

/** A State by its two-digit GST code, such as "27" for Maharashtra. */
export const StateCode = z.enum(Object.keys(STATES) as [Code, ...Code[]])

const Paise = z.number().int()

/** How much to spend of what a family has. */
const Points = z.coerce.number().int().min(0).max(1_000_000_000)

/** One step of how an amount came about, or one reason against a sale: a code, and values for its text. */
export const Step = z
  .object({ code: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const PricedLine = z.object({
  code: z.enum(["program", "membership", "welcome-kit", "uniform", "goods", "pickup"]),
  quantity: z.number().int(),
  list_paise: Paise,
  /** What was taken off the list price, and why. */
  offs: z.array(
    z.object({ code: z.enum(["membership-discount", "referral", "points", "credit"]), off_paise: Paise }),
  ),
  /** To pay, tax included. */
  amount_paise: Paise,
  /** SAC or HSN; null where no tax is shown. */
  tax_code: z.string().nullable(),
  /** Per ten thousand; null where no tax is shown. */
  rate: z.number().int().nullable(),
  taxable_paise: Paise,
  cgst_paise: Paise,
  sgst_paise: Paise,
  igst_paise: Paise,
})

/** What will be one invoice, bill of supply or receipt: the lines of one place of supply. */
const PricedDocument = z.object({
  kind: z.enum(["tax-invoice", "bill-of-supply", "receipt"]),
  place: z.string(),
  lines: z.array(PricedLine),
  round_off_paise: Paise,
  total_paise: Paise,
})

const Price = z.object({
  /** To pay, after points and credit. The documents have what credit pays, too. */
  total_paise: Paise,
  /** How many points take something off, and how much of the price credit pays. */
  points: z.number().int(),
  credit_paise: Paise,
  documents: z.array(PricedDocument),
  trace: z.array(Step),
  rules_version: z.string(),
})

const Sold = z.object({ id: Id, slug: z.string(), title: z.string() })

/** How many months of membership. */
const Months = z.coerce.number().int().min(0).max(120)

/** One membership on sale. */
const Plan = z.object({
  months: z.number().int(),
  /** What is off for paying so many months in advance. */
  percent: z.number(),
  total_paise: Paise,
  saved_paise: Paise,
  /** Rounded, only for comparing. */
  per_month_paise: Paise,
})

export const Review = z.object({
  course: Sold.extend({
    price_paise: Paise,
    /** Null where no memberships are sold. */
    monthly_fee_paise: Paise.nullable(),
  }),
  /** Whom the viewer can pay for: themself if they are 18, or their children. Empty for a student under 18. */
  beneficiaries: z.array(
    z.object({
      student_id: Id,
      first_name: z.string(),
      enrolled: z.boolean(),
      /** The last day of a membership, which may have passed; null for others. */
      valid_until: WallDate.nullable(),
    }),
  ),
  /** A student under 18, who asks a parent to pay; null for others. */
  asker: z
    .object({
      enrolled: z.boolean(),
      valid_until: WallDate.nullable(),
      /** When they last asked for this program, if they can't ask again yet. */
      asked_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** The chosen one, or the only one. */
  student_id: Id.nullable(),
  /** The State that was asked for, or that of the viewer's last order. */
  state: StateCode.nullable(),
  /** What could be spent on it: the student's points, and then the viewer's credit. Nothing until there is a price. */
  spendable: z.object({ points: z.number().int(), credit_paise: Paise }),
  /** The memberships on sale, the shortest first. */
  plans: z.array(Plan),
  /** Whether the one-time price can be paid: not while a membership runs. */
  sells_whole: z.boolean(),
  /** How many months are bought; null for the program as a whole. */
  months: z.number().int().nullable(),
  /** The term that a payment of today is for; null for the program as a whole. */
  term: z
    .object({
      /** Whether it continues the present term, so that no day is lost by paying now. */
      continues: z.boolean(),
      starts_on: WallDate,
      ends_on: WallDate,
      /** The last day on which the price is paid back. */
      refund_until: WallDate,
      /** Points for paying a renewal before a day; null where there are none. */
      early: z.object({ points_paise: Paise, before: WallDate }).nullable(),
    })
    .nullable(),
  /** Null until there is a State, and where the sale is refused. */
  price: Price.nullable(),
  /** Why it can't be sold so. */
  refused: z.array(Step),
  /** How many days after the start the price is still refunded. */
  refund_days: z.number().int(),
  /** For how long an order is kept while it is paid, in minutes. */
  hold_minutes: z.number().int(),
})
export type Review = z.infer<typeof Review>

export const ORDER_STATES = [
  /** Known to us, but not yet to the provider: repeat the order. */
  "created",
  /** Can be paid. */
  "awaiting",
  /** Captured, and the student is enrolled. */
  "paid",
  /** Not paid in time. A late payment still counts while the student can be enrolled. */
  "expired",
  /** Replaced by a later order of the same purchase, or no longer needed. */
  "cancelled",
  /** The provider refused it. */
  "failed",
  /** Captured, but it couldn't be fulfilled: the money is on its way back. */
  "refunding",
  "refunded",
] as const

export const REFUND_WAYS = ["provider", "office", "payout", "credit"] as const

/** How a browser pays: by the provider's script, or on a page of the trial's gateway that sends it back. */
export const Checkout = z.discriminatedUnion("way", [
  z.object({ way: z.literal("razorpay"), key_id: z.string(), order_id: z.string() }),
  z.object({
    way: z.literal("page"),
    /** On this product. Add `return_to`: the path it goes back to, with the parameters of `payments.returned`. */
    path: z.string().startsWith("/"),
  }),
  z.object({
    way: z.literal("upi"),
    upi_id: z.string(),
    payee: z.string(),
    /** Goes with the payment, so that it is found in the bank's statement. */
    reference: z.string(),
  }),
])

/** Why staff didn't count a transfer that a payer claimed. */
export const DECLINE_REASONS = [
  /** The bank's statement has no transfer with this reference. */
  "not-arrived",
  /** It is there, but was for something else. */
  "other-payment",
  /** The statement has the order's transfer under another reference. */
  "other-reference",
] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** A transfer to the academy's UPI id that the payer told of. */
export const UpiClaim = z.object({
  /** The bank's reference. */
  utr: z.string(),
  state: z.enum(["waiting", "approved", "declined"]),
  reason: z.enum(DECLINE_REASONS).nullable(),
  claimed_at: z.iso.datetime(),
})
export type UpiClaim = z.infer<typeof UpiClaim>

export const Order = z.object({
  order_number: z.string(),
  state: z.enum(ORDER_STATES),
  course: Sold,
  student: z.object({ id: Id, first_name: z.string() }).nullable(),
  bought_by_viewer: z.boolean(),
  /** The term of a membership; until it is paid, as it would be if that were the day it was ordered. */
  term: z
    .object({ months: z.number().int(), renews: WallDate.nullable(), starts_on: WallDate, ends_on: WallDate })
    .nullable(),
  price: Price,
  created_at: z.iso.datetime(),
  /** Until when it is kept for its payer. */
  hold_until: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  /** The XP that the enrolment earned; null until it is paid. */
  points_awarded: z.number().int().nullable(),
  /** Every try to pay, the newest first. A failed one may still be captured. */
  payments: z.array(
    z.object({
      state: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
      amount_paise: Paise,
      method: z.string().nullable(),
      /** The provider's reason, such as payment_cancelled. */
      failure_reason: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  /** What is refunded, and why. */
  refunds: z.array(
    z.object({
      id: Id,
      state: z.enum(["asked", "pending", "processed", "failed"]),
      amount_paise: Paise,
      reason: z.enum([
        "paid-already",
        "enrolled-already",
        "renewed-already",
        "no-longer-offered",
        "points-gone",
        "wrong-amount",
        "student-gone",
        "outside",
        "by-policy",
        "by-staff",
      ]),
      /** By the provider; by the office, which hasn't said yet how; by a payout of the office; as credit. */
      way: z.enum(REFUND_WAYS),
      /** Why staff gave it back. */
      note: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  /** Of an order that is paid by Direct UPI: the last claim, and whether one can be made now. Null for others. */
  upi: z.object({ claim: UpiClaim.nullable(), open: z.boolean() }).nullable(),
  /** How to pay; null unless it can be paid now. */
  checkout: Checkout.nullable(),
})
export type Order = z.infer<typeof Order>

export const OrderNumber = z.object({ order_number: z.string().max(40) })
const paymentsOff = { PAYMENTS_OFF: { status: 404, message: "This academy takes no payments here" } } as const

const options = base
  .route({ method: "GET", path: "/payments", summary: "Whether payments are taken here" })
  .output(
    z.object({
      /** Null where enrolment is free to open at once and the academy asks for payment itself. */
      provider: z.enum(["razorpay", "trial", "upi"]).nullable(),
      /** Whether one can pay to the academy's UPI id instead. */
      upi_instead: z.boolean(),
    }),
  )

const review = base
  .route({
    method: "GET",
    path: "/programs/{course_id}/review",
    summary: "Get what a program costs a buyer, with every line and its reason",
  })
  .input(
    z.object({
      course_id: Id,
      student_id: Id.optional(),
      state: StateCode.optional(),
      /** At most so many points and so much credit to pay with; none unless given. */
      points: Points.optional(),
      credit_paise: Points.optional(),
      /** 0 for the program as a whole; without it, what fits the student. */
      months: Months.optional(),
    }),
  )
  .output(Review)
  .errors(paymentsOff)

const createOrder = base
  .route({
    method: "POST",
    path: "/programs/{course_id}/orders",
    summary: "Order a program. Of one purchase there is one order at a time, however often it is asked for",
  })
  .input(
    z.object({
      course_id: Id,
      /** The student it is for; the viewer unless given. */
      student_id: Id.optional(),
      state: StateCode,
      /** The series of classes that was chosen. */
      batch_id: Id.optional(),
      /** Buys a membership of so many months, or renews it; 0 or nothing for the program as a whole. */
      months: Months.optional(),
      /** Pays to the academy's UPI id where there is a provider as well. */
      way: z.enum(["upi"]).optional(),
      /** The student's points and the viewer's credit to pay with, as the review said. */
      points: Points.optional(),
      credit_paise: Points.optional(),
    }),
  )
  .output(Order)
  .errors({
    ...paymentsOff,
    POINTS_CHANGED: { status: 409, message: "There are fewer points or less credit by now" },
    GUARDIAN_PAYS: { status: 403, message: "A student under 18 can't pay; a parent can" },
    ALREADY_ENROLLED_IN_PROGRAM: { status: 409, message: "You are already enrolled in this course." },
    NOT_SOLD: {
      status: 422,
      message: "It can't be sold so; `reasons` says why",
      data: z.object({ reasons: z.array(Step) }),
    },
    GATEWAY_AWAY: {
      status: 503,
      message: "The payment provider doesn't answer. The order is kept: repeat the request",
    },
  })

const askParent = base
  .route({
    method: "POST",
    path: "/programs/{course_id}/ask-parent",
    summary:
      "Send what a student under 18 wants to buy to the parents, who pay for it. Once a day for one basket",
  })
  .input(z.object({ course_id: Id, batch_id: Id.optional(), months: Months.optional() }))
  .output(
    z.object({
      /** How many were told. */
      parents: z.number().int(),
    }),
  )
  .errors({
    ...paymentsOff,
    PAYS_ALONE: { status: 403, message: "A student of 18 pays without asking" },
    ALREADY_ENROLLED_IN_PROGRAM: { status: 409, message: "You are already enrolled in this course." },
    NOT_SOLD: {
      status: 422,
      message: "It can't be sold so; `reasons` says why",
      data: z.object({ reasons: z.array(Step) }),
    },
    NO_PARENT_YET: { status: 409, message: "No parent has confirmed that this is their child" },
    ASKED_TODAY: { status: 409, message: "This was sent less than a day ago" },
  })

const readOrder = base
  .route({
    method: "GET",
    path: "/orders/{order_number}",
    summary: "Get an order of one's own or of a child",
  })
  .input(OrderNumber)
  .output(Order)

const returned = base
  .route({
    method: "POST",
    path: "/orders/{order_number}/return",
    summary:
      "Say that the payer came back from paying, so that the provider is asked at once. It proves nothing",
  })
  .input(OrderNumber.extend({ payment_id: z.string().max(100), signature: z.string().max(200) }))
  .output(Order)

/** What is refunded of an order, and why. */
export const RefundTerms = z.object({
  /** What was paid for it and didn't go back yet. */
  left_paise: Paise,
  /** What the policy gives back of it now. */
  refund_paise: Paise,
  /** How much of that becomes credit again, which is what it was paid with. */
  credit_paise: Paise,
  /** The points that come back as well. */
  points: z.number().int(),
  trace: z.array(Step),
  /** The last day on which the policy gives it back. */
  until: WallDate,
  /** Whether the student waits for a seat in every class of what was paid: then the whole price comes back. */
  waits: z.boolean(),
  /** Whether the student's place ends with it. */
  ends_enrolment: z.boolean(),
  /** Where it is a renewal that comes back: the last day of the term before, which stays. */
  valid_until: WallDate.nullable(),
  /** The way it came, or by the office where the provider can't any more. */
  way: z.enum(["provider", "office"]),
})
export type RefundTerms = z.infer<typeof RefundTerms>

const refundErrors = {
  NOTHING_TO_REFUND: { status: 409, message: "Nothing of this order can be refunded" },
} as const

const readRefundTerms = base
  .route({
    method: "GET",
    path: "/orders/{order_number}/refund",
    summary: "Get what would be refunded of one's own order, and why; null where nothing was paid",
  })
  .input(OrderNumber)
  .output(RefundTerms.nullable())

export const FamilyNeeds = z.object({
  /** The memberships of the viewer or their children, those that end first before the others. */
  memberships: z.array(
    z.object({
      course: Sold,
      student: z.object({ id: Id, first_name: z.string() }),
      /** The last day; a membership that ended is listed for a month. */
      valid_until: WallDate,
      ended: z.boolean(),
      /** Whether a next term can be bought now. */
      renewable: z.boolean(),
      /** Whether it ends soon or has ended, so that the family should know. */
      due: z.boolean(),
    }),
  ),
  /** What children of the viewer asked for in the last two weeks and don't have, the newest first. */
  asks: z.array(
    z.object({
      id: Id,
      course: Sold,
      student: z.object({ id: Id, first_name: z.string() }),
      /** Its checkout, with what the child chose. */
      href: z.string(),
      asked_at: z.iso.datetime(),
    }),
  ),
})
export type FamilyNeeds = z.infer<typeof FamilyNeeds>

const needs = base
  .route({
    method: "GET",
    path: "/my/memberships",
    summary: "Get the memberships of the viewer or their children, and what the children ask for",
  })
  .output(FamilyNeeds)

const askRefund = base
  .route({
    method: "POST",
    path: "/orders/{order_number}/refund",
    summary: "Ask for what the policy gives back. Repeating it changes nothing",
  })
  .input(OrderNumber.extend({ refund_paise: Paise.nonnegative() }))
  .output(Order)
  .errors({
    ...refundErrors,
    REFUND_CHANGED: { status: 409, message: "The amount of the refund has changed" },
  })

const listMyOrders = base
  .route({ method: "GET", path: "/my/orders", summary: "List one's own orders, the newest first" })
  .output(z.array(Order).max(50))

export const payments = {
  options,
  review,
  createOrder,
  askParent,
  needs,
  order: readOrder,
  returned,
  refundTerms: readRefundTerms,
  askRefund,
  mine: listMyOrders,
}
