import { eq, inArray } from "drizzle-orm"
import type { DeskOrder } from "#contract/orders.ts"
import { shownEmail } from "#features/accounts/server/no-mail.ts"
import { user } from "#features/accounts/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { showOrder } from "../order-view.ts"
import { limitOf } from "../refunding/by-staff.ts"
import { isKept, isPaidOut } from "../refunding/corrections.ts"
import { countApprovers, listRequests } from "../refunding/requests.ts"
import { isForStaff, isRepeatable } from "../refunding/settle-refund.ts"
import { readTerms } from "../refunding/terms.ts"
import { orders, payments, refunds } from "../table.ts"
import { listCounted } from "../upi/take-back.ts"

/** Returns an order as the office sees it. Throws NOT_FOUND. */
export async function readDeskOrder(ctx: SignedInCtx, number: string): Promise<DeskOrder> {
  const [row] = await ctx.db.select().from(orders).where(eq(orders.number, number))
  if (!row) notFound()
  const people = await ctx.db
    .select({ id: user.id, name: user.name, email: user.email })
    .from(user)
    .where(
      inArray(
        user.id,
        [row.buyer_id, row.student_id].filter((id) => id !== null),
      ),
    )
  const returned = await ctx.db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(payments.order_id, row.id))
  const of = (which: (refund: typeof refunds.$inferSelect) => boolean) =>
    returned.filter(({ refund }) => which(refund)).map(({ refund }) => refund.id)
  const student = people.find(({ id }) => id === row.student_id)
  const buyer = people.find(({ id }) => id === row.buyer_id)
  return {
    order: await showOrder(ctx, row),
    buyer: buyer ? { ...buyer, email: shownEmail(buyer.email) } : null,
    student: student ? { student_id: student.id, name: student.name } : null,
    provider: row.provider,
    terms: (await readTerms(ctx, row))?.terms ?? null,
    for_staff: of(isForStaff),
    repeatable: of(isRepeatable),
    transfers: await listCounted(ctx, row.id),
    credits: of(isKept),
    payouts: returned.flatMap(({ refund: { id: refund_id, reference, ...refund } }) =>
      isPaidOut(refund) && reference ? { refund_id, reference } : [],
    ),
    requests: await listRequests(ctx, row.id),
    limit_paise: limitOf(ctx) || null,
    colleagues: await countApprovers(ctx),
  }
}
