import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { refuseWeakFor } from "../passwords/new-passwords.ts"
import { writePassword } from "../passwords/password-reset.ts"
import { readPerson } from "../sessions.ts"
import { rememberDevice } from "../sign-in/known-devices.ts"
import { tryPassword } from "../sign-in/sign-in.ts"
import { countingGuess } from "../sign-in/sign-in-limits.ts"
import { proveEmail, wouldEndAccess } from "./email-proof.ts"
import { findReader, redeem } from "./mail-requests.ts"

type Confirming = {
  request: string
  secret: string
  password?: string | undefined
  new_password?: string | undefined
}

/**
 * Confirms the e-mail that a link was mailed to, regardless of who is signed in. In another browser than the
 * account was made in it also needs the account's password, or a new one. A new one ends everything that was
 * set before, because a stranger may have signed up with this e-mail. If it is refused, the link stays
 * usable. Throws LINK_EXPIRED, PASSWORD_ASKED, PASSWORD_WRONG, FIELD_ERRORS, TOO_MANY_REQUESTS.
 */
export async function confirmEmail(ctx: Ctx, input: Confirming): Promise<{ access_ended: boolean }> {
  const { request, secret } = input
  const userId = await countingGuess(
    ctx,
    async () => (await findReader(ctx, "confirm", request, secret)) ?? refuse("LINK_EXPIRED"),
  )
  const with_password = await showsPassword(ctx, userId, input.password)
  const chosen = input.new_password
  if (!with_password && !chosen && (await wouldEndAccess(ctx, userId))) refuse("PASSWORD_ASKED")
  const hashed = with_password || !chosen ? null : await hashNewPassword(ctx, userId, chosen)
  return inTransaction(ctx, async (tx) => {
    if (!(await redeem(tx, "confirm", request, secret))) refuse("LINK_EXPIRED")
    const access_ended = await proveEmail(tx, userId, { with_password })
    if (access_ended && !hashed) refuse("PASSWORD_ASKED")
    // The password is only written if access has ended, not for people who confirmed before or signed up
    // here.
    if (access_ended && hashed) await writePassword(tx, userId, hashed)
    if (access_ended || with_password) await rememberDevice(tx, userId)
    return { access_ended }
  })
}

async function showsPassword(ctx: Ctx, userId: string, password: string | undefined): Promise<boolean> {
  if (!password) return false
  const person = (await readPerson(ctx.db, userId)) ?? refuse("LINK_EXPIRED")
  if ((await tryPassword(ctx, { email: person.email, password })) !== userId) refuse("PASSWORD_WRONG")
  return true
}

async function hashNewPassword(ctx: Ctx, userId: string, password: string): Promise<string> {
  await refuseWeakFor(ctx, userId, password, "new_password")
  return ctx.sessions.hashPassword(password)
}
