import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "./base.ts"
import { Step } from "./payments/priced.ts"

/** One thing that happened to a family's points or credit. */
export const PointsEntry = z.object({
  id: Id,
  at: z.iso.datetime(),
  /** Why, such as "hold" for an order that sets them aside, "release" when it ends unpaid, or "referral". */
  kind: z.string(),
  /** Codes with values, such as the number of the order. */
  trace: z.array(Step),
  /** By how much whose points or credit changed; credit in paise. */
  changes: z.array(z.object({ unit: z.enum(["points", "paise"]), amount: z.number().int(), holder_id: Id })),
})
export type PointsEntry = z.infer<typeof PointsEntry>

export const FamilyPoints = pageOf(PointsEntry).extend({
  /** The viewer, then their children. */
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      points: z.number().int(),
      /** What the academy keeps for them of money that it owes. */
      credit_paise: z.number().int(),
    }),
  ),
})
export type FamilyPoints = z.infer<typeof FamilyPoints>

const mine = base
  .route({
    method: "GET",
    path: "/my/balance",
    summary:
      "Get the points and credit of the viewer and their children, with every change, the newest first",
  })
  .input(PageQuery)
  .output(FamilyPoints)

export const points = { mine }
