import { isDeepStrictEqual } from "node:util"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { Order, StateCode } from "#contract/payments.ts"
import { requireBatch } from "#features/classes/server/seats/batches.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { GatewayRefused, GatewayUnanswered, type MoneyPort } from "#platform/money/port.ts"
import { newId } from "#shared/ids.ts"
import { nextLook } from "../order-states.ts"
import { randomLetters } from "./letters.ts"
import { showOrder, viewOf } from "./order-view.ts"
import { holdSpending, releaseSpending } from "./points/holding.ts"
import { BALANCE, settleFromBalance } from "./points/settle-balance.ts"
import { priceProgram } from "./price.ts"
import { holdOf } from "./providers.ts"
import { readSold, requireBeneficiary, requireMoney, requireTerm } from "./purchase.ts"
import { orders } from "./table.ts"
import { isClaimed } from "./upi/claimed.ts"

type Row = typeof orders.$inferSelect
type Draft = typeof orders.$inferInsert

export const LIVE = ["created", "awaiting"] as const

type Asked = {
  course_id: string
  student_id?: string | undefined
  state: z.infer<typeof StateCode>
  batch_id?: string | undefined
  months?: number | undefined
  way?: "upi" | undefined
  /** Of the student's points and the buyer's credit, as the payer was shown it. */
  points?: number | undefined
  credit_paise?: number | undefined
}

/**
 * Orders a program, or a membership of it, at the price of now, and has the provider make its order. While a purchase has a live order
 * at the same price, that one is returned, to another buyer, too. Throws PAYMENTS_OFF, NOT_FOUND, GUARDIAN_PAYS,
 * ALREADY_ENROLLED_IN_PROGRAM, NOT_SOLD, POINTS_CHANGED and GATEWAY_AWAY, after which a repeat goes on. An order that
 * points and credit pay in full is fulfilled at once.
 */
export async function createOrder(ctx: SignedInCtx, asked: Asked): Promise<Order> {
  const money = requireMoney(ctx, asked.way)
  const program = await readSold(ctx, asked.course_id)
  const student = await requireBeneficiary(ctx, program.id, asked.student_id)
  if (asked.batch_id) await requireBatch(ctx, { course_id: program.id, batch_id: asked.batch_id })
  const months = asked.months || null
  const term = requireTerm(ctx, student, { ...program, months })
  const { points = 0, credit_paise = 0 } = asked
  const sold = { ...program, months }
  const { priced, refused, facts, rules_version, spent } = priceProgram(ctx, sold, asked.state, {
    ...{ points, credit_paise },
  })
  if (!priced) return refuse("NOT_SOLD", { reasons: refused })
  const { total_paise, documents, trace } = priced
  const isPaid = total_paise === 0
  if (isPaid && spent.points === 0 && spent.credit_paise === 0)
    refuse("NOT_SOLD", { reasons: [{ code: "nothing-to-pay" }] })
  const now = ctx.clock.now()
  const number = `K-${randomLetters(10)}`
  const draft: Draft = {
    id: newId(),
    number,
    buyer_id: ctx.viewer.user_id,
    student_id: student.student_id,
    course_id: program.id,
    // Who renews keeps the batch.
    batch_id: student.enrolled ? null : (asked.batch_id ?? null),
    ...term,
    tries: 1,
    ...{ facts, rules_version, trace, documents, total_paise, ...spent },
    // What points and credit pay in full needs no provider.
    ...(isPaid
      ? { state: "awaiting", provider: BALANCE, provider_order_id: number }
      : { state: "created", provider: money.name }),
    hold_until: new Date(now.getTime() + holdOf(money.name)),
    created_at: now,
  }
  const order = await placeOrder(ctx, draft)
  if (order.provider === BALANCE) return settleFromBalance(ctx, order)
  const known = await makeKnown(ctx, money, order, order.id === draft.id)
  if (known.id !== draft.id) return showOrder(ctx, known)
  const { id, slug, title } = program
  const fresh = { course: { id, slug, title }, first_name: student.first_name, tries: [], returned: [] }
  return viewOf(ctx, known, fresh)
}

/** Inserts the order, or returns the live one of the same purchase if that still says the same. */
async function placeOrder(ctx: SignedInCtx, draft: Draft): Promise<Row> {
  // What nothing is set aside for needs no transaction.
  const [alone] = draft.points || draft.credit_paise ? [] : await insertOrder(ctx, draft)
  if (alone) return alone
  return inTransaction(ctx, async (tx) => {
    const hold = async (made: Row) => {
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
          eq(orders.course_id, draft.course_id),
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
      await releaseSpending(tx, [live])
    }
    const [replaced] = await insertOrder(tx, draft)
    // Another tab replaced it between the two.
    return replaced ? hold(replaced) : refuse("GATEWAY_AWAY")
  })
}

/** Inserts the order if its purchase has no live one. */
function insertOrder({ db }: Pick<Ctx, "db">, draft: Draft): Promise<Row[]> {
  return db
    .insert(orders)
    .values(draft)
    .onConflictDoNothing({
      target: [orders.student_id, orders.course_id],
      where: sql`state in ('created', 'awaiting')`,
    })
    .returning()
}

function isSame(live: Row, draft: Draft): boolean {
  return (
    live.total_paise === draft.total_paise &&
    live.points === draft.points &&
    live.credit_paise === draft.credit_paise &&
    live.batch_id === (draft.batch_id ?? null) &&
    live.months === (draft.months ?? null) &&
    live.renews === (draft.renews ?? null) &&
    live.rules_version === draft.rules_version &&
    live.provider === draft.provider &&
    live.facts.buyer.state === draft.facts.buyer.state &&
    isDeepStrictEqual(live.facts.supplier, draft.facts.supplier) &&
    isDeepStrictEqual(live.documents, draft.documents)
  )
}

/**
 * Has the provider make its order. Only the first one that was stored is ever given out, so one that was made
 * for a process that died, or for another tab, can't be paid.
 */
async function makeKnown(ctx: SignedInCtx, money: MoneyPort, order: Row, isNew: boolean): Promise<Row> {
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
      .where(and(own, eq(orders.state, "created"), isNull(orders.provider_order_id)))
      .returning()
    if (known) return known
  } catch (error) {
    if (!(error instanceof GatewayRefused || error instanceof GatewayUnanswered)) throw error
    ctx.log.error({ err: error, order: order.number }, "the payment provider made no order")
    const isFinal = error instanceof GatewayRefused && !error.retryable
    if (isFinal)
      await inTransaction(ctx, async (tx) => {
        const failed = await tx.db
          .update(orders)
          .set({ state: "failed" })
          .where(and(own, eq(orders.state, "created")))
          .returning()
        await releaseSpending(tx, failed)
      })
    refuse("GATEWAY_AWAY")
  }
  const [row] = await ctx.db.select().from(orders).where(own)
  return row ?? notFound()
}

async function countTry(ctx: SignedInCtx, { id }: Row): Promise<number> {
  const [row] = await ctx.db
    .update(orders)
    .set({ tries: sql`${orders.tries} + 1` })
    .where(eq(orders.id, id))
    .returning({ tries: orders.tries })
  return row?.tries ?? 0
}
