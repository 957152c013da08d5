import { and, eq } from "drizzle-orm"
import type { z } from "zod"
import type { NewPassword } from "#contract/accounts/sign-in.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { languageOf } from "../language.ts"
import { passwordChangedMail } from "../mail/account-mails.ts"
import { proveEmail } from "../mail/email-proof.ts"
import { isUsable, redeem, withdrawMails } from "../mail/mail-requests.ts"
import { readEntry } from "../people/people-list.ts"
import { endSessionsOf, readPerson } from "../sessions.ts"
import { rememberDevice } from "../sign-in/known-devices.ts"
import { forgetCodesOf } from "../sign-in/one-time-codes.ts"
import { countingGuess } from "../sign-in/sign-in-limits.ts"
import { account } from "../table.ts"
import { refuseWeakFor } from "./new-passwords.ts"
import { HANDED_OVER, isHandedOver } from "./password-link.ts"

type Link = { request: string; secret: string }

/** Whether a link can still set a password. */
export async function canReset(ctx: Ctx, link: Link): Promise<boolean> {
  return (await findPurpose(ctx, link)) !== null
}

/** Returns whether a link was mailed or handed over; null if it can't set a password any more. */
async function findPurpose(ctx: Ctx, link: Link): Promise<"reset" | typeof HANDED_OVER | null> {
  if (await isUsable(ctx, "reset", link.request, link.secret)) return "reset"
  return (await isHandedOver(ctx, link)) ? HANDED_OVER : null
}

/**
 * Sets a password by a link that was mailed or handed over, once, and ends every session. Throws LINK_EXPIRED, FIELD_ERRORS and
 * TOO_MANY_REQUESTS. A rejected password leaves the link usable.
 */
export async function resetPassword(ctx: Ctx, input: z.infer<typeof NewPassword>): Promise<void> {
  const purpose = await countingGuess(
    ctx,
    async () => (await findPurpose(ctx, input)) ?? refuse("LINK_EXPIRED"),
  )
  // Hashing can wait for other passwords. Done before the transaction, it does not hold a connection
  // meanwhile.
  const hashed = await ctx.sessions.hashPassword(input.password)
  await inTransaction(ctx, async (tx) => {
    const userId = await redeem(tx, purpose, input.request, input.secret)
    const person = userId && (await readPerson(tx.db, userId))
    if (!person || (purpose === HANDED_OVER && !(await readEntry(tx, person.user_id)).password_link))
      refuse("LINK_EXPIRED")
    await refuseWeakFor(tx, person.user_id, input.password)
    // Anybody may have opened a link that was handed over.
    if (purpose === "reset") await proveEmail(tx, person.user_id)
    else await tellOwner({ ...tx, viewer: person })
    await writePassword(tx, person.user_id, hashed)
    await withdrawMails(tx, person.user_id)
    await forgetCodesOf(tx, person.user_id)
    await endSessionsOf(tx, person.user_id)
    // Marks this browser as known, so that others' guesses can't block the new password here.
    await rememberDevice(tx, person.user_id)
  })
}

/** The owner of an account learns that somebody used a link of the office, if any mail can reach them. */
async function tellOwner(tx: SignedInCtx): Promise<void> {
  const { user_id } = tx.viewer
  await recordAct(tx, "account.password-by-link", user_id)
  if (!tx.mail.configured) return
  const reader = { ...tx.viewer, language: await languageOf(tx, user_id) }
  await tx.post.mail(tx, passwordChangedMail(tx.brand.name, reader))
}

/** Writes a hashed password, also for people who had none, such as those who signed up with Google. */
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
