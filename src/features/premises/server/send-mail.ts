import { eq, inArray, or } from "drizzle-orm"
import { sendNotice } from "#features/notifications/server/sending.ts"
import { readNotice } from "#features/notifications/server/service.ts"
import { billFile, billPdf } from "#features/payments/bills/bill-pdf.ts"
import { findBill } from "#features/payments/server/bills/list.ts"
import { bills } from "#features/payments/server/bills/table.ts"
import type { Ctx } from "#platform/context.ts"
import type { Attachment } from "#platform/mail/port.ts"
import { quotePdf } from "../quotes/quote-pdf.ts"
import { showQuote } from "./quote-view.ts"
import { premisesEnquiries as enquiries, premisesQuotes as quotes } from "./table.ts"

/** Sends the mail of a quote, an invoice or a credit note with its PDF, in the organisation's language. */
export async function sendPremisesMail(ctx: Ctx, noticeId: string): Promise<void> {
  const notice = await readNotice(ctx, noticeId)
  if (notice?.status !== "queued") return sendNotice(ctx, noticeId)
  return sendNotice(ctx, noticeId, await attached(ctx, notice))
}

async function attached(
  ctx: Ctx,
  { kind, cause_id }: { kind: string; cause_id: string },
): Promise<Attachment[]> {
  const isQuote = kind === "premises-quote"
  // A credit note is about the quote of the invoice that it cancels.
  const cancelled = ctx.db.select({ id: bills.corrects }).from(bills).where(eq(bills.id, cause_id))
  const [found] = await ctx.db
    .select({ quote: quotes, enquiry: enquiries })
    .from(quotes)
    .innerJoin(enquiries, eq(enquiries.id, quotes.enquiry_id))
    .where(
      isQuote
        ? eq(quotes.mail_id, cause_id)
        : or(eq(quotes.bill_id, cause_id), inArray(quotes.bill_id, cancelled)),
    )
  // A newer link took its place.
  if (!found) return []
  const { language } = found.quote
  if (isQuote) {
    const quote = showQuote(ctx, found.quote, found.enquiry)
    return [{ name: billFile(quote), type: "application/pdf", content: await quotePdf(quote, language) }]
  }
  const bill = await findBill(ctx, cause_id)
  return bill
    ? [{ name: billFile(bill), type: "application/pdf", content: await billPdf(bill, language) }]
    : []
}
