import { type SQL, sql } from "drizzle-orm"
import type { Week } from "#contract/admin/admin-dashboard.ts"
import { students } from "#features/accounts/server/table.ts"
import { attendanceVerdicts } from "#features/attendance/server/table.ts"
import { classEnrollments } from "#features/classes/server/table.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { dateInZone, weekdayOf } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"

const WEEKS_SHOWN = 12

/** Returns the Mondays of the weeks shown, the oldest first, including this week's. */
function mondays(ctx: Ctx): string[] {
  const today = dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE)
  const monday = addDays(today, 1 - weekdayOf(today))
  return Array.from({ length: WEEKS_SHOWN }, (_, index) => addDays(monday, 7 * (index + 1 - WEEKS_SHOWN)))
}

/**
 * Returns enrolments, new students and attendance of the last twelve weeks, in weeks of the institution's
 * zone. One query; each part reads these weeks by index.
 */
export async function readWeeks(ctx: Ctx): Promise<Week[]> {
  const weeks = mondays(ctx)
  const begins = weeks.map((monday) => instantInZone(monday, "00:00", ctx.env.TIME_ZONE).toISOString())
  const from = sql`${begins[0]}::timestamptz`
  // By comparing with where weeks begin: turning each of a year's instants into a date takes many times as long.
  const weekOf = (column: SQL) => sql`width_bucket(${column}, ${sql.param(begins)}::timestamptz[])`
  const { rows } = await ctx.db.execute<{ week: number; what: keyof Week; count: number }>(sql`
    select ${weekOf(sql`created_at`)} as week, 'program_enrolments' as what, count(*) as count
      from ${enrollments} where created_at >= ${from} group by 1
    union all
    select ${weekOf(sql`created_at`)}, 'class_enrolments', count(*)
      from ${classEnrollments} where created_at >= ${from} group by 1
    union all
    select ${weekOf(sql`created_at`)}, 'new_students', count(*)
      from ${students} where created_at >= ${from} group by 1
    union all
    select ${weekOf(sql`settled_at`)}, verdict, count(*)
      from ${attendanceVerdicts} where settled_at >= ${from} and verdict in ('present', 'absent') group by 1, 2`)
  const counts = new Map(rows.map(({ week, what, count }) => [`${weeks[week - 1]} ${what}`, count]))
  const countOf = (week: string, what: keyof Week) => counts.get(`${week} ${what}`) ?? 0
  return weeks.map((week) => ({
    week,
    program_enrolments: countOf(week, "program_enrolments"),
    class_enrolments: countOf(week, "class_enrolments"),
    new_students: countOf(week, "new_students"),
    present: countOf(week, "present"),
    absent: countOf(week, "absent"),
  }))
}

/** Returns active enrolments by service, the most first. One query over the last twelve weeks. */
export async function readServices(ctx: Ctx): Promise<{ service: string; enrolled: number }[]> {
  const [first = ""] = mondays(ctx)
  const from = instantInZone(first, "00:00", ctx.env.TIME_ZONE).toISOString()
  const { rows } = await ctx.db.execute<{ service: string; enrolled: number }>(sql`
    select p.service, count(*) as enrolled from ${enrollments} e join ${programs} p on p.id = e.course_id
    where e.created_at >= ${from}::timestamptz and e.status = 'active'
    group by 1 order by 2 desc, 1`)
  return rows
}
