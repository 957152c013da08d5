import type { Ctx } from "./context.ts"
import { outageOf } from "./outage.ts"

/**
 * Does `work` for each row by itself: one that fails is logged and holds up no other. Returns those that failed.
 * Throws an outage, which would meet all the others too.
 */
export async function eachByItself<T>(
  ctx: Pick<Ctx, "log">,
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
): Promise<T[]> {
  const failed: T[] = []
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      if (outageOf(error)) throw error
      ctx.log.error({ err: error, row }, "one row of many failed")
      failed.push(row)
    }
  }
  return failed
}
