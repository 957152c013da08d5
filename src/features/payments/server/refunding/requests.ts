import { and, desc, eq, inArray, isNull, ne, or } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { RefundRequest } from "#contract/orders.ts"
import { admins, officeStaff, user } from "#features/accounts/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refundRequests } from "./table.ts"

const MOST = 20

/** Lists the refunds of an order that needed a second person, the newest first. */
export async function listRequests(ctx: SignedInCtx, orderId: string): Promise<RefundRequest[]> {
  const [asker, decider] = [alias(user, "asker"), alias(user, "decider")]
  const rows = await ctx.db
    .select({ request: refundRequests, asked_by: asker.name, decided_by: decider.name })
    .from(refundRequests)
    .leftJoin(asker, eq(asker.id, refundRequests.asked_by))
    .leftJoin(decider, eq(decider.id, refundRequests.decided_by))
    .where(eq(refundRequests.order_id, orderId))
    .orderBy(desc(refundRequests.asked_at), desc(refundRequests.id))
    .limit(MOST)
  return rows.map(({ request, asked_by, decided_by }) => ({
    ...{ id: request.id, state: request.state, amount_paise: request.amount_paise, note: request.note },
    ...{ ends_enrolment: request.ends_enrolment, reason: request.reason, asked_by, decided_by },
    is_own: request.asked_by === ctx.viewer.user_id,
    asked_at: request.asked_at.toISOString(),
    decided_at: request.decided_at?.toISOString() ?? null,
  }))
}

/** Counts who could approve a refund now beside the viewer: admins and the office, or those of other tables. */
export async function countApprovers(
  { db, viewer }: SignedInCtx,
  roles: readonly (typeof admins | typeof officeStaff)[] = [admins, officeStaff],
): Promise<number> {
  const mayApprove = or(
    ...roles.map((staff) => inArray(user.id, db.select({ id: staff.user_id }).from(staff))),
  )
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(and(mayApprove, ne(user.id, viewer.user_id), isNull(user.disabledAt), isNull(user.erasedAt)))
    .limit(MOST)
  return rows.length
}
