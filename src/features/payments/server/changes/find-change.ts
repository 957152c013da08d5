import { and, eq, isNotNull } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { orders } from "../table.ts"

/** The paid order that took the place of another one's term, if there is one. */
export async function findChange(
  ctx: Pick<Ctx, "db">,
  orderId: string,
): Promise<typeof orders.$inferSelect | null> {
  const [made] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.changes, orderId), isNotNull(orders.paid_at)))
  return made ?? null
}
