import { and, asc, eq, gt, inArray, sql } from "drizzle-orm"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { describeClass, selectClasses } from "./class-view.ts"
import { classWaitlist } from "./seat-tables.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

type Figures = { enrolled_classes: number; upcoming_classes: number; live_classes: number }

const figuresOf = named<Figures>("figures_of_student", () => {
  const { id, status, starts_at, ends_at } = scheduledClasses
  const student = sql.placeholder("student")
  const now = sql`${sql.placeholder("now")}::timestamptz`
  return sql`
    select count(*) filter (where ${status} <> 'cancelled')::int as enrolled_classes,
           count(*) filter (where ${status} = 'live'
             or (${status} = 'scheduled' and ${ends_at} > ${now}))::int as upcoming_classes,
           count(*) filter (where ${status} = 'live'
             or (${status} = 'scheduled' and ${starts_at} <= ${now} and ${now} < ${ends_at}))::int as live_classes
    from ${scheduledClasses} where ${id} in (
      select ${classEnrollments.class_id} from ${classEnrollments} where ${classEnrollments.student_id} = ${student}
      union
      select ${demoClassRequests.class_id} from ${demoClassRequests}
      where ${demoClassRequests.student_id} = ${student} and ${demoClassRequests.status} = 'approved')`
})

/**
 * Returns a student's counts: classes with a seat that were not cancelled, those still to come, and those
 * that are live now, by stored or shown status. One query over the student's own seats.
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

/**
 * Lists the coming classes on whose waitlist the viewer is, the soonest first, each with the position. One
 * query.
 */
export async function listMyLine(ctx: SignedInCtx): Promise<ScheduledClass[]> {
  const lines = ctx.db
    .select({ class_id: classWaitlist.class_id })
    .from(classWaitlist)
    .where(eq(classWaitlist.student_id, ctx.viewer.user_id))
  const rows = await selectClasses(ctx)
    .where(and(inArray(scheduledClasses.id, lines), gt(scheduledClasses.ends_at, ctx.clock.now())))
    .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(MOST_LINES)
  return rows.map((row) => describeClass(ctx.viewer, row))
}
