import { and, desc, eq, inArray, min, ne, or, sql } from "drizzle-orm"
import type { UpiClaim } from "#contract/payments/order.ts"
import type { Ctx } from "#platform/context.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import type { GatewayPayment } from "#platform/money/port.ts"
import type { orders } from "../table.ts"
import { upiClaims } from "./table.ts"

type Row = typeof upiClaims.$inferSelect
/** A claim that its payer knows of: not one that staff took back. */
export type LastClaim = Row & { state: UpiClaim["state"] }

/** States of an order that a transfer can still be for: money may be on its way for one that is over. */
const OPEN: readonly (typeof orders.$inferSelect)["state"][] = ["awaiting", "expired", "cancelled"]

/** Whether a payer can tell of a transfer for this order. */
export function isOpenForClaims(order: Pick<typeof orders.$inferSelect, "provider" | "state">): boolean {
  return order.provider === DIRECT_UPI && OPEN.includes(order.state)
}

/** Whether a transfer for this order waits for staff. */
export async function isClaimed(ctx: Pick<Ctx, "db">, orderId: string): Promise<boolean> {
  const [claim] = await ctx.db
    .select({ id: upiClaims.id })
    .from(upiClaims)
    .where(and(eq(upiClaims.order_id, orderId), eq(upiClaims.state, "waiting")))
  return claim !== undefined
}

/**
 * Returns when its payer told of a transfer that staff approve now, under this reference or one that they mistyped; null
 * where they told of none.
 */
export async function readClaimedAt(
  ctx: Pick<Ctx, "db">,
  orderId: string,
  { id, created_at }: Pick<GatewayPayment, "id" | "created_at">,
): Promise<Date | null> {
  const mistyped = and(eq(upiClaims.reason, "other-reference"), eq(upiClaims.decided_at, created_at))
  const [claim] = await ctx.db
    .select({ at: min(upiClaims.claimed_at) })
    .from(upiClaims)
    .where(and(eq(upiClaims.order_id, orderId), or(eq(upiClaims.utr, id), mistyped)))
  return claim?.at ?? null
}

/** Returns the last claim of each of these orders, without those that staff took back. */
export async function readLastClaims(
  ctx: Pick<Ctx, "db">,
  orderIds: readonly string[],
): Promise<Map<string, LastClaim>> {
  if (orderIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectDistinctOn([upiClaims.order_id])
    .from(upiClaims)
    .where(and(inArray(upiClaims.order_id, [...orderIds]), ne(upiClaims.state, "reversed")))
    // One that waits again was claimed when the one was that it takes the place of, and is decided after it.
    .orderBy(
      ...[upiClaims.order_id, desc(upiClaims.claimed_at)],
      sql`${upiClaims.decided_at} desc nulls first`,
    )
  return new Map(rows.map((row) => [row.order_id, row as LastClaim]))
}

/** A claim as the contract shows it. */
export function showClaim<State>({
  utr,
  state,
  reason,
  claimed_at,
}: Pick<Row, "utr" | "reason" | "claimed_at"> & { state: State }): Omit<UpiClaim, "state"> & {
  state: State
} {
  return { utr, state, reason, claimed_at: claimed_at.toISOString() }
}
