import { eq } from "drizzle-orm"
import type { Enquiry } from "#contract/premises/desk.ts"
import {
  approveCancellation,
  cancelInvoice,
  keepInvoice,
  type Returned,
  recordReturn,
} from "#features/payments/server/invoices/cancel.ts"
import {
  correctReturn,
  type ExcessReturned,
  type ReturnCorrected,
  recordExcessReturn,
} from "#features/payments/server/invoices/excess.ts"
import { type Received, recordInvoicePayment } from "#features/payments/server/invoices/invoice.ts"
import { writeOffRemainder } from "#features/payments/server/invoices/remainder.ts"
import { reverseInvoicePayment } from "#features/payments/server/invoices/reversal.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { mailCreditNote } from "./bill-mails.ts"
import type { QuoteRow } from "./quote-view.ts"
import { readEnquiry } from "./quotes.ts"
import { premisesQuotes as quotes } from "./table.ts"

type Invoiced = QuoteRow & { bill_id: string }

/** Returns an accepted quote, which has an invoice. Throws NOT_FOUND. */
async function readInvoiced({ db }: Pick<SignedInCtx, "db">, quoteId: string): Promise<Invoiced> {
  const [quote] = await db.select().from(quotes).where(eq(quotes.id, quoteId))
  return quote?.bill_id ? { ...quote, bill_id: quote.bill_id } : notFound()
}

/** Works on an invoice in one transaction. Returns its enquiry. */
async function withInvoice(
  ctx: SignedInCtx,
  quoteId: string,
  work: (tx: SignedInCtx, quote: Invoiced) => Promise<void>,
): Promise<Enquiry> {
  const quote = await readInvoiced(ctx, quoteId)
  await inTransaction(ctx, (tx) => work(tx, quote))
  return readEnquiry(ctx, quote.enquiry_id)
}

type Paid = Pick<Received, "reference" | "received_on"> & {
  quote_id: string
  amount_rupees: number
  deducted_rupees?: number
  deducted_section?: string
  shared?: boolean
  over?: boolean
}

const inPaise = (rupees: number) => Math.round(rupees * 100)

/** Notes that an accepted quote's invoice, or a part of it, was paid, and what tax was deducted. Throws NOT_FOUND, INVOICE_CANCELLED and FIELD_ERRORS. */
export function recordPayment(
  ctx: SignedInCtx,
  { quote_id, amount_rupees, deducted_rupees = 0, deducted_section = "", ...noted }: Paid,
): Promise<Enquiry> {
  const { shared = false, over = false, ...received } = noted
  const amounts = { amount_paise: inPaise(amount_rupees), deducted_paise: inPaise(deducted_rupees) }
  const section = deducted_section.toUpperCase() || null
  return withInvoice(ctx, quote_id, (tx, { bill_id }) =>
    recordInvoicePayment(tx, { ...received, ...amounts, shared, over, deducted_section: section, bill_id }),
  )
}

/** Writes off what is left of an accepted quote's invoice as charges of banks. Throws as `writeOffRemainder` does. */
export function writeOffQuoteRemainder(
  ctx: SignedInCtx,
  { quote_id, amount_paise }: { quote_id: string; amount_paise: number },
): Promise<Enquiry> {
  return withInvoice(ctx, quote_id, (tx, { bill_id }) => writeOffRemainder(tx, { bill_id, amount_paise }))
}

/** Notes how what was too much of a payment went back. Throws as `recordExcessReturn` does. */
export function recordQuoteExcessReturn(
  ctx: SignedInCtx,
  { quote_id, ...returned }: Omit<ExcessReturned, "bill_id"> & { quote_id: string },
): Promise<Enquiry> {
  return withInvoice(ctx, quote_id, (tx, { bill_id }) => recordExcessReturn(tx, { ...returned, bill_id }))
}

/** Corrects the reference of a transfer that gave something back. Throws as `correctReturn` does. */
export function correctQuoteReturn(
  ctx: SignedInCtx,
  { quote_id, ...corrected }: Omit<ReturnCorrected, "bill_id"> & { quote_id: string },
): Promise<Enquiry> {
  return withInvoice(ctx, quote_id, (tx, { bill_id }) => correctReturn(tx, { ...corrected, bill_id }))
}

/** Takes back what was recorded by mistake. Throws NOT_FOUND, INVOICE_CANCELLED and EXCESS_RETURNED. */
export function reversePayment(
  ctx: SignedInCtx,
  { quote_id, payment_id }: { quote_id: string; payment_id: string },
): Promise<Enquiry> {
  return withInvoice(ctx, quote_id, (tx, { bill_id }) => reverseInvoicePayment(tx, { bill_id, payment_id }))
}

/**
 * Cancels an accepted quote's invoice and mails the credit note, or asks a colleague to approve it. Throws NOT_FOUND,
 * INVOICE_CANCELLED and CANCELLATION_WAITS.
 */
export function cancelQuoteInvoice(
  ctx: SignedInCtx,
  { quote_id, reason }: { quote_id: string; reason: string },
): Promise<Enquiry> {
  return withInvoice(ctx, quote_id, async (tx, quote) => {
    await mailCreditNote(tx, quote, await cancelInvoice(tx, quote.bill_id, reason))
  })
}

/** Cancels the invoice that a colleague asked to cancel. Throws NOT_FOUND, OWN_CANCELLATION and INVOICE_CANCELLED. */
export function approveQuoteCancellation(ctx: SignedInCtx, quoteId: string): Promise<Enquiry> {
  return withInvoice(ctx, quoteId, async (tx, quote) => {
    await mailCreditNote(tx, quote, await approveCancellation(tx, quote.bill_id))
  })
}

/** Keeps an invoice that somebody asked to cancel. Throws NOT_FOUND and INVOICE_CANCELLED. */
export function keepQuoteInvoice(ctx: SignedInCtx, quoteId: string): Promise<Enquiry> {
  return withInvoice(ctx, quoteId, (tx, { bill_id }) => keepInvoice(tx, bill_id))
}

/** Notes how the money of a cancelled invoice went back. Throws NOT_FOUND, REFUND_SETTLED and FIELD_ERRORS. */
export function recordQuoteReturn(
  ctx: SignedInCtx,
  { quote_id, ...returned }: Omit<Returned, "bill_id"> & { quote_id: string },
): Promise<Enquiry> {
  return withInvoice(ctx, quote_id, (tx, { bill_id }) => recordReturn(tx, { ...returned, bill_id }))
}
