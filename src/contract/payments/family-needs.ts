import { z } from "zod"
import { Id, WallDate } from "../base.ts"
import { Sold, Weekdays } from "./priced.ts"

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
      /** The order that the viewer can give up for another plan; null where they can't. */
      change_of: z.string().nullable(),
      /** On which weekdays the student is picked up in the term that runs; none without pick-up. */
      pickup_days: Weekdays,
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
