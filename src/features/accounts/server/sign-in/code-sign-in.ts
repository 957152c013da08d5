import type { z } from "zod"
import type { CodeSignIn, Proved } from "#contract/accounts/sign-in.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { proveEmail } from "../mail/email-proof.ts"
import { redeem } from "../mail/mail-requests.ts"
import { admit } from "./admission.ts"
import { countingGuess } from "./sign-in-limits.ts"

/**
 * Signs in by a mailed code, which also proves that the person reads the e-mail. Also returns whether that
 * ended what was set before. Throws CODE_INVALID, INSTRUCTORS_ONLY, ACCOUNT_DISABLED and TOO_MANY_REQUESTS.
 */
export async function signInByCode(
  ctx: Ctx,
  input: z.infer<typeof CodeSignIn>,
): Promise<z.infer<typeof Proved>> {
  // Not in one transaction: if a later step refuses, a wrong try must stay counted and a right code used.
  const userId = await countingGuess(
    ctx,
    async () => (await redeem(ctx, "code", input.request, input.code)) ?? refuse("CODE_INVALID"),
  )
  const access_ended = await inTransaction(ctx, (tx) => proveEmail(tx, userId))
  return { ...(await admit(ctx, userId, input.portal)), access_ended }
}
