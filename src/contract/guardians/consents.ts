import { z } from "zod"
import { Language } from "../accounts/accounts.ts"
import { base } from "../base.ts"

/** The purposes a guardian decides about, each separately. */
export const CONSENT_PURPOSES = ["live_classes", "recording", "voice_evidence", "snapshots"] as const
export const ConsentPurpose = z.enum(CONSENT_PURPOSES)
export type ConsentPurpose = z.infer<typeof ConsentPurpose>

/** The state of one purpose for one student. */
export const Consent = z.object({
  purpose: ConsentPurpose,
  given: z.boolean(),
  /** Given by a guardian whom staff have not confirmed yet, so it does not count so far. */
  waits_for_guardian: z.boolean(),
  given_at: z.date().nullable(),
  /** "self" is an adult student's own. */
  how: z.enum(["guardian", "self", "paper"]).nullable(),
  /** The version of the notice that was agreed to. */
  notice_version: z.number().int().nullable(),
})
export type Consent = z.infer<typeof Consent>

export const listConsents = base
  .route({
    method: "GET",
    path: "/account/consents",
    summary: "List consents given for the viewer, a student",
  })
  .output(z.array(Consent))

export const setOwnConsent = base
  .route({
    method: "PUT",
    path: "/account/consents/{purpose}",
    summary: "Give or withdraw an adult student's own consent",
  })
  .input(
    z.object({
      purpose: ConsentPurpose,
      given: z.boolean(),
      notice_version: z.coerce.number().int().min(1),
      language: Language.default("en"),
    }),
  )
  .output(Consent)
  .errors({ GUARDIAN_DECIDES: { status: 403, message: "Your guardian decides this on their own page" } })

/** The viewer's own consents, beside their account. */
export const ownConsents = {
  consents: listConsents,
  setConsent: setOwnConsent,
}
