import { and, eq } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { twoStepResetMail } from "./account-mails.ts"
import { languageOf } from "./language.ts"
import { pendingSignIns, recoveryCodes, twoStepSecrets } from "./security-tables.ts"
import { endSessionsOf, readPerson } from "./sessions.ts"
import { user } from "./table.ts"
import { freshlySealed, TWO_STEP_PURPOSE } from "./two-step.ts"

/**
 * Takes two-step sign-in off a person who lost app and recovery codes, in the caller's transaction. They are signed
 * out everywhere and told by mail. Returns false where it was not on.
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
    await tx.post.mail(tx, twoStepResetMail(reader, `${tx.address}/account/two-step`))
  }
  return true
}

/** Resets the two-step sign-in of the person with this e-mail, for whoever runs the product. */
export async function resetTwoStepByEmail(ctx: Ctx, email: string): Promise<"unknown" | "off" | "reset"> {
  const [found] = await ctx.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  if (!found) return "unknown"
  return inTransaction(ctx, async (tx) => ((await resetTwoStepOf(tx, found.id, "command")) ? "reset" : "off"))
}

/** How many people's secrets are sealed under the current key, under an older one, and under none that is here. */
export async function countSealed(ctx: Pick<Ctx, "db" | "keys">) {
  const rows = await ctx.db.select({ sealed: twoStepSecrets.sealed_secret }).from(twoStepSecrets)
  const counts = { fresh: 0, older: 0, unreadable: 0 }
  for (const { sealed } of rows) {
    if (ctx.keys.unseal(TWO_STEP_PURPOSE, sealed) === null) counts.unreadable += 1
    else counts[ctx.keys.isFresh(sealed) ? "fresh" : "older"] += 1
  }
  return counts
}

/** Seals again under the current key what an older one sealed, so that the older one can be thrown away. */
export async function resealSecrets(ctx: Pick<Ctx, "db" | "keys">): Promise<void> {
  const rows = await ctx.db
    .select({ user_id: twoStepSecrets.user_id, sealed: twoStepSecrets.sealed_secret })
    .from(twoStepSecrets)
  for (const { user_id, sealed } of rows) {
    const secret = ctx.keys.isFresh(sealed) ? null : ctx.keys.unseal(TWO_STEP_PURPOSE, sealed)
    if (secret === null) continue
    // Whoever set two-step sign-in up anew in between has a fresh secret already.
    const unchanged = and(eq(twoStepSecrets.user_id, user_id), eq(twoStepSecrets.sealed_secret, sealed))
    await ctx.db
      .update(twoStepSecrets)
      .set(freshlySealed(ctx, sealed, secret))
      .where(unchanged)
  }
}
