import { eq } from "drizzle-orm"
import type { Acceptance, OfferedQuote } from "#contract/premises/premises.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import type { Bill } from "#features/payments/bills/bill.ts"
import { findBill } from "#features/payments/server/bills/list.ts"
import { issueInvoice, priceInvoice, readInvoice } from "#features/payments/server/invoices/invoice.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { buyerAt, isExpired } from "../quotes/rules.ts"
import { mailInvoice } from "./bill-mails.ts"
import { readJoining } from "./joining.ts"
import { hashOf } from "./links.ts"
import { answerMail } from "./mails.ts"
import { BATCH_QUEUE } from "./queues.ts"
import { addressOf, type EnquiryRow, type QuoteRow, showInvoice, showQuote } from "./quote-view.ts"
import { lockEnquiry, moveTo } from "./quotes.ts"
import { premisesEnquiries as enquiries, premisesQuotes as quotes } from "./table.ts"

/** Returns what a link leads to. Throws NOT_FOUND for one that is unknown or was replaced by a newer one. */
async function findByToken(
  { db }: Pick<Ctx, "db">,
  token: string,
): Promise<{ quote: QuoteRow; enquiry: EnquiryRow }> {
  const [found] = await db
    .select({ quote: quotes, enquiry: enquiries })
    .from(quotes)
    .innerJoin(enquiries, eq(enquiries.id, quotes.enquiry_id))
    .where(eq(quotes.token_hash, hashOf(token)))
  return found ?? notFound()
}

/** Returns a quote by its link, with its invoice and its batch. Throws NOT_FOUND. */
export async function readOffered(ctx: Ctx, token: string): Promise<OfferedQuote> {
  const { quote, enquiry } = await findByToken(ctx, token)
  const { bill_id } = quote
  return {
    quote: showQuote(ctx, quote, enquiry),
    invoice: bill_id ? netOf(showInvoice(ctx, bill_id, await readInvoice(ctx, bill_id))) : null,
    batch: await readJoining(ctx, quote),
  }
}

/**
 * With what was too much set against what is owed: the books keep both where an earlier payment was taken back, but the
 * organisation owes only the rest.
 */
function netOf<Invoice extends { owed_paise: number; back_paise: number }>(invoice: Invoice): Invoice {
  const both = Math.min(invoice.owed_paise, invoice.back_paise)
  return { ...invoice, owed_paise: invoice.owed_paise - both, back_paise: invoice.back_paise - both }
}

/** Returns the invoice of an accepted quote by its link. Throws NOT_FOUND. */
export async function readOfferedInvoice(ctx: Ctx, token: string): Promise<Bill> {
  const { bill_id } = (await findByToken(ctx, token)).quote
  if (!bill_id) return notFound()
  return (await readInvoice(ctx, bill_id)).bill
}

/** Returns the credit note that cancelled the invoice of a quote by its link. Throws NOT_FOUND. */
export async function readOfferedCreditNote(ctx: Ctx, token: string): Promise<Bill> {
  const { bill_id } = (await findByToken(ctx, token)).quote
  const note = bill_id ? (await readInvoice(ctx, bill_id)).cancellation?.note : null
  return (note && (await findBill(ctx, note.bill_id))) ?? notFound()
}

/** Locks the enquiry of a link, then returns its quote if that can be answered, or null if it was accepted. */
async function openQuote(tx: Ctx, token: string): Promise<{ quote: QuoteRow; enquiry: EnquiryRow }> {
  const found = await findByToken(tx, token)
  const enquiry = await lockEnquiry(tx, found.enquiry.id)
  // Another answer, a newer quote or a newer link may have come before the lock.
  const { quote } = await findByToken(tx, token)
  return { quote, enquiry }
}

function refuseUnlessOpen(ctx: Ctx, quote: QuoteRow): void {
  if (quote.state !== "sent") refuse("QUOTE_ANSWERED")
  if (isExpired(quote, todayOf(ctx))) refuse("QUOTE_EXPIRED")
}

/**
 * Accepts a quote for its organisation: issues the invoice over what was offered, taxed as the day and the GSTIN ask for,
 * and has it mailed and the batch scheduled. Accepting again changes nothing. Throws NOT_FOUND, QUOTE_ANSWERED,
 * QUOTE_EXPIRED, NOT_SOLD, and FIELD_ERRORS for a GSTIN that is none.
 */
export async function acceptQuote(
  ctx: Ctx,
  { token, accepted_by, ...billed }: Acceptance & { token: string },
): Promise<OfferedQuote> {
  await inTransaction(ctx, async (tx) => {
    const { quote, enquiry } = await openQuote(tx, token)
    if (quote.state === "accepted") return
    refuseUnlessOpen(tx, quote)
    const place = {
      organisation: quote.facts.buyer.business_name ?? enquiry.organisation ?? "",
      address: quote.facts.buyer.business_address ?? addressOf(enquiry),
      state: quote.facts.buyer.delivered_to,
    }
    const { buyer, problems } = buyerAt(place, billed)
    if (!buyer) return refuseFields(problems)
    const price = await priceInvoice(tx, { items: quote.items, buyer })
    if (price.priced.total_paise !== quote.total_paise) throw new Error("an invoice differs from its quote")
    await moveTo(tx, enquiry.id, "accepted")
    if (quote.instructor_id) await tx.jobs.send(tx, BATCH_QUEUE, { quote_id: quote.id })
    await tellOffice(tx, enquiry, quote, { accepted: true, reason: "" })
    const bill_id = await issueInvoice(tx, price, { title: quote.title, name: place.organisation })
    await tx.db
      .update(quotes)
      .set({ state: "accepted", answered_at: tx.clock.now(), answered_by: accepted_by, bill_id })
      .where(eq(quotes.id, quote.id))
    await mailInvoice(tx, enquiry, quote, bill_id)
  })
  return readOffered(ctx, token)
}

/** Declines a quote. Declining again changes nothing. Throws NOT_FOUND, QUOTE_ANSWERED and QUOTE_EXPIRED. */
export async function declineQuote(
  ctx: Ctx,
  { token, reason }: { token: string; reason: string },
): Promise<OfferedQuote> {
  await inTransaction(ctx, async (tx) => {
    const { quote, enquiry } = await openQuote(tx, token)
    if (quote.state === "declined") return
    refuseUnlessOpen(tx, quote)
    await moveTo(tx, enquiry.id, "declined")
    await tx.db
      .update(quotes)
      .set({ state: "declined", answered_at: tx.clock.now(), answer_note: reason || null })
      .where(eq(quotes.id, quote.id))
    await tellOffice(tx, enquiry, quote, { accepted: false, reason })
  })
  return readOffered(ctx, token)
}

function tellOffice(
  tx: Ctx,
  { id, organisation }: EnquiryRow,
  quote: QuoteRow,
  answer: { accepted: boolean; reason: string },
): Promise<void> {
  return tx.post.mail(tx, {
    ...{ kind: "premises-answer", cause_id: quote.id, recipient_name: tx.brand.name },
    to: tx.env.OFFICE_EMAIL ?? tx.brand.contactEmail,
    body: answerMail(tx, { id, organisation: organisation ?? "", number: quote.number, ...answer }),
  })
}
