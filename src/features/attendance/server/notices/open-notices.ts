import { and, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { NoticeDecision, NoticeStatus, OpenNotice } from "#contract/attendance/attendance-notices.ts"
import { user } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { decideNotice, decisionsIn, OPEN_STATES } from "#features/notifications/server/decisions.ts"
import { decider, reasonsOf } from "#features/notifications/server/reasons.ts"
import { shownStatus } from "#features/notifications/server/service.ts"
import { notices } from "#features/notifications/server/table.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { notFound, refuseFields } from "#platform/errors.ts"

type OpenState = (typeof OPEN_STATES)[number]

/**
 * Returns the notices that wait for a decision, newest first: about the classes that the viewer teaches or
 * owns, and of every kind for an admin. Codes are left out. One query.
 */
export async function listOpenNotices(
  ctx: SignedInCtx,
  input: { cursor?: string | undefined; limit: number; status?: OpenState | undefined },
): Promise<{ items: OpenNotice[]; next_cursor: string | null }> {
  const at = decodeCursor(input.cursor)
  const rows = await ctx.db
    .select({
      notice: notices,
      decided_by: user.name,
      class_id: scheduledClasses.id,
      title: scheduledClasses.title,
      scheduled_date: scheduledClasses.scheduled_date,
      start_time: scheduledClasses.start_time,
    })
    .from(notices)
    .leftJoin(scheduledClasses, eq(scheduledClasses.id, notices.cause_id))
    .leftJoin(user, decider)
    .where(
      and(
        waitsFor(ctx, input.status),
        at
          ? sql`(${notices.created_at}, ${notices.id}) < (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(notices.created_at), desc(notices.id))
    .limit(limitFor(input.limit))
  return toPage(
    rows,
    input.limit,
    ({ notice }) => ({ at: notice.created_at, id: notice.id }),
    ({ notice, decided_by, class_id, title, scheduled_date, start_time }): OpenNotice => ({
      id: notice.id,
      kind: notice.kind.split(":")[0] ?? notice.kind,
      status: shownStatus(notice),
      reasons: reasonsOf(notice),
      decided_by,
      channel: notice.channel,
      text: notice.text,
      recipient_name: notice.recipient_name,
      // Nobody can call the id of an account.
      recipient: notice.channel === "push" ? "" : notice.recipient,
      created_at: notice.created_at,
      class:
        class_id && title && scheduled_date && start_time
          ? { class_id, title, scheduled_date, start_time: start_time.slice(0, 5) }
          : null,
      decisions: decisionsIn(notice.status),
    }),
  )
}

/** A condition for notices that wait for the viewer's decision, of one state or all; joined with their classes. */
export function waitsFor(ctx: SignedInCtx, status?: OpenState): SQL | undefined {
  return and(
    inArray(notices.status, status ? [status] : [...OPEN_STATES]),
    eq(notices.secret, false),
    // Another channel has taken over.
    isNull(notices.replaced_by),
    ofViewer(ctx),
  )
}

/** Selects all notices for an admin and the office, and those about classes they teach or own for an instructor. */
function ofViewer({ viewer }: SignedInCtx): SQL | undefined {
  if (viewer.role === "admin" || viewer.role === "office") return undefined
  return or(
    eq(scheduledClasses.instructor_id, viewer.user_id),
    eq(scheduledClasses.substitutes_for, viewer.user_id),
  )
}

/**
 * Sends a notice after all, drops it, or marks its parent as told. Throws NOT_FOUND for others' notices,
 * FIELD_ERRORS for a drop without a reason, and what `decideNotice` throws.
 */
export async function decideOpenNotice(
  ctx: SignedInCtx,
  input: { notice_id: string; decision: NoticeDecision; reason?: string | undefined },
): Promise<{ status: NoticeStatus }> {
  if (input.decision === "drop" && !input.reason) refuseFields({ reason: "DROP_REASON_MISSING" })
  return inTransaction(ctx, async (tx) => {
    const [own] = await tx.db
      .select({ id: notices.id })
      .from(notices)
      .leftJoin(scheduledClasses, eq(scheduledClasses.id, notices.cause_id))
      .where(and(eq(notices.id, input.notice_id), ofViewer(tx)))
    if (!own) notFound()
    return decideNotice(tx, input)
  })
}
