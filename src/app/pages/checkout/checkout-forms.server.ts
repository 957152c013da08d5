import { z } from "zod"
import { Id } from "#contract/base.ts"
import { StateCode } from "#contract/payments.ts"

/** What a buyer chooses, as the form sends it. */
export const Choice = z.object({
  student_id: Id.optional(),
  state: StateCode,
  batch_id: Id.optional(),
  /** How many months of membership; 0 for the program as a whole. */
  months: z.coerce.number().int().min(0).max(120).optional(),
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
