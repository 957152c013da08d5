import { and, asc, eq, inArray } from "drizzle-orm"
import type { Notice } from "#contract/attendance.ts"
import type { Ctx, Post } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import type { MailBody } from "#platform/mail/port.ts"
import { maskEmail } from "#shared/email.ts"
import { newId } from "#shared/ids.ts"
import { maskPhone } from "#shared/phone.ts"
import { plainText } from "./mail-text.ts"
import { notices } from "./table.ts"

export const SEND_QUEUE = "notifications.send"

type NoticeRow = typeof notices.$inferSelect

/** What a notice says and of whom, as long as it has not left. */
export type NoticeContent = {
  /** Everyone it names; the first is whom it is filed under. None for a person without an account. */
  subject_ids: string[]
  recipient_name: string
  text: string
  /** The values of a provider's template by name. */
  variables: Record<string, string>
  /** Why staff have to decide about it; null sends it. */
  held: string | null
}

export type NoticeDraft = NoticeContent & {
  /** What it says, such as "absence"; what follows a colon tells several of one kind apart. */
  kind: string
  /** What it is about, such as the class. */
  cause_id: string
  channel: "sms" | "email"
  /** E.164, or an e-mail address. */
  recipient: string
  /** What a mail says; `text` is then its plain words. */
  mail?: MailBody
  send_before?: Date
  secret?: boolean
}

/** A notice as the feature that caused it sees it. */
export type QueuedNotice = Pick<
  NoticeRow,
  "id" | "kind" | "recipient" | "recipient_name" | "text" | "variables" | "subject_ids" | "reason"
> & { status: Notice["status"] }

/**
 * Writes notices in the caller's transaction and enqueues their sending. One that exists already, by kind,
 * cause, recipient and channel, stays as it is, so that calling twice tells nobody twice.
 */
export async function queueNotices(ctx: Ctx, drafts: readonly NoticeDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const now = ctx.clock.now()
  const rows = drafts.map(({ held, ...draft }) => ({
    ...draft,
    id: newId(),
    subject_id: draft.subject_ids[0] ?? null,
    status: held === null ? "queued" : "held",
    reason: held,
    created_at: now,
    due_at: held === null ? now : null,
  }))
  const written = await ctx.db
    .insert(notices)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: notices.id, status: notices.status, cause_id: notices.cause_id })
  for (const { id, status } of written) if (status === "queued") await enqueueSending(ctx, id)
  for (const causeId of new Set(written.map((row) => row.cause_id))) await emitChange(ctx, causeId)
}

/**
 * The notices about a cause, locked until the caller's transaction ends: none of them can leave meanwhile.
 */
export async function lockNotices(ctx: Pick<Ctx, "db">, causeId: string): Promise<QueuedNotice[]> {
  const rows = await ctx.db
    .select({
      id: notices.id,
      kind: notices.kind,
      recipient: notices.recipient,
      recipient_name: notices.recipient_name,
      text: notices.text,
      variables: notices.variables,
      subject_ids: notices.subject_ids,
      status: notices.status,
      reason: notices.reason,
    })
    .from(notices)
    .where(eq(notices.cause_id, causeId))
    .orderBy(asc(notices.id))
    .for("update")
  return rows.map((row) => ({ ...row, status: row.status as Notice["status"] }))
}

/** Rewrites a notice that has not left, in the caller's transaction; one that left meanwhile stays as it is. */
export async function reviseNotice(ctx: Ctx, noticeId: string, content: NoticeContent): Promise<void> {
  const { held, ...rest } = content
  const [revised] = await ctx.db
    .update(notices)
    .set({
      ...rest,
      subject_id: content.subject_ids[0] ?? null,
      status: held === null ? "queued" : "held",
      reason: held,
      due_at: held === null ? ctx.clock.now() : null,
    })
    .where(and(eq(notices.id, noticeId), inArray(notices.status, ["queued", "held"])))
    .returning({ cause_id: notices.cause_id })
  if (!revised) return
  if (held === null) await enqueueSending(ctx, noticeId)
  await emitChange(ctx, revised.cause_id)
}

/** What was told about a cause, oldest first, with numbers hidden. The caller has checked who asks. */
export async function listNotices(ctx: Pick<Ctx, "db">, causeId: string): Promise<Notice[]> {
  const rows = await ctx.db
    .select()
    .from(notices)
    .where(eq(notices.cause_id, causeId))
    .orderBy(asc(notices.created_at), asc(notices.id))
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind.split(":")[0] ?? row.kind,
    recipient_name: row.recipient_name,
    recipient: row.channel === "email" ? maskEmail(row.recipient) : maskPhone(row.recipient),
    channel: row.channel,
    status: row.status as Notice["status"],
    reason: row.reason,
    created_at: row.created_at,
    sent_at: row.sent_at,
  }))
}

/** Enqueues the sending of a notice. A job that finds it sent already does nothing. */
export function enqueueSending(ctx: Ctx, noticeId: string, startAfter?: Date): Promise<void> {
  return ctx.jobs.send(ctx, SEND_QUEUE, { notice_id: noticeId }, startAfter && { startAfter })
}

export function emitChange(ctx: Pick<Ctx, "db">, causeId: string): Promise<void> {
  return emit(ctx, "class.notices", causeId)
}

/** How the features below write to people; put on the context where a process is composed. */
export const post: Post = {
  mail(ctx, { to, body, ...draft }) {
    return queueNotices(ctx, [
      {
        ...draft,
        subject_ids: draft.subject_ids ?? [],
        channel: "email",
        recipient: to,
        text: plainText(body),
        mail: body,
        variables: {},
        held: null,
      },
    ])
  },
  text(ctx, { to, ...draft }) {
    return queueNotices(ctx, [
      { ...draft, subject_ids: draft.subject_ids ?? [], channel: "sms", recipient: to, held: null },
    ])
  },
}
