import { randomInt } from "node:crypto"
import { eq } from "drizzle-orm"
import { bankLines } from "#features/payments/server/bank/table.ts"
import { draftBills, issue } from "#features/payments/server/bills/issue.ts"
import { billsOfOrder } from "#features/payments/server/bills/list.ts"
import { priceProgram } from "#features/payments/server/price.ts"
import { referralCodes } from "#features/payments/server/referrals/table.ts"
import { refundRequests } from "#features/payments/server/refunding/table.ts"
import { settlementItems, settlements } from "#features/payments/server/settlements/table.ts"
import { orders, payments, refunds } from "#features/payments/server/table.ts"
import { upiClaims } from "#features/payments/server/upi/table.ts"
import { enrollments } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction, type SignedIn } from "#platform/context.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import type { RazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { newId } from "#shared/ids.ts"
import { HOUR, weekdayOf } from "#shared/time.ts"

/** The configuration of a product that sells through this gateway. */
export function sellingThrough({ url, keyId, keySecret, webhookSecret }: RazorpayGateway): NodeJS.ProcessEnv {
  return {
    PAYMENT_PROVIDER: "razorpay",
    RAZORPAY_BASE_URL: url,
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  }
}

/** Writes an order of a program for a student, which nobody pays any more. Returns its number. */
export async function orderFor(
  ctx: Ctx,
  course_id: string,
  student: SignedIn,
  { provider = "razorpay", buyer = null }: { provider?: string; buyer?: SignedIn | null } = {},
): Promise<string> {
  const program = { service: "Academics", delivery: "online", price_paise: 100_000 }
  const buyer_facts = { state: "29", delivered_to: "29", gstin_state: null }
  const { facts, rules_version, priced } = priceProgram(ctx, program, buyer_facts)
  if (!priced) throw new Error("the program has no price")
  const { trace, documents, total_paise } = priced
  const [id, now] = [newId(), ctx.clock.now()]
  await ctx.db.insert(orders).values({
    ...{ id, number: `K-${id}`, student_id: student.user_id, course_id, state: "expired" },
    buyer_id: buyer?.user_id ?? null,
    ...{ facts, rules_version, trace, documents, total_paise, provider, provider_order_id: id },
    ...{ hold_until: new Date(now.getTime() - HOUR), created_at: now },
  })
  return `K-${id}`
}

/** Writes a membership of a student, who is picked up for the classes of a date (YYYY-MM-DD). */
export async function pickupFor(ctx: Ctx, course_id: string, student: SignedIn, date: string): Promise<void> {
  const number = await orderFor(ctx, course_id, student)
  const term = { months: 1, starts_on: date, ends_on: date, pickup_days: [weekdayOf(date)] }
  await ctx.db
    .update(orders)
    .set({ ...term, state: "paid", paid_at: ctx.clock.now() })
    .where(eq(orders.number, number))
  await ctx.db
    .insert(enrollments)
    .values({ id: newId(), course_id, student_id: student.user_id })
    .onConflictDoNothing()
}

/** Writes a transfer to the academy's UPI id that waits for staff. Returns its id. */
export async function claimFor(ctx: Ctx, course_id: string, student: SignedIn): Promise<string> {
  const number = await orderFor(ctx, course_id, student, { provider: DIRECT_UPI })
  const [order] = await ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
  const [id, claimed_at] = [newId(), ctx.clock.now()]
  const utr = String(randomInt(100_000_000_000, 281_000_000_000_000)).slice(0, 12)
  await ctx.db.insert(upiClaims).values({ id, order_id: order?.id ?? "", utr, state: "waiting", claimed_at })
  return id
}

/** Writes an order of a program for a student as one that was paid and billed. Returns the id of its bill. */
export async function billFor(ctx: Ctx, course_id: string, student: SignedIn): Promise<string> {
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(eq(orders.number, await orderFor(ctx, course_id, student)))
  if (!order) throw new Error("there is no order")
  const payment = { method: "upi", provider_payment_id: `pay_${newId()}` }
  await inTransaction(ctx, async (tx) => issue(tx, await draftBills(tx, order, payment)))
  const [bill] = await billsOfOrder(ctx, order.id)
  return bill?.id ?? ""
}

/** Writes that an order was paid too late, and that the provider refused to give the money back. Returns the refund's id. */
export async function refusedRefundOf(ctx: Ctx, order_number: string): Promise<string> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.number, order_number))
  if (!order) throw new Error(`there is no order ${order_number}`)
  const { id: order_id, provider, total_paise: amount_paise } = order
  const [payment_id, id, now] = [newId(), newId(), ctx.clock.now()]
  await ctx.db.insert(payments).values({
    ...{ id: payment_id, order_id, provider, provider_payment_id: `pay_${payment_id}`, amount_paise },
    ...{ state: "captured", created_at: now, captured_at: now },
  })
  await ctx.db.insert(refunds).values({
    ...{ id, payment_id, provider, amount_paise, reason: "no-longer-offered", state: "failed" },
    ...{ created_at: now, changed_at: now, look_at: now },
  })
  return id
}

/** Writes a refund of an order that needs a second person, which somebody asked for who is erased since. Returns its id. */
export async function refundRequestOf(ctx: Ctx, order_number: string): Promise<string> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.number, order_number))
  const id = newId()
  await ctx.db.insert(refundRequests).values({
    ...{ id, order_id: order?.id ?? "", amount_paise: 100, note: "Moved away", ends_enrolment: false },
    asked_at: ctx.clock.now(),
  })
  return id
}

/** Writes money of a statement that nothing explains, and what a provider paid out. Returns their ids. */
export async function deskRowsFor(ctx: Ctx): Promise<{ line_id: string; settlement_id: string }> {
  const [line_id, settlement_id, now] = [newId(), newId(), ctx.clock.now()]
  await ctx.db.insert(bankLines).values({
    ...{ id: line_id, fingerprint: line_id, day: "2026-11-20", text: "CASH DEPOSIT", amount_paise: 100 },
    ...{ why: "nothing", state: "open", imported_at: now },
  })
  const settlement = { provider: "razorpay", provider_settlement_id: settlement_id, settled_at: now }
  await ctx.db.insert(settlements).values({ id: settlement_id, ...settlement })
  await ctx.db.insert(settlementItems).values({
    ...{ id: newId(), settlement_id, booking_id: newId(), type: "adjustment", entity_id: settlement_id },
    ...{ amount_paise: 0, credit_paise: 0, debit_paise: 0, fee_paise: 0, tax_paise: 0 },
    ...{ booked_paise: 0, why: "other-kind" },
  })
  return { line_id, settlement_id }
}

/** Returns the code of a student's link, which is made where there is none. */
export async function referralCodeOf(ctx: Ctx, { user_id: student_id }: SignedIn): Promise<string> {
  const row = { student_id, code: newId().slice(-8).toUpperCase(), created_at: ctx.clock.now() }
  await ctx.db.insert(referralCodes).values(row).onConflictDoNothing()
  const [known] = await ctx.db.select().from(referralCodes).where(eq(referralCodes.student_id, student_id))
  return known?.code ?? ""
}
