import { and, eq } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { languageOf } from "./language.ts"
import { twoStepResetMail } from "./mail/account-mails.ts"
import { pendingSignIns, recoveryCodes, twoStepSecrets } from "./security-tables.ts"
import { endSessionsOf, readPerson } from "./sessions.ts"
import { freshlySealed, TWO_STEP_PURPOSE } from "./sign-in/two-step.ts"
import { user } from "./table.ts"

/**
 * Switches two-step sign-in off for a person who lost the app and recovery codes, in the caller's
 * transaction. They are signed out everywhere and mailed. Returns false if it was not on.
 */
export async function resetTwoStepOf(tx: Ctx, userId: string, by: "admin" | "command"): Promise<boolean> {
  const [gone] = await tx.db
    .delete(twoStepSecrets)
    .where(eq(twoStepSecrets.user_id, userId))
    .returning({ confirmed_at: twoStepSecrets.confirmed_at })
  if (!gone?.confirmed_at) return false
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  await tx.db.delete(pendingSignIns).where(eq(pendingSignIns.user_id, userId))
  await endSessionsOf(tx, userId)
  await recordAct(tx, "person.two_step_reset", userId, { by })
  const person = await readPerson(tx.db, userId)
  if (person?.email) {
    const reader = { ...person, language: await languageOf(tx, userId) }
    await tx.post.mail(tx, twoStepResetMail(tx.brand.name, reader, `${tx.address}/account/two-step`))
  }
  return true
}

/** Resets the two-step sign-in of the person with this e-mail, for the operator. */
export async function resetTwoStepByEmail(ctx: Ctx, email: string): Promise<"unknown" | "off" | "reset"> {
  const [found] = await ctx.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  if (!found) return "unknown"
  return inTransaction(ctx, async (tx) => ((await resetTwoStepOf(tx, found.id, "command")) ? "reset" : "off"))
}

/**
 * Counts the secrets that are sealed with the current key, with an older one, and with one that is missing
 * here.
 */
export async function countSealed(ctx: Pick<Ctx, "db" | "keys">) {
  const rows = await ctx.db.select({ sealed: twoStepSecrets.sealed_secret }).from(twoStepSecrets)
  const counts = { fresh: 0, older: 0, unreadable: 0 }
  for (const { sealed } of rows) {
    if (ctx.keys.unseal(TWO_STEP_PURPOSE, sealed) === null) counts.unreadable += 1
    else counts[ctx.keys.isFresh(sealed) ? "fresh" : "older"] += 1
  }
  return counts
}

/** Seals secrets of older keys again with the current key, so that the older keys can be removed. */
export async function resealSecrets(ctx: Pick<Ctx, "db" | "keys">): Promise<void> {
  const rows = await ctx.db
    .select({ user_id: twoStepSecrets.user_id, sealed: twoStepSecrets.sealed_secret })
    .from(twoStepSecrets)
  for (const { user_id, sealed } of rows) {
    const secret = ctx.keys.isFresh(sealed) ? null : ctx.keys.unseal(TWO_STEP_PURPOSE, sealed)
    if (secret === null) continue
    // Leaves the secret of a person who set two-step sign-in up again meanwhile, because it is new.
    const unchanged = and(eq(twoStepSecrets.user_id, user_id), eq(twoStepSecrets.sealed_secret, sealed))
    await ctx.db
      .update(twoStepSecrets)
      .set(freshlySealed(ctx, sealed, secret))
      .where(unchanged)
  }
}
