import { and, eq, lt, ne, or } from "drizzle-orm"
import { reverseJournal } from "#features/ledger/server/journals.ts"
import { untell } from "#features/notifications/server/tell.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { newId } from "#shared/ids.ts"
import { holdReferences, reopenByTransfer } from "../bank/invoiced.ts"
import { closeOrder } from "../refunds.ts"
import { orders, payments, refunds } from "../table.ts"
import { isOpenForClaims } from "./claimed.ts"
import { lockOrder } from "./claims.ts"
import { OWED, tellTakenBack } from "./notices.ts"
import { type Claim, tellChanged } from "./settle.ts"
import { upiClaims } from "./table.ts"

type Order = typeof orders.$inferSelect

/**
 * Takes back a transfer that was counted by mistake, such as with a mistyped amount, as long as it paid no order and its
 * money hasn't gone back: no refund is due, the journal is reversed, the reference can be counted again, and lines of
 * statements that it explained are open again. What its payer had told of waits for staff again. Again changes nothing.
 * Throws NOT_FOUND, CLAIM_DECIDED, TRANSFER_USED and TRANSFER_RETURNED.
 */
export async function takeBackTransfer(ctx: SignedInCtx, claimId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const own = eq(upiClaims.id, claimId)
    const [asked] = await tx.db.select({ order_id: upiClaims.order_id }).from(upiClaims).where(own)
    const order = await lockOrder(tx, asked?.order_id ?? notFound())
    const [claim] = await tx.db.select().from(upiClaims).where(own)
    if (!claim) notFound()
    if (claim.state === "reversed") return
    if (claim.state !== "approved") refuse("CLAIM_DECIDED")
    const counted = await readCounted(tx, claim)
    if (!counted) return refuse("TRANSFER_USED")
    if (counted.refund_state !== "asked") refuse("TRANSFER_RETURNED")
    const references = await holdReferences(tx, claim.utr)
    await reverse(tx, claim, counted)
    await reopenByTransfer(tx, order, { utr: claim.utr, references })
    const waits = await restoreClaim(tx, order, claim)
    const after = await reopenOrder(tx, order)
    await recordAct(tx, "upi.take-back", claim.id, { order_id: order.id, amount_paise: counted.amount_paise })
    const told = await untell(tx, { kind: OWED, cause_id: claim.id })
    if (told.length > 0) {
      const next = waits ? "checked" : isOpenForClaims(after) ? "enter" : null
      await tellTakenBack(tx, order, { id: claim.id, amount_paise: counted.amount_paise, next })
    }
    await tellChanged(tx, order)
  })
}

/** Returns the counted transfers of an order that can be taken back, with their refunds. */
export async function listCounted(
  { db }: Pick<Ctx, "db">,
  orderId: string,
): Promise<{ claim_id: string; refund_id: string }[]> {
  return db
    .select({ claim_id: upiClaims.id, refund_id: refunds.id })
    .from(upiClaims)
    .innerJoin(
      payments,
      and(eq(payments.provider, DIRECT_UPI), eq(payments.provider_payment_id, upiClaims.utr)),
    )
    .innerJoin(refunds, eq(refunds.payment_id, payments.id))
    .where(
      and(
        ...[eq(upiClaims.order_id, orderId), eq(upiClaims.state, "approved")],
        ...[eq(payments.fulfils, false), eq(refunds.state, "asked")],
      ),
    )
}

type Counted = NonNullable<Awaited<ReturnType<typeof readCounted>>>

/** The payment of a counted transfer with its refund; null for one that paid its order. */
async function readCounted(tx: Pick<Ctx, "db">, { utr }: Claim) {
  const [counted] = await tx.db
    .select({
      ...{ id: payments.id, amount_paise: payments.amount_paise },
      ...{ refund_id: refunds.id, refund_state: refunds.state },
    })
    .from(payments)
    .innerJoin(refunds, eq(refunds.payment_id, payments.id))
    .where(
      and(
        ...[eq(payments.provider, DIRECT_UPI), eq(payments.provider_payment_id, utr)],
        eq(payments.fulfils, false),
      ),
    )
  return counted ?? null
}

/** Marks claim, payment and refund as what never was, and reverses the journal by which the money was owed. */
async function reverse(tx: Ctx, claim: Claim, { id, refund_id }: Counted): Promise<void> {
  const now = tx.clock.now()
  await tx.db.update(upiClaims).set({ state: "reversed" }).where(eq(upiClaims.id, claim.id))
  // Under a name of its own, so that the reference is free. The index can't leave such rows out: the release before, which
  // runs while an upgrade migrates, writes every payment by it.
  await tx.db
    .update(payments)
    .set({ reversed_at: now, provider_payment_id: `${claim.utr}/${id}` })
    .where(eq(payments.id, id))
  await tx.db.update(refunds).set({ state: "withdrawn", changed_at: now }).where(eq(refunds.id, refund_id))
  const kind = "unowed"
  await reverseJournal(tx, `owed:${id}`, {
    ...{ kind, key: `${kind}:${id}`, rules_version: "1", trace: [{ code: kind }], effective_at: now },
  })
}

/**
 * Has the transfer wait again that the payer told of before staff counted it, under this reference or one that they
 * mistyped. Of a paid order nothing does. Returns whether one waits.
 */
async function restoreClaim(tx: Ctx, order: Order, { id, decided_at }: Claim): Promise<boolean> {
  if (order.paid_at || !decided_at) return false
  const mistyped = and(eq(upiClaims.reason, "other-reference"), eq(upiClaims.decided_at, decided_at))
  const [told] = await tx.db
    .select({ utr: upiClaims.utr, claimed_at: upiClaims.claimed_at })
    .from(upiClaims)
    .where(
      and(
        ...[eq(upiClaims.order_id, order.id), lt(upiClaims.claimed_at, decided_at)],
        or(eq(upiClaims.id, id), mistyped),
      ),
    )
  if (!told) return false
  const made = await tx.db
    .insert(upiClaims)
    .values({ ...told, id: newId(), order_id: order.id, state: "waiting" })
    // Somebody told of the mistyped one meanwhile, whose it may be.
    .onConflictDoNothing()
  return made.rowCount !== 0
}

/**
 * An unpaid order of which nothing is owed any more has ended, since what was set aside for it is free again. A transfer
 * for it still counts, as for every order that wasn't paid in time. Returns the order as it is then.
 */
async function reopenOrder(tx: Ctx, order: Order): Promise<Order> {
  const owed = await tx.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(and(eq(payments.order_id, order.id), ne(refunds.state, "withdrawn")))
    .limit(1)
  if (order.paid_at || owed.length > 0) {
    await closeOrder(tx, order.id)
    return order
  }
  await tx.db.update(orders).set({ state: "expired" }).where(eq(orders.id, order.id))
  return { ...order, state: "expired" }
}
