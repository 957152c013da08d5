import { eq } from "drizzle-orm"
import { PremisesEnquiry } from "#contract/premises/premises.ts"
import { QuoteDraft } from "#contract/premises/quotes.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { invoiceCancellations } from "#features/payments/server/invoices/table.ts"
import { acceptQuote } from "#features/premises/server/answers.ts"
import { keepEnquiry } from "#features/premises/server/enquiries.ts"
import { hashOf } from "#features/premises/server/links.ts"
import {
  approveQuoteCancellation,
  recordPayment,
  recordQuoteReturn,
} from "#features/premises/server/payments.ts"
import { readEnquiry, sendQuote } from "#features/premises/server/quotes.ts"
import { premisesEnquiries, premisesQuotes } from "#features/premises/server/table.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"

/** What the form of an enquiry sends. */
export function anEnquiry(over: Partial<PremisesEnquiry> = {}): PremisesEnquiry {
  return PremisesEnquiry.parse({
    ...{ name: "Asha Rao", organisation: `Green Park ${newId()}`, kind: "society", phone: "98450 12345" },
    ...{ email: `${newId()}@example.com`, address: "7 Residency Road", pin: "560 025", people: 30 },
    ...{ activity: "Karate for children", ages: "6 to 12", days: "Tue and Thu, 5 pm", message: "" },
    ...over,
  })
}

/** What the form of a quote sends: eight lessons at ₹2,500 and a test at ₹1,999.99. */
export function aQuote(over: Partial<QuoteDraft> = {}): QuoteDraft {
  return QuoteDraft.parse({
    ...{ quote_id: newId(), title: "Karate at Green Park", supply: "sports-training", state: "29" },
    lines: [
      { name: "Lesson", name_hi: "क्लास", quantity: 8, price_rupees: 2_500 },
      { name: "Belt test", quantity: 1, price_rupees: 1_999.99 },
    ],
    ...{ valid_until: "2027-03-31", first_on: "2027-01-05", weekdays: [2, 4], start_time: "17:00" },
    ...{ end_time: "18:00", weeks: 4, capacity: 30 },
    ...over,
  })
}

/** Writes an enquiry, and a quote with a known link as an admin sends it, which may be accepted. */
export async function premisesFor(
  ctx: Ctx,
  admin: SignedIn,
  stage: "new" | "quoted" | "accepted" | "to-cancel" | "cancelled" | "returned" | "rest-left" | "too-much",
): Promise<{ enquiry_id: string; quote_id: string; token: string; payment_id?: string | undefined }> {
  const asked = anEnquiry()
  await keepEnquiry(ctx, asked)
  const [enquiry] = await ctx.db
    .select()
    .from(premisesEnquiries)
    .where(eq(premisesEnquiries.organisation, asked.organisation))
  const [enquiry_id, token] = [enquiry?.id ?? "", newId()]
  const draft = aQuote()
  if (stage === "new") return { enquiry_id, quote_id: draft.quote_id, token }
  await sendQuote({ ...ctx, viewer: admin }, { enquiry_id, ...draft })
  const known = eq(premisesQuotes.id, draft.quote_id)
  await ctx.db
    .update(premisesQuotes)
    .set({ token_hash: hashOf(token) })
    .where(known)
  const { quote_id } = draft
  if (stage !== "quoted") await acceptQuote(ctx, { token, accepted_by: "Asha Rao" })
  const office = { ...ctx, viewer: admin }
  const payment_id =
    stage === "to-cancel" || stage === "cancelled" || stage === "returned"
      ? await cancelFor(office, quote_id, stage)
      : stage === "rest-left" || stage === "too-much"
        ? await payFor(office, { quote_id, enquiry_id }, stage)
        : undefined
  return { enquiry_id, quote_id, token, payment_id }
}

/**
 * Has an invoice partly paid, and its cancellation asked for by somebody who is erased by now, and maybe approved, and what
 * was paid sent back. Returns the payment's id.
 */
async function cancelFor(
  ctx: SignedInCtx,
  quote_id: string,
  stage: "to-cancel" | "cancelled" | "returned",
): Promise<string | undefined> {
  const paid = { quote_id, reference: newId(), amount_rupees: 100, received_on: "2026-11-01" }
  const { invoice } = await recordPayment(ctx, paid)
  const bill_id = invoice?.bill_id ?? ""
  await ctx.db
    .insert(invoiceCancellations)
    .values({ bill_id, reason: "Twice", needs_second: true, asked_at: ctx.clock.now() })
  if (stage !== "to-cancel") await approveQuoteCancellation(ctx, quote_id)
  if (stage === "returned")
    await recordQuoteReturn(ctx, { quote_id, reference: newId(), returned_on: "2026-11-01" })
  return invoice?.payments[0]?.payment_id
}

/** What is left of an invoice of which a bank kept something. */
export const REST_PAISE = 17_70

/** Pays an invoice without what a bank kept, or more than it says. Returns the payment's id. */
async function payFor(
  ctx: SignedInCtx,
  { quote_id, enquiry_id }: { quote_id: string; enquiry_id: string },
  stage: "rest-left" | "too-much",
): Promise<string | undefined> {
  const owed = (await readEnquiry(ctx, enquiry_id)).invoice?.owed_paise ?? 0
  const over = stage === "too-much"
  const amount_rupees = (owed + (over ? 500_00 : -REST_PAISE)) / 100
  const paid = { quote_id, reference: newId(), amount_rupees, over, received_on: "2026-11-01" }
  const { invoice } = await recordPayment(ctx, paid)
  return invoice?.payments[0]?.payment_id
}

/** Makes a class the batch of an accepted quote, with the quote's own link as the one to join by. */
export async function invitedTo(
  { db }: Pick<Ctx, "db">,
  { quote_id, token }: { quote_id: string; token: string },
  classId: string,
): Promise<void> {
  await db.update(scheduledClasses).set({ invitation_id: quote_id }).where(eq(scheduledClasses.id, classId))
  await db.update(premisesQuotes).set({ join_code: token }).where(eq(premisesQuotes.id, quote_id))
}
