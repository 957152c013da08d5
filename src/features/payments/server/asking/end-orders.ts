import { and, eq, inArray } from "drizzle-orm"
import { guardianMayPay } from "#features/guardians/server/links.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { LIVE } from "../orders.ts"
import { releaseSpending } from "../points/holding.ts"
import { orders } from "../table.ts"
import { isClaimed } from "../upi/claimed.ts"

/**
 * Ends the unpaid orders of a guardian who may not pay for a student any more, and gives their points and credit
 * back, so that another guardian can order. Money that was already on its way counts as for every order that has
 * ended: it fulfils the order while that can be had, else it goes back. A transfer that waits for staff is left
 * to them. Running it again changes nothing.
 */
export async function endOrdersOf(
  ctx: Ctx,
  { student_id, guardian_id }: { student_id: string; guardian_id: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (await guardianMayPay(tx, { student_id, guardian_id })) return
    const live = await tx.db
      .select()
      .from(orders)
      .where(
        and(eq(orders.student_id, student_id), eq(orders.buyer_id, guardian_id), inArray(orders.state, LIVE)),
      )
      .for("update")
    for (const order of live) {
      if (await isClaimed(tx, order.id)) continue
      await tx.db.update(orders).set({ state: "cancelled" }).where(eq(orders.id, order.id))
      await releaseSpending(tx, [order])
    }
  })
}
