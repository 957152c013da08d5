import { randomBytes } from "node:crypto"
import { and, eq, isNull, ne } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { DAY } from "#shared/time.ts"
import { proveEmail } from "./email-proof.ts"
import { issueLink, withdrawMails } from "./mail-requests.ts"
import { refuseWeakFor } from "./new-passwords.ts"
import { forgetCodesOf } from "./one-time-codes.ts"
import { writePassword } from "./password-reset.ts"
import { passwordProblem } from "./password-rules.ts"
import { lockAdmins, openAccount } from "./people.ts"
import { createAccount } from "./service.ts"
import { endSessionsOf, readPerson } from "./sessions.ts"
import { admins, user } from "./table.ts"

type NewAdmin = {
  email: string
  first_name: string
  last_name: string
  /** Null asks for a link that sets it. */
  password: string | null
}

/** What became of the account. */
export type MadeAdmin = {
  /** Somebody new, somebody with an account, or somebody who was an admin already. */
  was: "nobody" | "person" | "admin"
  /** Nobody had confirmed the e-mail, so everything that was set before has ended. */
  access_ended: boolean
  /** The account was disabled, and is open again. */
  enabled: boolean
  /** Sets a password, good for a day; null where one was given. */
  link: string | null
}

/**
 * Makes an admin for whoever runs the product: somebody new, or a person with an account. A password that is given
 * becomes theirs and ends every session; without one there is a link to set it, and an older link ends. An account
 * whose e-mail was never confirmed starts afresh, for somebody else may have signed up with it. Throws FIELD_ERRORS.
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
    // Whoever runs the product vouches for the e-mail, and not for who signed up with it.
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
  const problem = password === null ? null : await newPasswordProblem(password, person)
  if (problem) refuseFields({ password: problem })
  // Nobody knows the password of somebody who sets it by the link.
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

async function newPasswordProblem(password: string, person: NewAdmin): Promise<string | null> {
  return password.length < SHORTEST_PASSWORD ? "PASSWORD_SHORT" : passwordProblem(password, person)
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
 * Takes the admin's role off the person with this e-mail, for whoever runs the product. The account and what else
 * they are stay. Returns what they are now, null for somebody who has yet to give a profile; or why nothing changed.
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
