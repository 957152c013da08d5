import type { TraceStep } from "#features/ledger/rules.ts"
import type { GivenUp, Unused } from "./plan-changes.ts"
import type { Supply } from "./supplies.ts"

/** A State by its two-digit GST code, such as "27" for Maharashtra. */
export type State = string

/** The academy's registration for GST. */
export type Registration = "unregistered" | "regular" | "composition" | "exempt"

/** The academy as its bills name it. */
export type Seller = {
  name: string
  /** Line by line, without the State. */
  address: string[]
  gstin: string | null
  /** What the numbers of its bills begin with. */
  prefix: string
}

/** Where and how something is taught. */
export type Teaching = { supply: Supply; taught: { online: true } | { online: false; state: State } }

export type Item =
  | ({ kind: "program"; price_paise: number } & Teaching)
  | ({
      kind: "membership"
      monthly_paise: number
      months: number
      /** Pick-up and drop of a child, with the age in years on the first day. */
      pickup: { days_per_week: number; age: number } | null
    } & Teaching)
  /** The academy's kit and uniform at the policy's price. A kit's one price is for several supplies. */
  | { kind: "welcome-kit"; supplies: Supply[]; quantity: number }
  | { kind: "uniform"; quantity: number }
  /** A thing from the shop by its own price, under the name that bills have it, and the HSN where the academy gave one. */
  | {
      kind: "goods"
      supplies: Supply[]
      unit_paise: number
      quantity: number
      name?: GoodsName
      hsn?: string
    }
  /** Lessons at the place of an organisation, under the name that its bills have. */
  | ({ kind: "premises"; unit_paise: number; quantity: number; name: GoodsName } & Teaching)
  /** Bringing goods to the buyer. */
  | { kind: "delivery"; price_paise: number }

/** What a thing is called, as the academy wrote it. */
export type GoodsName = { en: string; hi: string }

/** The academy's own figures, as `content/policies.json` has them. Money is in paise, tax included. */
export type Policy = {
  memberships: { months: number; discountPercent: number }[]
  referral: { creditPaise: number }
  doorPickup: { childAgeBelowYears: number; plans: { daysPerWeek: number; pricePaise: number }[] }
  welcomeKit: { pricePaise: number }
  uniform: { pricePaise: number }
  earlyPaymentPoints: { valuePaise: number; payBeforeDayOfMonth: number }
  refund: { noneAfterDaysFromStart: number }
}

/** Everything that decides a price. Stored with the order, so that the price can be worked out again. */
export type Facts = {
  /** The date of supply in the academy's zone, YYYY-MM-DD: it decides registration and rates. */
  date: string
  policy: Policy
  supplier: {
    state: State
    registrations: { from: string; kind: Registration }[]
    /** What the bills of this order say of the supplier. Decides nothing; missing in orders before there were bills. */
    seller?: Seller
  }
  buyer: {
    /** The State on record, and where goods go. */
    state: State
    delivered_to: State
    /** The State of the buyer's GSTIN, if they gave one. */
    gstin_state: State | null
    /** As the bill has it. Decides nothing beside its State; missing where none was given. */
    gstin?: string
    /** The name of the business that the GSTIN is of, if it isn't the buyer's own. */
    business_name?: string
    /** Where that business is, as its bill has it. Missing in orders of before it was asked for. */
    business_address?: string
  }
  items: Item[]
  /** Whether this is the enrolment of somebody who was referred, once. */
  referred: boolean
  /** The term that is given up for this plan, and what its unused days are worth; missing for any other order. */
  given_up?: GivenUp & Unused
  /** How much to spend of what the family has, in paise. Less is taken where less is due. */
  spend: { points_paise: number; credit_paise: number }
}

/** Something that was taken off a line, and why. */
export type Off = { code: "membership-discount" | "referral" | "points" | "credit"; off_paise: number }

/** One line before tax: what an item costs, and what was taken off. Amounts have tax included. */
export type Charge = {
  code: Item["kind"] | "pickup"
  /** Of what is called by a name of its own. */
  name?: GoodsName
  /** The academy's own code for it. */
  hsn?: string
  supplies: Supply[]
  quantity: number
  list_paise: number
  offs: Off[]
  /** Null for goods, which are supplied where they are delivered. */
  taught: Teaching["taught"] | null
}

/** A line of a document, in paise: list less all offs is the amount, which the taxes are included in. */
export type Line = {
  code: Charge["code"]
  name?: GoodsName
  quantity: number
  list_paise: number
  offs: Off[]
  amount_paise: number
  /** SAC or HSN; null where no tax is shown. */
  tax_code: string | null
  /** Per ten thousand; null where no tax is shown. */
  rate: number | null
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
}

/** One invoice, bill of supply or receipt: the lines of one place of supply. */
export type Document = {
  kind: "tax-invoice" | "bill-of-supply" | "receipt"
  place: State
  lines: Line[]
  /** What the taxable values and taxes, each rounded to the paisa, miss of the total. May be negative. */
  round_off_paise: number
  total_paise: number
}

export type Priced = {
  total_paise: number
  documents: Document[]
  trace: TraceStep[]
  spent: { points_paise: number; credit_paise: number }
}

/** A price, or why there is none, as codes with values. */
export type Pricing = { priced: Priced; refused: null } | { priced: null; refused: TraceStep[] }

/** What decides a refund. Dates are YYYY-MM-DD in the academy's zone. */
export type RefundFacts = {
  policy: Policy
  asked_on: string
  /** The first day of what was bought. */
  starts_on: string
  /** The order's lines, each with those offs that didn't come back yet. */
  lines: (Pick<Line, "code" | "amount_paise" | "offs"> & {
    /** Whether goods came faulty. */
    faulty: boolean
    /** What was paid back of it before. */
    refunded_paise: number
  })[]
  /** Whether a later term was paid that continues this one: that one comes back first. */
  followed?: boolean
  /** Points and credit that the family got for this order and spent since, in paise. */
  earned_and_spent_paise: number
}

export type Refund = {
  /** Money to pay back. */
  refund_paise: number
  /** What was paid with, and comes back as what it was. */
  points_paise: number
  credit_paise: number
  trace: TraceStep[]
}
