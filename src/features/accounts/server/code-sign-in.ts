import type { z } from "zod"
import type { Person } from "#contract/accounts.ts"
import type { CodeSignIn } from "#contract/sign-in.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { admit } from "./admission.ts"
import { markConfirmed } from "./confirmation.ts"
import { redeem } from "./mail-requests.ts"
import { countGuess } from "./sign-in-limits.ts"

/**
 * Signs in by a code that was mailed, which also shows that the e-mail is theirs. Throws CODE_INVALID,
 * INSTRUCTORS_ONLY, ACCOUNT_DISABLED and TOO_MANY_REQUESTS.
 */
export async function signInByCode(
  ctx: Ctx,
  input: z.infer<typeof CodeSignIn>,
): Promise<z.infer<typeof Person>> {
  await countGuess(ctx)
  // Not in one transaction: a wrong try must stay counted, and a right one used, whatever is refused after it.
  const userId = await redeem(ctx, "code", input.request, input.code)
  if (!userId) refuse("CODE_INVALID")
  await markConfirmed(ctx, userId)
  return admit(ctx, userId, input.portal)
}
