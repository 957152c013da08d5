import { and, arrayOverlaps, asc, desc, eq, gt, gte, inArray, lt, ne, type SQL, sql } from "drizzle-orm"
import type { Family, FamilyClass } from "#contract/guardians/family.ts"
import { guardians, students, teachers } from "#features/accounts/server/table.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { notices, personNotices } from "#features/notifications/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { DAY, dateInZone, MINUTE, SECOND } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { countsAs } from "./counted.ts"
import { presentMonth } from "./month.ts"
import { countToCome, describeMonth, inMonth, monthCounts, noChances } from "./month-count.ts"
import { listOpenAbsences } from "./notices/open-absences.ts"
import { attendanceVerdicts } from "./table.ts"

const DAYS_SHOWN = 7
const MOVED_WITHIN_MS = 7 * DAY
/** More than a family attends in a week. */
const MOST_CLASSES = 200
/** Of each child. */
const LATEST_SHOWN = 3
const LATEST_WITHIN_MS = 60 * DAY
const MESSAGES_SHOWN = 3

/**
 * Returns what concerns all confirmed children of the viewer. Nine queries, however many children; without
 * any, one.
 */
export async function readFamily(ctx: SignedInCtx): Promise<Family> {
  const children = await ctx.db
    .select({ id: guardianOf.student_id })
    .from(guardianOf)
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .where(and(eq(guardianOf.guardian_id, ctx.viewer.user_id), eq(guardianOf.answer, "confirmed")))
    .orderBy(asc(students.first_name), asc(students.user_id))
  const ids = children.map(({ id }) => id)
  if (ids.length === 0) return { timetable: [], moved: [], absences: [], attendance: [], messages: [] }
  const [timetable, moved, absences, attendance, messages] = await Promise.all([
    listWeek(ctx, ids),
    listMoved(ctx, ids),
    listOpenAbsences(ctx),
    readMonths(ctx, ids),
    listMessages(ctx, ids),
  ])
  return { timetable, moved, absences, attendance, messages }
}

const columns = {
  class: scheduledClasses,
  first_name: teachers.first_name,
  last_name: teachers.last_name,
}

type ClassRow = { class: typeof scheduledClasses.$inferSelect; first_name: string; last_name: string }

function describe(row: ClassRow & { student_ids: string[] }): FamilyClass {
  const { id, title, scheduled_date, start_time, end_time, starts_at, ends_at, status, venue_name } =
    row.class
  return {
    ...{ class_id: id, title, scheduled_date, starts_at, ends_at, venue_name },
    status: status as FamilyClass["status"],
    instructor_name: `${row.first_name} ${row.last_name}`.trim(),
    start_time: start_time.slice(0, 5),
    end_time: end_time.slice(0, 5),
    student_ids: row.student_ids,
  }
}

/** The seats of children, those by an approved request too. */
function seatsOf(ctx: SignedInCtx, ids: readonly string[]) {
  const { class_id, student_id } = classEnrollments
  return ctx.db
    .select({ class_id, student_id })
    .from(classEnrollments)
    .where(inArray(student_id, [...ids]))
    .union(
      ctx.db
        .select({ class_id: demoClassRequests.class_id, student_id: demoClassRequests.student_id })
        .from(demoClassRequests)
        .where(
          and(inArray(demoClassRequests.student_id, [...ids]), eq(demoClassRequests.status, "approved")),
        ),
    )
    .as("seats")
}

/** Classes from the start of today for seven days, and those that are live. */
async function listWeek(ctx: SignedInCtx, ids: readonly string[]): Promise<FamilyClass[]> {
  const zone = ctx.env.TIME_ZONE
  const today = dateInZone(ctx.clock.now(), zone)
  const seats = seatsOf(ctx, ids)
  const { id, starts_at, status } = scheduledClasses
  const inWeek = and(
    gte(starts_at, instantInZone(today, "00:00", zone)),
    lt(starts_at, instantInZone(addDays(today, DAYS_SHOWN), "00:00", zone)),
  )
  const rows = await ctx.db
    .select({ ...columns, student_ids: collected(seats.student_id) })
    .from(seats)
    .innerJoin(scheduledClasses, eq(id, seats.class_id))
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .where(sql`(${inWeek} or ${status} = 'live')`)
    .groupBy(id, teachers.user_id)
    .orderBy(asc(starts_at), asc(id))
    .limit(MOST_CLASSES)
  return rows.map(describe)
}

function collected(studentId: SQL | { getSQL(): SQL }): SQL<string[]> {
  return sql<string[]>`array_agg(distinct ${studentId}::text order by ${studentId}::text)`
}

/** A notice of a move leads to its class; for a series that moved, to the first one. */
const movedClass = sql`substring(${personNotices.href} from '^/class/([0-9a-f-]{36})$')::uuid`

/** Coming classes that the children were told of as moved. */
async function listMoved(ctx: SignedInCtx, ids: readonly string[]): Promise<FamilyClass[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .select({ ...columns, student_ids: collected(personNotices.person_id) })
    .from(personNotices)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, movedClass))
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .where(
      and(
        inArray(personNotices.person_id, [...ids]),
        gte(personNotices.created_at, new Date(now.getTime() - MOVED_WITHIN_MS)),
        sql`(${personNotices.kind} like 'class-moved%' or ${personNotices.kind} = 'series-moved')`,
        eq(scheduledClasses.status, "scheduled"),
        gt(scheduledClasses.starts_at, now),
      ),
    )
    .groupBy(scheduledClasses.id, teachers.user_id)
    .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(MOST_CLASSES)
  return rows.map(describe)
}

/** Each child's month, and their last classes. Four queries. */
async function readMonths(ctx: SignedInCtx, ids: string[]): Promise<Family["attendance"]> {
  const month = presentMonth(ctx)
  const { student_id, class_id, verdict, present_seconds } = attendanceVerdicts
  const ofClass = eq(scheduledClasses.id, class_id)
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
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, ofClass)
    .where(
      and(
        inArray(student_id, ids),
        gte(scheduledClasses.starts_at, new Date(ctx.clock.now().getTime() - LATEST_WITHIN_MS)),
      ),
    )
    .as("ranked")
  const [counts, chances, latest] = await Promise.all([
    ctx.db
      .select({ student_id, ...monthCounts })
      .from(attendanceVerdicts)
      .innerJoin(scheduledClasses, ofClass)
      .where(and(inArray(student_id, ids), inMonth(month)))
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
      text: notices.text,
      status: notices.status,
      created_at: notices.created_at,
      sent_at: notices.sent_at,
    })
    .from(notices)
    .innerJoin(guardians, eq(guardians.phone, notices.recipient))
    .where(
      and(
        eq(guardians.user_id, ctx.viewer.user_id),
        arrayOverlaps(notices.subject_ids, [...ids]),
        eq(notices.secret, false),
        ne(notices.status, "held"),
      ),
    )
    .orderBy(desc(notices.created_at), desc(notices.id))
    .limit(MESSAGES_SHOWN)
  return rows.map(({ id, text, status, created_at, sent_at }) => ({
    ...{ id, text, at: sent_at ?? created_at },
    status: status as Family["messages"][number]["status"],
  }))
}
