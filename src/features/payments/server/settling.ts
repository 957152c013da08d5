import { and, eq, sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { readOwnBatch } from "#features/classes/server/seats/batches.ts"
import { writeFirst } from "#features/ledger/server/first.ts"
import { openEnrolment } from "#features/programs/server/service.ts"
import { programs } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { columnsOf, named, rowOf } from "#platform/database/db.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import type { GatewayPayment } from "#platform/money/port.ts"
import { newId } from "#shared/ids.ts"
import { dateInZone } from "#shared/time.ts"
import { termFrom } from "../memberships.ts"
import { paymentAfter } from "../order-states.ts"
import { billing, draftBills } from "./bills/issue.ts"
import { holdExchange, writeExchange } from "./changes/exchange.ts"
import { holdBasket, isBasketPaid } from "./goods/paid-basket.ts"
import { draftEarlyPoints, draftSale } from "./journals.ts"
import { canSpend } from "./points/holding.ts"
import { BILL_QUEUE, LOOK_QUEUE } from "./queues.ts"
import { oweRefund, type RefundReason } from "./refunds.ts"
import { orders, payments } from "./table.ts"
import { readClaimedAt } from "./upi/claimed.ts"

type Order = typeof orders.$inferSelect
type Payment = typeof payments.$inferSelect

/**
 * Takes in what the provider tells of a payment, in one transaction: in whatever order, however often and late
 * it is told. Captured money either fulfils its order or is owed back, once. Returns false for a payment of no
 * order of ours.
 */
export async function recordPayment(ctx: Ctx, provider: string, told: GatewayPayment): Promise<boolean> {
  return inTransaction(ctx, (tx) => recordPaymentIn(tx, provider, told))
}

const ofProvider = () => sql`provider = ${sql.placeholder("provider")}
  and provider_order_id = ${sql.placeholder("order_id")}`

/** Whether the account of the student whom an order of a program is for is closed or disabled. */
const isClosed = sql<boolean>`(orders.course_id is not null and exists (select from users u
  where u.id = orders.student_id and (u.disabled_at is not null or u.erase_at is not null)))`

// Two reports of one order's payments come one after the other.
const holdOrder = named(
  "payments_hold_order",
  () => sql`select ${columnsOf(orders)}, ${isClosed} as closed from orders where ${ofProvider()} for update`,
)

/** The same where the event is new. */
const holdOrderOfEvent = named(
  "payments_hold_order_of_event",
  () => sql`
    with event as (
      insert into gateway_events (provider, event_id, received_at)
      values (${sql.placeholder("provider")}, ${sql.placeholder("event_id")}, ${sql.placeholder("now")}::timestamptz)
      on conflict do nothing
      returning event_id)
    select ${columnsOf(orders)}, ${isClosed} as closed from orders where ${ofProvider()} and exists (select from event) for update of orders`,
)

// Only once its order is held: an earlier report may have written it meanwhile.
const findPayment = named(
  "payments_find",
  () => sql`select ${columnsOf(payments)} from payments
    where provider = ${sql.placeholder("provider")} and provider_payment_id = ${sql.placeholder("id")}`,
)

/** The same in the caller's transaction, and nothing for an event that was taken in before. */
export async function recordPaymentIn(
  tx: Ctx,
  provider: string,
  told: GatewayPayment,
  eventId?: string,
): Promise<boolean> {
  if (!told.order_id) return false
  const { id, order_id } = told
  const [held] = eventId
    ? await holdOrderOfEvent(tx.db, {
        provider,
        order_id,
        event_id: eventId,
        now: tx.clock.now().toISOString(),
      })
    : await holdOrder(tx.db, { provider, order_id })
  if (!held) return false
  const order = rowOf(orders, held)
  const [found] = await findPayment(tx.db, { provider, id })
  const known = found && rowOf(payments, found)
  const state = paymentAfter(known?.state ?? null, told.state)
  if (state === known?.state) return true
  const isCaptured = state === "captured"
  const reason = isCaptured ? await whyNot(tx, order, told, held.closed === true) : null
  const row: Payment = {
    ...{ id: known?.id ?? newId(), order_id: order.id, provider, provider_payment_id: told.id, state },
    ...{ amount_paise: told.amount_paise, fulfils: known?.fulfils === true, created_at: told.created_at },
    captured_at: isCaptured ? tx.clock.now() : (known?.captured_at ?? null),
    reversed_at: null,
    method: told.method ?? known?.method ?? null,
    fee_paise: told.fee_paise ?? known?.fee_paise ?? null,
    tax_paise: told.tax_paise ?? known?.tax_paise ?? null,
    failure_reason: state === "failed" ? (told.failure?.reason ?? told.failure?.code ?? null) : null,
  }
  const bought = withTerm(tx, order)
  const exchange = order.changes && isCaptured && !reason ? await holdExchange(tx, order, told) : null
  const isPayable = isCaptured && !reason && (exchange !== null || order.changes === null)
  const given = isPayable ? await deliver(tx, bought, row.id, told) : null
  if (given && exchange) await writeExchange(tx, bought, exchange)
  if (given) await writeSale(tx, bought, { ...row, fulfils: true }, given)
  else await writePayment(tx, row)
  if (isCaptured && !given) await oweRefund(tx, order, row, reason ?? alreadyHas(order))
  // Money that waits to be captured is decided about at once, outside of this transaction.
  if (state === "authorized") await tx.jobs.send(tx, LOOK_QUEUE, { order_id: order.id })
  return true
}

/** Why captured money can't fulfil its order, or null. */
async function whyNot(
  tx: Ctx,
  order: Order,
  told: GatewayPayment,
  closed: boolean,
): Promise<RefundReason | null> {
  if (order.paid_at) return "paid-already"
  if (told.amount_paise !== order.total_paise) return "wrong-amount"
  if (closed || !ownerOf(order)) return "student-gone"
  if (!order.course_id && (await holdBasket(tx, order))) return "paid-already"
  if (order.state === "awaiting") return null
  if (!(await isOffered(tx, order))) return order.course_id ? "no-longer-offered" : "sold-out"
  return (await canSpend(tx, order)) ? null : "points-gone"
}

/** Whose account an order is for: the student's, and of goods the buyer's. */
function ownerOf({ course_id, student_id, buyer_id }: Order): string | null {
  return course_id ? student_id : buyer_id
}

/** Whether the seat or the goods of an order that is no longer kept can be taken again. */
async function isOffered(ctx: Ctx, order: Order): Promise<boolean> {
  if (!order.course_id) return ctx.goods.isOffered(ctx, order.id)
  const [program] = await ctx.db
    .select({ archived_at: programs.archived_at })
    .from(programs)
    .where(eq(programs.id, order.course_id))
  return program?.archived_at === null
}

/** The order with the term that a payment of today buys. */
function withTerm(ctx: Ctx, order: Order): Order {
  if (order.months === null) return order
  const { starts_on, ends_on } = termFrom(todayOf(ctx), order.months, order.renews)
  return { ...order, starts_on, ends_on }
}

function alreadyHas({ course_id, renews, changes }: Order): RefundReason {
  if (!course_id) return "sold-out"
  if (changes) return "changed-meanwhile"
  return renews === null ? "enrolled-already" : "renewed-already"
}

type Given = { points_awarded: number }

/** Gives the student what the order is for, with the journal of its sale. Returns null for who has it already. */
async function deliver(
  tx: Ctx,
  order: Order,
  paymentId: string,
  told: GatewayPayment,
): Promise<Given | null> {
  const { course_id, student_id, batch_id, ends_on, facts } = order
  if (!course_id) return deliverGoods(tx, order, paymentId)
  if (!student_id) return null
  // A plan that replaces another one goes on from that one's last day, too, or ends before it.
  const renews = order.renews ?? facts.given_up?.ends_on
  // Without a new batch, one that has no class in the new term is left: the student would get no seats.
  const leavesBatch =
    !!renews &&
    batch_id === null &&
    !(await readOwnBatch(tx, { course_id, student_id, after: order.renews })).goes_on
  const enrolment = { course_id, student_id, batch_id, leavesBatch, valid_until: ends_on, renews }
  return openEnrolment(tx, enrolment, [
    draftSale(tx, order, paymentId, order.state === "awaiting"),
    ...(renews ? draftEarlyPoints(tx, order, await readPaidOn(tx, order, told)) : []),
  ])
}

/** Today in the academy's zone; for a transfer by UPI the day on which its payer told of it, as staff look at it later. */
async function readPaidOn(tx: Ctx, order: Order, told: GatewayPayment): Promise<string> {
  const claimedAt = order.provider === DIRECT_UPI ? await readClaimedAt(tx, order.id, told) : null
  return claimedAt ? dateInZone(claimedAt, tx.env.TIME_ZONE) : todayOf(tx)
}

/** The same for goods: their pieces are the buyer's from now on. */
async function deliverGoods(tx: Ctx, order: Order, paymentId: string): Promise<Given | null> {
  if (!(await tx.goods.deliver(tx, order.id))) return null
  await writeFirst(tx, [draftSale(tx, order, paymentId, order.state === "awaiting")])
  return { points_awarded: 0 }
}

/** A payment as the provider tells it: the parts of a statement that write it, new or known. */
const paying = () => sql`
    paying as (
      insert into payments (id, order_id, provider, provider_payment_id, amount_paise, state, fulfils, method,
        fee_paise, tax_paise, failure_reason, created_at, captured_at)
      select id, order_id, provider, provider_payment_id, amount_paise, state, fulfils, method,
        fee_paise, tax_paise, failure_reason, created_at, captured_at
      from jsonb_populate_record(null::payments, ${sql.placeholder("payment")}::jsonb)
      on conflict (provider, provider_payment_id) do update set state = excluded.state, fulfils = excluded.fulfils,
        method = excluded.method, fee_paise = excluded.fee_paise, tax_paise = excluded.tax_paise,
        failure_reason = excluded.failure_reason, captured_at = excluded.captured_at)`

const writePaymentAlone = named("payments_write", () => sql`with ${paying()} select`)

async function writePayment(tx: Ctx, payment: Payment): Promise<void> {
  await writePaymentAlone(tx.db, { payment: JSON.stringify(payment) })
}

const writeAll = named(
  "payments_sale",
  () => sql`
    with ${paying()},
    paid as (
      update orders set state = 'paid', paid_at = ${sql.placeholder("now")}::timestamptz,
        points_awarded = ${sql.placeholder("points_awarded")}::integer,
        starts_on = ${sql.placeholder("starts_on")}::date, ends_on = ${sql.placeholder("ends_on")}::date
      where id = ${sql.placeholder("order_id")}::uuid),
    ${billing()}
    select id from billed`,
)

/** Writes the payment that fulfilled its order, the order as paid, and its bills, which locks the counter. */
async function writeSale(tx: Ctx, order: Order, payment: Payment, { points_awarded }: Given): Promise<void> {
  const bills = await draftBills(tx, order, payment)
  const { starts_on, ends_on } = order
  await writeAll(tx.db, { ...bills, payment: JSON.stringify(payment), points_awarded, starts_on, ends_on })
  await tx.jobs.send(tx, BILL_QUEUE, { order_id: order.id })
}

/**
 * Whether an authorised payment is to be captured: its order is live, or what it was for can still be had.
 * Otherwise the provider gives it back without being asked.
 */
export async function isWorthCapturing(ctx: Ctx, order: Order, told: GatewayPayment): Promise<boolean> {
  if (order.paid_at || told.amount_paise !== order.total_paise || !ownerOf(order)) return false
  if ((await ctx.db.$count(orders, and(eq(orders.id, order.id), isClosed))) > 0) return false
  // Of a live order also what goes back then, since it keeps its pieces while a payment is authorised.
  if (order.state === "awaiting") return true
  if (order.state !== "expired" && order.state !== "cancelled") return false
  if (!order.course_id && (await isBasketPaid(ctx, order))) return false
  return (await isOffered(ctx, order)) && (await canSpend(ctx, order))
}
