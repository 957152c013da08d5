import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm"
import type { DeclineReason, Order } from "#contract/payments/order.ts"
import { CLAIMS_SHOWN, type Settled, type StaffClaim } from "#contract/upi.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields, withValues } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { newId } from "#shared/ids.ts"
import { formatPaise } from "#shared/money.ts"
import { soldTitle } from "../goods/sold-title.ts"
import { mayPay, readOrder, requireOrder } from "../order-view.ts"
import { orders } from "../table.ts"
import { isOpenForClaims, showClaim } from "./claimed.ts"
import { type Claim, declineClaim, keepLonger, settleTransfer, tellChanged } from "./settle.ts"
import { upiClaims } from "./table.ts"

/**
 * A payer tells that they paid an order to the academy's UPI id. Another reference corrects one that still waits.
 * Throws NOT_FOUND, ORDER_SETTLED, and FIELD_ERRORS for a reference that another order has.
 */
export async function claimTransfer(
  ctx: SignedInCtx,
  { order_number, utr }: { order_number: string; utr: string },
): Promise<Order> {
  const { id } = await requireOrder(ctx, order_number)
  await inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!mayPay(tx, order)) notFound()
    if (!isOpenForClaims(order)) refuse("ORDER_SETTLED")
    const waiting = and(eq(upiClaims.order_id, id), eq(upiClaims.state, "waiting"))
    const [known] = await tx.db.select({ utr: upiClaims.utr }).from(upiClaims).where(waiting)
    if (known?.utr === utr) return
    if (known) await tx.db.delete(upiClaims).where(waiting)
    const claim = { id: newId(), order_id: id, utr, state: "waiting" as const, claimed_at: tx.clock.now() }
    const made = await tx.db.insert(upiClaims).values(claim).onConflictDoNothing()
    if (made.rowCount === 0) refuseFields({ utr: "UTR_COUNTED" })
    await keepLonger(tx, id)
    await tellChanged(tx, order)
  })
  return readOrder(ctx, order_number)
}

/** Locks an order, as everyone does who decides about its transfers. Throws NOT_FOUND. */
export async function lockOrder(tx: Pick<Ctx, "db">, id: string): Promise<typeof orders.$inferSelect> {
  const [order] = await tx.db.select().from(orders).where(eq(orders.id, id)).for("update")
  return order ?? notFound()
}

/** Lists transfers: those that wait, the oldest first, and the last decided. */
export async function listClaims(
  ctx: SignedInCtx,
): Promise<{ waiting: StaffClaim[]; decided: StaffClaim[]; upi_id: string | null }> {
  const waiting = await selectClaims(ctx, eq(upiClaims.state, "waiting"), asc(upiClaims.claimed_at))
  const decided = await selectClaims(ctx, ne(upiClaims.state, "waiting"), desc(upiClaims.decided_at))
  return { waiting, decided, upi_id: ctx.env.UPI_ID || null }
}

async function selectClaims(ctx: SignedInCtx, where: SQL, order: SQL): Promise<StaffClaim[]> {
  const rows = await ctx.db
    .select({
      claim: upiClaims,
      order_number: orders.number,
      total_paise: orders.total_paise,
      course: soldTitle(),
      payer: user.name,
      student: sql<string | null>`${students.first_name} || ' ' || ${students.last_name}`,
    })
    .from(upiClaims)
    .innerJoin(orders, eq(orders.id, upiClaims.order_id))
    .leftJoin(programs, eq(programs.id, orders.course_id))
    .leftJoin(user, eq(user.id, orders.buyer_id))
    .leftJoin(students, eq(students.user_id, orders.student_id))
    .where(where)
    .orderBy(order)
    .limit(CLAIMS_SHOWN)
  return rows.map(({ claim, ...rest }) => ({
    ...rest,
    ...showClaim(claim),
    ...{ id: claim.id, amount_paise: claim.amount_paise },
    decided_at: claim.decided_at?.toISOString() ?? null,
  }))
}

/** Decides about a claim once: the order is locked before, so that two of the office don't both do. */
function decide<T>(
  ctx: SignedInCtx,
  claimId: string,
  work: (tx: SignedInCtx, order: typeof orders.$inferSelect, claim: Claim) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const [asked] = await tx.db.select().from(upiClaims).where(eq(upiClaims.id, claimId))
    if (!asked) notFound()
    const order = await lockOrder(tx, asked.order_id)
    const [claim] = await tx.db.select().from(upiClaims).where(eq(upiClaims.id, claimId)).for("update")
    // The payer may have corrected it meanwhile.
    if (claim?.state !== "waiting") return refuse("CLAIM_DECIDED")
    return work(tx, order, claim)
  })
}

type Typed = { amount_paise: number; again_paise?: number | undefined }

/**
 * An amount that staff typed, and that isn't the order's, is typed twice, since its payer is told at once that it goes back.
 * Throws FIELD_ERRORS.
 */
function requireAgain({ total_paise }: { total_paise: number }, { amount_paise, again_paise }: Typed): void {
  if (amount_paise !== total_paise && again_paise !== amount_paise)
    refuseFields({ again: withValues("AMOUNT_AGAIN", formatPaise(total_paise)) })
}

/** Approves a claim with the amount that arrived. Throws NOT_FOUND, CLAIM_DECIDED and FIELD_ERRORS. */
export function approveClaim(
  ctx: SignedInCtx,
  { claim_id, ...typed }: { claim_id: string } & Typed,
): Promise<Settled> {
  return decide(ctx, claim_id, (tx, order, { utr }) => {
    requireAgain(order, typed)
    return settleTransfer(tx, order, { utr, amount_paise: typed.amount_paise })
  })
}

/** Declines a claim with a reason that its payer reads. Throws NOT_FOUND and CLAIM_DECIDED. */
export function refuseClaim(ctx: SignedInCtx, claimId: string, reason: DeclineReason): Promise<void> {
  return decide(ctx, claimId, (tx, order, claim) => declineClaim(tx, order, claim, reason))
}

/** Counts a transfer that staff found in the statement for an order. Throws FIELD_ERRORS. */
export function recordTransfer(
  ctx: SignedInCtx,
  { order_number, utr, ...typed }: { order_number: string; utr: string } & Typed,
): Promise<Settled> {
  return inTransaction(ctx, async (tx) => {
    const [order] = await tx.db
      .select()
      .from(orders)
      .where(and(eq(orders.number, order_number), eq(orders.provider, DIRECT_UPI)))
      .for("update")
    if (!order) return refuseFields({ order_number: "ORDER_UNKNOWN" })
    requireAgain(order, typed)
    return settleTransfer(tx, order, { utr, amount_paise: typed.amount_paise })
  })
}
