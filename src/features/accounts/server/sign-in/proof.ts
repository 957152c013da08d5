import { eq } from "drizzle-orm"
import type { z } from "zod"
import type { Proof, ProofOptions } from "#contract/accounts/account-proof.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { hasRecentProof, PROOF_LASTS } from "#platform/proof.ts"
import { readOwnGuardianPhone } from "../guardian-profiles.ts"
import { sendOwnCode, takeOwnMailedCode } from "../own/own-codes.ts"
import { hasPassword } from "../passwords/own-password.ts"
import { demoPeople } from "../table.ts"
import { hasGoogle } from "./google.ts"
import { tryPassword } from "./sign-in.ts"
import { needsSecondStep, takeOwnCode } from "./two-step.ts"

/*
 * Important actions need a recent proof of identity (`platform/policy.ts`), so that an unattended screen or a
 * stolen session is not enough. Signing in counts as one. These calls give another without leaving the page.
 * It needs the same as signing in, under the same limits.
 */

/** Returns how the viewer can confirm their identity again, and whether that is needed now. */
export async function readProof(ctx: SignedInCtx): Promise<ProofOptions> {
  return {
    recent: await hasRecentProof(ctx),
    by: await findWay(ctx),
    second_step: await needsSecondStep(ctx, ctx.viewer.user_id),
    google: hasGoogle(ctx),
  }
}

async function findWay(ctx: SignedInCtx): Promise<ProofOptions["by"]> {
  const { user_id, email, role } = ctx.viewer
  // Demo people never see a password: they sign in by one click.
  if (ctx.env.trial && (await isDemoPerson(ctx, user_id))) return "demo"
  if (await hasPassword(ctx, user_id)) return "password"
  // A guardian who was invited by e-mail has no number.
  if (role === "guardian" && (await readOwnGuardianPhone(ctx)) !== null) return "text"
  return email && ctx.mail.configured ? "mail" : null
}

async function isDemoPerson(ctx: SignedInCtx, userId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ user_id: demoPeople.user_id })
    .from(demoPeople)
    .where(eq(demoPeople.user_id, userId))
  return row !== undefined
}

/** Sends a code to a person without a password. Throws MAIL_UNAVAILABLE, TEXTS_UNAVAILABLE, TOO_MANY_REQUESTS. */
export function sendProofCode(ctx: SignedInCtx): Promise<{ minutes: number }> {
  return sendOwnCode(ctx, "proof")
}

/**
 * Accepts a proof: the password or, for people without one, the code that was sent; and the app's code where
 * two-step sign-in is on. Wrong tries count like wrong sign-ins. Throws PASSWORD_WRONG, CODE_WRONG,
 * TWO_STEP_UNREADABLE, NO_PROOF_HERE, TOO_MANY_REQUESTS.
 */
export async function giveProof(
  ctx: SignedInCtx,
  given: z.infer<typeof Proof>,
): Promise<{ good_until: Date }> {
  const { user_id, email } = ctx.viewer
  const by = await findWay(ctx)
  if (by === null) refuse("NO_PROOF_HERE")
  if (by === "password") {
    const owner = await tryPassword(ctx, { email, password: given.password ?? "" })
    if (owner !== user_id) refuse("PASSWORD_WRONG")
  }
  const app_code = given.app_code ?? ""
  // Both codes or neither are used up, so that one mistyped doesn't cost the other.
  if (by === "mail" || by === "text")
    await takeOwnMailedCode(ctx, "proof", given.code ?? "", (spend) => takeOwnCode(ctx, app_code, spend))
  else await takeOwnCode(ctx, app_code)
  const now = ctx.clock.now()
  await ctx.sessions.noteProof(ctx.http, now)
  return { good_until: new Date(now.getTime() + PROOF_LASTS) }
}
