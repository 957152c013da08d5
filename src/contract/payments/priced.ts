import { z } from "zod"
import { type StateCode as Code, STATES } from "#shared/states.ts"
import { Id, WallDate } from "../base.ts"

/** A State by its two-digit GST code, such as "27" for Maharashtra. */
export const StateCode = z.enum(Object.keys(STATES) as [Code, ...Code[]])

export const Paise = z.number().int()

/** How much to spend of what a family has. */
export const Points = z.coerce.number().int().min(0).max(1_000_000_000)

/** One step of how an amount came about, or one reason against a sale: a code, and values for its text. */
export const Step = z
  .object({ code: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const PricedLine = z.object({
  code: z.enum([
    "program",
    "membership",
    "welcome-kit",
    "uniform",
    "goods",
    "delivery",
    "pickup",
    "premises",
  ]),
  /** Of goods from the shop, and of lessons at the place of an organisation. */
  name: z.object({ en: z.string(), hi: z.string() }).optional(),
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

export const Price = z.object({
  /** To pay, after points and credit. The documents have what credit pays, too. */
  total_paise: Paise,
  /** How many points take something off, and how much of the price credit pays. */
  points: z.number().int(),
  credit_paise: Paise,
  /** How much of the price unused days of the plan before pay. */
  exchange_paise: Paise,
  documents: z.array(PricedDocument),
  trace: z.array(Step),
  rules_version: z.string(),
})

export const Sold = z.object({ id: Id, slug: z.string(), title: z.string() })

/** How many months of membership. */
export const Months = z.coerce.number().int().min(0).max(120)

/** Pick-up and drop on so many days a week; 0 for none. */
export const PerWeek = z.coerce.number().int().min(0).max(7)
/** 1 is Monday and 7 Sunday. */
export const Weekdays = z.array(z.coerce.number().int().min(1).max(7)).max(7)

/** Whom the bill is for, where that is a business registered for GST. What is typed is checked against the State. */
export const Business = {
  gstin: z.string().max(30).optional(),
  business_name: z.string().max(200).optional(),
  /** Its address as it goes on the bill, which the law asks for beside a GSTIN. */
  business_address: z.string().max(300).optional(),
}

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
  /** The plan that would be given up for this one; null unless it was asked for or where it can't be. */
  change: z
    .object({
      order_number: z.string(),
      months: z.number().int(),
      starts_on: WallDate,
      ends_on: WallDate,
      /** Its whole days that are left, today among them, and what they are worth of what was paid. */
      days: z.number().int(),
      of_days: z.number().int(),
      paid_paise: Paise,
      unused_paise: Paise,
      /** What of that becomes credit, because the new plan costs less; null until there is a price. */
      rest_paise: Paise.nullable(),
    })
    .nullable(),
  /** The business that the bill would be for, with what is wrong with its GSTIN, as a code. */
  business: z.object({
    gstin: z.string(),
    name: z.string(),
    address: z.string(),
    fault: z.string().nullable(),
  }),
  /** Pick-up and drop of this child with this membership; null where it isn't offered. */
  pickup: z
    .object({
      plans: z.array(z.object({ days_per_week: z.number().int(), monthly_paise: Paise })),
      /** For children below this age on the first day of the term. */
      age_below: z.number().int(),
      /** Why this child can't be picked up, as a code; null where it can. */
      why: z.string().nullable(),
      /** The plan that the price is for; 0 for none. */
      days_per_week: z.number().int(),
      /** What was chosen for the present term. */
      days: Weekdays,
      address: z.string(),
    })
    .nullable(),
  /** Among which of the program's batches the student chooses; null for one who keeps the present batch. */
  batch_choice: z
    .object({
      /** The present batch, where it can be kept. */
      current: Id.nullable(),
      /** Only batches with a class after this day count: it is the last of the running term. */
      after: WallDate.nullable(),
    })
    .nullable(),
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

/** Why an order can't be made, whatever is sold. */
export const sale = {
  NOT_SOLD: {
    status: 422,
    message: "It can't be sold so; `reasons` says why",
    data: z.object({ reasons: z.array(Step) }),
  },
  GATEWAY_AWAY: {
    status: 503,
    message: "The payment provider doesn't answer. The order is kept: repeat the request",
  },
} as const
