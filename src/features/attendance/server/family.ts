import { and, arrayOverlaps, asc, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import type { Family } from "#contract/guardians/family.ts"
import { guardians, students } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { mostRows } from "#platform/database/paging.ts"
import { DAY, MINUTE, SECOND } from "#shared/time.ts"
import { countsAs } from "./counted.ts"
import { endOfWeek, listComing, listMoved } from "./family-classes.ts"
import { presentMonth } from "./month.ts"
import { counted, countToCome, describeMonth, monthCounts, noChances, settledInMonth } from "./month-count.ts"
import { listOpenAbsences } from "./notices/open-absences.ts"
import { listProvable } from "./proofs/family-proofs.ts"
import { attendanceVerdicts } from "./table.ts"
import { messageText, toGuardian } from "./to-guardian.ts"

/** Of each child. */
const LATEST_SHOWN = 3
const LATEST_WITHIN_MS = 60 * DAY
const MESSAGES_SHOWN = 3

/**
 * Returns what concerns all confirmed children of the viewer, as far as the viewer may see them, with the classes until
 * an instant; messages about those of whom the viewer is told. Ten queries, however many children; without any, one.
 */
export async function readFamily(ctx: SignedInCtx, until = endOfWeek(ctx)): Promise<Family> {
  const children = await ctx.db
    .select({
      ...{ id: guardianOf.student_id, seen: guardianOf.may_see, told: guardianOf.is_told },
    })
    .from(guardianOf)
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .where(and(eq(guardianOf.guardian_id, ctx.viewer.user_id), holds()))
    .orderBy(asc(students.first_name), asc(students.user_id))
  if (children.length === 0)
    return { timetable: [], demos: [], moved: [], absences: [], proofs: [], attendance: [], messages: [] }
  const ids = children.flatMap(({ id, seen }) => (seen ? [id] : []))
  const told = children.flatMap(({ id, told }) => (told ? [id] : []))
  const [coming, moved, absences, proofs, attendance, messages] = await Promise.all([
    listComing(ctx, ids, until),
    listMoved(ctx, ids),
    listOpenAbsences(ctx),
    listProvable(ctx, ids),
    readMonths(ctx, ids),
    told.length > 0 ? listMessages(ctx, told) : [],
  ])
  return { ...coming, moved, absences, proofs, attendance, messages }
}

/** Each child's month, and their last classes. Four queries. */
async function readMonths(ctx: SignedInCtx, ids: string[]): Promise<Family["attendance"]> {
  const month = presentMonth(ctx)
  const { student_id, class_id, verdict, present_seconds, settled_at } = attendanceVerdicts
  const ofClass = eq(scheduledClasses.id, class_id)
  // When the earliest of the classes whose registers were settled last starts: a class that started later was settled later.
  const newest = sql`lateral (select min(c.starts_at) as since from (
      select v.class_id from ${attendanceVerdicts} v where v.student_id = child.id
      order by v.settled_at desc limit ${mostRows(LATEST_SHOWN)}) settled
    join ${scheduledClasses} c on c.id = settled.class_id) newest`
  const within = new Date(ctx.clock.now().getTime() - LATEST_WITHIN_MS).toISOString()
  const ranked = ctx.db
    .select({
      student_id,
      class_id,
      title: scheduledClasses.title,
      scheduled_date: scheduledClasses.scheduled_date,
      start_time: scheduledClasses.start_time,
      verdict,
      counts_as: countsAs.as("counts_as"),
      present_seconds,
      rank: sql<number>`row_number() over (partition by ${student_id}
        order by ${scheduledClasses.starts_at} desc, ${class_id} desc)`.as("rank"),
    })
    .from(sql`unnest(${sql.param(ids)}::uuid[]) child(id)`)
    .innerJoin(newest, sql`true`)
    .innerJoin(
      attendanceVerdicts,
      sql`${student_id} = child.id and ${settled_at} >= greatest(newest.since, ${within}::timestamptz)`,
    )
    .innerJoin(scheduledClasses, ofClass)
    .as("ranked")
  const [counts, chances, latest] = await Promise.all([
    ctx.db
      .select({ student_id, ...monthCounts })
      .from(attendanceVerdicts)
      .innerJoin(scheduledClasses, ofClass)
      .innerJoin(counted, sql`true`)
      .where(and(inArray(student_id, ids), settledInMonth(month)))
      .groupBy(student_id),
    countToCome(ctx, ids, month, undefined),
    ctx.db
      .select()
      .from(ranked)
      .where(sql`${ranked.rank} <= ${LATEST_SHOWN}`)
      .orderBy(asc(ranked.student_id), asc(ranked.rank)),
  ])
  const countOf = new Map(counts.map((row) => [row.student_id, row]))
  const latestOf = Map.groupBy(latest, (row) => row.student_id)
  const none = { attended: 0, absent: 0, excused: 0, noVerdict: 0 }
  return ids.map((id) => ({
    student_id: id,
    month: describeMonth(month, countOf.get(id) ?? none, chances.get(id) ?? noChances),
    latest: (latestOf.get(id) ?? []).map((row) => ({
      class_id: row.class_id,
      title: row.title,
      scheduled_date: row.scheduled_date,
      start_time: row.start_time.slice(0, 5),
      verdict: row.verdict as Family["attendance"][number]["latest"][number]["verdict"],
      made_up: row.verdict === "absent" && row.counts_as === "present",
      present_minutes: Math.floor((row.present_seconds * SECOND) / MINUTE),
    })),
  }))
}

/** What was sent to the viewer's number about these children, without codes. */
async function listMessages(ctx: SignedInCtx, ids: readonly string[]): Promise<Family["messages"]> {
  const rows = await ctx.db
    .select({
      id: notices.id,
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
        arrayOverlaps(notices.subject_ids, [...ids]),
        eq(notices.secret, false),
        ne(notices.status, "held"),
        // Another channel has taken over.
        isNull(notices.replaced_by),
      ),
    )
    .orderBy(desc(notices.created_at), desc(notices.id))
    .limit(MESSAGES_SHOWN)
  return rows.map(({ id, text, status, created_at, sent_at }) => ({
    ...{ id, text, at: sent_at ?? created_at },
    status: status as Family["messages"][number]["status"],
  }))
}
