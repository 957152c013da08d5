import { eq } from "drizzle-orm"
import type { Enquiry } from "#contract/premises/desk.ts"
import { type Received, recordInvoicePayment } from "#features/payments/server/invoices/invoice.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { readEnquiry } from "./quotes.ts"
import { premisesQuotes as quotes } from "./table.ts"

type Paid = Omit<Received, "bill_id" | "amount_paise"> & { quote_id: string; amount_rupees: number }

/** Notes that an accepted quote's invoice, or a part of it, was paid. Throws NOT_FOUND and FIELD_ERRORS. */
export async function recordPayment(
  ctx: SignedInCtx,
  { quote_id, amount_rupees, ...received }: Paid,
): Promise<Enquiry> {
  const [quote] = await ctx.db.select().from(quotes).where(eq(quotes.id, quote_id))
  if (!quote?.bill_id) return notFound()
  const amount_paise = Math.round(amount_rupees * 100)
  await recordInvoicePayment(ctx, { ...received, amount_paise, bill_id: quote.bill_id })
  return readEnquiry(ctx, quote.enquiry_id)
}
