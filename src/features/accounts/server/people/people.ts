import { and, eq, isNotNull, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { changeRole as changeRoleContract, PersonEntry } from "#contract/accounts/people.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { languageOf } from "../language.ts"
import { approvedMail } from "../mail/account-mails.ts"
import { withdrawMails } from "../mail/mail-requests.ts"
import { endSessionsOf } from "../sessions.ts"
import { admins, officeStaff, students, teachers, user } from "../table.ts"
import { resetTwoStepOf } from "../two-step-upkeep.ts"
import { readEntry } from "./people-list.ts"

type GivenRole = z.output<NonNullable<(typeof changeRoleContract)["~orpc"]["inputSchema"]>>["role"]

/** Serialises changes to who is an admin, so that two admins can't demote each other at the same time. */
const ADMINS_LOCK = "kaksha.admins"

/** Approves an instructor and mails them. Approving again changes nothing. Throws NOT_FOUND. */
export function approveInstructor(ctx: SignedInCtx, userId: string): Promise<PersonEntry> {
  return inTransaction(ctx, async (tx) => {
    const [approved] = await tx.db
      .update(teachers)
      .set({ approved_at: tx.clock.now() })
      .where(and(eq(teachers.user_id, userId), isNull(teachers.approved_at), isNull(teachers.ended_at)))
      .returning({ first_name: teachers.first_name, email: teachers.email })
    const entry = await readEntry(tx, userId)
    if (entry.role !== "instructor") notFound()
    if (!approved) return entry
    await recordAct(tx, "person.approve", userId)
    const reader = { user_id: userId, ...approved, language: await languageOf(tx, userId) }
    await tx.post.mail(tx, approvedMail(tx.brand.name, reader, `${tx.address}/teacher-dashboard`))
    await emit(tx, "person.changed", userId)
    return entry
  })
}

/**
 * Changes a person's role and profile immediately and records it in the audit log. Records of their earlier
 * role stay theirs. Throws NOT_FOUND, OWN_ACCOUNT, GUARDIAN_ROLE, FIELD_ERRORS if the person is to be staff
 * and their e-mail was never confirmed, and FORBIDDEN if the viewer is no longer an admin.
 */
export function changeRole(
  ctx: SignedInCtx,
  input: { user_id: string; role: GivenRole },
): Promise<PersonEntry> {
  const { user_id, role } = input
  return asAdmin(ctx, user_id, async (tx) => {
    const before = await readEntry(tx, user_id)
    if (before.role === "guardian") refuse("GUARDIAN_ROLE")
    if (before.role === role) return before
    if (role !== "student") await refuseUnconfirmed(tx, user_id)
    await writeRole(tx, before, role)
    // A link for a new password that was handed over is for people with fewer rights.
    if (role === "office" || role === "admin") await withdrawMails(tx, user_id)
    await recordAct(tx, "person.role", user_id, { from: before.role, to: role })
    await emit(tx, "person.changed", user_id)
    await tx.jobs.publish(tx, "person.role_changed", { person_id: user_id })
    return readEntry(tx, user_id)
  })
}

/**
 * A stranger can sign up with a colleague's e-mail, so a staff role needs a confirmed e-mail or an account
 * that the office made. Without a mail server nobody can confirm one, and the office's decision is enough.
 * Throws FIELD_ERRORS.
 */
async function refuseUnconfirmed(tx: Ctx, userId: string): Promise<void> {
  if (!tx.mail.configured) return
  const [row] = await tx.db
    .select({ confirmed: user.emailVerified, by_office: user.profileByOffice })
    .from(user)
    .where(eq(user.id, userId))
  if (!row?.confirmed && !row?.by_office) refuseFields({ role: "ROLE_NEEDS_CONFIRMED_EMAIL" })
}

async function writeRole(tx: Ctx, person: PersonEntry, role: GivenRole): Promise<void> {
  const { user_id } = person
  const now = tx.clock.now()
  const profile = await profileOf(tx, person)
  if (role === "admin") {
    await tx.db.insert(admins).values(profile).onConflictDoNothing()
    await tx.db.delete(officeStaff).where(eq(officeStaff.user_id, user_id))
    return
  }
  await tx.db.delete(admins).where(eq(admins.user_id, user_id))
  if (role !== "office") await tx.db.delete(officeStaff).where(eq(officeStaff.user_id, user_id))
  if (role === "instructor") {
    await tx.db
      .insert(teachers)
      .values({ ...profile, approved_at: now })
      .onConflictDoUpdate({ target: teachers.user_id, set: { approved_at: now, ended_at: null } })
    return
  }
  // Classes refer to the row of their instructor. It is kept, but no longer gives a role.
  await tx.db.update(teachers).set({ approved_at: null, ended_at: now }).where(eq(teachers.user_id, user_id))
  const own = role === "office" ? officeStaff : students
  await tx.db.insert(own).values(profile).onConflictDoNothing()
}

async function profileOf(tx: Ctx, person: PersonEntry) {
  const { user_id, email } = person
  const [known] = await tx.db
    .select({
      first_name: sql<string>`coalesce(${admins.first_name}, ${officeStaff.first_name}, ${teachers.first_name}, ${students.first_name}, ${user.name})`,
      last_name: sql<string>`coalesce(${admins.last_name}, ${officeStaff.last_name}, ${teachers.last_name}, ${students.last_name}, '')`,
      phone: sql<
        string | null
      >`coalesce(${admins.phone}, ${officeStaff.phone}, ${teachers.phone}, ${students.phone})`,
    })
    .from(user)
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(officeStaff, eq(officeStaff.user_id, user.id))
    .leftJoin(teachers, eq(teachers.user_id, user.id))
    .leftJoin(students, eq(students.user_id, user.id))
    .where(eq(user.id, user_id))
  return { user_id, email, created_at: tx.clock.now(), ...(known ?? notFound()) }
}

/**
 * Disables an account: its sessions and links end, and live rooms remove the person. Throws NOT_FOUND, OWN_ACCOUNT,
 * FORBIDDEN.
 */
export function disablePerson(
  ctx: SignedInCtx,
  input: { user_id: string; reason: string },
): Promise<PersonEntry> {
  const { user_id, reason } = input
  return asAdmin(ctx, user_id, async (tx) => {
    const [disabled] = await tx.db
      .update(user)
      .set({ disabledAt: tx.clock.now(), disabledReason: reason })
      .where(and(eq(user.id, user_id), isNull(user.disabledAt)))
      .returning({ id: user.id })
    if (disabled) {
      await shutOut(tx, user_id)
      await withdrawMails(tx, user_id)
      // The reason may name people, so it is stored with the account and not in the log.
      await recordAct(tx, "person.disable", user_id)
    }
    return readEntry(tx, user_id)
  })
}

/** Ends a person's sessions and notifies open pages and live rooms, in the caller's transaction. */
export async function shutOut(tx: Ctx, userId: string): Promise<void> {
  await endSessionsOf(tx, userId)
  await emit(tx, "person.changed", userId)
  await tx.jobs.publish(tx, "person.disabled", { person_id: userId })
}

/**
 * Switches two-step sign-in off for a person who lost the app and recovery codes. They are signed out and
 * mailed. Changes nothing if it is not on. Throws NOT_FOUND, OWN_ACCOUNT, FORBIDDEN.
 */
export function resetTwoStep(ctx: SignedInCtx, userId: string): Promise<PersonEntry> {
  return asAdmin(ctx, userId, async (tx) => {
    await readEntry(tx, userId)
    if (await resetTwoStepOf(tx, userId, "admin")) await emit(tx, "person.changed", userId)
    return readEntry(tx, userId)
  })
}

/** Enables an account again. Throws NOT_FOUND. */
export function enablePerson(ctx: SignedInCtx, userId: string): Promise<PersonEntry> {
  return inTransaction(ctx, async (tx) => {
    await openAccount(tx, userId)
    return readEntry(tx, userId)
  })
}

/**
 * Enables a disabled account, in the caller's transaction. Returns whether it was disabled. An erased account
 * stays disabled.
 */
export async function openAccount(tx: Ctx, userId: string): Promise<boolean> {
  const [disabled] = await tx.db
    .select({ since: user.disabledAt })
    .from(user)
    .where(and(eq(user.id, userId), isNotNull(user.disabledAt), isNull(user.erasedAt)))
    .for("update")
  if (!disabled) return false
  await tx.db.update(user).set({ disabledAt: null, disabledReason: null }).where(eq(user.id, userId))
  await recordAct(tx, "person.enable", userId)
  await tx.jobs.publish(tx, "person.enabled", { person_id: userId, since: disabled.since?.toISOString() })
  return true
}

/** Runs `work` for another person's account if the viewer is still an admin. Such calls run one at a time. */
export async function asAdmin<T>(
  ctx: SignedInCtx,
  userId: string,
  work: (tx: SignedInCtx) => Promise<T>,
): Promise<T> {
  if (userId === ctx.viewer.user_id) refuse("OWN_ACCOUNT")
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx)
    const [still] = await tx.db
      .select({ user_id: admins.user_id })
      .from(admins)
      .innerJoin(user, eq(user.id, admins.user_id))
      .where(and(eq(admins.user_id, ctx.viewer.user_id), isNull(user.disabledAt)))
    if (!still) refuse("FORBIDDEN")
    return work(tx)
  })
}

/** Locks changes to who is an admin until the caller's transaction ends. */
export async function lockAdmins(tx: Pick<Ctx, "db">): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ADMINS_LOCK}, 0))`)
}
