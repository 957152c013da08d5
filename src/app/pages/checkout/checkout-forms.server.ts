import { z } from "zod"
import { Id } from "#contract/base.ts"
import { StateCode } from "#contract/payments/priced.ts"

/** What a buyer chooses, as the form sends it. */
export const Choice = z.object({
  student_id: Id.optional(),
  state: StateCode,
  batch_id: Id.optional(),
  /** How many months of membership; 0 for the program as a whole. */
  months: z.coerce.number().int().min(0).max(120).optional(),
  /** The order whose running term is given up, and what it was shown to be worth. */
  changes: z.string().max(40).optional(),
  unused_paise: z.coerce.number().int().min(0).optional(),
  /** Pick-up on so many days a week, on these weekdays, from this address. */
  pickup_per_week: z.coerce.number().int().min(0).max(7).optional(),
  pickup_days: z.array(z.coerce.number().int().min(1).max(7)).max(7).optional(),
  pickup_address: z.string().max(300).optional(),
  /** The business that the bill is for. */
  gstin: z.string().max(30).optional(),
  business_name: z.string().max(200).optional(),
  business_address: z.string().max(300).optional(),
  /** Pays to the academy's UPI id where there is a provider as well. */
  way: z.enum(["upi"]).optional(),
  use_points: z.literal("on").optional(),
  use_credit: z.literal("on").optional(),
  /** What the price that was shown takes of both. */
  points: z.coerce.number().int().min(0).optional(),
  credit_paise: z.coerce.number().int().min(0).optional(),
})

/** What a student under 18 sends to the parents. */
export const AskParent = Choice.pick({ batch_id: true, months: true }).extend({
  ask_parent: z.literal("yes"),
})
