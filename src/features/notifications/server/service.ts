import { and, asc, eq, inArray, sql } from "drizzle-orm"
import type { Notice, NoticeStatus } from "#contract/attendance/attendance-notices.ts"
import type { NoticeReason } from "#contract/notice-reasons.ts"
import { user } from "#features/accounts/server/table.ts"
import type { Ctx, Post } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import type { MailBody } from "#platform/mail/port.ts"
import { findCopyToHoldFor, isOfOriginal, type RestoredCopy } from "#platform/restored.ts"
import { maskEmail } from "#shared/email.ts"
import { newId } from "#shared/ids.ts"
import { maskPhone } from "#shared/phone.ts"
import { plainText } from "./mail-text.ts"
import { because, decider, reasonsOf } from "./reasons.ts"
import { canText } from "./sms.ts"
import { type NextChannel, type NoticeChange, notices } from "./table.ts"

export const SEND_QUEUE = "notifications.send"

/** Why a restored copy holds a message. */
export const HELD_BY_RESTORE = { code: "maybe-sent-by-original" } as const

type NoticeRow = typeof notices.$inferSelect

/** The kind without the suffix that distinguishes several notices of one kind. */
export const kindName = sql<string>`split_part(${notices.kind}, ':', 1)`

/** The columns needed to enqueue the sending of a row. */
export const enqueued = {
  id: notices.id,
  status: notices.status,
  cause_id: notices.cause_id,
  via: notices.via,
  due_at: notices.due_at,
  secret: notices.secret,
}

/** What a notice says and whom it names, until it is sent. */
export type NoticeContent = {
  /** Everyone it names; the notice is filed under the first. Empty for a person without an account. */
  subject_ids: string[]
  recipient_name: string
  text: string
  /** The values of a provider's template, by name. */
  variables: Record<string, string>
  /** Why staff have to decide about it; null sends it. */
  held: NoticeReason[] | null
  /** The content of a mail; `text` is then its plain text. */
  mail?: MailBody
  change?: NoticeChange
  /** Where it goes on, in this order, if it fails for good. */
  next?: NextChannel[]
  /** The earliest time to send it; without it, at once. */
  due_at?: Date
}

export type NoticeDraft = NoticeContent & {
  /** The kind of notice, such as "absence"; a suffix after a colon distinguishes several of one kind. */
  kind: string
  /** What it is about, such as the class. */
  cause_id: string
  channel: "push" | "whatsapp" | "sms" | "email"
  /** E.164, an e-mail address, or the id of the account whose devices get it. */
  recipient: string
  send_before?: Date
  needed_before?: Date
  secret?: boolean
  /** The queue whose job sends it with `sendNotice`, after checking that it is still valid. */
  via?: string
}

/** A notice as the feature that caused it sees it. */
export type QueuedNotice = Pick<
  NoticeRow,
  | "id"
  | "kind"
  | "channel"
  | "recipient"
  | "recipient_name"
  | "text"
  | "variables"
  | "subject_ids"
  | "decision"
  | "status"
  | "reasons"
  | "next"
  | "replaced_by"
>

/**
 * Writes notices in the caller's transaction and enqueues their sending. One that already exists, by kind,
 * cause, recipient and channel, is left unchanged, so calling twice notifies nobody twice.
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
    ...because(held ?? []),
    created_at: now,
    due_at: held === null ? (draft.due_at ?? now) : null,
    ...(held === null && heldBy(copy, draft)),
  }))
  const written = await ctx.db.insert(notices).values(rows).onConflictDoNothing().returning(enqueued)
  for (const row of written) await enqueueSending(ctx, row)
  for (const causeId of new Set(written.map((row) => row.cause_id))) await emitChange(ctx, causeId)
}

/**
 * Returns how to hold a message that the original may send too. Codes and links are withdrawn, as they soon
 * expire.
 */
function heldBy(copy: RestoredCopy | null, draft: { cause_id: string; secret?: boolean }) {
  if (!copy || !isOfOriginal(copy, draft.cause_id)) return undefined
  const held = { ...because([HELD_BY_RESTORE]), due_at: null }
  if (draft.secret) return { ...held, status: "withdrawn" as const, text: "", mail: null }
  return { ...held, status: "held" as const, restored_copy_id: copy.id }
}

/**
 * Returns the notices of the given kinds about a cause, including several of one kind. They are locked, so
 * none can be sent before the caller's transaction ends.
 */
export async function lockNotices(
  ctx: Pick<Ctx, "db">,
  causeId: string,
  kinds: readonly string[],
): Promise<QueuedNotice[]> {
  const rows = await ctx.db
    .select({
      id: notices.id,
      kind: notices.kind,
      channel: notices.channel,
      recipient: notices.recipient,
      recipient_name: notices.recipient_name,
      text: notices.text,
      variables: notices.variables,
      subject_ids: notices.subject_ids,
      status: notices.status,
      reasons: notices.reasons,
      decision: notices.decision,
      next: notices.next,
      replaced_by: notices.replaced_by,
    })
    .from(notices)
    .where(and(eq(notices.cause_id, causeId), inArray(kindName, kinds)))
    .orderBy(asc(notices.id))
    .for("update")
  return rows.map((row) => ({ ...row, reasons: reasonsOf(row) }))
}

type FoundNotice = Pick<
  NoticeRow,
  "kind" | "cause_id" | "subject_ids" | "recipient" | "text" | "variables" | "change" | "status"
>

/** Returns a notice for a job that checks whether it is still valid; null if there is none. */
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

/** Replaces the text of a queued notice with other words for the same, just before it is sent. */
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

/**
 * Rewrites a notice that has not been sent, in the caller's transaction. One that was sent meanwhile is left
 * unchanged.
 */
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
      ...because(held ?? []),
      due_at: held === null ? (content.due_at ?? ctx.clock.now()) : null,
      ...(held === null && before && heldBy(copy, before)),
    })
    .where(and(eq(notices.id, noticeId), inArray(notices.status, ["queued", "held", "withdrawn"])))
    .returning(enqueued)
  if (!revised) return
  await enqueueSending(ctx, revised)
  await emitChange(ctx, revised.cause_id)
}

/** Withdraws an unsent notice that is no longer true, for the reason given. */
export async function withdrawNotice(ctx: Ctx, noticeId: string, reason: NoticeReason): Promise<void> {
  const [withdrawn] = await ctx.db
    .update(notices)
    .set({ status: "withdrawn", ...because([reason]), due_at: null })
    .where(and(eq(notices.id, noticeId), inArray(notices.status, ["queued", "held"])))
    .returning({ cause_id: notices.cause_id })
  if (withdrawn) await emitChange(ctx, withdrawn.cause_id)
}

/**
 * Returns the notices of the given kinds about a cause, oldest first, with numbers hidden. The caller has
 * checked the viewer's rights.
 */
export async function listNotices(
  ctx: Pick<Ctx, "db">,
  causeId: string,
  kinds: readonly string[],
): Promise<Notice[]> {
  const rows = await ctx.db
    .select({ row: notices, decided_by: user.name })
    .from(notices)
    .leftJoin(user, decider)
    .where(and(eq(notices.cause_id, causeId), inArray(kindName, kinds)))
    .orderBy(asc(notices.created_at), asc(notices.id))
  return rows.map(({ row, decided_by }) => ({
    id: row.id,
    kind: row.kind.split(":")[0] ?? row.kind,
    recipient_name: row.recipient_name,
    recipient: maskRecipient(row),
    channel: row.channel,
    status: shownStatus(row),
    reasons: reasonsOf(row),
    decided_by,
    created_at: row.created_at,
    sent_at: row.sent_at,
  }))
}

/** Returns a recipient as lists show it: most of a number or an e-mail is hidden. */
export function maskRecipient({ channel, recipient }: Pick<NoticeRow, "channel" | "recipient">): string {
  // The id of an account tells staff nothing; its name is beside it.
  if (channel === "push") return ""
  return channel === "email" ? maskEmail(recipient) : maskPhone(recipient)
}

/** Returns a notice's status combined with what the phone network reported. */
export function shownStatus({ status, delivery }: Pick<NoticeRow, "status" | "delivery">): NoticeStatus {
  if (status === "sent" && delivery === "delivered") return "delivered"
  return status === "failed" && delivery === "undelivered" ? "undelivered" : status
}

type Enqueued = Pick<NoticeRow, keyof typeof enqueued>

/** Codes and links, which somebody waits for and which soon expire, overtake all other messages. */
const FIRST = 1

/**
 * Enqueues the sending of a queued notice for when it is due. The job does nothing if the notice was sent
 * already. With `onceInSeconds`, others enqueued so within that time are the same.
 */
export async function enqueueSending(
  ctx: Ctx,
  { id, status, via, due_at, secret }: Enqueued,
  onceInSeconds?: number,
): Promise<void> {
  if (status !== "queued") return
  await ctx.jobs.send(
    ctx,
    via ?? SEND_QUEUE,
    { notice_id: id },
    {
      ...(due_at && due_at > ctx.clock.now() && { startAfter: due_at }),
      ...(secret && { priority: FIRST }),
      ...(onceInSeconds && { once: { key: id, seconds: onceInSeconds } }),
    },
  )
}

/** Tells pages that watch a notice's cause that the notice changed. */
export function emitChange(ctx: Pick<Ctx, "db">, causeId: string): Promise<void> {
  return emit(ctx, "class.notices", causeId)
}

/** How features send messages to people; put on the context where a process is composed. */
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
  canText,
}
