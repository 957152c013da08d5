import { and, arrayContains, desc, eq, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm"
import type { ChildAttendance, ChildNotice } from "#contract/guardians/guardians.ts"
import { guardians } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { requireChild } from "#features/guardians/server/links.ts"
import { notices } from "#features/notifications/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { countsAs } from "./counted.ts"
import { presentMonth } from "./month.ts"
import { readStanding } from "./month-count.ts"
import { attendanceVerdicts } from "./table.ts"
import { messageText, toGuardian } from "./to-guardian.ts"

type PageInput = { student_id: string; cursor?: string | undefined; limit: number }

/** Returns a child's register, newest first, and this month's share of classes attended. Throws NOT_FOUND, RIGHT_MISSING. */
export async function listChildAttendance(ctx: SignedInCtx, input: PageInput) {
  await requireChild(ctx, input.student_id, "see")
  const at = decodeCursor(input.cursor)
  const rows = await ctx.db
    .select({ class: scheduledClasses, verdict: attendanceVerdicts, counts_as: countsAs })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .where(and(eq(attendanceVerdicts.student_id, input.student_id), at ? before(at.at, at.id) : undefined))
    .orderBy(desc(attendanceVerdicts.settled_at), desc(attendanceVerdicts.class_id))
    .limit(limitFor(input.limit))
  const page = toPage(
    rows,
    input.limit,
    (row) => ({ at: row.verdict.settled_at, id: row.verdict.class_id }),
    (row): ChildAttendance => ({
      class_id: row.class.id,
      title: row.class.title,
      subject: row.class.subject,
      starts_at: row.class.starts_at,
      scheduled_date: row.class.scheduled_date,
      start_time: row.class.start_time.slice(0, 5),
      verdict: row.verdict.verdict as ChildAttendance["verdict"],
      made_up: row.verdict.verdict === "absent" && row.counts_as === "present",
      present_minutes: Math.floor((row.verdict.present_seconds * SECOND) / MINUTE),
    }),
  )
  return { ...page, month: await readStanding(ctx, input.student_id, presentMonth(ctx)) }
}

/** Compared as a row, so that the index returns the page. */
function before(at: Date, id: string): SQL {
  const { settled_at, class_id } = attendanceVerdicts
  return sql`(${settled_at}, ${class_id}) < (${at.toISOString()}::timestamptz, ${id}::uuid)`
}

/** Returns the messages the viewer got about a child, newest first, without codes. Throws NOT_FOUND, RIGHT_MISSING. */
export async function listChildNotices(ctx: SignedInCtx, input: PageInput) {
  await requireChild(ctx, input.student_id, "told")
  const at = decodeCursor(input.cursor)
  const rows = await ctx.db
    .select({
      id: notices.id,
      kind: notices.kind,
      channel: notices.channel,
      text: messageText,
      status: notices.status,
      created_at: notices.created_at,
      sent_at: notices.sent_at,
    })
    .from(notices)
    .innerJoin(guardians, toGuardian)
    .where(
      and(
        eq(guardians.user_id, ctx.viewer.user_id),
        arrayContains(notices.subject_ids, [input.student_id]),
        eq(notices.secret, false),
        ne(notices.status, "held"),
        // Another channel has taken over.
        isNull(notices.replaced_by),
        at
          ? or(lt(notices.created_at, at.at), and(eq(notices.created_at, at.at), lt(notices.id, at.id)))
          : undefined,
      ),
    )
    .orderBy(desc(notices.created_at), desc(notices.id))
    .limit(limitFor(input.limit))
  return toPage(
    rows,
    input.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row): ChildNotice => ({
      ...row,
      kind: row.kind.split(":")[0] ?? row.kind,
      status: row.status as ChildNotice["status"],
    }),
  )
}
