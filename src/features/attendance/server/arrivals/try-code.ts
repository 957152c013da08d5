import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { countTry, type Limit, takeBackTry } from "#platform/limits.ts"

/**
 * Looks a code up as one try of a limit, which a code that is found does not use up. Returns null for a wrong code.
 * Throws TOO_MANY_REQUESTS, also for a right one, after too many wrong ones.
 */
export async function tryCode<T>(
  ctx: Pick<Ctx, "db" | "clock">,
  limit: Limit,
  look: () => Promise<T | null> | T | null,
): Promise<T | null> {
  const wait = await countTry(ctx, [limit])
  if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
  const found = await look()
  if (found !== null) await takeBackTry(ctx, [limit])
  return found
}
