import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "../base.ts"
import { FamilyNeeds } from "./family-needs.ts"
import { Order, OrderNumber } from "./order.ts"
import {
  Business,
  Months,
  Paise,
  PerWeek,
  Points,
  Review,
  StateCode,
  Step,
  sale,
  Weekdays,
} from "./priced.ts"
import { RefundTerms } from "./refund-terms.ts"

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
      /** The order whose running term would be given up for this plan. */
      changes: z.string().max(40).optional(),
      /** Without it, as in the present term. */
      pickup_per_week: PerWeek.optional(),
      ...Business,
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
      /** The series of classes that was chosen. Renewals that need no new batch keep the present one. */
      batch_id: Id.optional(),
      /** Buys a membership of so many months, or renews it; 0 or nothing for the program as a whole. */
      months: Months.optional(),
      /** The order whose running term is given up for this plan, and what its unused days are worth as it was shown. */
      changes: z.string().max(40).optional(),
      unused_paise: Points.optional(),
      /** Pick-up with a membership on premises: how often, on as many weekdays, and where. */
      pickup_per_week: PerWeek.optional(),
      pickup_days: Weekdays.optional(),
      pickup_address: z.string().max(300).optional(),
      ...Business,
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
    PLAN_CHANGED: {
      status: 409,
      message: "The plan or its unused days have changed: look at the price again",
    },
    POINTS_CHANGED: { status: 409, message: "There are fewer points or less credit by now" },
    GUARDIAN_PAYS: { status: 403, message: "A student under 18 can't pay; a parent can" },
    ALREADY_ENROLLED_IN_PROGRAM: { status: 409, message: "You are already enrolled in this course." },
    ...sale,
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
  .route({
    method: "GET",
    path: "/my/orders",
    summary: "List one's own orders, the newest first, and those that wait to be paid",
  })
  .input(PageQuery)
  .output(
    pageOf(Order).extend({
      /** With the first page: those of the newest that wait to be paid, also where the page is too short for them. */
      waiting: z.array(Order),
    }),
  )

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
