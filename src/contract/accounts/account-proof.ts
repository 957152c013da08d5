import { z } from "zod"
import { base, textErrors } from "../base.ts"
import { passwordErrors, TypedPassword, twoStepErrors } from "./account-security.ts"
import { Code } from "./accounts.ts"

/** How the viewer proves once more who they are. */
export const ProofOptions = z.object({
  /** Whether the last proof is still valid, so that no new one is needed. */
  recent: z.boolean(),
  /**
   * By the password; by a code to the e-mail or to the guardian's phone if there is no password; by a word
   * for a trial's demo person; null if only signing in again helps.
   */
  by: z.enum(["password", "mail", "text", "demo"]).nullable(),
  /** Whether the code of the authenticator app, or a recovery code, is asked as well. */
  second_step: z.boolean(),
  /** Whether signing in with Google again would do, where `by` is null. */
  google: z.boolean(),
})
export type ProofOptions = z.infer<typeof ProofOptions>

/** The parts of a proof. The options say which are needed. */
export const Proof = z.object({
  password: TypedPassword.optional(),
  code: Code.optional(),
  app_code: z
    .string("Enter the code")
    .trim()
    .min(6, "The code has 6 digits")
    .max(20, "The code has 6 digits")
    .optional(),
})

export const readProof = base
  .route({
    method: "GET",
    path: "/account/proof",
    summary: "Get how the viewer can prove their identity again",
  })
  .output(ProofOptions)

export const sendProofCode = base
  .route({
    method: "POST",
    path: "/account/proof/code",
    summary: "Mail or text a code to prove identity without a password",
  })
  .output(z.object({ minutes: z.number().int() }))
  .errors({ ...textErrors, MAIL_UNAVAILABLE: { status: 503, message: "No mail can be sent from here" } })

export const giveProof = base
  .route({
    method: "POST",
    path: "/account/proof",
    summary: "Prove the viewer's identity again. For 15 minutes this session gets no PROOF_NEEDED",
  })
  .input(Proof)
  .output(z.object({ good_until: z.date() }))
  .errors({
    ...passwordErrors,
    ...twoStepErrors,
    NO_PROOF_HERE: { status: 409, message: "This account can only sign in afresh" },
  })

/** Proving once more who one is, before what matters. Joined with the catalogue of the own account. */
export const accountProof = { proof: readProof, sendProofCode, giveProof }
