import { and, asc, desc, eq, gt, inArray, isNull, lt, notExists, type SQL, sql } from "drizzle-orm"
import { ENQUIRY_STATES, type EnquiryState } from "#contract/premises/codes.ts"
import type { EnquiryEntry, InvoiceSums } from "#contract/premises/desk.ts"
import type { PremisesEnquiry } from "#contract/premises/premises.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { tidyPin } from "#features/payments/pins.ts"
import { standingInvoices } from "#features/payments/server/invoices/statement.ts"
import { programs } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { refuse, refuseFields } from "#platform/errors.ts"
import { countOpenForm, countTry } from "#platform/limits.ts"
import { newId } from "#shared/ids.ts"
import { parsePhone } from "#shared/phone.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { isExpired } from "../quotes/rules.ts"
import { officeMail } from "./mails.ts"
import { premisesEnquiries as enquiries, premisesQuotes as quotes } from "./table.ts"

/** How many enquiries one e-mail address, and one address of the network, may send within an hour. */
export const ENQUIRIES_PER_HOUR = 5

/** The most enquiries of one sender that a new one is compared with. */
const COMPARED = 50

/**
 * Stores an enquiry and tells the office by mail. The same enquiry sent again within a day is stored once. Throws
 * FIELD_ERRORS for a phone number or PIN code that is none, and TOO_MANY_REQUESTS.
 */
export async function keepEnquiry(ctx: Ctx, typed: PremisesEnquiry): Promise<void> {
  const { website: _, ...fields } = typed
  const phone = parsePhone(fields.phone)
  const pin = tidyPin(fields.pin)
  if (!phone || !pin)
    refuseFields({ ...(!phone && { phone: "PHONE_INVALID" }), ...(!pin && { pin: "PIN_INVALID" }) })
  const asked = { ...fields, phone, pin }
  await inTransaction(ctx, async (tx) => {
    // Enquiries of one sender come one after the other, so that two posts of the same one at once are seen as that.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`premises:${asked.email}`}, 0))`)
    if (await wasSent(tx, asked)) return
    const wait = await countTry(tx, [
      { name: "premises-of-email", of: asked.email, most: ENQUIRIES_PER_HOUR, window: HOUR },
    ])
    if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
    await countOpenForm(tx, "premises")
    const [program] = await tx.db
      .select({ id: programs.id })
      .from(programs)
      .where(sql`lower(${programs.title}) = lower(${asked.activity}) and ${programs.archived_at} is null`)
      .orderBy(asc(programs.position))
      .limit(1)
    const [id, now] = [newId(), tx.clock.now()]
    await tx.db.insert(enquiries).values({
      ...{ ...asked, id, message: asked.message || null, course_id: program?.id ?? null },
      ...{ state: "new", created_at: now, changed_at: now },
    })
    await tx.post.mail(tx, {
      ...{ kind: "premises-enquiry", cause_id: id, recipient_name: tx.brand.name },
      ...{ to: tx.env.OFFICE_EMAIL ?? tx.brand.contactEmail, body: officeMail(tx, id, asked) },
    })
  })
}

async function wasSent(tx: Ctx, asked: PremisesEnquiry): Promise<boolean> {
  const since = new Date(tx.clock.now().getTime() - DAY)
  const recent = await tx.db
    .select()
    .from(enquiries)
    .where(and(eq(enquiries.email, asked.email), gt(enquiries.created_at, since)))
    .orderBy(desc(enquiries.created_at))
    .limit(COMPARED)
  const told = (one: Omit<(typeof recent)[number], "course_id"> | PremisesEnquiry) => {
    const { name, organisation, kind, phone, address, pin, activity, people, ages, days, message } = one
    return JSON.stringify([
      ...[name, organisation, kind, phone, address, pin, activity, people, ages, days, message || ""],
    ])
  }
  return recent.some((one) => told(one) === told(asked))
}

const isSettled = (state: SQL | typeof quotes.state) =>
  notExists(
    sql`(select from ${quotes} where ${quotes.enquiry_id} = ${enquiries.id} and ${state} = 'accepted')`,
  )

/** What of an enquiry leads to a person. */
export const NOBODY = { name: null, phone: null, email: null, address: null, pin: null, message: null }

/** The same of its quotes: who answered, and where and to which GSTIN the invoice went, which the bill itself keeps. */
export const OFFERED_TO_NOBODY = {
  ...{ answered_by: null, answer_note: null },
  facts: sql`${quotes.facts} #- '{buyer,gstin}' #- '{buyer,business_address}'`,
}

/** Whether money of the enquiry's invoice is still to come or to go back, or classes of its batch are to come. */
function isOpen({ clock }: Pick<Ctx, "clock">): SQL {
  const now = sql`${clock.now().toISOString()}::timestamptz`
  return sql`exists (select from ${quotes} q where q.enquiry_id = ${enquiries.id} and q.state = 'accepted' and (
    exists (select from ${standingInvoices()} i where i.bill_id = q.bill_id and (i.owed_paise > 0 or i.back_paise > 0))
    or exists (select from ${scheduledClasses} c where c.invitation_id = q.id and c.status <> 'cancelled'
      and c.ends_at > ${now})))`
}

/**
 * Deletes enquiries with which nothing happened for as long as the academy keeps them, with their quotes. Of one that was
 * accepted everything stays that its invoice needs, without whom to reach and where once nothing is left to be settled
 * or taught.
 */
export async function dropOldEnquiries(ctx: Ctx): Promise<void> {
  const { db, clock, env } = ctx
  const old = lt(enquiries.changed_at, new Date(clock.now().getTime() - env.ENQUIRY_DAYS * DAY))
  // A quote can be accepted until the day that it names, however long that is.
  const acceptable = sql`(select from ${quotes} where ${quotes.enquiry_id} = ${enquiries.id}
    and ${quotes.state} = 'sent' and ${quotes.valid_until} >= ${todayOf(ctx)})`
  await db.delete(enquiries).where(and(old, isSettled(quotes.state), notExists(acceptable)))
  await db
    .update(enquiries)
    .set(NOBODY)
    .where(and(old, sql`${enquiries.email} is not null and not ${isOpen(ctx)}`))
  const nobodys = db.select({ id: enquiries.id }).from(enquiries).where(isNull(enquiries.email))
  const isKept = sql`(${quotes.facts} -> 'buyer' ?| array['gstin', 'business_address']
    or num_nonnulls(${quotes.answered_by}, ${quotes.answer_note}) > 0)`
  await db
    .update(quotes)
    .set(OFFERED_TO_NOBODY)
    .where(and(inArray(quotes.enquiry_id, nobodys), isKept))
}

type Listed = { state: EnquiryState; cursor?: string | undefined; limit: number }

type EnquiryList = {
  items: EnquiryEntry[]
  next_cursor: string | null
  counts: Record<string, number>
  sums: InvoiceSums | null
}

/**
 * Lists enquiries of a state, the newest first, with how many there are of each, and with what the invoices of those that
 * were accepted sum to. At most three queries. Throws
 * FIELD_ERRORS.
 */
export async function listEnquiries(ctx: Ctx, { state, cursor, limit }: Listed): Promise<EnquiryList> {
  const after = decodeCursor(cursor)
  const today = todayOf(ctx)
  const { id, created_at } = enquiries
  const counts = Object.fromEntries(
    ENQUIRY_STATES.map((one) => [one, ctx.db.$count(enquiries, eq(enquiries.state, one))]),
  )
  const newest = sql`(select q.* from ${quotes} q where q.enquiry_id = ${id} order by q.created_at desc limit 1)`
  const [rows, [counted], sums] = await Promise.all([
    ctx.db
      .select({
        enquiry: enquiries,
        quote: sql<{ number: string; total_paise: number; valid_until: string } | null>`case when quote.id
          is not null then jsonb_build_object('number', quote.number, 'total_paise', quote.total_paise,
          'valid_until', quote.valid_until) end`,
        invoice: sql<EnquiryEntry["invoice"]>`to_jsonb(invoice) - 'bill_id'`,
        needs_batch: sql<boolean>`coalesce(quote.state = 'accepted' and not exists (
          select from ${scheduledClasses} c where c.invitation_id = quote.id), false)`,
      })
      .from(enquiries)
      .leftJoin(sql`lateral ${newest} quote`, sql`true`)
      .leftJoin(sql`${standingInvoices()} invoice`, sql`invoice.bill_id = quote.bill_id`)
      .where(
        and(
          eq(enquiries.state, state),
          after
            ? sql`(${created_at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(desc(created_at), desc(id))
      .limit(limitFor(limit)),
    ctx.db.select(counts).from(sql`(select 1) one`),
    state === "accepted" ? sumInvoices(ctx) : null,
  ])
  const page = toPage(
    rows,
    limit,
    ({ enquiry }) => ({ id: enquiry.id, at: enquiry.created_at }),
    ({ enquiry, quote, invoice, needs_batch }): EnquiryEntry => ({
      ...{ id: enquiry.id, organisation: enquiry.organisation, kind: enquiry.kind },
      ...{
        activity: enquiry.activity,
        people: enquiry.people,
        state: enquiry.state,
        invoice,
        needs_batch,
      },
      asked_at: enquiry.created_at.toISOString(),
      quote: quote && { ...quote, expired: enquiry.state === "quoted" && isExpired(quote, today) },
    }),
  )
  return { ...page, sums, counts: (counted ?? {}) as Record<string, number> }
}

/** What all invoices to organisations sum to. */
async function sumInvoices({ db }: Pick<Ctx, "db">): Promise<InvoiceSums> {
  const sum = (column: keyof InvoiceSums) =>
    sql<number>`coalesce(sum(${sql.identifier(column)}), 0)`.mapWith(Number)
  const [sums] = await db
    .select({
      ...{ total_paise: sum("total_paise"), cancelled_paise: sum("cancelled_paise") },
      ...{ paid_paise: sum("paid_paise"), deducted_paise: sum("deducted_paise") },
      charges_paise: sum("charges_paise"),
      ...{ returned_paise: sum("returned_paise"), back_paise: sum("back_paise") },
      owed_paise: sum("owed_paise"),
    })
    .from(sql`${standingInvoices()} i`)
  if (!sums) throw new Error("a sum answered no row")
  return sums
}
