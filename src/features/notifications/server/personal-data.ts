import { and, arrayContains, eq, inArray, or, type SQL, sql } from "drizzle-orm"
import type { PersonalDataOf, Subject } from "#platform/personal-data.ts"
import { because, reasonsOf } from "./reasons.ts"
import { maskRecipient, withdrawNotice } from "./service.ts"
import { noticeAttempts, noticePreferences, notices, outbox, personNotices, pushDevices } from "./table.ts"

function concerns({ user_id, contacts }: Subject): SQL | undefined {
  return or(
    eq(notices.subject_id, user_id),
    // A push message to a guardian names their children alone.
    eq(notices.recipient, user_id),
    arrayContains(notices.subject_ids, [user_id]),
    contacts.length > 0 ? inArray(notices.recipient, [...contacts]) : undefined,
  )
}

/** Who exports a child's data may read of another guardian's message, and not how that guardian is reached. */
function shownRecipient(
  { channel, recipient }: Pick<typeof notices.$inferSelect, "channel" | "recipient">,
  subject: Subject,
): string {
  return isOwn({ recipient }, subject) ? recipient : maskRecipient({ channel, recipient })
}

function isOwn({ recipient }: { recipient: string }, { user_id, contacts }: Subject): boolean {
  return recipient === user_id || contacts.includes(recipient)
}

/** A link in a message to somebody else signs in or answers in their name. */
const LINKS = /https?:\/\/\S+/g

/** Returns a message's text as its subject may read it: without codes, and without what leads on in another's name. */
function shownText(
  { secret, text, ...row }: Pick<typeof notices.$inferSelect, "secret" | "text" | "recipient">,
  subject: Subject,
): string | null {
  if (secret) return null
  return isOwn(row, subject) ? text : text.replaceAll(LINKS, "...")
}

export const notificationsData: PersonalDataOf = {
  feature: "notifications",
  tables: ["notices", "outbox", "person_notices", "notice_preferences", "push_devices"],
  async exportFor(ctx, subject) {
    const rows = await ctx.db
      .select({
        id: notices.id,
        kind: notices.kind,
        channel: notices.channel,
        recipient: notices.recipient,
        recipient_name: notices.recipient_name,
        text: notices.text,
        status: notices.status,
        created_at: notices.created_at,
        sent_at: notices.sent_at,
        reasons: notices.reasons,
        secret: notices.secret,
      })
      .from(notices)
      .where(concerns(subject))
      .orderBy(notices.created_at, notices.id)
    return {
      notices: rows.map(({ secret: isSecret, ...row }) => ({
        ...row,
        recipient: shownRecipient(row, subject),
        text: shownText({ ...row, secret: isSecret }, subject),
        reasons: reasonsOf(row),
      })),
      person_notices: await ctx.db
        .select({
          id: personNotices.id,
          kind: personNotices.kind,
          title: personNotices.title,
          text: personNotices.text,
          created_at: personNotices.created_at,
          read_at: personNotices.read_at,
        })
        .from(personNotices)
        .where(eq(personNotices.person_id, subject.user_id))
        .orderBy(personNotices.created_at, personNotices.id),
      notice_preferences: await ctx.db
        .select({ choices: noticePreferences.choices })
        .from(noticePreferences)
        .where(eq(noticePreferences.user_id, subject.user_id)),
      push_devices: await ctx.db
        .select({ id: pushDevices.id, endpoint: pushDevices.endpoint, added_at: pushDevices.added_at })
        .from(pushDevices)
        .where(eq(pushDevices.user_id, subject.user_id))
        .orderBy(pushDevices.added_at, pushDevices.id),
    }
  },
  /** That a notice was sent, when and with what result is kept; the recipient and the text are erased. */
  async eraseFor(tx, subject) {
    const { user_id, contacts } = subject
    const erased = await tx.db
      .update(notices)
      .set({
        // The kind of a notice about one child has the child's id after its colon.
        kind: sql`case when ${notices.kind} like ${`%${user_id}%`} then split_part(${notices.kind}, ':', 1) || ':' || ${notices.id} else ${notices.kind} end`,
        subject_id: null,
        subject_ids: sql`array_remove(${notices.subject_ids}, ${user_id}::uuid)`,
        recipient: sql`'erased:' || ${notices.id}`,
        recipient_name: "",
        text: "",
        mail: null,
        variables: {},
        next: [],
        due_at: null,
        provider_id: null,
        status: sql`case when ${notices.status} in ('queued', 'held', 'sending') then 'failed' else ${notices.status} end`,
        ...because([{ code: "account-deleted" }]),
      })
      .where(concerns(subject))
      .returning({ id: notices.id })
    await tx.db
      .delete(personNotices)
      .where(or(eq(personNotices.person_id, user_id), arrayContains(personNotices.subject_ids, [user_id])))
    await tx.db.delete(noticePreferences).where(eq(noticePreferences.user_id, user_id))
    await tx.db.delete(pushDevices).where(eq(pushDevices.user_id, user_id))
    const ids = erased.map((row) => row.id)
    if (ids.length > 0) {
      await tx.db.update(noticeAttempts).set({ answer: null }).where(inArray(noticeAttempts.notice_id, ids))
    }
    await tx.db
      .delete(outbox)
      .where(
        or(
          ids.length > 0 ? inArray(outbox.id, ids) : sql`false`,
          contacts.length > 0 ? inArray(outbox.recipient, [...contacts]) : undefined,
        ),
      )
    return 0
  },
  /** Somebody else may have switched texts and mails off, or had them sent to their own number. */
  async reclaimFor(tx, { user_id, profile_kept }) {
    await tx.db.delete(noticePreferences).where(eq(noticePreferences.user_id, user_id))
    await tx.db.delete(pushDevices).where(eq(pushDevices.user_id, user_id))
    // The office's copy of a message that somebody else may have written.
    await tx.db
      .update(notices)
      .set({ subject_id: null, subject_ids: sql`array_remove(${notices.subject_ids}, ${user_id}::uuid)` })
      .where(and(eq(notices.kind, "contact-message"), arrayContains(notices.subject_ids, [user_id])))
    if (profile_kept) return
    const waiting = await tx.db
      .select({ id: notices.id })
      .from(notices)
      .where(
        and(
          inArray(notices.channel, ["sms", "whatsapp", "push"]),
          inArray(notices.status, ["queued", "held"]),
          // A notice that also names siblings may go to a number that was given for them.
          eq(notices.subject_ids, [user_id]),
        ),
      )
    for (const { id } of waiting) await withdrawNotice(tx, id, { code: "number-not-theirs" })
  },
}
