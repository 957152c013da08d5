import { and, asc, eq, gt, inArray, sql } from "drizzle-orm"
import { union } from "drizzle-orm/pg-core"
import type { ScheduledClass } from "#contract/classes.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { describeClass, selectClasses } from "./class-view.ts"
import { classWaitlist } from "./seat-tables.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/**
 * A student's counts: classes with a seat that were not cancelled, those still to come, and those that are live
 * now, stored or shown. One query over the student's own seats.
 */
export async function readStudentFigures(
  ctx: SignedInCtx,
): Promise<{ enrolled_classes: number; upcoming_classes: number; live_classes: number }> {
  const student = ctx.viewer.user_id
  const now = sql`${ctx.clock.now().toISOString()}::timestamptz`
  const seats = union(
    ctx.db
      .select({ class_id: classEnrollments.class_id })
      .from(classEnrollments)
      .where(eq(classEnrollments.student_id, student)),
    ctx.db
      .select({ class_id: demoClassRequests.class_id })
      .from(demoClassRequests)
      .where(and(eq(demoClassRequests.student_id, student), eq(demoClassRequests.status, "approved"))),
  )
  const { status, starts_at, ends_at } = scheduledClasses
  const [figures] = await ctx.db
    .select({
      enrolled_classes: sql<number>`count(*) filter (where ${status} <> 'cancelled')::int`,
      upcoming_classes: sql<number>`count(*) filter (where ${status} = 'live'
        or (${status} = 'scheduled' and ${ends_at} > ${now}))::int`,
      live_classes: sql<number>`count(*) filter (where ${status} = 'live'
        or (${status} = 'scheduled' and ${starts_at} <= ${now} and ${now} < ${ends_at}))::int`,
    })
    .from(scheduledClasses)
    .where(inArray(scheduledClasses.id, seats))
  return figures ?? { enrolled_classes: 0, upcoming_classes: 0, live_classes: 0 }
}

/** No student waits in more lines than a screen shows. */
const MOST_LINES = 40

/** The coming classes in whose line the viewer waits, the soonest first, each with the place. One query. */
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
