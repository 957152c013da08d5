import { sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Week } from "#contract/admin/admin-dashboard.ts"
import { students } from "#features/accounts/server/table.ts"
import { attendanceVerdicts } from "#features/attendance/server/table.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { dateInZone, HOUR, weekdayOf } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { countedWeeks } from "./table.ts"

const WEEKS_SHOWN = 12

/** With fewer enrolments and verdicts than this a week is counted in a few milliseconds. */
const LARGE = 10_000
/** A count that wasn't made anew, because no worker runs, isn't used after this. */
const COUNT_KEPT_MS = 2 * HOUR

/** Enrolments of the past, with those that ended since: figures of a week that is over don't fall as memberships end. */
const notCancelled = sql`${enrollments.status} = 'active'`

/** Returns the Mondays of the weeks shown, the oldest first, including this week's. */
function mondays(ctx: Ctx): string[] {
  const today = dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE)
  const monday = addDays(today, 1 - weekdayOf(today))
  return Array.from({ length: WEEKS_SHOWN }, (_, index) => addDays(monday, 7 * (index + 1 - WEEKS_SHOWN)))
}

const beginOf = (ctx: Ctx, monday: string) => instantInZone(monday, "00:00", ctx.env.TIME_ZONE)

/**
 * Returns enrolments, new students and attendance of the last twelve weeks, in weeks of the institution's zone: a verdict
 * is of the week of its class, whenever it was settled or corrected. Class enrolments and attendance of large weeks that
 * are over may be an hour old. One query.
 */
export function readWeeks(ctx: Ctx): Promise<Week[]> {
  return countWeeks(ctx, new Date(ctx.clock.now().getTime() - COUNT_KEPT_MS))
}

/**
 * Counts the weeks, each as a range of an index: grouping all rows by their week takes twice as long. Uses counts that were
 * kept since an instant; without one, none.
 */
async function countWeeks(ctx: Ctx, keptSince: Date | null): Promise<Week[]> {
  const weeks = mondays(ctx)
  const begins = weeks.map((monday) => beginOf(ctx, monday).toISOString())
  const count = (table: PgTable, which = sql`true`) =>
    sql`(select count(*) from ${table} where created_at >= week.begins and created_at < week.ends and ${which})`
  const { rows } = await ctx.db.execute<Omit<Week, "week">>(sql`
    select ${count(enrollments, notCancelled)} as program_enrolments, ${count(students)} as new_students,
           coalesce(kept.class_enrolments, ${count(classEnrollments)}) as class_enrolments,
           coalesce(kept.present, judged.present) as present, coalesce(kept.absent, judged.absent) as absent
    from (select n, at as begins, lead(at, 1, 'infinity') over (order by n) as ends
          from unnest(${sql.param(begins)}::timestamptz[]) with ordinality as of (at, n) offset 0) week
    left join ${countedWeeks} kept
      on kept.begins = week.begins and kept.counted_at >= ${keptSince?.toISOString() ?? "infinity"}::timestamptz
    cross join lateral (
      select coalesce(sum(of_class.present), 0)::bigint as present,
             coalesce(sum(of_class.absent), 0)::bigint as absent
      from ${scheduledClasses} held
      -- One class after the other: joined, the planner may read the verdicts of all weeks.
      cross join lateral (
        select count(*) filter (where verdict = 'present') as present,
               count(*) filter (where verdict = 'absent') as absent
        from ${attendanceVerdicts} where class_id = held.id) of_class
      where kept.begins is null and held.starts_at >= week.begins and held.starts_at < week.ends) judged
    order by n`)
  return rows.map((row, at) => ({ ...row, week: weeks[at] ?? "" }))
}

/** Counts the past weeks anew, and keeps the counts of those in which at least so much happened. */
export async function keepLargeWeeks(ctx: Ctx, large = LARGE): Promise<void> {
  const past = (await countWeeks(ctx, null)).slice(0, -1)
  const kept = past.flatMap(({ week, class_enrolments, present, absent }) =>
    class_enrolments + present + absent < large
      ? []
      : [{ begins: beginOf(ctx, week), class_enrolments, present, absent, counted_at: ctx.clock.now() }],
  )
  await inTransaction(ctx, async (tx) => {
    await tx.db.delete(countedWeeks)
    if (kept.length > 0) await tx.db.insert(countedWeeks).values(kept).onConflictDoNothing()
  })
}

/** Returns the enrolments that `readWeeks` counts by service, the most first. One query. */
export async function readServices(ctx: Ctx): Promise<{ service: string; enrolled: number }[]> {
  const [first = ""] = mondays(ctx)
  const from = beginOf(ctx, first).toISOString()
  const { rows } = await ctx.db.execute<{ service: string; enrolled: number }>(sql`
    select ${programs.service} as service, count(*) as enrolled
    from ${enrollments} join ${programs} on ${programs.id} = ${enrollments.course_id}
    where ${enrollments.created_at} >= ${from}::timestamptz and ${notCancelled}
    group by 1 order by 2 desc, 1`)
  return rows
}
