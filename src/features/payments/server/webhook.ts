import { type Ctx, inTransaction } from "#platform/context.ts"
import { deleteOld } from "#platform/database/delete-old.ts"
import { DAY } from "#shared/time.ts"
import { recordRefundIn } from "./refunds.ts"
import { recordPaymentIn } from "./settling.ts"
import { gatewayEvents } from "./table.ts"

/** Providers repeat an event for a day, and settle what is late within three. */
const KEPT = 30 * DAY

/**
 * Takes in what a provider posts, as it arrived. All that follows from it is in one transaction with its id, so
 * that a repeat does nothing, and one that failed is taken when it is repeated. The provider is not asked
 * anything meanwhile.
 */
export async function receiveEvent(
  ctx: Ctx,
  provider: string,
  rawBody: Buffer,
  headers: Headers,
): Promise<"accepted" | "forged" | "unknown"> {
  if (ctx.money?.name !== provider) return "unknown"
  const event = ctx.money.parseWebhook(rawBody, headers)
  if (!event) {
    ctx.log.warn({ provider }, "a webhook of the payment provider was not signed by it")
    return "forged"
  }
  await inTransaction(ctx, async (tx) => {
    if (event.kind === "payment") return recordPaymentIn(tx, provider, event.payment, event.id)
    const first = await tx.db
      .insert(gatewayEvents)
      .values({ provider, event_id: event.id, received_at: tx.clock.now() })
      .onConflictDoNothing()
    if (first.rowCount === 1 && event.kind === "refund") await recordRefundIn(tx, provider, event.refund)
  })
  return "accepted"
}

/** Deletes the ids of events that are no longer repeated. */
export async function dropOldEvents(ctx: Ctx): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - KEPT)
  await deleteOld(ctx, gatewayEvents.received_at, oldest)
}
