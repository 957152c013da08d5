import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { proveEmail, wouldEndAccess } from "./email-proof.ts"
import { rememberDevice } from "./known-devices.ts"
import { findReader, redeem } from "./mail-requests.ts"
import { refuseWeakFor } from "./new-passwords.ts"
import { writePassword } from "./password-reset.ts"
import { readPerson } from "./sessions.ts"
import { tryPassword } from "./sign-in.ts"
import { countingGuess } from "./sign-in-limits.ts"

type Confirming = {
  request: string
  secret: string
  password?: string | undefined
  new_password?: string | undefined
}

/**
 * Confirms the e-mail that a link was mailed to, whoever is signed in. From another browser than the account was made
 * in it takes the account's password, or a new one, which ends everything that was set before: somebody else may have
 * signed up with this e-mail. Refused, the link stays good. Throws LINK_EXPIRED, PASSWORD_ASKED, PASSWORD_WRONG,
 * FIELD_ERRORS, TOO_MANY_REQUESTS.
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
    // A link that confirms does no more for who has confirmed before, or made the account here.
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
