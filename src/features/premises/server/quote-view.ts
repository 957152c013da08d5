import type { OpenInvoice, Quote } from "#contract/premises/quotes.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { payToOf } from "#features/payments/pay-to.ts"
import type { InvoiceView } from "#features/payments/server/invoices/invoice.ts"
import { holdingOn } from "#features/payments/supplies.ts"
import type { Ctx } from "#platform/context.ts"
import type { StateCode } from "#shared/states.ts"
import { isExpired } from "../quotes/rules.ts"
import type { premisesEnquiries, premisesQuotes } from "./table.ts"

export type QuoteRow = typeof premisesQuotes.$inferSelect
export type EnquiryRow = typeof premisesEnquiries.$inferSelect

/** Where the lessons of an enquiry take place, in one line; empty once it was erased. */
export function addressOf({ address, pin }: Pick<EnquiryRow, "address" | "pin">): string {
  return [address, pin].filter(Boolean).join(", ")
}

/** Returns a quote as it was sent. */
export function showQuote(ctx: Pick<Ctx, "clock" | "env">, row: QuoteRow, enquiry: EnquiryRow): Quote {
  const { facts, document } = row
  const { id, number, state, title, note, sent_on, valid_until, language, supply, total_paise, trace } = row
  const { first_on, weekdays, start_time, end_time, weeks, instructor_id, capacity } = row
  const registration = holdingOn(facts.supplier.registrations, facts.date)?.kind ?? "unregistered"
  const { seller, state: own } = facts.supplier
  const { business_name, business_address, gstin = null, state: buyerState } = facts.buyer
  return {
    ...{ id, number, state, title, note, sent_on, valid_until, language, supply, total_paise, trace },
    ...{ first_on, weekdays, weeks, instructor_id, capacity },
    ...{ start_time: start_time.slice(0, 5), end_time: end_time.slice(0, 5) },
    expired: state === "sent" && isExpired(row, todayOf(ctx)),
    supplier: {
      ...{ name: seller?.name ?? "", address: seller?.address ?? [], gstin: seller?.gstin ?? null },
      ...{ registration, state: own as StateCode },
    },
    buyer: {
      ...{ name: business_name ?? enquiry.organisation ?? "", gstin, state: buyerState as StateCode },
      ...(business_address && { address: business_address.split("\n") }),
    },
    venue: { name: enquiry.organisation ?? "", address: addressOf(enquiry) },
    place: document.place as StateCode,
    ...{ lines: document.lines, round_off_paise: document.round_off_paise },
    answered_at: row.answered_at?.toISOString() ?? null,
    answer_note: row.answer_note ?? "",
  }
}

/** Returns an invoice with what was paid of it and whether it is cancelled. */
export function showInvoice(
  { env }: Pick<Ctx, "env">,
  bill_id: string,
  { bill, paid_paise, deducted_paise, charges_paise, owed_paise, back_paise, cancellation }: InvoiceView,
): OpenInvoice {
  const { number, issued_on, total_paise } = bill
  const { note, owed_paise: paid_back = 0, returned = null } = cancellation ?? {}
  return {
    ...{ bill_id, number, issued_on, total_paise, paid_paise, deducted_paise, owed_paise },
    ...{ charges_paise, back_paise },
    pay_to: payToOf(env.BANK_DETAILS, env.UPI_ID),
    cancelled: note ? { credit_note: note, owed_paise: paid_back, returned } : null,
  }
}
