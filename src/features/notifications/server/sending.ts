import { and, asc, eq, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm"
import type { NoticeReason } from "#contract/notice-reasons.ts"
import { quietWaitMs, usefulMs } from "#features/notifications/rules.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { type DeliveryAnswer, DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import type { Attachment } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { HOUR, MINUTE, SECOND, timeInZone } from "#shared/time.ts"
import { writeMail } from "./mail-text.ts"
import { tryNextChannel } from "./next-channel.ts"
import { outboxMail, outboxSms } from "./outbox.ts"
import { sendPush } from "./push/sending.ts"
import { because } from "./reasons.ts"
import { settleDelivery } from "./reports.ts"
import { emitChange, enqueued, enqueueSending } from "./service.ts"
import { noticeAttempts, notices } from "./table.ts"
import { composeText } from "./templates.ts"
import { sendWhatsApp } from "./whatsapp.ts"

/**
 * The waits in minutes after the first, second and later failed attempts: seven attempts, which outlast an
 * outage of an hour.
 */
export const RETRY_AFTER_MINUTES = [1, 3, 8, 18, 30, 30] as const
/**
 * An attempt without an outcome after this long was lost with its worker; provider calls time out far sooner.
 */
export const LOST_AFTER_MS = 60 * SECOND
/** A queued notice overdue by this much has lost its job. */
const OVERDUE_MS = 2 * MINUTE
/** Or its job still waits behind others: another each minute would only be in their way. */
const ENQUEUE_ONCE_IN_SECONDS = 600
/**
 * As early as this a notice may be sent, because who wrote when it is due may have another clock. Doctor finds those
 * that differ by more. Every wait between attempts is longer.
 */
const EARLY_MS = 30 * SECOND
/** The longest wait, even if a provider asks for more. */
const LONGEST_WAIT_MS = HOUR
const SWEEP_ROWS = 500
const LONGEST_ANSWER = 300

type NoticeRow = typeof notices.$inferSelect
type Taken = { notice: NoticeRow; attemptId: string }
type Outcome = Answer | { kind: "unanswered"; problem: NoticeReason }
/** As `DeliveryAnswer`, where we may refuse too. */
type Answer =
  | Extract<DeliveryAnswer, { kind: "accepted" }>
  | (Omit<Extract<DeliveryAnswer, { kind: "refused" }>, "problem"> & { problem: NoticeReason })

/**
 * Makes one attempt to send a queued notice. The attempt is recorded before the provider is called, so a
 * worker killed in between leaves an unknown notice and never a doubled one. Leaves other notices unchanged,
 * except that one whose attempt was lost becomes unknown. A mail takes the attachments along.
 */
export async function sendNotice(
  ctx: Ctx,
  noticeId: string,
  attachments: readonly Attachment[] = [],
): Promise<void> {
  if (await restsForNight(ctx, noticeId)) return
  const taken = await takeNotice(ctx, noticeId)
  if (!taken) return settleLost(ctx, eq(notices.id, noticeId))
  const outcome = await callProvider(ctx, taken.notice, attachments)
  await recordOutcome(ctx, taken, outcome)
}

/**
 * Sends what a trial's own story told people to the outbox, also where a gateway is set up: the numbers of demo
 * people may be somebody's.
 */
export async function sendToOutbox(ctx: Ctx, causeId: string): Promise<void> {
  const { SMS_PROVIDER: _, ...env } = ctx.env
  const trial = { ...ctx, env, sms: outboxSms(ctx), mail: outboxMail(ctx) }
  const queued = await ctx.db.select({ id: notices.id }).from(notices).where(eq(notices.cause_id, causeId))
  for (const { id } of queued) await sendNotice(trial, id)
}

/**
 * Postpones what reaches a phone to the end of the quiet hours and returns whether it did. Codes, and messages
 * that are needed before or would be useless by then, are sent at once; so are texts that only go to the outbox.
 */
async function restsForNight(ctx: Ctx, noticeId: string): Promise<boolean> {
  const now = ctx.clock.now()
  const { SMS_PROVIDER, TIME_ZONE, QUIET_FROM_HOUR: from, QUIET_TO_HOUR: to } = ctx.env
  const wallTime = timeInZone(now, TIME_ZONE)
  if (quietWaitMs(wallTime, undefined, { from, to }) === 0) return false
  const channels = ["push", "whatsapp", ...(SMS_PROVIDER ? ["sms"] : [])]
  const [notice] = await ctx.db
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), eq(notices.status, "queued"), inArray(notices.channel, channels)))
  if (!notice || notice.kind.endsWith("-code")) return false
  const waitMs = quietWaitMs(wallTime, usefulMs(notice, now), { from, to })
  if (waitMs === 0) return false
  const [rested] = await ctx.db
    .update(notices)
    .set({ due_at: new Date(now.getTime() + waitMs) })
    .where(and(eq(notices.id, noticeId), eq(notices.status, "queued")))
    .returning(enqueued)
  if (rested) await enqueueSending(ctx, rested)
  return true
}

/**
 * Moves a notice from queued to sending and records the attempt. Returns null if it can't be sent, or not yet: a
 * second job of it must not cut the wait after a failed attempt short.
 */
function takeNotice(ctx: Ctx, noticeId: string): Promise<Taken | null> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const [notice] = await tx.db
      .update(notices)
      .set({
        status: "sending",
        ...because([]),
        attempts: sql`${notices.attempts} + 1`,
        due_at: new Date(now.getTime() + LOST_AFTER_MS),
      })
      .where(
        and(
          eq(notices.id, noticeId),
          eq(notices.status, "queued"),
          lte(notices.due_at, new Date(now.getTime() + EARLY_MS)),
        ),
      )
      .returning()
    if (!notice) return null
    const attemptId = newId()
    await tx.db.insert(noticeAttempts).values({
      ...{ id: attemptId, notice_id: notice.id, channel: notice.channel },
      ...{ number: notice.attempts, started_at: now },
    })
    await emitChange(tx, notice.cause_id)
    return { notice, attemptId }
  })
}

async function callProvider(
  ctx: Ctx,
  notice: NoticeRow,
  attachments: readonly Attachment[],
): Promise<Outcome> {
  if (notice.send_before && notice.send_before <= ctx.clock.now()) {
    return { kind: "refused", retryable: false, problem: { code: "too-late" } }
  }
  try {
    if (notice.channel === "push") return await sendPush(ctx, notice)
    if (notice.channel === "whatsapp") return await sendWhatsApp(ctx, notice)
    return await (notice.channel === "email" ? sendMail(ctx, notice, attachments) : sendText(ctx, notice))
  } catch (error) {
    // After any other error the message may still have been sent.
    if (error instanceof DeliveryUnanswered) return { kind: "unanswered", problem: error.problem }
    ctx.log.error({ err: error, notice: notice.id }, "a message port failed")
    return { kind: "unanswered", problem: { code: "sending-broke" } }
  }
}

async function sendText(ctx: Ctx, notice: NoticeRow): Promise<Answer> {
  const composed = await composeText(ctx, notice)
  if ("problems" in composed) {
    const { problems } = composed
    return { kind: "refused", retryable: false, problem: { code: "would-be-dropped", problems } }
  }
  return ctx.sms.send({ to: notice.recipient, ...composed, reference: notice.id })
}

async function sendMail(ctx: Ctx, notice: NoticeRow, attachments: readonly Attachment[]): Promise<Answer> {
  if (!notice.mail) return { kind: "refused", retryable: false, problem: { code: "no-content" } }
  return ctx.mail.send({
    to: notice.recipient,
    ...writeMail(notice.mail, ctx.brand),
    attachments,
    reference: notice.id,
  })
}

function recordOutcome(ctx: Ctx, { notice, attemptId }: Taken, outcome: Outcome): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const answer = outcome.kind === "accepted" ? outcome.providerId : saidIn(outcome.problem)
    await tx.db
      .update(noticeAttempts)
      .set({ finished_at: now, outcome: outcome.kind, answer: answer?.slice(0, LONGEST_ANSWER) ?? null })
      .where(eq(noticeAttempts.id, attemptId))
    const change = changeFor(outcome, notice, now)
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
          // A late answer is still more reliable than having given the attempt up as lost.
          inArray(notices.status, ["sending", "unknown"]),
        ),
      )
      .returning(enqueued)
    if (!settled) return
    // A delivery report may have arrived before the provider's answer.
    await settleDelivery(tx, notice.id)
    await tryNextChannel(tx, notice.id)
    await enqueueSending(tx, settled)
    await emitChange(tx, notice.cause_id)
  })
}

function saidIn(problem: NoticeReason): string | null {
  return "said" in problem ? problem.said : null
}

type Change = Pick<NoticeRow, "status" | "due_at" | "reasons"> &
  Partial<Pick<NoticeRow, "provider_id" | "sent_at">>

function changeFor(outcome: Outcome, { attempts, next }: NoticeRow, now: Date): Change {
  const settled = { due_at: null, ...because([]) }
  if (outcome.kind === "accepted") {
    return { ...settled, status: "sent", provider_id: outcome.providerId, sent_at: now }
  }
  if (outcome.kind === "unanswered") {
    return { ...settled, status: "unknown", ...because([{ code: "maybe-sent" }, outcome.problem]) }
  }
  // A person who switched push messages off meanwhile leaves nothing for staff to decide.
  if (outcome.problem.code === "no-device" && next.length === 0) {
    return { ...settled, status: "withdrawn", ...because([outcome.problem]) }
  }
  if (!outcome.retryable) return { ...settled, status: "failed", ...because([outcome.problem]) }
  const wait = RETRY_AFTER_MINUTES[attempts - 1]
  if (wait === undefined) {
    const givenUp = { code: "given-up", tries: attempts } as const
    return { ...settled, status: "failed", ...because([givenUp, outcome.problem]) }
  }
  const waitMs = Math.max(wait * MINUTE, Math.min(outcome.retryAfterMs ?? 0, LONGEST_WAIT_MS))
  return { status: "queued", ...because([outcome.problem]), due_at: new Date(now.getTime() + waitMs) }
}

/**
 * Settles attempts that were lost with their worker as unknown, and enqueues queued notices that have no job.
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
  for (const row of overdue) await enqueueSending(ctx, row, ENQUEUE_ONCE_IN_SECONDS)
}

function settleLost(ctx: Ctx, which?: SQL): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const lost = await tx.db
      .update(notices)
      .set({
        status: "unknown",
        due_at: null,
        ...because([{ code: "maybe-sent" }, { code: "server-stopped" }]),
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
