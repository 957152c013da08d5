import { z } from "zod"
import { passwordErrors, TypedPassword, twoStepErrors } from "./account-security.ts"
import { base } from "./base.ts"
import { Code } from "./guardians.ts"

/** How the viewer proves once more who they are. */
export const ProofOptions = z.object({
  /** Whether the last proof still counts, so that nothing asks for another. */
  recent: z.boolean(),
  /**
   * By the password; by a code to the e-mail or to the guardian's phone where there is no password; by a word of a
   * trial's demo person; null where only signing in afresh helps.
   */
  by: z.enum(["password", "mail", "text", "demo"]).nullable(),
  /** Whether the code of the authenticator app, or a recovery code, is asked as well. */
  second_step: z.boolean(),
  /** Whether signing in with Google again would do, where `by` is null. */
  google: z.boolean(),
})
export type ProofOptions = z.infer<typeof ProofOptions>

/** What a proof can consist of. Which parts are needed, the options say. */
export const Proof = z.object({
  password: TypedPassword.optional(),
  code: Code.optional(),
  app_code: z
    .string("Fill in the code")
    .trim()
    .min(6, "The code has 6 digits")
    .max(20, "The code has 6 digits")
    .optional(),
})

export const readProof = base
  .route({ method: "GET", path: "/account/proof", summary: "How the viewer proves once more who they are" })
  .output(ProofOptions)

export const sendProofCode = base
  .route({
    method: "POST",
    path: "/account/proof/code",
    summary: "Mail or text the code of a proof, where there is no password",
  })
  .output(z.object({ minutes: z.number().int() }))
  .errors({ MAIL_UNAVAILABLE: { status: 503, message: "No mail can be sent from here" } })

export const giveProof = base
  .route({
    method: "POST",
    path: "/account/proof",
    summary: "Prove once more who the viewer is; for 15 minutes nothing in this session answers PROOF_NEEDED",
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
