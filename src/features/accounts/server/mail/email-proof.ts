import { and, eq, sql } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import type { Ctx } from "#platform/context.ts"
import { ageColumns, rememberedMinority } from "../age.ts"
import { languageAsked } from "../language.ts"
import { shutOut } from "../people/people.ts"
import { pendingSignIns, recoveryCodes, twoStepSecrets } from "../security-tables.ts"
import { isKnownDevice } from "../sign-in/known-devices.ts"
import { forgetCodesOf } from "../sign-in/one-time-codes.ts"
import { account, students, teachers, user } from "../table.ts"
import { withdrawMails } from "./mail-requests.ts"

/*
 * A stranger can sign up with an e-mail before its owner does. So the first proof that a person reads the
 * e-mail decides who owns the account. What was set up before is kept only if the proof comes from the
 * browser that set it up, or together with the password. Otherwise all of it ends, and the owner starts anew.
 */

/**
 * Records that a person proved to read the account's e-mail, in the caller's transaction. All ways of proving
 * it call this. `with_password` says that the account's password was given as well. Returns whether this was
 * the first proof and ended everything that was set before it.
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

/** Whether this browser signed up, or gave the password since, so that what was set up is its own. */
export function isSetUpHere(ctx: Ctx, owner: Owner): boolean {
  return ctx.viewer?.user_id === owner.user_id || isKnownDevice(ctx, owner)
}

/**
 * Whether proving the account's e-mail from this browser would be the first proof and end what was set
 * before.
 */
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
  // Calendar addresses and marks of known devices made before this instant no longer count. Mails are in the
  // language of the person who proved the e-mail, until they choose another.
  await tx.db
    .update(user)
    .set({ accessSince: tx.clock.now(), language: languageAsked(tx) })
    .where(eq(user.id, user_id))
  const profile_kept = await isVouchedFor(tx, user_id)
  await tx.personalData.reclaimFor(tx, { user_id, profile_kept })
  if (!profile_kept) await askProfileAnew(tx, user_id)
  await shutOut(tx, user_id)
  await recordAct(tx, "account.reclaimed", user_id)
}

/**
 * Whether the profile must be kept because it is not only what a stranger may have typed: the office made the
 * account or confirmed the guardian, or a guardian asked to erase it, which a child must not get around.
 */
async function isVouchedFor(tx: Ctx, userId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({
      by_office: user.profileByOffice,
      erased_by_other: sql<boolean>`coalesce(${user.eraseAskedBy} <> ${userId}, false)`,
    })
    .from(user)
    .where(eq(user.id, userId))
  if (!row) return false
  return row.by_office || row.erased_by_other || (await tx.guardianship.isVouchedFor(tx, userId))
}

/**
 * Clears what a stranger may have typed, such as a guardian's number that would get notices about the child
 * or decide for it. The person must give the profile again before anything else.
 */
async function askProfileAnew(tx: Ctx, userId: string): Promise<void> {
  const [was] = await tx.db
    .select(ageColumns)
    .from(students)
    .where(eq(students.user_id, userId))
    .for("update")
  const [student] = await tx.db
    .update(students)
    .set({
      // The same child may give the next profile, and must not become an adult by typing another date.
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
