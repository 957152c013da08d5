import { isApprovedInstructor } from "#features/accounts/server/service.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"

/**
 * Throws FORBIDDEN for an instructor whom no admin has approved. Anybody can sign up as one, and arrivals tell parents
 * where their child is.
 */
export async function requireTrusted(ctx: SignedInCtx): Promise<void> {
  if (ctx.viewer.role === "admin") return
  if (!(await isApprovedInstructor(ctx, ctx.viewer.user_id))) refuse("FORBIDDEN")
}
