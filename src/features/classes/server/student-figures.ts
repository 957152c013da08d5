import { and, asc, eq, gt, inArray, sql } from "drizzle-orm"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { named, prepared } from "#platform/database/db.ts"
import { oldestLive } from "./class-starts.ts"
import { describeClass, selectClasses } from "./class-view.ts"
import { classWaitlist } from "./seat-tables.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

type Figures = { enrolled_classes: number; upcoming_classes: number; live_classes: number }

const figuresOf = named<Figures>("figures_of_student", () => {
  const { id, status, starts_at, ends_at } = scheduledClasses
  const student = sql.placeholder("student")
  const now = sql`${sql.placeholder("now")}::timestamptz`
  return sql`
    with seats as materialized (
      select ${classEnrollments.class_id} as of_class, ${classEnrollments.starts_at} as at
      from ${classEnrollments} where ${classEnrollments.student_id} = ${student}
      union all
      select ${id}, ${starts_at} from ${demoClassRequests} join ${scheduledClasses} on ${id} = ${demoClassRequests.class_id}
      where ${demoClassRequests.student_id} = ${student} and ${demoClassRequests.status} = 'approved'),
    off as (
      select count(*) as classes from ${scheduledClasses}
      where ${status} = 'cancelled' and ${starts_at} = any(array(select at from seats)) and ${id} in (select of_class from seats)),
    coming as (
      select count(*) filter (where ${status} = 'live'
               or (${status} = 'scheduled' and ${ends_at} > ${now})) as upcoming,
             count(*) filter (where ${status} = 'live'
               or (${status} = 'scheduled' and ${starts_at} <= ${now} and ${now} < ${ends_at})) as live
      from ${scheduledClasses}
      where ${id} in (select of_class from seats where at >= least(${now} - interval '1 day', ${oldestLive})))
    select ((select count(*) from seats) - off.classes)::int as enrolled_classes,
           coming.upcoming::int as upcoming_classes, coming.live::int as live_classes
    from off, coming`
})

/**
 * Returns a student's counts: classes with a seat that were not cancelled, those still to come, and those
 * that are live now, by stored or shown status. One query: seats are counted by their index alone, and only
 * cancelled classes at the same times and those since yesterday are looked up.
 */
export async function readStudentFigures(ctx: SignedInCtx): Promise<Figures> {
  const [figures] = await figuresOf(ctx.db, {
    student: ctx.viewer.user_id,
    now: ctx.clock.now().toISOString(),
  })
  return figures ?? { enrolled_classes: 0, upcoming_classes: 0, live_classes: 0 }
}

/** The most classes listed; no student is on more waitlists than a screen shows. */
const MOST_LINES = 40

const lineOf = prepared("waitlists_of_student", (db) => {
  const viewer = { user_id: sql.placeholder("student"), role: "student" as const }
  const lines = db
    .select({ class_id: classWaitlist.class_id })
    .from(classWaitlist)
    .where(eq(classWaitlist.student_id, viewer.user_id))
  const open = inArray(scheduledClasses.status, ["scheduled", "live"])
  return selectClasses({ db, viewer })
    .where(
      and(inArray(scheduledClasses.id, lines), open, gt(scheduledClasses.ends_at, sql.placeholder("now"))),
    )
    .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(MOST_LINES)
})

/**
 * Lists the coming classes on whose waitlist the viewer is, the soonest first, each with the position. One
 * query.
 */
export async function listMyLine(ctx: SignedInCtx): Promise<ScheduledClass[]> {
  const now = ctx.clock.now().toISOString()
  const rows = await lineOf(ctx.db, { student: ctx.viewer.user_id, now })
  return rows.map((row) => describeClass(ctx.viewer, row))
}
