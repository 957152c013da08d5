import { and, eq, inArray, lt, lte, sql } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { GatewayRefused, GatewayUnanswered, type MoneyPort } from "#platform/money/port.ts"
import { MINUTE } from "#shared/time.ts"
import { nextLook } from "../order-states.ts"
import { releaseHeld } from "./goods/release.ts"
import { LIVE } from "./orders.ts"
import { repeatRefunds } from "./refunds.ts"
import { isWorthCapturing, recordPayment } from "./settling.ts"
import { orders } from "./table.ts"

type Order = typeof orders.$inferSelect

/** How many orders one run of the job asks about. */
const AT_ONCE = 50
/** For how long an order that is being asked about is left alone by others, and after no answer by all. */
const AGAIN_AFTER = 5 * MINUTE

/**
 * Asks the provider about one order and takes in every payment of it; what was authorised is captured if it is
 * still wanted. Throws GatewayUnanswered and GatewayRefused.
 */
export async function lookAtOrder(ctx: Ctx, money: MoneyPort, order: Order): Promise<void> {
  if (!order.provider_order_id || order.provider !== money.name) return
  for (const told of await money.fetchOrderPayments(order.provider_order_id)) {
    await recordPayment(ctx, money.name, { ...told, order_id: order.provider_order_id })
    if (told.state !== "authorized") continue
    const [now] = await ctx.db.select().from(orders).where(eq(orders.id, order.id))
    if (!now || !(await isWorthCapturing(ctx, now, told))) continue
    const captured = await money.capture(told.id, told.amount_paise)
    await recordPayment(ctx, money.name, { ...captured, order_id: order.provider_order_id })
  }
}

/** The same by the order's id, for a job. */
export async function lookAtOrderById(ctx: Ctx, orderId: string): Promise<void> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (order && ctx.money) await lookAtOrder(ctx, ctx.money, order)
}

/**
 * Asks about every order whose time has come, ends those that were not paid in time, and repeats what refunds
 * have no answer. Carries alone where no webhook arrives.
 */
export async function reconcile(ctx: Ctx): Promise<void> {
  if (ctx.money) await lookAtDue(ctx, ctx.money)
  await expireOrders(ctx)
  await repeatRefunds(ctx)
}

async function lookAtDue(ctx: Ctx, money: MoneyPort): Promise<void> {
  const now = ctx.clock.now()
  // Taken before they are asked about, so that no other process asks as well.
  const due = await ctx.db
    .update(orders)
    .set({ look_at: new Date(now.getTime() + AGAIN_AFTER) })
    .where(
      inArray(
        orders.id,
        ctx.db
          .select({ id: orders.id })
          .from(orders)
          .where(and(lte(orders.look_at, now), eq(orders.provider, money.name)))
          .orderBy(orders.look_at)
          .limit(AT_ONCE)
          .for("update", { skipLocked: true }),
      ),
    )
    .returning()
  for (const order of due) {
    try {
      await lookAtOrder(ctx, money, order)
    } catch (error) {
      if (!(error instanceof GatewayUnanswered || error instanceof GatewayRefused)) throw error
      ctx.log.warn({ err: error, order: order.number }, "the payment provider couldn't be asked")
      // It is away or busy: the others wait as well.
      if (error instanceof GatewayUnanswered || error.retryable) return
    }
    await ctx.db
      .update(orders)
      .set({ look_at: nextLook(order.created_at, now) })
      .where(eq(orders.id, order.id))
  }
}

/**
 * Ends orders that were not paid in time, but none that a payment is authorised for or claimed, and those of students who
 * were enrolled otherwise meanwhile. Points and credit that were set aside for them are given back.
 */
async function expireOrders(ctx: Ctx): Promise<void> {
  const { id, state, hold_until } = orders
  const waits = sql`(exists (select from payments p where p.order_id = ${id} and p.state = 'authorized')
    or exists (select from upi_claims c where c.order_id = ${id} and c.state = 'waiting'))`
  await inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .update(orders)
      .set({ state: "expired" })
      .where(and(inArray(state, LIVE), lt(hold_until, tx.clock.now()), sql`not ${waits}`))
      .returning()
    await releaseHeld(tx, ended)
  })
}
