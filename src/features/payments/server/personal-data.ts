import { and, eq, inArray, or, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { parentAsks } from "./asking/table.ts"
import { bankLines } from "./bank/table.ts"
import { bills } from "./bills/table.ts"
import { releaseHeld } from "./goods/release.ts"
import { invoiceCancellations, invoicePayments } from "./invoices/table.ts"
import { LIVE } from "./orders.ts"
import { referralCodes, referrals } from "./referrals/table.ts"
import { refundRequests } from "./refunding/table.ts"
import { orders, payments, refunds } from "./table.ts"
import { upiClaims } from "./upi/table.ts"

/** An order without where its buyer lives and which business it was billed to. */
function withoutBuyer<Order extends Pick<typeof orders.$inferSelect, "facts" | "pickup_address">>(
  order: Order,
): Order {
  const { gstin: _, business_name: __, business_address: ___, ...buyer } = order.facts.buyer
  return { ...order, pickup_address: null, facts: { ...order.facts, buyer } }
}

const inReferral = (userId: string) =>
  or(eq(referrals.referrer_id, userId), eq(referrals.newcomer_id, userId))

const decidedBy = (userId: string) =>
  or(eq(refundRequests.asked_by, userId), eq(refundRequests.decided_by, userId))

/** Who noted, took back and sent back what organisations paid. */
const NOTED_BY = ["recorded_by", "reversed_by", "excess_returned_by"] as const

const inCancellation = (userId: string) =>
  or(
    eq(invoiceCancellations.asked_by, userId),
    eq(invoiceCancellations.decided_by, userId),
    eq(invoiceCancellations.returned_by, userId),
  )

/**
 * Money that was taken has to be accounted for, so orders, payments and refunds stay. What goes is who bought and
 * for whom. Bills stay whole, as the law asks, with the names that they were issued to; nothing leads from a person
 * to them any more.
 */
export const paymentsData: PersonalDataOf = {
  feature: "payments",
  tables: [
    ...["bank_lines", "orders", "refund_requests", "referral_codes", "referrals", "parent_asks"],
    ...["invoice_payments", "invoice_cancellations"],
  ],
  attached: sql.join(
    [
      ...[orders.buyer_id, orders.student_id, parentAsks.student_id],
      // A friend gets points only while the account that invited them is there.
      ...[referrals.referrer_id, referrals.newcomer_id],
    ].map((person) => sql`exists (select from ${person.table} where ${person} = ${user.id})`),
    sql` or `,
  ),
  async exportFor({ db }, { user_id }) {
    const own = or(eq(orders.buyer_id, user_id), eq(orders.student_id, user_id))
    const bought = await db.select().from(orders).where(own)
    const ids = bought.map(({ id }) => id)
    const paid = await db.select().from(payments).where(inArray(payments.order_id, ids))
    const paidIds = paid.map(({ id }) => id)
    return {
      // Who else took part in it is that person's data.
      orders: bought.map(({ buyer_id, student_id, ...order }) => ({
        ...(buyer_id === user_id ? order : withoutBuyer(order)),
        bought: buyer_id === user_id,
        for_self: student_id === user_id,
      })),
      payments: paid,
      upi_claims: await db.select().from(upiClaims).where(inArray(upiClaims.order_id, ids)),
      bills: await db.select().from(bills).where(inArray(bills.order_id, ids)),
      referral_codes: await db.select().from(referralCodes).where(eq(referralCodes.student_id, user_id)),
      // Who the other one is, is that person's data.
      referrals: (await db.select().from(referrals).where(inReferral(user_id))).map(
        ({ referrer_id, newcomer_id, ...referral }) => ({ ...referral, came: newcomer_id === user_id }),
      ),
      parent_asks: await db.select().from(parentAsks).where(eq(parentAsks.student_id, user_id)),
      refunds: await db.select().from(refunds).where(inArray(refunds.payment_id, paidIds)),
      // Of staff, what they noted; whose invoice it is, is the organisation's data.
      invoice_payments: await db
        .select({ received_on: invoicePayments.received_on, amount_paise: invoicePayments.amount_paise })
        .from(invoicePayments)
        .where(or(...NOTED_BY.map((column) => eq(invoicePayments[column], user_id)))),
      // The same, of what they cancelled.
      invoice_cancellations: (
        await db.select().from(invoiceCancellations).where(inCancellation(user_id))
      ).map(({ asked_at, decided_at, returned_on, ...row }) => ({
        ...{ asked: row.asked_by === user_id, decided: row.decided_by === user_id, asked_at, decided_at },
        ...{ returned: row.returned_by === user_id, returned_on },
      })),
      // Of staff, what they decided about; whom the bank names, is that person's data.
      bank_lines: await db
        .select({ id: bankLines.id, state: bankLines.state, decided_at: bankLines.decided_at })
        .from(bankLines)
        .where(eq(bankLines.decided_by, user_id)),
      // Of staff, what they asked for and decided; whose order it is, is the family's data.
      refund_requests: (await db.select().from(refundRequests).where(decidedBy(user_id))).map(
        ({ asked_by, decided_by, note: _, reason: __, ...request }) => ({
          ...request,
          asked: asked_by === user_id,
          decided: decided_by === user_id,
        }),
      ),
    }
  },
  async eraseFor(tx, { user_id }) {
    const { db } = tx
    const own = or(eq(orders.buyer_id, user_id), eq(orders.student_id, user_id))
    const ended = await db
      .update(orders)
      .set({ state: "cancelled" })
      .where(and(own, inArray(orders.state, LIVE)))
      .returning()
    // Somebody else of the family may have paid a part of it.
    await releaseHeld(tx, ended)
    // Staff may have written about somebody why they gave money back.
    const paid = db
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.order_id))
      .where(own)
    await db.update(refunds).set({ note: null }).where(inArray(refunds.payment_id, paid))
    const bought = db.select({ id: orders.id }).from(orders).where(own)
    const told = { note: null, reason: null }
    await db.update(refundRequests).set(told).where(inArray(refundRequests.order_id, bought))
    await db.update(refundRequests).set({ asked_by: null }).where(eq(refundRequests.asked_by, user_id))
    await db.update(refundRequests).set({ decided_by: null }).where(eq(refundRequests.decided_by, user_id))
    for (const column of NOTED_BY)
      await db
        .update(invoicePayments)
        .set({ [column]: null })
        .where(eq(invoicePayments[column], user_id))
    for (const column of ["asked_by", "decided_by", "returned_by"] as const)
      await db
        .update(invoiceCancellations)
        .set({ [column]: null })
        .where(eq(invoiceCancellations[column], user_id))
    const named = or(inArray(bankLines.order_id, bought), inArray(bankLines.hint_order_id, bought))
    await db.update(bankLines).set({ text: null, note: null }).where(named)
    await db.update(bankLines).set({ decided_by: null }).where(eq(bankLines.decided_by, user_id))
    await db.delete(referralCodes).where(eq(referralCodes.student_id, user_id))
    await db.delete(parentAsks).where(eq(parentAsks.student_id, user_id))
    await db.update(referrals).set({ referrer_id: null }).where(eq(referrals.referrer_id, user_id))
    await db.update(referrals).set({ newcomer_id: null }).where(eq(referrals.newcomer_id, user_id))
    await db.update(orders).set({ pickup_address: null }).where(own)
    // Of a sole trader the GSTIN leads to the person. The State that it decided stays.
    const business = sql`${orders.facts} #- '{buyer,gstin}' #- '{buyer,business_name}' #- '{buyer,business_address}'`
    await db.update(orders).set({ facts: business }).where(eq(orders.buyer_id, user_id))
    await db.update(orders).set({ buyer_id: null }).where(eq(orders.buyer_id, user_id))
    await db.update(orders).set({ student_id: null }).where(eq(orders.student_id, user_id))
    return 0
  },
}
