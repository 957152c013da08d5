import { and, eq, isNotNull } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { user } from "../table.ts"

/** Cancels the erasure of an account. Returns whether one was scheduled. */
export async function keepAccount(ctx: Ctx, userId: string): Promise<boolean> {
  const kept = await ctx.db
    .update(user)
    .set({ eraseAt: null, eraseAskedBy: null, updatedAt: ctx.clock.now() })
    .where(and(eq(user.id, userId), isNotNull(user.eraseAt)))
    .returning({ id: user.id })
  if (kept.length === 0) return false
  await recordAct(ctx, "account.erasure-taken-back", userId)
  await ctx.jobs.publish(ctx, "account.kept", { person_id: userId })
  return true
}

/** Cancels the erasure for a person who signs in. Throws ACCOUNT_DISABLED if a guardian asked for it. */
export async function keepOwnAccount(ctx: Ctx, userId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ asked_by: user.eraseAskedBy })
    .from(user)
    .where(and(eq(user.id, userId), isNotNull(user.eraseAt)))
  if (!row) return
  if (row.asked_by !== userId) refuse("ACCOUNT_DISABLED")
  await keepAccount(ctx, userId)
}
