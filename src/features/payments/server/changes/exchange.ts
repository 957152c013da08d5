import { and, eq, sql } from "drizzle-orm"
import { credit, debit } from "#features/ledger/rules.ts"
import { writeFirst } from "#features/ledger/server/first.ts"
import type { Ctx } from "#platform/context.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import type { GatewayPayment } from "#platform/money/port.ts"
import { newId } from "#shared/ids.ts"
import { LATEST_PAYMENT } from "../../order-states.ts"
import { issueCreditNotes } from "../bills/issue.ts"
import { writeTakenBack } from "../journals.ts"
import { orderStep } from "../points/holding.ts"
import { paidFor } from "../refunding/end-order.ts"
import { orders, payments, refunds } from "../table.ts"
import { readClaimedAt } from "../upi/claimed.ts"
import { findChange } from "./find-change.ts"

type Order = typeof orders.$inferSelect

/** What an order gives up, of which it is a part: read with the order that is changed, which stays locked. */
export type Exchange = { changed: Order; payment: typeof payments.$inferSelect; is_over: boolean }

/**
 * Locks the order whose term a paid one replaces, and returns it; null where its unused days can't pay any more: it was
 * changed or refunded meanwhile, who paid was erased, or the payment came long after its order had ended.
 */
export async function holdExchange(
  tx: Pick<Ctx, "db" | "clock">,
  order: Order,
  told: GatewayPayment,
): Promise<Exchange | null> {
  const { changes, buyer_id, facts } = order
  if (!changes || !facts.given_up) return null
  const [changed] = await tx.db.select().from(orders).where(eq(orders.id, changes)).for("update")
  if (changed?.state !== "paid" || !buyer_id || changed.buyer_id !== buyer_id) return null
  if (await findChange(tx, changes)) return null
  const [payment] = await tx.db
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, changes), payments.fulfils))
  if (!payment || (await isTooLate(tx, order, told))) return null
  const [back] = await tx.db
    .select({ paise: sql<number>`coalesce(sum(${refunds.amount_paise}), 0)::bigint` })
    .from(refunds)
    .where(eq(refunds.payment_id, payment.id))
  const left = paidFor(changed, payment) - Number(back?.paise ?? 0)
  const { unused_paise } = facts.given_up
  return left < unused_paise ? null : { changed, payment, is_over: left === unused_paise }
}

/**
 * Whether an order that ended is paid too late. Its unused days were counted when it was ordered, and are used up since. A
 * transfer by UPI counts from when its payer told of it, as staff may look at it later.
 */
async function isTooLate(
  tx: Pick<Ctx, "db" | "clock">,
  order: Order,
  told: GatewayPayment,
): Promise<boolean> {
  if (order.state === "awaiting") return false
  const claimedAt = order.provider === DIRECT_UPI ? await readClaimedAt(tx, order.id, told) : null
  const paidAt = claimedAt ?? tx.clock.now()
  return paidAt.getTime() - order.hold_until.getTime() > LATEST_PAYMENT
}

/**
 * Turns the unused days of the term before into credit, a part of which pays this order, in the transaction that fulfils
 * it: with credit notes for the bill of that term, so that bills, notes and credit sum to what was paid.
 */
export async function writeExchange(tx: Ctx, order: Order, exchange: Exchange): Promise<void> {
  const { changed, payment, is_over } = exchange
  const { given_up } = order.facts
  if (!given_up || given_up.unused_paise === 0) return
  const [id, now] = [newId(), tx.clock.now()]
  const { unused_paise } = given_up
  const trace = [orderStep(order), ...order.trace.filter(({ code }) => code === "unused-days")]
  const refund = { id, amount_paise: unused_paise, trace }
  await tx.db.insert(refunds).values({
    ...{ ...refund, payment_id: payment.id, provider: changed.provider, reason: "plan-changed" },
    ...{ way: "credit", state: "processed", created_at: now, changed_at: now, look_at: now },
  })
  if (is_over) await tx.db.update(orders).set({ state: "refunded" }).where(eq(orders.id, changed.id))
  const notes = await issueCreditNotes(tx, refund, payment)
  await writeTakenBack(tx, refund, notes)
  await writeCredited(tx, order, refund)
}

/** The journal by which unused days become credit: of this order at once what it takes, and of its buyer the rest. */
async function writeCredited(
  tx: Ctx,
  { exchange_paise, buyer_id, rules_version }: Order,
  { id, amount_paise, trace }: { id: string; amount_paise: number; trace: Order["trace"] },
): Promise<void> {
  const rest_paise = amount_paise - exchange_paise
  await writeFirst(tx, [
    {
      ...{ kind: "returned", key: `returned:${id}`, rules_version, trace, effective_at: tx.clock.now() },
      entries: [
        debit({ kind: "refunds-payable" }, amount_paise),
        ...(exchange_paise > 0 ? [credit({ kind: "credit-held" } as const, exchange_paise)] : []),
        ...(rest_paise > 0 && buyer_id
          ? [credit({ kind: "family-credit", holder: buyer_id } as const, rest_paise)]
          : []),
      ],
    },
  ])
}
