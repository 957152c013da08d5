import { and, eq, isNotNull, or } from "drizzle-orm"
import type { DemoRequest } from "#contract/classes/demo-requests.ts"
import { isMinor } from "#features/accounts/server/age.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { requireChild } from "#features/guardians/server/links.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { readRequest } from "./demo-lists.ts"
import { findOffer, takeOffer } from "./demo-offers.ts"
import { findRequest, placeRequest } from "./demo-requests.ts"
import { holdDemoClass, refuseSecondTrial } from "./demo-trials.ts"

/**
 * Requests a seat in a demo class for a child for whom the viewer decides, as the child would; a time that was
 * offered after a rejection is taken at once. What the child or another guardian asked for already is returned
 * again. Throws NOT_FOUND, RIGHT_MISSING, STUDENT_DECIDES, CHILD_CLOSED, NOT_A_DEMO, REQUEST_DECLINED, CHILD_TRIAL_TAKEN,
 * CLASS_NOT_OPEN, CLASS_FULL and TOO_MANY_REQUESTS.
 */
export async function requestChildDemo(
  ctx: SignedInCtx,
  seat: { class_id: string; student_id: string },
): Promise<DemoRequest> {
  const { class_id, student_id } = seat
  await requireDecided(ctx, student_id)
  return refuseSecondTrial(ctx, seat, () =>
    inTransaction(ctx, async (tx) => {
      const row = await holdDemoClass(tx, class_id)
      // Who removes a guardian locks the student first, so a guardian removed meanwhile is refused.
      await tx.db
        .select({ id: students.user_id })
        .from(students)
        .where(eq(students.user_id, student_id))
        .for("key share")
      await requireDecided(tx, student_id)
      const sent = await findRequest(tx, class_id, student_id)
      if (sent) return sent.status === "rejected" ? refuse("REQUEST_DECLINED") : readRequest(tx, sent.id)
      const offer = await findOffer(tx, seat)
      const request = offer ? await takeOffer(tx, row, offer) : await placeRequest(tx, row, student_id)
      await recordAct(tx, "demo-request.for-child", student_id, { class_id })
      const asked = { request_id: request.id, guardian_id: tx.viewer.user_id }
      await tx.jobs.publish(tx, "demo.requested_for_child", asked)
      return request
    }),
  )
}

/** A trial is for the guardian to decide who also decides about consents, until the child is 18. */
async function requireDecided(ctx: SignedInCtx, studentId: string): Promise<void> {
  const child = await requireChild(ctx, studentId, "consent")
  if (!isMinor(ctx, child)) refuse("STUDENT_DECIDES")
  const [closed] = await ctx.db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, studentId), or(isNotNull(user.disabledAt), isNotNull(user.eraseAt))))
  if (closed) refuse("CHILD_CLOSED")
}
