import { and, asc, eq, inArray, sql } from "drizzle-orm"
import type { Notice, NoticeStatus } from "#contract/attendance-notices.ts"
import type { Ctx, Post } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import type { MailBody } from "#platform/mail/port.ts"
import { findCopyToHoldFor, isOfOriginal, type RestoredCopy } from "#platform/restored.ts"
import { maskEmail } from "#shared/email.ts"
import { newId } from "#shared/ids.ts"
import { maskPhone } from "#shared/phone.ts"
import { plainText } from "./mail-text.ts"
import { type NoticeChange, notices } from "./table.ts"

export const SEND_QUEUE = "notifications.send"

/** Why a restored copy holds a message. */
export const HELD_BY_RESTORE =
  "This copy was restored from a backup, and the original may have sent this message too."

type NoticeRow = typeof notices.$inferSelect

/** The kind without what tells several of it apart. */
export const kindName = sql<string>`split_part(${notices.kind}, ':', 1)`

/** What enqueueing the sending of a row takes. */
export const enqueued = {
  id: notices.id,
  status: notices.status,
  cause_id: notices.cause_id,
  via: notices.via,
  due_at: notices.due_at,
}

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
  /** What a mail says; `text` is then its plain words. */
  mail?: MailBody
  change?: NoticeChange
  /** When it may leave at the earliest; at once without. */
  due_at?: Date
}

export type NoticeDraft = NoticeContent & {
  /** What it says, such as "absence"; what follows a colon tells several of one kind apart. */
  kind: string
  /** What it is about, such as the class. */
  cause_id: string
  channel: "sms" | "email"
  /** E.164, or an e-mail address. */
  recipient: string
  send_before?: Date
  secret?: boolean
  /** The queue whose job sends it by `sendNotice`, after another look whether it still holds. */
  via?: string
}

/** A notice as the feature that caused it sees it. */
export type QueuedNotice = Pick<
  NoticeRow,
  | "id"
  | "kind"
  | "recipient"
  | "recipient_name"
  | "text"
  | "variables"
  | "subject_ids"
  | "reason"
  | "decision"
  | "status"
>

/**
 * Writes notices in the caller's transaction and enqueues their sending. One that exists already, by kind,
 * cause, recipient and channel, stays as it is, so that calling twice tells nobody twice.
 */
export async function queueNotices(ctx: Ctx, drafts: readonly NoticeDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const now = ctx.clock.now()
  const copy = await findCopyToHoldFor(ctx)
  const rows = drafts.map(({ held, ...draft }): typeof notices.$inferInsert => ({
    ...draft,
    id: newId(),
    subject_id: draft.subject_ids[0] ?? null,
    status: held === null ? "queued" : "held",
    reason: held,
    created_at: now,
    due_at: held === null ? (draft.due_at ?? now) : null,
    ...(held === null && heldBy(copy, draft)),
  }))
  const written = await ctx.db.insert(notices).values(rows).onConflictDoNothing().returning(enqueued)
  for (const row of written) await enqueueSending(ctx, row)
  for (const causeId of new Set(written.map((row) => row.cause_id))) await emitChange(ctx, causeId)
}

/** What a restored copy makes of a message that the original may send too; codes and links have no use later. */
function heldBy(copy: RestoredCopy | null, draft: { cause_id: string; secret?: boolean }) {
  if (!copy || !isOfOriginal(copy, draft.cause_id)) return undefined
  const held = { reason: HELD_BY_RESTORE, due_at: null }
  if (draft.secret) return { ...held, status: "withdrawn" as const, text: "", mail: null }
  return { ...held, status: "held" as const, restored_copy_id: copy.id }
}

/**
 * The notices about a cause of the kinds given, several of one kind included, locked until the caller's
 * transaction ends: none of them can leave meanwhile.
 */
export async function lockNotices(
  ctx: Pick<Ctx, "db">,
  causeId: string,
  kinds: readonly string[],
): Promise<QueuedNotice[]> {
  return ctx.db
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
      decision: notices.decision,
    })
    .from(notices)
    .where(and(eq(notices.cause_id, causeId), inArray(kindName, kinds)))
    .orderBy(asc(notices.id))
    .for("update")
}

type FoundNotice = Pick<
  NoticeRow,
  "kind" | "cause_id" | "subject_ids" | "recipient" | "text" | "variables" | "change" | "status"
>

/** A notice as a job finds it that looks whether it still holds; null where there is none. */
export async function readNotice(ctx: Pick<Ctx, "db">, noticeId: string): Promise<FoundNotice | null> {
  const [row] = await ctx.db
    .select({
      kind: notices.kind,
      cause_id: notices.cause_id,
      subject_ids: notices.subject_ids,
      recipient: notices.recipient,
      text: notices.text,
      variables: notices.variables,
      change: notices.change,
      status: notices.status,
    })
    .from(notices)
    .where(eq(notices.id, noticeId))
  return row ?? null
}

/** Gives a queued notice other words for the same, just before it leaves. */
export async function rewordNotice(
  ctx: Pick<Ctx, "db">,
  noticeId: string,
  words: Pick<NoticeContent, "text" | "variables">,
): Promise<void> {
  await ctx.db
    .update(notices)
    .set(words)
    .where(and(eq(notices.id, noticeId), eq(notices.status, "queued")))
}

/** Rewrites a notice that has not left, in the caller's transaction; one that left meanwhile stays as it is. */
export async function reviseNotice(ctx: Ctx, noticeId: string, content: NoticeContent): Promise<void> {
  const { held, ...rest } = content
  const copy = await findCopyToHoldFor(ctx)
  const before = copy && (await readNotice(ctx, noticeId))
  const [revised] = await ctx.db
    .update(notices)
    .set({
      ...rest,
      subject_id: content.subject_ids[0] ?? null,
      status: held === null ? "queued" : "held",
      reason: held,
      due_at: held === null ? (content.due_at ?? ctx.clock.now()) : null,
      ...(held === null && before && heldBy(copy, before)),
    })
    .where(and(eq(notices.id, noticeId), inArray(notices.status, ["queued", "held", "withdrawn"])))
    .returning(enqueued)
  if (!revised) return
  await enqueueSending(ctx, revised)
  await emitChange(ctx, revised.cause_id)
}

/** Takes back a notice that has not left, for the reason given: what it says does not hold any more. */
export async function withdrawNotice(ctx: Ctx, noticeId: string, reason: string): Promise<void> {
  const [withdrawn] = await ctx.db
    .update(notices)
    .set({ status: "withdrawn", reason, due_at: null })
    .where(and(eq(notices.id, noticeId), inArray(notices.status, ["queued", "held"])))
    .returning({ cause_id: notices.cause_id })
  if (withdrawn) await emitChange(ctx, withdrawn.cause_id)
}

/** What was told about a cause by the kinds given, oldest first, with numbers hidden. The caller has checked who asks. */
export async function listNotices(
  ctx: Pick<Ctx, "db">,
  causeId: string,
  kinds: readonly string[],
): Promise<Notice[]> {
  const rows = await ctx.db
    .select()
    .from(notices)
    .where(and(eq(notices.cause_id, causeId), inArray(kindName, kinds)))
    .orderBy(asc(notices.created_at), asc(notices.id))
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind.split(":")[0] ?? row.kind,
    recipient_name: row.recipient_name,
    recipient: row.channel === "email" ? maskEmail(row.recipient) : maskPhone(row.recipient),
    channel: row.channel,
    status: shownStatus(row),
    reason: row.reason,
    created_at: row.created_at,
    sent_at: row.sent_at,
  }))
}

/** How a notice stands with what the phone's network said of it. */
export function shownStatus({ status, delivery }: Pick<NoticeRow, "status" | "delivery">): NoticeStatus {
  if (status === "sent" && delivery === "delivered") return "delivered"
  return status === "failed" && delivery === "undelivered" ? "undelivered" : status
}

type Enqueued = Pick<NoticeRow, keyof typeof enqueued>

/** Enqueues the sending of a queued notice for when it is due. A job that finds it sent already does nothing. */
export async function enqueueSending(ctx: Ctx, { id, status, via, due_at }: Enqueued): Promise<void> {
  if (status !== "queued") return
  const waits = due_at && due_at > ctx.clock.now() && { startAfter: due_at }
  await ctx.jobs.send(ctx, via ?? SEND_QUEUE, { notice_id: id }, waits || undefined)
}

/** Tells whoever watches what a notice is about that something became of it. */
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
