import { randomBytes } from "node:crypto"
import { and, eq, isNull, ne } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { DAY } from "#shared/time.ts"
import { proveEmail } from "./mail/email-proof.ts"
import { issueLink, withdrawMails } from "./mail/mail-requests.ts"
import { refuseWeakFor } from "./passwords/new-passwords.ts"
import { writePassword } from "./passwords/password-reset.ts"
import { passwordProblem } from "./passwords/password-rules.ts"
import { lockAdmins, openAccount } from "./people/people.ts"
import { createAccount } from "./service.ts"
import { endSessionsOf, readPerson } from "./sessions.ts"
import { forgetCodesOf } from "./sign-in/one-time-codes.ts"
import { admins, user } from "./table.ts"

type NewAdmin = {
  email: string
  first_name: string
  last_name: string
  /** Null: return a link that sets it. */
  password: string | null
}

/** What became of the account. */
export type MadeAdmin = {
  /** What existed before: no account, an account, or an admin. */
  was: "nobody" | "person" | "admin"
  /** The e-mail was unconfirmed, so everything that was set before has ended. */
  access_ended: boolean
  /** The account was disabled, and was enabled again. */
  enabled: boolean
  /** A link to set a password, valid for a day. Null if a password was given. */
  link: string | null
}

/**
 * Makes an admin, for the operator: a new person, or one with an account. A given password replaces theirs
 * and ends all sessions. Without one, a link to set it is returned and older links end. Access to an account
 * whose e-mail was never confirmed is reset, because a stranger may have signed up with it. Throws
 * FIELD_ERRORS.
 */
export async function makeAdmin(ctx: Ctx, person: NewAdmin): Promise<MadeAdmin> {
  const [known] = await ctx.db.select({ id: user.id }).from(user).where(eq(user.email, person.email))
  if (!known) return makeNewAdmin(ctx, person)
  const { email, first_name, last_name, password } = person
  if (password !== null && password.length < SHORTEST_PASSWORD) refuseFields({ password: "PASSWORD_SHORT" })
  const hashed = password === null ? null : await ctx.sessions.hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx)
    if (password !== null) await refuseWeakFor(tx, known.id, password)
    const [made] = await tx.db
      .insert(admins)
      .values({ user_id: known.id, email, first_name, last_name, created_at: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ user_id: admins.user_id })
    if (made) await recordAct(tx, "person.make_admin", known.id, { by: "command", known: true })
    const enabled = await openAccount(tx, known.id)
    // The operator vouches for the e-mail, but not for the person who signed up with it.
    const access_ended = await proveEmail(tx, known.id)
    await withdrawMails(tx, known.id)
    if (hashed) await replacePassword(tx, known.id, hashed)
    const link = hashed ? null : await linkFor(tx, known.id, email)
    await tellChange(tx, known.id)
    return { was: made ? "person" : "admin", access_ended, enabled, link }
  })
}

const SHORTEST_PASSWORD = 8

async function makeNewAdmin(ctx: Ctx, person: NewAdmin): Promise<MadeAdmin> {
  const { email, first_name, last_name, password } = person
  const problem = password === null ? null : await newPasswordProblem(ctx, password, person)
  if (problem) refuseFields({ password: problem })
  // A random password that nobody knows, for a person who sets theirs by the link.
  const secret = password ?? randomBytes(32).toString("base64url")
  let link: string | null = null
  const account = { email, first_name, last_name, password: secret, email_verified: true }
  await createAccount(ctx, account, async (tx, profile) => {
    await tx.db.insert(admins).values(profile)
    await recordAct(tx, "person.make_admin", profile.user_id, { by: "command", known: false })
    if (password === null) link = await linkFor(tx, profile.user_id, email)
  })
  return { was: "nobody", access_ended: false, enabled: false, link }
}

async function newPasswordProblem(ctx: Ctx, password: string, person: NewAdmin): Promise<string | null> {
  if (password.length < SHORTEST_PASSWORD) return "PASSWORD_SHORT"
  return passwordProblem(password, person, ctx.brand.name)
}

async function linkFor(tx: Ctx, user_id: string, email: string): Promise<string> {
  return (await issueLink(tx, "/reset-password", { user_id, email }, DAY)).url
}

async function replacePassword(tx: Ctx, userId: string, hashed: string): Promise<void> {
  await writePassword(tx, userId, hashed)
  await forgetCodesOf(tx, userId)
  await endSessionsOf(tx, userId)
  await recordAct(tx, "person.set_password", userId, { by: "command" })
}

async function tellChange(tx: Ctx, userId: string): Promise<void> {
  await emit(tx, "person.changed", userId)
  await tx.jobs.publish(tx, "person.role_changed", { person_id: userId })
}

/**
 * Removes the admin role of the person with this e-mail, for the operator. The account and its other roles
 * stay. Returns their role now, null for a person without a profile, or why nothing changed.
 */
export async function removeAdmin(
  ctx: Ctx,
  email: string,
): Promise<"unknown" | "no-admin" | "last" | { role: string | null }> {
  const [known] = await ctx.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  if (!known) return "unknown"
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx)
    const [other] = await tx.db
      .select({ user_id: admins.user_id })
      .from(admins)
      .innerJoin(user, eq(user.id, admins.user_id))
      .where(and(ne(admins.user_id, known.id), isNull(user.disabledAt), isNull(user.eraseAt)))
      .limit(1)
    const [admin] = await tx.db.select().from(admins).where(eq(admins.user_id, known.id))
    if (!admin) return "no-admin"
    if (!other) return "last"
    await tx.db.delete(admins).where(eq(admins.user_id, known.id))
    await recordAct(tx, "person.remove_admin", known.id, { by: "command" })
    await tellChange(tx, known.id)
    return { role: (await readPerson(tx.db, known.id))?.role ?? null }
  })
}
