import { sql } from "drizzle-orm"
import type { DemoFunnel } from "#contract/attendance/attendance.ts"
import { canActForInstructors, isClassDate } from "#features/classes/rules.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { enrollments } from "#features/programs/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { attendanceVerdicts } from "./table.ts"

const DAYS_SHOWN = 30

/**
 * Returns the funnel of an instructor's own requests; for an admin everyone's, or one instructor's. It covers
 * the days between two dates in the institution's zone, both included, or the last 30 days without them.
 * Throws FIELD_ERRORS.
 */
export async function readDemoFunnel(
  ctx: SignedInCtx,
  input: { from?: string; to?: string; instructor_id?: string },
): Promise<DemoFunnel> {
  const zone = ctx.env.TIME_ZONE
  const to = input.to ?? dateInZone(ctx.clock.now(), zone)
  if (!isClassDate(to)) refuseFields({ to: "Choose a date between 2000 and 2099" })
  const from = input.from ?? addDays(to, 1 - DAYS_SHOWN)
  if (!isClassDate(from) || from > to) refuseFields({ from: "Choose a date before the last one" })
  const whose = canActForInstructors(ctx.viewer) ? (input.instructor_id ?? null) : ctx.viewer.user_id
  return demoFunnel(
    ctx,
    whose,
    instantInZone(from, "00:00", zone),
    instantInZone(addDays(to, 1), "00:00", zone),
  )
}

/**
 * Returns what became of the demo requests made from one instant until before another: how many were
 * approved, attended, and converted. Converted means a seat in a regular class of the same instructor, or an
 * enrolment in the demo's own program, taken after the request. Also counts how the promised calls went. A
 * new time that was accepted after a rejection counts with the original request. `instructorId` null means
 * every instructor. One query.
 */
export async function demoFunnel(
  ctx: Pick<Ctx, "db" | "clock">,
  instructorId: string | null,
  from: Date,
  to: Date,
): Promise<DemoFunnel> {
  const now = ctx.clock.now().toISOString()
  const { rows } = await ctx.db.execute<DemoFunnel>(sql`
    with asked as (
      select r.id, r.student_id, r.requested_at, r.callback_by, r.called_at, c.instructor_id, c.course_id,
             coalesce(later.class_id, r.class_id) as class_id,
             (later.id is not null or r.status = 'approved') as approved
      from ${demoClassRequests} r
      join ${scheduledClasses} c on c.id = r.class_id
      left join ${demoClassRequests} later on later.offered_for = r.id
      where r.requested_at >= ${from.toISOString()}::timestamptz and r.requested_at < ${to.toISOString()}::timestamptz
        and r.offered_for is null
        and (${instructorId}::uuid is null or r.instructor_id = ${instructorId}::uuid)),
    judged as (
      select a.*,
        a.approved and exists (
          select from ${attendanceVerdicts} v
          where v.class_id = a.class_id and v.student_id = a.student_id and v.verdict = 'present') as attended,
        exists (
          select from ${classEnrollments} e join ${scheduledClasses} taken on taken.id = e.class_id
          where e.student_id = a.student_id and e.created_at > a.requested_at
            and taken.instructor_id = a.instructor_id and taken.class_type = 'regular')
        or exists (
          select from ${enrollments} e
          where e.student_id = a.student_id and e.course_id = a.course_id and e.status = 'active'
            and e.created_at > a.requested_at) as enrolled
      from asked a)
    select count(*) as requested,
           count(*) filter (where approved) as approved,
           count(*) filter (where attended) as attended,
           count(*) filter (where enrolled) as enrolled,
           count(*) filter (where called_at <= callback_by) as called_in_time,
           count(*) filter (where called_at > callback_by) as called_late,
           count(*) filter (where called_at is null and callback_by < ${now}::timestamptz) as calls_overdue
    from judged`)
  const [funnel] = rows
  if (!funnel) throw new Error("a count answered no row")
  return funnel
}
