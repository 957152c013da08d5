import type { Ctx } from "../context.ts"
import { outageOf } from "../outage.ts"

/**
 * Runs `work` for each row separately: a failure is logged and does not stop the others. Returns the rows
 * that failed. Throws on an outage, which would fail all the others too.
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
