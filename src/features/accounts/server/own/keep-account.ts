import { and, eq, isNotNull } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { isMinor } from "../age.ts"
import { students, user } from "../table.ts"

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

/**
 * Cancels the erasure for a person who signs in. Throws ACCOUNT_DISABLED if a guardian asked for it, unless the
 * person is 18 by now and so decides.
 */
export function keepOwnAccount(ctx: Ctx, userId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select({ asked_by: user.eraseAskedBy, student: students })
      .from(user)
      .leftJoin(students, eq(students.user_id, user.id))
      .where(and(eq(user.id, userId), isNotNull(user.eraseAt)))
    if (!row) return
    const isAdult = row.student !== null && !isMinor(tx, row.student)
    if (row.asked_by !== userId && !isAdult) refuse("ACCOUNT_DISABLED")
    await keepAccount(tx, userId)
  })
}
