import { and, eq, inArray, sql } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { needsSecondPerson } from "../../refunds.ts"
import { orders, refunds } from "../table.ts"
import { giveBack, holdOrder } from "./give-back.ts"
import { refundRequests } from "./table.ts"
import { type Paid, readTerms } from "./terms.ts"

type Order = typeof orders.$inferSelect
type Request = typeof refundRequests.$inferSelect

export type StaffRefund = {
  order_number: string
  request_id: string
  amount_paise: number
  /** Why, as the family reads it; null where goods came back, which says why itself. */
  note: string | null
  ends_enrolment: boolean
  /** How much of it is for each line of the order, where goods come back. */
  lines?: number[]
}

/** Whether it was given, or waits for a colleague. */
type Outcome = "given" | "waits"

/**
 * Gives back what staff decide, at most what is left; above the academy's limit it only asks a colleague for it. The
 * place ends with the last of the money. A form that is sent twice is one refund; for goods that came back it can be asked
 * for anew after a colleague declined it. Throws NOT_FOUND, NOTHING_TO_REFUND, REFUND_WAITS while another one of the order
 * waits, and FIELD_ERRORS.
 */
export async function refundByStaff(ctx: SignedInCtx, asked: StaffRefund): Promise<{ outcome: Outcome }> {
  const outcome = await inTransaction(ctx, async (tx): Promise<Outcome> => {
    const [found] = await tx.db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.number, asked.order_number))
    const order = await holdOrder(tx, found?.id ?? notFound())
    if ((await tx.db.$count(refunds, eq(refunds.request_id, asked.request_id))) > 0) return "given"
    const requests = await tx.db.select().from(refundRequests).where(eq(refundRequests.order_id, order.id))
    const before = requests.find(({ id }) => id === asked.request_id)
    if (before && !(before.state === "declined" && asked.note === null)) return "waits"
    if (requests.some(({ state }) => state === "waiting")) return refuse("REFUND_WAITS")
    const paid = await readTerms(tx, order)
    const left = paid?.terms.left_paise ?? 0
    if (!paid || left === 0) return refuse("NOTHING_TO_REFUND")
    if (asked.amount_paise > left) refuseFields({ amount_paise: "REFUND_OVER_LEFT" })
    // What was declined stays among the order's requests, and leaves the form's id to the new one.
    if (before)
      await tx.db.update(refundRequests).set({ id: newId() }).where(eq(refundRequests.id, before.id))
    const given_paise = await givenByStaff(tx, paid)
    const limit_paise = limitOf(tx)
    if (needsSecondPerson({ amount_paise: asked.amount_paise, given_paise, limit_paise })) {
      await askSecondPerson(tx, order, asked)
      return "waits"
    }
    await give(tx, order, paid, asked)
    return "given"
  })
  return { outcome }
}

/** What staff may refund of an order without a colleague, in paise; 0 where there is no such limit. */
export function limitOf({ env }: Pick<Ctx, "env">): number {
  return env.REFUND_LIMIT_RUPEES * 100
}

async function givenByStaff(tx: Ctx, { payment }: Paid): Promise<number> {
  const [sum] = await tx.db
    .select({ paise: sql<number>`coalesce(sum(${refunds.amount_paise}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.payment_id, payment.id), inArray(refunds.reason, ["by-staff", "goods-returned"])))
  return sum?.paise ?? 0
}

async function give(
  tx: SignedInCtx,
  order: Order,
  paid: Paid,
  {
    request_id,
    amount_paise,
    note,
    ends_enrolment,
    lines = null,
  }: Omit<StaffRefund, "lines"> & { lines?: number[] | null },
): Promise<void> {
  const ends = ends_enrolment || amount_paise === paid.terms.left_paise
  const isReturn = order.course_id === null && note === null
  const reason = isReturn ? ("goods-returned" as const) : ("by-staff" as const)
  const returned = isReturn ? await tx.goods.returned(tx, request_id) : null
  const draft = { amount_paise, note, request_id, reason, ends_enrolment: ends, lines, returned }
  await giveBack(tx, order, paid, draft)
}

async function askSecondPerson(tx: SignedInCtx, order: Order, asked: StaffRefund): Promise<void> {
  const { request_id, amount_paise, note, ends_enrolment, lines = null } = asked
  await tx.db.insert(refundRequests).values({
    ...{ id: request_id, order_id: order.id, amount_paise, note, ends_enrolment, lines },
    ...{ asked_by: tx.viewer.user_id, asked_at: tx.clock.now() },
  })
  await record(tx, order, "order.refund-asked", amount_paise)
}

/**
 * Gives the refund that a colleague asked for. Pressed twice by one person it is one refund. Throws NOT_FOUND,
 * OWN_REFUND for who asked for it, REFUND_DECIDED where somebody was faster, and NOTHING_TO_REFUND or REFUND_OVER_LEFT
 * where less is left by now.
 */
export async function approveRefund(ctx: SignedInCtx, requestId: string): Promise<void> {
  await decide(ctx, requestId, "approved", null, async (tx, order, request) => {
    if (request.asked_by === tx.viewer.user_id) refuse("OWN_REFUND")
    const paid = await readTerms(tx, order)
    const left = paid?.terms.left_paise ?? 0
    if (!paid || left === 0) return refuse("NOTHING_TO_REFUND")
    if (request.amount_paise > left) refuse("REFUND_OVER_LEFT")
    await give(tx, order, paid, { ...request, order_number: order.number, request_id: request.id })
  })
}

/**
 * Declines a refund with a reason for staff; who asked for it takes it back so. Nothing goes back. Throws NOT_FOUND and
 * REFUND_DECIDED.
 */
export function declineRefund(ctx: SignedInCtx, requestId: string, reason: string): Promise<void> {
  return decide(ctx, requestId, "declined", reason, async (tx, order, request) => {
    if (!order.course_id) await tx.goods.refundDeclined(tx, request.id)
  })
}

/** Decides about a request once. Its order is locked, as for every refund, so of two who decide one is told so. */
async function decide(
  ctx: SignedInCtx,
  requestId: string,
  state: "approved" | "declined",
  reason: string | null,
  work: (tx: SignedInCtx, order: Order, request: Request) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const own = eq(refundRequests.id, requestId)
    const [found] = await tx.db.select({ order_id: refundRequests.order_id }).from(refundRequests).where(own)
    const order = await holdOrder(tx, found?.order_id ?? notFound())
    const [request] = await tx.db.select().from(refundRequests).where(own)
    if (!request) notFound()
    if (request.state === state && request.decided_by === tx.viewer.user_id) return
    if (request.state !== "waiting") refuse("REFUND_DECIDED")
    await work(tx, order, request)
    await tx.db
      .update(refundRequests)
      .set({ state, reason, decided_by: tx.viewer.user_id, decided_at: tx.clock.now() })
      .where(own)
    await record(tx, order, `order.refund-${state}`, request.amount_paise)
  })
}

/** Open pages of the office load again. */
async function record(tx: SignedInCtx, order: Order, action: string, amount_paise: number): Promise<void> {
  await recordAct(tx, action, order.number, { amount_paise })
  await emit(tx, "refund.asked", order.id)
}
