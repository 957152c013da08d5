import { and, eq } from "drizzle-orm"
import type { Order as ShownOrder } from "#contract/payments/order.ts"
import { recordChange } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import type { Returned } from "../../bills/credit.ts"
import { issueCreditNotes } from "../bills/issue.ts"
import { writeReturned, writeTakenBack } from "../journals.ts"
import { readOrder, requireOrder } from "../order-view.ts"
import { giveBackPoints } from "../points/points-back.ts"
import { REFUND_QUEUE } from "../queues.ts"
import { lookAgainAt } from "../refunds.ts"
import { orders, refunds } from "../table.ts"
import { endWithRefund } from "./end-order.ts"
import { type Paid, readTerms, splitRefund } from "./terms.ts"

type Order = typeof orders.$inferSelect
type Draft = Pick<typeof refunds.$inferInsert, "amount_paise" | "reason" | "note" | "request_id"> & {
  ends_enrolment: boolean
  /** How much of it is for each line of the order; without it, it is split over what is left of them. */
  lines?: number[] | null
  /** Which pieces came back, by the line of the order. */
  returned?: Returned | null
}

/**
 * Gives back what the policy does, for the one who paid: the amount that they were shown. Asked twice, it is one
 * refund. Throws NOT_FOUND, FORBIDDEN for somebody else of the family, NOTHING_TO_REFUND and REFUND_CHANGED.
 */
export async function askRefund(
  ctx: SignedInCtx,
  { order_number, refund_paise }: { order_number: string; refund_paise: number },
): Promise<ShownOrder> {
  const { id, buyer_id } = await requireOrder(ctx, order_number)
  if (buyer_id !== ctx.viewer.user_id) refuse("FORBIDDEN")
  await inTransaction(ctx, async (tx) => {
    const order = await holdOrder(tx, id)
    const paid = await readTerms(tx, order)
    if (paid && (order.state === "refunded" || (await isAsked(tx, paid)))) return
    if (!paid || (paid.terms.refund_paise === 0 && paid.terms.points === 0))
      return refuse("NOTHING_TO_REFUND")
    if (paid.terms.refund_paise !== refund_paise) refuse("REFUND_CHANGED")
    const { ends_enrolment } = paid.terms
    await giveBack(tx, order, paid, { amount_paise: refund_paise, reason: "by-policy", ends_enrolment })
  })
  return readOrder(ctx, order_number)
}

/** Whether the policy's answer was asked for before. */
async function isAsked(tx: Ctx, { payment }: Paid): Promise<boolean> {
  const before = and(eq(refunds.payment_id, payment.id), eq(refunds.reason, "by-policy"))
  return (await tx.db.$count(refunds, before)) > 0
}

/** The order's row, locked until the transaction ends, so that refunds of one order come one after the other. */
export async function holdOrder(tx: Ctx, id: string): Promise<Order> {
  const [order] = await tx.db.select().from(orders).where(eq(orders.id, id)).for("update")
  return order ?? notFound()
}

/**
 * Writes what goes back with its journals, and ends the place where it does: money as money, credit as credit, and with
 * the last of both the points. A job asks the provider for the money.
 */
export async function giveBack(tx: SignedInCtx, order: Order, paid: Paid, draft: Draft): Promise<void> {
  const { payment, paid_paise, paid_back_paise, terms } = paid
  const after = paid_back_paise + draft.amount_paise
  const isOver = after === paid_paise
  const parts = await writeParts(tx, order, paid, draft)
  const isOpen = parts.some(({ state }) => state !== "processed")
  const state = isOver ? (isOpen ? ("refunding" as const) : ("refunded" as const)) : order.state
  const left = await endWithRefund(tx, order, { isOver, state, ends_enrolment: draft.ends_enrolment })
  if (order.buyer_id) await emit(tx, "person.enrolled", order.buyer_id)
  await recordChange(tx, "order.refund", order.number, {
    from: { refunded_paise: paid_back_paise, order_state: order.state, enrolled: true },
    to: { refunded_paise: after, order_state: state, enrolled: !left },
  })
  if (isOver || (terms.ends_enrolment && draft.ends_enrolment)) await giveBackPoints(tx, order)
  // The bills' counter is locked last.
  for (const refund of parts) {
    const notes = await issueCreditNotes(tx, refund, payment, {
      ...{ lines: draft.lines ?? undefined, returned: draft.returned ?? null },
    })
    await writeTakenBack(tx, refund, notes)
    if (refund.state === "processed") await writeReturned(tx, refund, notes, order.buyer_id ?? undefined)
  }
}

/** The rows of a refund: of the money, which is asked for, and of the credit, which is there at once. */
async function writeParts(
  tx: SignedInCtx,
  order: Order,
  paid: Paid,
  { lines: _, returned: __, ...draft }: Draft,
) {
  const { payment, terms } = paid
  const { money_paise, credit_paise } = splitRefund(paid, draft.amount_paise)
  const now = tx.clock.now()
  const row = {
    ...{ payment_id: payment.id, provider: order.provider, trace: terms.trace },
    ...{ created_at: now, changed_at: now, look_at: lookAgainAt(tx) },
  }
  // The credit of somebody who was erased is paid out by the office.
  const asCredit = order.buyer_id
    ? ({ way: "credit", state: "processed" } as const)
    : ({ way: "office", state: "asked" } as const)
  const parts = [
    { ...draft, ...row, id: newId(), amount_paise: money_paise, way: terms.way, state: "asked" as const },
    // A form is one refund: its id is on the first of the two.
    { ...draft, ...row, ...asCredit, id: newId(), amount_paise: credit_paise },
  ].filter(({ amount_paise }) => amount_paise > 0)
  const written = parts.map((part, at) => (at > 0 ? { ...part, request_id: null } : part))
  if (written.length > 0) await tx.db.insert(refunds).values(written)
  for (const { id, way } of written)
    if (way === "provider") await tx.jobs.send(tx, REFUND_QUEUE, { refund_id: id })
  return written
}
