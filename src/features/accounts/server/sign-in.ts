import type { z } from "zod"
import type { Person } from "#contract/accounts.ts"
import type { SignIn } from "#contract/sign-in.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { admit } from "./admission.ts"
import { knownDevice } from "./known-devices.ts"
import { countPassword } from "./sign-in-limits.ts"

/**
 * Signs in by password. Throws INVALID_CREDENTIALS, INSTRUCTORS_ONLY, ACCOUNT_DISABLED, EMAIL_UNCONFIRMED and
 * TOO_MANY_REQUESTS; refused, there is no session.
 */
export async function signIn(ctx: Ctx, input: z.infer<typeof SignIn>): Promise<z.infer<typeof Person>> {
  const wasRight = await countPassword(ctx, input.email, knownDevice(ctx, input.email))
  const userId = await ctx.sessions.checkPassword(input.email, input.password)
  if (!userId) refuse("INVALID_CREDENTIALS")
  await wasRight()
  return admit(ctx, userId, input.portal)
}

/** Ends this session. Ending none is fine. */
export async function signOut(ctx: Ctx): Promise<void> {
  await ctx.sessions.end(ctx.http)
}
