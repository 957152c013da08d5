import { z } from "zod"
import { GUARDIAN_NEEDS, GUARDIAN_RIGHTS } from "#shared/guardian-rights.ts"
import { base, Id } from "../base.ts"

export const GuardianRight = z.enum(GUARDIAN_RIGHTS)

export const RIGHT_ERRORS = {
  RIGHT_MISSING: {
    status: 403,
    message: "You are a guardian of this child, but not for this",
    /** "all" for what only a guardian with every right may do. */
    data: z.object({ right: z.enum(GUARDIAN_NEEDS) }),
  },
} as const

/** For procedures about one child of a guardian. */
export const ofChild = base.errors(RIGHT_ERRORS)

export const listOwnRights = base
  .route({ method: "GET", path: "/guardian/rights", summary: "List what the viewer may do for each child" })
  .output(
    z.array(
      z.object({
        student_id: Id,
        /** "all" for who manages the account and the other guardians. */
        may: z.array(z.enum(GUARDIAN_NEEDS)),
      }),
    ),
  )
