import { isDeepStrictEqual } from "node:util"
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { Order } from "#contract/payments/order.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { GatewayRefused, GatewayUnanswered, type MoneyPort } from "#platform/money/port.ts"
import { nextLook } from "../order-states.ts"
import { findChange } from "./changes/find-change.ts"
import { type AskedOrder, draftOrder, type OrderDraft, type OrderRow } from "./checkout/draft.ts"
import { releaseHeld } from "./goods/release.ts"
import { showOrder, viewOf } from "./order-view.ts"
import { holdSpending } from "./points/holding.ts"
import { BALANCE, settleFromBalance } from "./points/settle-balance.ts"
import { requireMoney } from "./purchase.ts"
import { orders } from "./table.ts"
import { isClaimed } from "./upi/claimed.ts"

export const LIVE = ["created", "awaiting"] as const

/**
 * Orders a program, or a membership of it, at the price of now, and has the provider make its order. While a purchase has
 * a live order at the same price, that one is returned, to another buyer, too; and a plan that was changed as it is asked
 * for stays changed. Throws PAYMENTS_OFF, what `draftOrder` does, POINTS_CHANGED and GATEWAY_AWAY, after which a repeat
 * goes on. An order that points, credit and unused days pay in full is fulfilled at once.
 */
export async function createOrder(ctx: SignedInCtx, asked: AskedOrder): Promise<Order> {
  const money = requireMoney(ctx, asked.way)
  const { program, student, draft, done } = await draftOrder(ctx, money, asked)
  if (done) return showOrder(ctx, done)
  const order = await placeOrder(ctx, draft)
  if (order.provider === BALANCE) return settleFromBalance(ctx, order)
  const known = await makeKnown(ctx, money, order, order.id === draft.id)
  // Paid in another tab meanwhile: asked anew, it is refused for what is true now.
  if (!known) return createOrder(ctx, asked)
  if (known.id !== draft.id) return showOrder(ctx, known)
  const { id, slug, title } = program
  const fresh = { course: { id, slug, title }, first_name: student.first_name, tries: [], returned: [] }
  return viewOf(ctx, known, fresh)
}

/** Inserts the order, or returns the live one of the same purchase if that still says the same. */
async function placeOrder(ctx: SignedInCtx, draft: OrderDraft): Promise<OrderRow> {
  // What nothing is set aside for needs no transaction.
  const isAlone = !draft.points && !draft.credit_paise && !draft.changes
  const [alone] = isAlone ? await insertOrder(ctx, draft) : []
  if (alone) return alone
  return inTransaction(ctx, async (tx) => {
    const hold = async (made: OrderRow) => {
      const done = draft.changes ? await findChange(tx, draft.changes) : null
      if (done) return takeBack(tx, made, done)
      await holdSpending(tx, made)
      return made
    }
    const [made] = await insertOrder(tx, draft)
    if (made) return hold(made)
    const [live] = await tx.db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.student_id, draft.student_id as string),
          eq(orders.course_id, draft.course_id as string),
          inArray(orders.state, LIVE),
        ),
      )
      .for("update")
    // Somebody says that it is paid already: a second order would be paid twice.
    if (live && (await isClaimed(tx, live.id))) return live
    if (live && isSame(live, draft) && live.hold_until > tx.clock.now()) return live
    if (live) {
      const state = isSame(live, draft) ? "expired" : "cancelled"
      await tx.db.update(orders).set({ state }).where(eq(orders.id, live.id))
      await releaseHeld(tx, [live])
    }
    const [replaced] = await insertOrder(tx, draft)
    // Another tab replaced it between the two.
    return replaced ? hold(replaced) : refuse("GATEWAY_AWAY")
  })
}

/**
 * Takes an order back whose plan another press had changed by the time it was inserted, and returns what that made. Throws
 * PLAN_CHANGED if that is another plan.
 */
async function takeBack({ db }: Pick<Ctx, "db">, made: OrderRow, done: OrderRow): Promise<OrderRow> {
  const isDone = done.months === made.months && isDeepStrictEqual(done.pickup_days, made.pickup_days)
  if (!isDone) refuse("PLAN_CHANGED")
  await db.delete(orders).where(eq(orders.id, made.id))
  return done
}

/** Inserts the order if its purchase has no live one. */
function insertOrder({ db }: Pick<Ctx, "db">, draft: OrderDraft): Promise<OrderRow[]> {
  return db
    .insert(orders)
    .values(draft)
    .onConflictDoNothing({
      target: [orders.student_id, orders.course_id],
      where: sql`state in ('created', 'awaiting')`,
    })
    .returning()
}

function isSame(live: OrderRow, draft: OrderDraft): boolean {
  return (
    live.total_paise === draft.total_paise &&
    live.points === draft.points &&
    live.credit_paise === draft.credit_paise &&
    live.batch_id === (draft.batch_id ?? null) &&
    live.months === (draft.months ?? null) &&
    live.renews === (draft.renews ?? null) &&
    live.changes === (draft.changes ?? null) &&
    live.exchange_paise === draft.exchange_paise &&
    isDeepStrictEqual(live.facts.given_up, draft.facts.given_up) &&
    live.rules_version === draft.rules_version &&
    live.provider === draft.provider &&
    live.pickup_address === (draft.pickup_address ?? null) &&
    isDeepStrictEqual(live.pickup_days, draft.pickup_days ?? null) &&
    isDeepStrictEqual(live.facts.buyer, draft.facts.buyer) &&
    isDeepStrictEqual(live.facts.supplier, draft.facts.supplier) &&
    isDeepStrictEqual(live.documents, draft.documents)
  )
}

/**
 * Has the provider make its order. Only the first one that was stored is ever given out, so one that was made
 * for a process that died, or for another tab, can't be paid. Returns null for an order that was overtaken by one of
 * the same purchase, which is then cancelled.
 */
export async function makeKnown(
  ctx: SignedInCtx,
  money: MoneyPort,
  order: OrderRow,
  isNew: boolean,
): Promise<OrderRow | null> {
  if (order.state !== "created") return order
  const own = eq(orders.id, order.id)
  const tries = isNew ? order.tries : await countTry(ctx, order)
  try {
    const made = await money.createOrder({
      amount_paise: order.total_paise,
      // A provider may refuse a reference that it knows from a try whose answer was lost.
      reference: `${order.number}-${tries}`,
      notes: { order: order.number },
    })
    if (made.amount_paise !== order.total_paise) throw new GatewayUnanswered("an order of another amount")
    const [known] = await ctx.db
      .update(orders)
      .set({
        state: "awaiting",
        provider_order_id: made.id,
        look_at: nextLook(order.created_at, ctx.clock.now()),
      })
      .where(and(own, eq(orders.state, "created"), isNull(orders.provider_order_id), stillWanted(order)))
      .returning()
    if (known) return known
  } catch (error) {
    if (!(error instanceof GatewayRefused || error instanceof GatewayUnanswered)) throw error
    ctx.log.error({ err: error, order: order.number }, "the payment provider made no order")
    const isFinal = error instanceof GatewayRefused && !error.retryable
    if (isFinal) await endUnknown(ctx, order, "failed")
    refuse("GATEWAY_AWAY")
  }
  const [row] = await ctx.db.select().from(orders).where(own)
  if (row?.state !== "created") return row ?? notFound()
  await endUnknown(ctx, order, "cancelled")
  return null
}

/**
 * Whether the student still has what the order was priced for: no place, or the term that it follows or takes the place of. An order that
 * waited for another one of the same purchase is written once that was fulfilled.
 */
function stillWanted({ course_id, student_id, renews, facts }: OrderRow): SQL {
  if (course_id === null) return sql`true`
  const own = sql`select from enrollments e where e.course_id = ${course_id} and e.student_id = ${student_id}
    and e.status = 'active'`
  const before = renews ?? facts.given_up?.ends_on
  return before ? sql`exists (${own} and e.valid_until = ${before}::date)` : sql`not exists (${own})`
}

/** Ends an order that the provider doesn't know yet, and gives back what was set aside for it. */
async function endUnknown(ctx: SignedInCtx, { id }: OrderRow, state: "failed" | "cancelled"): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .update(orders)
      .set({ state })
      .where(and(eq(orders.id, id), eq(orders.state, "created")))
      .returning()
    await releaseHeld(tx, ended)
  })
}

async function countTry(ctx: SignedInCtx, { id }: OrderRow): Promise<number> {
  const [row] = await ctx.db
    .update(orders)
    .set({ tries: sql`${orders.tries} + 1` })
    .where(eq(orders.id, id))
    .returning({ tries: orders.tries })
  return row?.tries ?? 0
}
