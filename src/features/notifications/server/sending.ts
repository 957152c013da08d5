import { and, asc, eq, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm"
import { quietWaitMs } from "#features/notifications/rules.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { type DeliveryAnswer, DeliveryUnanswered } from "#platform/delivery.ts"
import { brand } from "#shared/brand.ts"
import { newId } from "#shared/ids.ts"
import { HOUR, MINUTE, SECOND, timeInZone } from "#shared/time.ts"
import { writeMail } from "./mail-text.ts"
import { settleDelivery } from "./reports.ts"
import { emitChange, enqueued, enqueueSending } from "./service.ts"
import { noticeAttempts, notices } from "./table.ts"
import { composeText } from "./templates.ts"

/** The waits after the first, second and further refused try: seven tries, which outlast an outage of an hour. */
export const RETRY_AFTER_MINUTES = [1, 3, 8, 18, 30, 30] as const
/** A try without an outcome after this long is lost with its worker; providers are given up on far sooner. */
export const LOST_AFTER_MS = 60 * SECOND
/** A queued notice overdue by this much has no job any more. */
const OVERDUE_MS = 2 * MINUTE
/** However long a provider asks to be left alone. */
const LONGEST_WAIT_MS = HOUR
const SWEEP_ROWS = 500
const LONGEST_ANSWER = 300

type NoticeRow = typeof notices.$inferSelect
type Taken = { notice: NoticeRow; attemptId: string }
type Outcome = DeliveryAnswer | { kind: "unanswered"; reason: string }

/**
 * One try to send a queued notice. The try is on record before the provider is called, so that a worker killed
 * in between leaves an unknown notice and never a doubled one. Anything but a queued notice is left alone,
 * save one whose try was lost, which becomes unknown.
 */
export async function sendNotice(ctx: Ctx, noticeId: string): Promise<void> {
  if (await restsForNight(ctx, noticeId)) return
  const taken = await takeNotice(ctx, noticeId)
  if (!taken) return settleLost(ctx, eq(notices.id, noticeId))
  const outcome = await callProvider(ctx, taken.notice)
  await recordOutcome(ctx, taken, outcome)
}

/**
 * Puts a text off to the end of the quiet hours: answers whether it rests. Codes, and what would be of no use by
 * then, go at once; so does what stays in the outbox, which wakes nobody.
 */
async function restsForNight(ctx: Ctx, noticeId: string): Promise<boolean> {
  const now = ctx.clock.now()
  const { SMS_PROVIDER, TIME_ZONE, QUIET_FROM_HOUR: from, QUIET_TO_HOUR: to } = ctx.env
  const wallTime = timeInZone(now, TIME_ZONE)
  if (!SMS_PROVIDER || quietWaitMs(wallTime, undefined, { from, to }) === 0) return false
  const [notice] = await ctx.db
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), eq(notices.status, "queued"), eq(notices.channel, "sms")))
  if (!notice || notice.kind.endsWith("-code")) return false
  const waitMs = quietWaitMs(
    wallTime,
    notice.send_before ? notice.send_before.getTime() - now.getTime() : undefined,
    { from, to },
  )
  if (waitMs === 0) return false
  const [rested] = await ctx.db
    .update(notices)
    .set({ due_at: new Date(now.getTime() + waitMs) })
    .where(and(eq(notices.id, noticeId), eq(notices.status, "queued")))
    .returning(enqueued)
  if (rested) await enqueueSending(ctx, rested)
  return true
}

/** Moves a notice from queued to sending and writes down the try; null when it is not there to be sent. */
function takeNotice(ctx: Ctx, noticeId: string): Promise<Taken | null> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const [notice] = await tx.db
      .update(notices)
      .set({
        status: "sending",
        reason: null,
        attempts: sql`${notices.attempts} + 1`,
        due_at: new Date(now.getTime() + LOST_AFTER_MS),
      })
      .where(and(eq(notices.id, noticeId), eq(notices.status, "queued")))
      .returning()
    if (!notice) return null
    const attemptId = newId()
    await tx.db
      .insert(noticeAttempts)
      .values({ id: attemptId, notice_id: notice.id, number: notice.attempts, started_at: now })
    await emitChange(tx, notice.cause_id)
    return { notice, attemptId }
  })
}

async function callProvider(ctx: Ctx, notice: NoticeRow): Promise<Outcome> {
  if (notice.send_before && notice.send_before <= ctx.clock.now()) {
    return { kind: "refused", retryable: false, reason: "It was too late for it to be of use" }
  }
  try {
    return await (notice.channel === "email" ? sendMail(ctx, notice) : sendText(ctx, notice))
  } catch (error) {
    // Whatever went wrong in there, it can't be ruled out that the message left.
    if (!(error instanceof DeliveryUnanswered)) {
      ctx.log.error({ err: error, notice: notice.id }, "a message port failed")
    }
    return { kind: "unanswered", reason: error instanceof Error ? error.message : String(error) }
  }
}

async function sendText(ctx: Ctx, notice: NoticeRow): Promise<DeliveryAnswer> {
  const composed = await composeText(ctx, notice)
  if ("problems" in composed) {
    const reason = `Operators would drop it: ${composed.problems.join(" ")}`
    return { kind: "refused", retryable: false, reason }
  }
  return ctx.sms.send({ to: notice.recipient, ...composed, reference: notice.id })
}

async function sendMail(ctx: Ctx, notice: NoticeRow): Promise<DeliveryAnswer> {
  if (!notice.mail) return { kind: "refused", retryable: false, reason: "The mail has no content" }
  return ctx.mail.send({
    to: notice.recipient,
    ...writeMail(notice.mail, brand),
    reference: notice.id,
  })
}

function recordOutcome(ctx: Ctx, { notice, attemptId }: Taken, outcome: Outcome): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const answer = outcome.kind === "accepted" ? outcome.providerId : outcome.reason
    await tx.db
      .update(noticeAttempts)
      .set({ finished_at: now, outcome: outcome.kind, answer: answer.slice(0, LONGEST_ANSWER) })
      .where(eq(noticeAttempts.id, attemptId))
    const change = changeFor(outcome, notice.attempts, now)
    const [settled] = await tx.db
      .update(notices)
      .set({
        ...change,
        ...(notice.secret && change.status !== "queued" && { text: "", mail: null, variables: {} }),
      })
      .where(
        and(
          eq(notices.id, notice.id),
          eq(notices.attempts, notice.attempts),
          // The answer of a try that was given up as lost is still the better knowledge.
          inArray(notices.status, ["sending", "unknown"]),
        ),
      )
      .returning(enqueued)
    if (!settled) return
    // The network may have been faster than the answer.
    await settleDelivery(tx, notice.id)
    await enqueueSending(tx, settled)
    await emitChange(tx, notice.cause_id)
  })
}

type Change = Pick<NoticeRow, "status" | "due_at" | "reason"> &
  Partial<Pick<NoticeRow, "provider_id" | "sent_at">>

function changeFor(outcome: Outcome, attempts: number, now: Date): Change {
  const settled = { due_at: null, reason: null }
  if (outcome.kind === "accepted") {
    return { ...settled, status: "sent", provider_id: outcome.providerId, sent_at: now }
  }
  if (outcome.kind === "unanswered") {
    return { ...settled, status: "unknown", reason: `It is not known whether it was sent: ${outcome.reason}` }
  }
  if (!outcome.retryable) return { ...settled, status: "failed", reason: outcome.reason }
  const wait = RETRY_AFTER_MINUTES[attempts - 1]
  if (wait === undefined) {
    return { ...settled, status: "failed", reason: `Given up after ${attempts} tries: ${outcome.reason}` }
  }
  const waitMs = Math.max(wait * MINUTE, Math.min(outcome.retryAfterMs ?? 0, LONGEST_WAIT_MS))
  return { status: "queued", reason: outcome.reason, due_at: new Date(now.getTime() + waitMs) }
}

/**
 * Settles tries that were lost with their worker as unknown, and enqueues again what is queued without a job.
 * Runs each minute.
 */
export async function sweepNotices(ctx: Ctx): Promise<void> {
  await settleLost(ctx)
  const overdue = await ctx.db
    .select(enqueued)
    .from(notices)
    .where(
      and(eq(notices.status, "queued"), lt(notices.due_at, new Date(ctx.clock.now().getTime() - OVERDUE_MS))),
    )
    .orderBy(asc(notices.due_at))
    .limit(SWEEP_ROWS)
  for (const row of overdue) await enqueueSending(ctx, row)
}

function settleLost(ctx: Ctx, which?: SQL): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const lost = await tx.db
      .update(notices)
      .set({
        status: "unknown",
        due_at: null,
        reason: "It is not known whether it was sent: the server stopped while sending it",
        text: sql`case when ${notices.secret} then '' else ${notices.text} end`,
        mail: sql`case when ${notices.secret} then null else ${notices.mail} end`,
      })
      .where(and(eq(notices.status, "sending"), lte(notices.due_at, now), which))
      .returning({ id: notices.id, cause_id: notices.cause_id })
    if (lost.length === 0) return
    await tx.db
      .update(noticeAttempts)
      .set({ finished_at: now, outcome: "lost" })
      .where(
        and(
          inArray(
            noticeAttempts.notice_id,
            lost.map((row) => row.id),
          ),
          isNull(noticeAttempts.finished_at),
        ),
      )
    for (const causeId of new Set(lost.map((row) => row.cause_id))) await emitChange(tx, causeId)
  })
}
