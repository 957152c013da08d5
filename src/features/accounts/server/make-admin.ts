import { randomBytes } from "node:crypto"
import { eq } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import { DAY } from "#shared/time.ts"
import { proveEmail } from "./email-proof.ts"
import { issueLink } from "./mail-requests.ts"
import { passwordProblem } from "./password-rules.ts"
import { createAccount } from "./service.ts"
import { admins, user } from "./table.ts"

type NewAdmin = {
  email: string
  first_name: string
  last_name: string
  /** Null asks for a link that sets it. */
  password: string | null
}

/**
 * Makes an admin for whoever runs the product: somebody new, or a person with an account. They keep the password if
 * they confirmed their e-mail before; otherwise somebody else may have signed up with it, and it ends. Returns a link
 * to set the password, good for a day, for whoever has none now. Throws FIELD_ERRORS.
 */
export async function makeAdmin(
  ctx: Ctx,
  person: NewAdmin,
): Promise<{ known: boolean; link: string | null }> {
  const { email, first_name, last_name, password } = person
  const [known] = await ctx.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  if (known) {
    const link = await inTransaction(ctx, async (tx) => {
      const [made] = await tx.db
        .insert(admins)
        .values({ user_id: known.id, email, first_name, last_name, created_at: tx.clock.now() })
        .onConflictDoNothing()
        .returning({ user_id: admins.user_id })
      if (made) await recordAct(tx, "person.make_admin", known.id, { by: "command", known: true })
      // Whoever runs the product vouches for the e-mail, and not for who signed up with it.
      const access_ended = await proveEmail(tx, known.id)
      return access_ended
        ? (await issueLink(tx, "/reset-password", { user_id: known.id, email }, DAY)).url
        : null
    })
    return { known: true, link }
  }
  const problem = password === null ? null : await newPasswordProblem(password, person)
  if (problem) refuseFields({ password: problem })
  // Nobody knows the password of somebody who sets it by the link.
  const secret = password ?? randomBytes(32).toString("base64url")
  let link: string | null = null
  const account = { email, first_name, last_name, password: secret, email_verified: true }
  await createAccount(ctx, account, async (tx, profile) => {
    await tx.db.insert(admins).values(profile)
    await recordAct(tx, "person.make_admin", profile.user_id, { by: "command", known: false })
    if (password === null) link = (await issueLink(tx, "/reset-password", profile, DAY)).url
  })
  return { known: false, link }
}

async function newPasswordProblem(password: string, person: NewAdmin): Promise<string | null> {
  return password.length < 8 ? "PASSWORD_SHORT" : passwordProblem(password, person)
}
