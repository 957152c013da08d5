import { and, desc, eq, sql } from "drizzle-orm"
import type { Enquiry } from "#contract/premises/desk.ts"
import type { QuoteDraft } from "#contract/premises/quotes.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { admins } from "#features/accounts/server/table.ts"
import { mayBeCharges } from "#features/payments/bank-charges.ts"
import { financialYearOf } from "#features/payments/bills/numbers.ts"
import { canLieIn } from "#features/payments/pins.ts"
import { itemOf } from "#features/payments/program-supply.ts"
import { type InvoiceView, priceInvoice, readInvoice } from "#features/payments/server/invoices/invoice.ts"
import { countApprovers } from "#features/payments/server/refunding/requests.ts"
import { programs } from "#features/programs/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { dateInZone, weekdayOf } from "#shared/time.ts"
import { buyerAt, itemsOf, quoteNumber } from "../quotes/rules.ts"
import { readBatch } from "./joining.ts"
import { mailQuote, newLink } from "./links.ts"
import { addressOf, type EnquiryRow, type QuoteRow, showInvoice, showQuote } from "./quote-view.ts"
import { premisesEnquiries as enquiries, quoteCounters, premisesQuotes as quotes } from "./table.ts"

/** Financial years begin in India's zone, wherever the academy is. */
const INDIA = "Asia/Kolkata"

/** The most quotes of an enquiry that are shown. */
const MOST_QUOTES = 50

/** Returns an enquiry, locked until the transaction ends. Quotes, answers and closing come one after the other. */
export async function lockEnquiry(tx: Pick<Ctx, "db">, id: string): Promise<EnquiryRow> {
  const [row] = await tx.db.select().from(enquiries).where(eq(enquiries.id, id)).for("update")
  return row ?? notFound()
}

function quotesOf({ db }: Pick<Ctx, "db">, enquiryId: string): Promise<QuoteRow[]> {
  return db
    .select()
    .from(quotes)
    .where(eq(quotes.enquiry_id, enquiryId))
    .orderBy(desc(quotes.created_at), desc(quotes.sequence))
    .limit(MOST_QUOTES)
}

/** Returns an enquiry with its quotes, its invoice and its batch. Ten queries, eleven while a cancellation waits. Throws NOT_FOUND. */
export async function readEnquiry(ctx: SignedInCtx, id: string): Promise<Enquiry> {
  const [found] = await ctx.db
    .select({ enquiry: enquiries, service: programs.service })
    .from(enquiries)
    .leftJoin(programs, eq(programs.id, enquiries.course_id))
    .where(eq(enquiries.id, id))
  if (!found) return notFound()
  const { enquiry, service } = found
  const all = await quotesOf(ctx, id)
  const accepted = all.find(({ bill_id }) => bill_id !== null)
  const invoice = accepted?.bill_id ? await readInvoice(ctx, accepted.bill_id) : null
  const { changed_at: _, created_at, ...fields } = enquiry
  return {
    ...fields,
    asked_at: created_at.toISOString(),
    suggested: { supply: service ? supplyOf(service) : "", state: all[0]?.facts.buyer.delivered_to ?? null },
    quotes: all.map((row) => showQuote(ctx, row, enquiry)),
    invoice:
      accepted?.bill_id && invoice
        ? {
            ...showInvoice(ctx, accepted.bill_id, invoice),
            ...{ payments: invoice.payments, kept_paise: invoice.kept_paise },
            may_be_charges: mayBeCharges({ ...invoice, total_paise: invoice.bill.total_paise }),
            asked: await askedToCancel(ctx, invoice),
          }
        : null,
    batch: accepted ? await readBatch(ctx, accepted) : null,
  }
}

/** Who asked to cancel an invoice, while that waits for a colleague. */
async function askedToCancel(ctx: SignedInCtx, { cancellation }: InvoiceView) {
  if (!cancellation || cancellation.note) return null
  const { reason, asked_by, asked_by_id } = cancellation
  const is_own = asked_by_id === ctx.viewer.user_id
  return { reason, asked_by, is_own, colleagues: await countApprovers(ctx, [admins]) }
}

/** As what a service of the academy is supplied. */
function supplyOf(service: string): string {
  const item = itemOf({ service, delivery: "on_premises", price_paise: 0 }, "")
  return "supply" in item ? item.supply : "coaching"
}

/**
 * Sends a quote in place of the one before, and mails it. The same form sent again is the same quote. Throws NOT_FOUND,
 * ENQUIRY_CHANGED where a colleague was faster, ENQUIRY_SETTLED, ENQUIRY_ERASED, NOT_SOLD and FIELD_ERRORS.
 */
export async function sendQuote(
  ctx: SignedInCtx,
  { enquiry_id, ...draft }: QuoteDraft & { enquiry_id: string },
): Promise<Enquiry> {
  await inTransaction(ctx, async (tx) => {
    const enquiry = await lockEnquiry(tx, enquiry_id)
    const [newest] = await quotesOf(tx, enquiry_id)
    if (newest?.id === draft.quote_id) return
    if (enquiry.state === "accepted") refuse("ENQUIRY_SETTLED")
    if ((newest?.id ?? null) !== (draft.after_quote_id ?? null)) refuse("ENQUIRY_CHANGED")
    if (!enquiry.organisation) refuse("ENQUIRY_ERASED")
    const { columns, token } = await writtenOf(tx, draft, enquiry)
    await withdraw(tx, enquiry_id)
    await tx.db.insert(quotes).values(columns)
    await moveTo(tx, enquiry_id, "quoted")
    await mailQuote(tx, enquiry, columns, token)
    await recordAct(tx, "premises.quote", enquiry_id, { total_paise: columns.total_paise })
  })
  return readEnquiry(ctx, enquiry_id)
}

/** The row of a quote with the price of now under the next number. Throws NOT_SOLD and FIELD_ERRORS. */
async function writtenOf(tx: SignedInCtx, draft: Omit<QuoteDraft, "enquiry_id">, enquiry: EnquiryRow) {
  const { quote_id: id, title, note, supply, state, valid_until, language, instructor_id } = draft
  const { first_on, weekdays, start_time, end_time, weeks, capacity } = draft
  const place = { organisation: enquiry.organisation ?? "", address: addressOf(enquiry), state }
  const { buyer, problems } = buyerAt(place, draft)
  const today = todayOf(tx)
  const wrong = {
    ...problems,
    ...(valid_until < today && { valid_until: "VALID_UNTIL_PAST" }),
    // It would be added to the weekdays that the organisation is offered.
    ...(weekdays.length > 0 && !weekdays.includes(weekdayOf(first_on)) && { first_on: "FIRST_DAY_OTHER" }),
    ...(first_on < today && { first_on: "CLASS_IN_PAST" }),
    // It decides which tax the quote has.
    ...(enquiry.pin && !canLieIn(enquiry.pin, state) && { state: "STATE_OTHER_PIN" }),
    ...(end_time <= start_time && { end_time: "END_BEFORE_START" }),
  }
  if (!buyer || Object.keys(wrong).length > 0) return refuseFields(wrong)
  const items = itemsOf(draft.lines, supply, state)
  const { priced, facts } = await priceInvoice(tx, { items, buyer })
  const [document] = priced.documents
  if (!document || !facts.supplier.seller) return refuse("NOT_SOLD", { reasons: [{ code: "no-supplier" }] })
  const now = tx.clock.now()
  const financial_year = financialYearOf(dateInZone(now, INDIA))
  const sequence = await nextSequence(tx, financial_year)
  const { token, columns: link } = newLink()
  const number = quoteNumber(facts.supplier.seller.prefix, financial_year, sequence)
  return {
    token,
    columns: {
      ...{
        id,
        enquiry_id: enquiry.id,
        financial_year,
        sequence,
        number,
        state: "sent" as const,
        title,
        note,
      },
      ...{ items, supply, facts, document, trace: priced.trace, total_paise: priced.total_paise },
      ...{ sent_on: today, valid_until, language, ...link, first_on, weekdays, start_time, end_time, weeks },
      ...{ capacity, instructor_id: instructor_id ?? null, sent_by: tx.viewer.user_id, created_at: now },
    },
  }
}

/** The next number of a year. Those who quote at the same moment wait for each other. */
async function nextSequence({ db }: Pick<Ctx, "db">, financial_year: string): Promise<number> {
  const [row] = await db
    .insert(quoteCounters)
    .values({ financial_year, last: 1 })
    .onConflictDoUpdate({
      target: quoteCounters.financial_year,
      set: { last: sql`${quoteCounters.last} + 1` },
    })
    .returning({ last: quoteCounters.last })
  if (!row) throw new Error("a counter answered no row")
  return row.last
}

/** Takes back the quote that could be answered. */
async function withdraw({ db }: Pick<Ctx, "db">, enquiryId: string): Promise<void> {
  await db
    .update(quotes)
    .set({ state: "withdrawn" })
    .where(and(eq(quotes.enquiry_id, enquiryId), eq(quotes.state, "sent")))
}

/** Notes how far an enquiry is. */
export async function moveTo(
  tx: Pick<Ctx, "db" | "clock">,
  id: string,
  state: EnquiryRow["state"],
): Promise<void> {
  await tx.db.update(enquiries).set({ state, changed_at: tx.clock.now() }).where(eq(enquiries.id, id))
}

/** Mails a quote again with a new link; the old one ends. Throws NOT_FOUND, ENQUIRY_CHANGED and ENQUIRY_ERASED. */
export async function resendQuote(ctx: SignedInCtx, quoteId: string): Promise<Enquiry> {
  const enquiryId = await inTransaction(ctx, async (tx) => {
    const [asked] = await tx.db.select().from(quotes).where(eq(quotes.id, quoteId))
    if (!asked) return notFound()
    const enquiry = await lockEnquiry(tx, asked.enquiry_id)
    const { token, columns } = newLink()
    const [row] = await tx.db
      .update(quotes)
      .set(columns)
      .where(and(eq(quotes.id, quoteId), eq(quotes.state, "sent")))
      .returning()
    if (!row) return refuse("ENQUIRY_CHANGED")
    await mailQuote(tx, enquiry, row, token)
    await recordAct(tx, "premises.resend", enquiry.id)
    return enquiry.id
  })
  return readEnquiry(ctx, enquiryId)
}

/** Closes an enquiry and withdraws its quote. Closing it again changes nothing. Throws NOT_FOUND and ENQUIRY_SETTLED. */
export async function closeEnquiry(ctx: SignedInCtx, id: string): Promise<Enquiry> {
  await inTransaction(ctx, async (tx) => {
    const { state } = await lockEnquiry(tx, id)
    if (state === "accepted") refuse("ENQUIRY_SETTLED")
    if (state === "closed") return
    await withdraw(tx, id)
    await moveTo(tx, id, "closed")
    await recordAct(tx, "premises.close", id)
  })
  return readEnquiry(ctx, id)
}
