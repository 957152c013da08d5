import { eq } from "drizzle-orm"
import type { GoodsOrder } from "#contract/shop/goods.ts"
import { orders } from "#features/payments/server/table.ts"
import { recordChange } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { isHandedOver, STEPS, type Stage } from "../stages.ts"
import { readGoods } from "./goods-view.ts"
import { holdGoods } from "./hold.ts"
import { shopLines, shopOrders, shopReturns } from "./table.ts"

/**
 * Undoes the stage that a paid order was set to by mistake. The buyer sees the stage before; of each stage they are told
 * once, and not again when it is reached anew. Undoing it twice is undoing it once. Throws NOT_FOUND, STAGE_CHANGED, and
 * RETURN_ASKED where the buyer wants to give back what they would not have then.
 */
export async function stepBack(
  ctx: SignedInCtx,
  { order_number, from }: { order_number: string; from: Stage },
): Promise<GoodsOrder> {
  await inTransaction(ctx, async (tx) => {
    const [found] = await holdGoods(tx, eq(orders.number, order_number))
    if (!found) return notFound()
    const { goods, state, buyer_id } = found
    const to = before(goods, from)
    if (to !== null && goods.stage === to) return
    if (to === null || goods.stage !== from || state !== "paid") return refuse("STAGE_CHANGED")
    const asked = tx.db
      .select({ id: shopReturns.id })
      .from(shopReturns)
      .innerJoin(shopLines, eq(shopLines.id, shopReturns.line_id))
      .where(eq(shopLines.order_id, goods.order_id))
      .limit(1)
    if (isHandedOver(from) && (await asked).length > 0) refuse("RETURN_ASKED")
    await tx.db
      .update(shopOrders)
      .set({
        ...{ stage: to, changed_at: tx.clock.now() },
        ...(from === "packed" && { packed_at: null }),
        ...(from === "sent" && { carrier: null }),
        ...(isHandedOver(from) && { handed_over_at: null }),
      })
      .where(eq(shopOrders.order_id, goods.order_id))
    await recordChange(tx, "goods.stage-back", order_number, { from: { stage: from }, to: { stage: to } })
    if (buyer_id) await emit(tx, "person.enrolled", buyer_id)
  })
  return readGoods(ctx, order_number)
}

function before({ way }: Pick<typeof shopOrders.$inferSelect, "way">, stage: Stage): Stage | null {
  const steps = STEPS[way]
  return steps[steps.indexOf(stage) - 1] ?? null
}
