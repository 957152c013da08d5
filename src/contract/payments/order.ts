import { z } from "zod"
import { Id, WallDate } from "../base.ts"
import { Paise, Price, Sold, Weekdays } from "./priced.ts"

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
  /** Null for goods from the shop, whose lines have their names. */
  course: Sold.nullable(),
  student: z.object({ id: Id, first_name: z.string() }).nullable(),
  bought_by_viewer: z.boolean(),
  /** The term of a membership; until it is paid, as it would be if that were the day it was ordered. */
  term: z
    .object({ months: z.number().int(), renews: WallDate.nullable(), starts_on: WallDate, ends_on: WallDate })
    .nullable(),
  /** Whether it takes the place of a plan that was running. */
  is_change: z.boolean(),
  /** On which weekdays the student is picked up; where, for who gave the address. Null without pick-up. */
  pickup: z.object({ days: Weekdays, address: z.string().nullable() }).nullable(),
  /** The business that it is billed to; null for a person, and for others than the buyer. */
  business: z.object({ gstin: z.string(), name: z.string().nullable() }).nullable(),
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
      /** Whether staff recorded it by mistake and took it back. */
      taken_back: z.boolean(),
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
        /** Goods that others bought until the payment came. */
        "sold-out",
        "outside",
        "by-policy",
        "by-staff",
        /** Goods that came back to the academy. */
        "goods-returned",
        /** The unused days of a plan that was changed: they pay for the next one, and the rest is credit. */
        "plan-changed",
        /** It was to change a plan that was changed or refunded meanwhile. */
        "changed-meanwhile",
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
