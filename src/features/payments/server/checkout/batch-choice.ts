import type { Review } from "#contract/payments/priced.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { readOwnBatch } from "#features/classes/server/seats/batches.ts"
import type { Ctx } from "#platform/context.ts"
import type { Beneficiary } from "../purchase.ts"

/**
 * Returns among which batches a student chooses with what is bought today; null for one who keeps the present batch: it
 * has classes in the new term, and the term before hasn't ended. A plan that `changes` the running term starts today.
 */
export async function readBatchChoice(
  ctx: Ctx,
  course_id: string,
  { student_id, enrolled, valid_until }: Omit<Beneficiary, "first_name">,
  { changes }: { changes: boolean },
): Promise<Review["batch_choice"]> {
  if (!enrolled) return { current: null, after: null }
  const after = changes ? null : valid_until
  const { batch_id, goes_on } = await readOwnBatch(ctx, { course_id, student_id, after })
  const hasEnded = valid_until !== null && valid_until < todayOf(ctx)
  return goes_on && !hasEnded ? null : { current: goes_on ? batch_id : null, after }
}
