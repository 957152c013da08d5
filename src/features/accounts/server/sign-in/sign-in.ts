import { and, eq } from "drizzle-orm"
import type { z } from "zod"
import type { Person } from "#contract/accounts/accounts.ts"
import type { SignIn } from "#contract/accounts/sign-in.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { endSessionsOf } from "../sessions.ts"
import { account, user } from "../table.ts"
import { admit } from "./admission.ts"
import { knownDevice } from "./known-devices.ts"
import { countPassword, networkHere } from "./sign-in-limits.ts"

/**
 * Signs in by password. Throws INVALID_CREDENTIALS, INSTRUCTORS_ONLY, ACCOUNT_DISABLED, EMAIL_UNCONFIRMED,
 * CONFIRMATION_LATER and TOO_MANY_REQUESTS. No session is opened when it throws.
 */
export async function signIn(ctx: Ctx, input: z.infer<typeof SignIn>): Promise<z.infer<typeof Person>> {
  const before = await readStoredPassword(ctx, input.email)
  const userId = await tryPassword(ctx, input)
  if (!userId) refuse("INVALID_CREDENTIALS")
  const person = await admit(ctx, userId, input.portal)
  // If the password changed during the check, don't sign in: the change ended all sessions and would miss
  // this one.
  if ((await readStoredPassword(ctx, input.email)) !== before) {
    await endSessionsOf(ctx, userId)
    refuse("INVALID_CREDENTIALS")
  }
  return person
}

/**
 * Returns the owner's id if the password is right, else null. A wrong one is counted. Throws
 * TOO_MANY_REQUESTS.
 */
export async function tryPassword(
  ctx: Ctx,
  { email, password }: { email: string; password: string },
): Promise<string | null> {
  const cameOut = await countPassword(ctx, email, await knownDevice(ctx, { email }))
  try {
    const userId = await ctx.sessions.checkPassword(email, password, networkHere(ctx))
    await cameOut(userId !== null ? "right" : "wrong")
    return userId
  } catch (error) {
    // A password that couldn't be checked was no guess.
    await cameOut("unchecked")
    throw error
  }
}

async function readStoredPassword(ctx: Pick<Ctx, "db">, email: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ password: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.email, email), eq(account.providerId, "credential")))
  return row?.password ?? null
}

/** Ends this session. Does nothing if there is none. */
export async function signOut(ctx: Ctx): Promise<void> {
  await ctx.sessions.end(ctx.http)
}
