import { eq } from "drizzle-orm"
import type { Enquiry } from "#contract/premises/desk.ts"
import { readInvitedBatch, removeInvited } from "#features/classes/server/seats/invited.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { lockQuote } from "./batch.ts"
import { newJoinCode } from "./joining.ts"
import { readEnquiry } from "./quotes.ts"
import { premisesQuotes as quotes } from "./table.ts"

/** Replaces the link of a batch, as when it got about. Who joined keeps the seats. Throws NOT_FOUND without a batch. */
export async function renewJoinLink(ctx: SignedInCtx, quoteId: string): Promise<Enquiry> {
  const enquiryId = await inTransaction(ctx, async (tx) => {
    const { enquiry_id } = await lockQuote(tx, quoteId)
    if (!(await readInvitedBatch(tx, quoteId))) return notFound()
    await tx.db.update(quotes).set({ join_code: newJoinCode() }).where(eq(quotes.id, quoteId))
    await recordAct(tx, "premises.join-link", enquiry_id)
    return enquiry_id
  })
  return readEnquiry(ctx, enquiryId)
}

/** Takes a student out of what is still to come of a batch. Throws NOT_FOUND for one who has no seat in it. */
export async function removePerson(
  ctx: SignedInCtx,
  { quote_id, user_id }: { quote_id: string; user_id: string },
): Promise<Enquiry> {
  const enquiryId = await inTransaction(ctx, async (tx) => {
    const { enquiry_id } = await lockQuote(tx, quote_id)
    await removeInvited(tx, quote_id, user_id)
    await recordAct(tx, "premises.remove", enquiry_id, { student_id: user_id })
    return enquiry_id
  })
  return readEnquiry(ctx, enquiryId)
}
