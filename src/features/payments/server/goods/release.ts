import type { Ctx } from "#platform/context.ts"
import { releaseSpending, type Spender } from "../points/holding.ts"

/**
 * Gives back what was set aside for orders that are live no more and weren't paid, in the transaction that ends them:
 * points, credit and the pieces of goods. Once for each, however often it is called.
 */
export async function releaseHeld(
  tx: Ctx,
  ended: readonly (Spender & { course_id: string | null })[],
): Promise<void> {
  await releaseSpending(tx, ended)
  const goods = ended.filter(({ course_id }) => course_id === null).map(({ id }) => id)
  if (goods.length > 0) await tx.goods.release(tx, goods)
}
