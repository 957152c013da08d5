import { z } from "zod"
import { base, Id } from "./base.ts"

export const ReferralReason = z.enum([
  /** One's own link. */
  "own",
  /** The two share a guardian, a phone or an e-mail. */
  "household",
  /** The newcomer came by a link before. */
  "twice",
  /** The newcomer's account is old, or paid for something before. */
  "not-new",
  /** One of the accounts is disabled or gone. */
  "closed",
  /** The newcomer left the first program that was paid for. */
  "refunded",
])

/** A code as it is typed: small letters and spaces around it count as well. */
const Code = z.object({ code: z.string().max(20).trim().toUpperCase() })

/** What each side gets, and for how many days the newcomer stays for it. */
const Terms = { points: z.number().int(), days: z.number().int() }

export const OwnReferrals = z.object({
  ...Terms,
  students: z.array(
    z.object({
      student_id: Id,
      first_name: z.string(),
      code: z.string(),
      /** Who came by it, the newest first. */
      came: z.array(
        z.object({
          id: Id,
          /** Null once the account is gone. */
          first_name: z.string().nullable(),
          /** `started`: in a first program that was paid for. */
          state: z.enum(["joined", "started", "rewarded", "refused"]),
          reason: ReferralReason.nullable(),
          joined_at: z.iso.datetime(),
        }),
      ),
    }),
  ),
})
export type OwnReferrals = z.infer<typeof OwnReferrals>

const mine = base
  .route({
    method: "GET",
    path: "/my/referrals",
    summary: "Get one's own code, or those of one's children, and who came by it",
  })
  .output(OwnReferrals)

const invitation = base
  .route({ method: "GET", path: "/referrals/{code}", summary: "Get whose link it is" })
  .input(Code)
  .output(z.object({ first_name: z.string(), code: z.string(), ...Terms }))

const join = base
  .route({
    method: "POST",
    path: "/referrals/{code}/join",
    summary: "Say that one came by this link. Repeating it changes nothing",
  })
  .input(Code)
  .output(z.object({ first_name: z.string() }))
  .errors({
    REFERRAL_REFUSED: {
      status: 409,
      message: "This link doesn't count for you; `reason` says why",
      data: z.object({ reason: ReferralReason }),
    },
  })

export const referrals = { mine, invitation, join }
