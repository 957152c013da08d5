import { z } from "zod"
import { WallDate } from "../base.ts"
import { Paise, Step } from "./priced.ts"

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
