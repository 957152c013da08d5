import { and, eq, exists, gte, lt, not, type SQL, sql } from "drizzle-orm"
import { AFTER_ALL_CLASSES } from "#features/classes/rules.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { boundAt } from "#platform/database/db.ts"
import { dateInZone } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { instructorStudents, instructorTotals } from "./seat-tables.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/**
 * Returns an instructor's counts: own classes; those dated today in the institution's zone, without cancelled
 * ones; those from today on that are neither completed nor cancelled; and the different people who have or
 * had a seat in any of them, with the number of seats. One query that reads running and coming classes, and
 * stored totals of the rest.
 */
export async function readInstructorFigures(ctx: SignedInCtx) {
  const today = dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE)
  const { instructor_id, status, scheduled_date, starts_at, seats_taken } = scheduledClasses
  const own = eq(instructor_id, ctx.viewer.user_id)
  // Written as literals like in the index, which PostgreSQL does not use if the statuses are parameters.
  const ownRunning = and(own, sql`${status} in ('scheduled', 'live')`)
  const settled = ctx.db
    .select({
      classes: instructorTotals.classes,
      seats: instructorTotals.seats,
      students: instructorTotals.students,
    })
    .from(instructorTotals)
    .where(eq(instructorTotals.instructor_id, ctx.viewer.user_id))
    .as("settled")
  const running = ctx.db
    .select({
      classes: sql<number>`count(*)`.as("running_classes"),
      seats: sql<number>`coalesce(sum(${seats_taken}), 0)`.as("running_seats"),
    })
    .from(scheduledClasses)
    .where(ownRunning)
    .as("running")
  const seated = seatedIn(ctx, ownRunning).as("seated")
  const known = sql`(select from ${instructorStudents} known
    where known.instructor_id = ${ctx.viewer.user_id} and known.student_id = ${seated.student_id})`
  const fresh = ctx.db
    .select({ students: sql<number>`count(*)`.as("fresh_students") })
    .from(seated)
    .where(not(exists(known)))
    .as("fresh")
  const coming = ctx.db
    .select({
      todays: sql<number>`count(*) filter (where ${scheduled_date} = ${today}::date)`.as("todays"),
      upcoming: sql<number>`count(*) filter (where ${status} <> 'completed')`.as("upcoming"),
    })
    .from(scheduledClasses)
    .where(
      and(
        own,
        // PostgreSQL estimates an open range at a third of all classes, so it has an upper bound.
        gte(starts_at, boundAt(instantInZone(today, "00:00", ctx.env.TIME_ZONE))),
        lt(starts_at, boundAt(AFTER_ALL_CLASSES)),
        sql`${status} <> 'cancelled'`,
      ),
    )
    .as("coming")
  const [figures] = await ctx.db
    .select({
      total_classes: sql<number>`${running.classes} + coalesce(${settled.classes}, 0)`,
      todays_classes: coming.todays,
      upcoming_classes: coming.upcoming,
      total_students: sql<number>`${fresh.students} + coalesce(${settled.students}, 0)`,
      total_seats: sql<number>`${running.seats} + coalesce(${settled.seats}, 0)`,
    })
    .from(running)
    .innerJoin(coming, sql`true`)
    .innerJoin(fresh, sql`true`)
    .leftJoin(settled, sql`true`)
  if (!figures) throw new Error("sums without a row")
  return figures
}

/**
 * Selects the different people with a seat in the classes of a condition, by enrolment or approved request. Seats of all these
 * classes are looked up together: neighbours in the index are read once, and not by a descent for each class.
 */
export function seatedIn({ db }: Pick<Ctx, "db">, classes: SQL | undefined) {
  const approved = eq(demoClassRequests.status, "approved")
  return seatsIn(db, classes, classEnrollments, undefined).union(
    seatsIn(db, classes, demoClassRequests, approved),
  )
}

function seatsIn(
  db: Ctx["db"],
  classes: SQL | undefined,
  seats: typeof classEnrollments | typeof demoClassRequests,
  which: SQL | undefined,
) {
  const ids = db.select({ id: scheduledClasses.id }).from(scheduledClasses).where(classes)
  return db
    .select({ student_id: sql<string>`${seats.student_id}`.as("student_id") })
    .from(seats)
    .where(and(sql`${seats.class_id} = any(array(${ids}))`, which))
}
