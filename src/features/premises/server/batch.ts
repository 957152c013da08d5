import { eq } from "drizzle-orm"
import type { Enquiry } from "#contract/premises/desk.ts"
import type { Schedule } from "#contract/premises/quotes.ts"
import { admins, user } from "#features/accounts/server/table.ts"
import { scheduleClass } from "#features/classes/server/schedule/schedule.ts"
import { readInvitedBatch } from "#features/classes/server/seats/invited.ts"
import { programs } from "#features/programs/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedIn, type SignedInCtx } from "#platform/context.ts"
import { notFound, Refusal, refuse, refuseFields } from "#platform/errors.ts"
import { joinCodeOf } from "./joining.ts"
import { addressOf, type QuoteRow } from "./quote-view.ts"
import { readEnquiry } from "./quotes.ts"
import { premisesEnquiries as enquiries, premisesQuotes as quotes } from "./table.ts"

/** What a class calls the fields of the batch's form. */
const FIELDS: Record<string, string> = {
  scheduled_date: "first_on",
  repeat_weeks: "weeks",
  repeat_weekdays: "weekdays",
  max_capacity: "capacity",
}

type Planned = Schedule & { instructor_id: string }

/** Schedules the classes of a quote, in the caller's transaction, as the viewer. Throws FIELD_ERRORS by the form's fields. */
async function schedule(tx: SignedInCtx, quote: QuoteRow, plan: Planned): Promise<string> {
  const [found] = await tx.db
    .select({ enquiry: enquiries, subject: programs.subject })
    .from(enquiries)
    .leftJoin(programs, eq(programs.id, enquiries.course_id))
    .where(eq(enquiries.id, quote.enquiry_id))
  if (!found) return notFound()
  const { enquiry, subject } = found
  try {
    // Its seats are for the organisation's people alone.
    const first = await scheduleClass(tx, {
      ...{ title: quote.title, description: "", subject: subject ?? enquiry.activity.slice(0, 60) },
      ...{ curriculum: "General", grade: "", class_type: "regular", auto_record: false },
      ...{ delivery: "on_premises", venue_name: enquiry.organisation ?? quote.title },
      ...{ venue_address: addressOf(enquiry), instructor_id: plan.instructor_id },
      ...{ scheduled_date: plan.first_on, start_time: plan.start_time, end_time: plan.end_time },
      ...{ max_capacity: plan.capacity, invitation_id: quote.id, repeats: "weeks", repeat_weeks: plan.weeks },
      ...{ repeat_weekdays: plan.weekdays, request_key: quote.id },
    })
    return first.id
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "FIELD_ERRORS") throw error
    const { fields } = error.data as { fields: Record<string, string> }
    return refuseFields(
      Object.fromEntries(Object.entries(fields).map(([name, code]) => [FIELDS[name] ?? name, code])),
    )
  }
}

/** Returns a quote, locked until the transaction ends. Throws NOT_FOUND. */
export async function lockQuote(tx: Pick<Ctx, "db">, id: string): Promise<QuoteRow> {
  const [row] = await tx.db.select().from(quotes).where(eq(quotes.id, id)).for("update")
  return row ?? notFound()
}

/**
 * Schedules the batch of a quote that was just accepted, as the colleague who sent it. Where it can't be, the desk shows
 * why: the organisation's answer counts all the same. Once for each quote.
 */
export async function batchAfterAcceptance(ctx: Ctx, quoteId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const quote = await lockQuote(tx, quoteId)
    const { instructor_id } = quote
    if (quote.state !== "accepted" || quote.class_id || !instructor_id) return
    const viewer = await readStaff(tx, quote.sent_by)
    if (!viewer) return
    const plan = { ...quote, start_time: quote.start_time.slice(0, 5), end_time: quote.end_time.slice(0, 5) }
    try {
      const class_id = await schedule({ ...tx, viewer }, quote, { ...plan, instructor_id })
      await tx.db
        .update(quotes)
        .set({ class_id, join_code: joinCodeOf(quote), batch_problems: {} })
        .where(eq(quotes.id, quoteId))
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "FIELD_ERRORS") throw error
      const { fields } = error.data as { fields: Record<string, string> }
      await tx.db.update(quotes).set({ batch_problems: fields }).where(eq(quotes.id, quoteId))
    }
  })
}

/** An admin who still is one, or null. */
async function readStaff({ db }: Pick<Ctx, "db">, id: string | null): Promise<SignedIn | null> {
  if (!id) return null
  const [row] = await db
    .select({ name: user.name, email: user.email, disabledAt: user.disabledAt })
    .from(admins)
    .innerJoin(user, eq(user.id, admins.user_id))
    .where(eq(admins.user_id, id))
  if (!row || row.disabledAt) return null
  const { name, email } = row
  return { user_id: id, email, first_name: name, last_name: "", role: "admin", email_verified: true }
}

/** Staff schedule the batch of an accepted quote themselves. Throws NOT_FOUND, BATCH_MADE and FIELD_ERRORS. */
export async function makeBatch(
  ctx: SignedInCtx,
  { quote_id, ...plan }: Planned & { quote_id: string },
): Promise<Enquiry> {
  const enquiryId = await inTransaction(ctx, async (tx) => {
    const quote = await lockQuote(tx, quote_id)
    if (quote.state !== "accepted") return notFound()
    if (await readInvitedBatch(tx, quote.id)) refuse("BATCH_MADE")
    const class_id = await schedule(tx, quote, plan)
    const { first_on, weekdays, start_time, end_time, weeks, capacity, instructor_id } = plan
    const agreed = { first_on, weekdays, start_time, end_time, weeks, capacity, instructor_id }
    await tx.db
      .update(quotes)
      .set({ ...agreed, class_id, join_code: joinCodeOf(quote), batch_problems: {} })
      .where(eq(quotes.id, quote_id))
    await recordAct(tx, "premises.batch", quote.enquiry_id, { class_id })
    return quote.enquiry_id
  })
  return readEnquiry(ctx, enquiryId)
}
