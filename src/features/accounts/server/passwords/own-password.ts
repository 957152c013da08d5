import { and, eq, isNotNull } from "drizzle-orm"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { languageOf } from "../language.ts"
import { passwordChangedMail } from "../mail/account-mails.ts"
import { withdrawMails } from "../mail/mail-requests.ts"
import { endOthers } from "../own/own-sessions.ts"
import { countOwnPassword } from "../sign-in/sign-in-limits.ts"
import { account } from "../table.ts"
import { refuseWeakFor } from "./new-passwords.ts"

const ofPassword = (userId: string) =>
  and(eq(account.userId, userId), eq(account.providerId, "credential"), isNotNull(account.password))

/** Whether a person has a password. Some only use Google or a texted code. */
export async function hasPassword(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  const [row] = await ctx.db.select({ id: account.id }).from(account).where(ofPassword(userId))
  return row !== undefined
}

/**
 * Checks the viewer's password before an important change, so that an unattended screen is not enough. Passes
 * for people without a password. Throws PASSWORD_WRONG, TOO_MANY_REQUESTS.
 */
export async function requireOwnPassword(ctx: SignedInCtx, password: string | undefined): Promise<void> {
  const { user_id, email } = ctx.viewer
  if (!(await hasPassword(ctx, user_id))) return
  const wasRight = await countOwnPassword(ctx, user_id)
  const owner = await ctx.sessions.checkPassword(email, password ?? "").catch(async (error) => {
    // A password that couldn't be checked was no guess.
    await wasRight()
    throw error
  })
  if (owner !== user_id) refuse("PASSWORD_WRONG")
  await wasRight()
}

/**
 * Sets a new password and ends the viewer's other sessions. People without a password set one by the link
 * that "Forgot password" mails. Throws PASSWORD_WRONG, FIELD_ERRORS, TOO_MANY_REQUESTS.
 */
export async function changePassword(
  ctx: SignedInCtx,
  input: { current_password?: string | undefined; new_password: string },
): Promise<{ ended: number }> {
  const { user_id } = ctx.viewer
  if (!(await hasPassword(ctx, user_id))) refuse("PASSWORD_WRONG")
  await requireOwnPassword(ctx, input.current_password)
  await refuseWeakFor(ctx, user_id, input.new_password, "new_password")
  const password = await ctx.sessions.hashPassword(input.new_password)
  return inTransaction(ctx, async (tx) => {
    await tx.db.update(account).set({ password, updatedAt: tx.clock.now() }).where(ofPassword(user_id))
    await withdrawMails(tx, user_id)
    const ended = await endOthers(tx)
    const reader = { ...tx.viewer, language: await languageOf(tx, user_id) }
    await tx.post.mail(tx, passwordChangedMail(tx.brand.name, reader))
    return ended
  })
}
