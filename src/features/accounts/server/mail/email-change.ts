import { and, eq, ne } from "drizzle-orm"
import type { Profile } from "#contract/accounts/account.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { refuse } from "#platform/errors.ts"
import { languageOf } from "../language.ts"
import { endOthers } from "../own/own-sessions.ts"
import { readProfile } from "../own/profile.ts"
import {
  CODE_MINUTES,
  makeCode,
  openRequest,
  requestCode,
  takeOneTimeCode,
} from "../sign-in/one-time-codes.ts"
import { countingGuess, countNewEmail } from "../sign-in/sign-in-limits.ts"
import { account, admins, officeStaff, students, teachers, user } from "../table.ts"
import { emailChangedMail, newEmailMail } from "./account-mails.ts"
import { proveEmail } from "./email-proof.ts"
import { withdrawMails } from "./mail-requests.ts"

/**
 * Mails a code to the e-mail that the viewer wants to change to. If another account has this e-mail, no code
 * is sent, but the response is the same. Throws MAIL_UNAVAILABLE, TOO_MANY_REQUESTS.
 */
export async function askNewEmail(
  ctx: SignedInCtx,
  input: { email: string },
): Promise<{ email: string; minutes: number }> {
  if (!ctx.mail.configured) refuse("MAIL_UNAVAILABLE")
  await countNewEmail(ctx, ctx.viewer.user_id)
  const { user_id, first_name } = ctx.viewer
  const language = await languageOf(ctx, user_id)
  await inTransaction(ctx, async (tx) => {
    const key = await requestCode(tx, { purpose: "email", to: addressFor(user_id, input.email), user_id })
    const request = await openRequest(tx, key)
    const [taken] = await tx.db.select({ id: user.id }).from(user).where(eq(user.email, input.email))
    if (!request || taken) return
    const code = await makeCode(tx, key)
    const reader = { user_id, first_name, email: input.email, language }
    await tx.post.mail(tx, newEmailMail(reader, input.email, code, request.expires_at))
  })
  return { email: input.email, minutes: CODE_MINUTES }
}

/** A code also belongs to the person who asked, so that others' guesses can't use it up. */
function addressFor(userId: string, email: string): string {
  return `${userId}\n${email}`
}

/**
 * Changes the viewer's e-mail by the mailed code, signs out their other devices and mails the old address. Throws CODE_WRONG, EMAIL_TAKEN.
 */
export async function confirmNewEmail(
  ctx: SignedInCtx,
  input: { email: string; code: string },
): Promise<Profile> {
  const { user_id, first_name, email: before } = ctx.viewer
  const given = { purpose: "email" as const, of: addressFor(user_id, input.email), code: input.code }
  await countingGuess(ctx, () => takeOneTimeCode(ctx, given))
  try {
    await inTransaction(ctx, async (tx) => {
      await writeEmail(tx, user_id, input.email)
      // The viewer's own session made the request, so what was set up is theirs.
      await proveEmail(tx, user_id)
      await withdrawMails(tx, user_id)
      await endGoogleOf(tx, user_id)
      await endOthers(tx)
      // The reader of the new address may be another person, so staff must confirm a guardian again.
      await tx.guardianship.doubt(tx, user_id)
      await recordAct(tx, "account.email", user_id)
      const reader = { user_id, first_name, email: before, language: await languageOf(tx, user_id) }
      if (before) await tx.post.mail(tx, emailChangedMail(tx.brand.name, reader))
    })
  } catch (error) {
    if (brokenConstraint(error) === "users_email_unique") refuse("EMAIL_TAKEN")
    throw error
  }
  return readProfile(ctx)
}

/** Who may read the old address may no longer sign in by it. Google links the account again by the new one. */
export async function endGoogleOf(tx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await tx.db.delete(account).where(and(eq(account.userId, userId), ne(account.providerId, "credential")))
}

/** Writes a person's e-mail to the account and to each profile, in the caller's transaction. */
export async function writeEmail(tx: Ctx, userId: string, email: string): Promise<void> {
  await tx.db.update(user).set({ email, updatedAt: tx.clock.now() }).where(eq(user.id, userId))
  for (const table of [students, teachers, admins, officeStaff] as const) {
    await tx.db.update(table).set({ email }).where(eq(table.user_id, userId))
  }
}
