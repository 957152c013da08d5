import { and, eq, sql } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import type { Ctx } from "#platform/context.ts"
import { ageColumns, rememberedMinority } from "./age.ts"
import { readConsents, writeConsent } from "./consents.ts"
import { guardianOf } from "./guardian-tables.ts"
import { isKnownDevice } from "./known-devices.ts"
import { forgetGuardiansOf } from "./known-guardians.ts"
import { mailLanguage, withdrawMails } from "./mail-requests.ts"
import { forgetCodesOf } from "./one-time-codes.ts"
import { shutOut } from "./people.ts"
import { pendingSignIns, recoveryCodes, twoStepSecrets } from "./security-tables.ts"
import { readPerson } from "./sessions.ts"
import { account, students, teachers, user } from "./table.ts"

/*
 * Anybody can sign up with somebody else's e-mail, before its owner comes. So the first proof that a person reads the
 * e-mail decides whose the account is: what was set up before counts only if the proof comes from the browser that
 * set it up, or together with the password. Otherwise all of it ends, and the owner starts afresh.
 */

/**
 * Records that somebody proved to read the account's e-mail, in the caller's transaction. Every way of proving it ends
 * here; `with_password` says that the account's password was given as well. Returns whether this was the first proof
 * and ended everything that was set before it.
 */
export async function proveEmail(
  tx: Ctx,
  userId: string,
  how: { with_password?: boolean } = {},
): Promise<boolean> {
  const [first] = await tx.db
    .update(user)
    .set({ emailVerified: true, updatedAt: tx.clock.now() })
    .where(and(eq(user.id, userId), eq(user.emailVerified, false)))
    .returning({ user_id: user.id, access_since: user.accessSince })
  if (!first || how.with_password || isSetUpHere(tx, first)) return false
  await endWhatWasSetBefore(tx, first)
  return true
}

type Owner = { user_id: string; access_since: Date | null }

/** Whether this browser signed up, or gave the password since: what was set up is its own. */
export function isSetUpHere(ctx: Ctx, owner: Owner): boolean {
  return ctx.viewer?.user_id === owner.user_id || isKnownDevice(ctx, owner)
}

/** Whether a proof of the account's e-mail from this browser would be the first and end what was set before. */
export async function wouldEndAccess(ctx: Ctx, userId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ user_id: user.id, access_since: user.accessSince, confirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, userId))
  return row !== undefined && !row.confirmed && !isSetUpHere(ctx, row)
}

async function endWhatWasSetBefore(tx: Ctx, { user_id }: Owner): Promise<void> {
  await tx.db.delete(account).where(eq(account.userId, user_id))
  for (const table of [pendingSignIns, recoveryCodes, twoStepSecrets] as const)
    await tx.db.delete(table).where(eq(table.user_id, user_id))
  await withdrawMails(tx, user_id)
  await forgetCodesOf(tx, user_id)
  // Calendar addresses and marks of known devices from before this instant count no more.
  // Mails are in the language of whoever proved it, until they choose another.
  await tx.db
    .update(user)
    .set({ accessSince: tx.clock.now(), language: mailLanguage(tx) })
    .where(eq(user.id, user_id))
  const profile_kept = await isVouchedFor(tx, user_id)
  if (!profile_kept) await askProfileAnew(tx, user_id)
  await tx.personalData.reclaimFor(tx, { user_id, profile_kept })
  await shutOut(tx, user_id)
  await recordAct(tx, "account.reclaimed", user_id)
}

/**
 * Whether the profile is not only what a stranger may have typed: the office made the account, or
 * confirmed who the guardian is; or a guardian asked to erase it, which a child must not get around.
 */
async function isVouchedFor(tx: Ctx, userId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({
      by_office: user.profileByOffice,
      known_guardians: sql<number>`(select count(*)::int from ${guardianOf} where ${guardianOf.student_id} = ${userId} 
        and (${guardianOf.how} = 'paper' or ${guardianOf.known_at} is not null))`,
      erased_by_other: sql<boolean>`coalesce(${user.eraseAskedBy} <> ${userId}, false)`,
    })
    .from(user)
    .where(eq(user.id, userId))
  return row !== undefined && (row.by_office || row.known_guardians > 0 || row.erased_by_other)
}

/**
 * Empties what a stranger may have typed: a parent's number, for example, that would be told about the child, or a
 * guardian who would decide for it. The person gives the profile again before anything else.
 */
async function askProfileAnew(tx: Ctx, userId: string): Promise<void> {
  const person = await readPerson(tx.db, userId)
  for (const { purpose, given, notice_version } of (await readConsents(tx, [userId])).get(userId) ?? []) {
    if (!given || !person) continue
    const wish = { student_id: userId, purpose, given: false, notice_version: notice_version ?? 0 }
    await writeConsent({ ...tx, viewer: person }, { ...wish, how: "self", language: "en" })
  }
  await forgetGuardiansOf(tx, userId)
  const [was] = await tx.db
    .select(ageColumns)
    .from(students)
    .where(eq(students.user_id, userId))
    .for("update")
  const [student] = await tx.db
    .update(students)
    .set({
      // Whoever gives the profile next may be the same child, and must not grow up by typing.
      minor_until: was ? rememberedMinority(tx, was) : null,
      phone: null,
      grade: null,
      curriculum: null,
      date_of_birth: null,
      date_of_birth_claimed: null,
      under_18: false,
      parent_name: null,
      parent_phone: null,
      parent_phone_confirmed_at: null,
      sms_notifications_enabled: true,
    })
    .where(eq(students.user_id, userId))
    .returning({ id: students.user_id })
  const [teacher] = await tx.db
    .update(teachers)
    .set({ phone: null })
    .where(eq(teachers.user_id, userId))
    .returning({ id: teachers.user_id })
  if (student || teacher) await tx.db.update(user).set({ profileDue: true }).where(eq(user.id, userId))
}
