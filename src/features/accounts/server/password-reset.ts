import { and, eq } from "drizzle-orm"
import type { z } from "zod"
import type { NewPassword } from "#contract/sign-in.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { proveEmail } from "./email-proof.ts"
import { rememberDevice } from "./known-devices.ts"
import { isUsable, redeem, withdrawMails } from "./mail-requests.ts"
import { refuseWeakFor } from "./new-passwords.ts"
import { forgetCodesOf } from "./one-time-codes.ts"
import { endSessionsOf, readPerson } from "./sessions.ts"
import { countingGuess } from "./sign-in-limits.ts"
import { account } from "./table.ts"

/** Whether a mailed link can still set a password. */
export function canReset(ctx: Ctx, link: { request: string; secret: string }): Promise<boolean> {
  return isUsable(ctx, "reset", link.request, link.secret)
}

/**
 * Sets a password by a mailed link, once, and ends every session. Throws LINK_EXPIRED, FIELD_ERRORS and
 * TOO_MANY_REQUESTS; a password that is refused leaves the link as it was.
 */
export async function resetPassword(ctx: Ctx, input: z.infer<typeof NewPassword>): Promise<void> {
  await countingGuess(ctx, async () => (await canReset(ctx, input)) || refuse("LINK_EXPIRED"))
  // Before the transaction, which would otherwise hold a connection while others' passwords are hashed.
  const hashed = await ctx.sessions.hashPassword(input.password)
  await inTransaction(ctx, async (tx) => {
    const userId = await redeem(tx, "reset", input.request, input.secret)
    const person = userId && (await readPerson(tx.db, userId))
    if (!person) refuse("LINK_EXPIRED")
    await refuseWeakFor(tx, person.user_id, input.password)
    await proveEmail(tx, person.user_id)
    await writePassword(tx, person.user_id, hashed)
    await withdrawMails(tx, person.user_id)
    await forgetCodesOf(tx, person.user_id)
    await endSessionsOf(tx, person.user_id)
    // Others' guesses can't keep the new password from this browser.
    await rememberDevice(tx, person.user_id)
  })
}

/** Writes a hashed password, also for a person who had none, such as one who came by Google. */
export async function writePassword(
  ctx: Pick<Ctx, "db" | "clock">,
  userId: string,
  password: string,
): Promise<void> {
  const now = ctx.clock.now()
  const [changed] = await ctx.db
    .update(account)
    .set({ password, updatedAt: now })
    .where(and(eq(account.userId, userId), eq(account.providerId, "credential")))
    .returning({ id: account.id })
  if (changed) return
  await ctx.db.insert(account).values({
    id: newId(),
    accountId: userId,
    providerId: "credential",
    userId,
    password,
    createdAt: now,
    updatedAt: now,
  })
}
