import { and, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import policies from "#content/policies.json" with { type: "json" }
import type { MonthStanding } from "#contract/attendance/attendance-sheets.ts"
import { standingOfMonth } from "#features/attendance/month-rule.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { boundAt } from "#platform/database/db.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { countsAs } from "./counted.ts"
import { absenceAnswers, attendanceVerdicts } from "./table.ts"

/** The monthly attendance required for progression, in per cent. */
const REQUIRED_PERCENT = policies.progression.monthlyAttendancePercent

type Count = { attended: number; absent: number; excused: number; noVerdict: number }
type Chances = { toCome: number; makeUps: number }

const FURTHEST_ZONE = 14 * HOUR

const none: Count = { attended: 0, absent: 0, excused: 0, noVerdict: 0 }
export const noChances: Chances = { toCome: 0, makeUps: 0 }

/**
 * Selects the classes dated in a month, YYYY-MM. Starts have an index and dates have none, so both are
 * bounded: no zone is further than 14 hours from UTC.
 */
export function inMonth(month: string): SQL | undefined {
  const { first, last } = boundsOf(month)
  const { scheduled_date, starts_at } = scheduledClasses
  return and(gte(scheduled_date, first), lte(scheduled_date, last), startsAbout(month, starts_at))
}

/** The range of starts in which a month's classes are, in any zone, for an index on them. */
function startsAbout(month: string, starts_at: AnyPgColumn): SQL | undefined {
  const { since, until } = boundsOf(month)
  return and(gte(starts_at, boundAt(since)), lt(starts_at, boundAt(until)))
}

function boundsOf(month: string) {
  const [year = 0, at = 0] = month.split("-").map(Number)
  const next = Date.UTC(year, at, 1)
  return {
    first: `${month}-01`,
    last: new Date(next - DAY).toISOString().slice(0, 10),
    since: new Date(Date.UTC(year, at - 1, 1) - FURTHEST_ZONE),
    until: new Date(next + FURTHEST_ZONE),
  }
}

/**
 * Selects the verdicts of the same classes, for queries that begin at a student: by date alone, or the planner would begin at
 * every class of the month. None is settled before its class, so those of earlier months aren't read.
 */
export function settledInMonth(month: string): SQL | undefined {
  const { first, last, since } = boundsOf(month)
  const { scheduled_date } = scheduledClasses
  return and(
    gte(scheduled_date, first),
    lte(scheduled_date, last),
    gte(attendanceVerdicts.settled_at, boundAt(since)),
  )
}

/**
 * What each verdict counts as, for `monthCounts` to be joined with. In a subquery that PostgreSQL leaves alone, so
 * that make-ups are looked up once for each class and not for each count.
 */
export const counted = sql`lateral (select ${countsAs} as counts_as offset 0) counted`

/** Counts of a student's settled classes. Joined with `counted`. */
export const monthCounts = {
  attended: sql<number>`count(*) filter (where counted.counts_as = 'present')::int`.as("attended"),
  absent: sql<number>`count(*) filter (where counted.counts_as = 'absent')::int`.as("absent"),
  excused: sql<number>`count(*) filter (where counted.counts_as = 'excused')::int`.as("excused"),
  // A make-up has a verdict, and counts for the class that was missed.
  noVerdict: sql<number>`count(*) filter (where ${attendanceVerdicts.verdict} = 'none')::int`.as(
    "no_verdict",
  ),
}

/** Returns a student's month over the classes that `which` selects, or over all. Two queries. */
export async function readStanding(
  ctx: Ctx,
  studentId: string,
  month: string,
  which?: SQL,
): Promise<MonthStanding> {
  const [[row], chances] = await Promise.all([
    ctx.db
      .select(monthCounts)
      .from(attendanceVerdicts)
      .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
      .innerJoin(counted, sql`true`)
      .where(and(eq(attendanceVerdicts.student_id, studentId), settledInMonth(month), which)),
    countToCome(ctx, [studentId], month, which),
  ])
  return describeMonth(month, row ?? none, chances.get(studentId) ?? noChances)
}

export function describeMonth(month: string, count: Count, chances: Chances): MonthStanding {
  return { month, ...standingOfMonth({ ...count, ...chances, requiredPercent: REQUIRED_PERCENT }) }
}

/**
 * Returns, for each student, how many unfinished classes of a month they have a seat in, and how many
 * make-ups are to come for the month's absences. Two queries.
 */
export async function countToCome(
  ctx: Ctx,
  studentIds: string[],
  month: string,
  which: SQL | undefined,
): Promise<Map<string, Chances>> {
  if (studentIds.length === 0) return new Map()
  const seats = ctx.db
    .select({ student_id: classEnrollments.student_id, class_id: classEnrollments.class_id })
    .from(classEnrollments)
    .where(
      and(inArray(classEnrollments.student_id, studentIds), startsAbout(month, classEnrollments.starts_at)),
    )
    .union(
      ctx.db
        .select({ student_id: demoClassRequests.student_id, class_id: demoClassRequests.class_id })
        .from(demoClassRequests)
        .where(
          and(inArray(demoClassRequests.student_id, studentIds), eq(demoClassRequests.status, "approved")),
        ),
    )
    .as("seats")
  const [ordinary, makeUps] = await Promise.all([
    ctx.db
      .select({ student_id: seats.student_id, count: sql<number>`count(*)::int` })
      .from(seats)
      .innerJoin(scheduledClasses, eq(scheduledClasses.id, seats.class_id))
      .where(
        and(
          inArray(scheduledClasses.status, ["scheduled", "live"]),
          inMonth(month),
          which,
          sql`not exists (${openMakeUp(sql`${seats.class_id}`, sql`${seats.student_id}`)})`,
        ),
      )
      .groupBy(seats.student_id),
    countMakeUps(ctx, studentIds, month, which),
  ])
  const toCome = new Map(ordinary.map((row) => [row.student_id, row.count]))
  return new Map(studentIds.map((id) => [id, { toCome: toCome.get(id) ?? 0, makeUps: makeUps.get(id) ?? 0 }]))
}

/** The absence that a class makes up for, if it counts and is not made up for yet. */
function openMakeUp(classId: SQL, studentId: SQL): SQL {
  return sql`select from ${absenceAnswers} asked
    join ${attendanceVerdicts} missed on missed.class_id = asked.class_id and missed.student_id = asked.student_id
    where asked.make_up_class_id = ${classId} and asked.student_id = ${studentId}
      and missed.verdict = 'absent' and missed.rule > 1`
}

/**
 * Counts upcoming make-ups for a month's absences, by student. They may be in any month, while the seat is
 * kept.
 */
async function countMakeUps(
  ctx: Ctx,
  studentIds: string[],
  month: string,
  which: SQL | undefined,
): Promise<Map<string, number>> {
  const { make_up_class_id, student_id, class_id } = absenceAnswers
  const rows = await ctx.db
    .select({ student_id, count: sql<number>`count(*)::int` })
    .from(absenceAnswers)
    .innerJoin(
      attendanceVerdicts,
      and(eq(attendanceVerdicts.class_id, class_id), eq(attendanceVerdicts.student_id, student_id)),
    )
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, class_id))
    .innerJoin(
      classEnrollments,
      and(eq(classEnrollments.class_id, make_up_class_id), eq(classEnrollments.student_id, student_id)),
    )
    .where(
      and(
        inArray(student_id, studentIds),
        eq(attendanceVerdicts.verdict, "absent"),
        gt(attendanceVerdicts.rule, 1),
        settledInMonth(month),
        which,
        sql`exists (select from scheduled_classes later
          where later.id = ${make_up_class_id} and later.status in ('scheduled', 'live'))`,
      ),
    )
    .groupBy(student_id)
  return new Map(rows.map((row) => [row.student_id, row.count]))
}
