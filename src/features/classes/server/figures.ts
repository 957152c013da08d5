import { and, eq, gte, lt, sql } from "drizzle-orm"
import { AFTER_ALL_CLASSES } from "#features/classes/rules.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { boundAt } from "#platform/db.ts"
import { dateInZone } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { instructorTotals } from "./seat-tables.ts"
import { scheduledClasses } from "./table.ts"

/**
 * An instructor's counts: own classes, those dated today in the institution's zone, those from today on, and
 * the seats taken in all of them. What was cancelled is neither today's nor upcoming. One query, that reads
 * what is still to be settled and what is of today or later, and the sum of the rest.
 */
export async function readInstructorFigures(ctx: SignedInCtx) {
  const today = dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE)
  const { instructor_id, status, scheduled_date, starts_at, seats_taken } = scheduledClasses
  const own = eq(instructor_id, ctx.viewer.user_id)
  const settled = ctx.db
    .select({ classes: instructorTotals.classes, seats: instructorTotals.seats })
    .from(instructorTotals)
    .where(eq(instructorTotals.instructor_id, ctx.viewer.user_id))
    .as("settled")
  const running = ctx.db
    .select({
      classes: sql<number>`count(*)`.as("running_classes"),
      seats: sql<number>`coalesce(sum(${seats_taken}), 0)`.as("running_seats"),
    })
    .from(scheduledClasses)
    // In the words of its index, which serves no statement that only hears of the states as it is called.
    .where(and(own, sql`${status} in ('scheduled', 'live')`))
    .as("running")
  const coming = ctx.db
    .select({
      todays: sql<number>`count(*) filter (where ${scheduled_date} = ${today}::date)`.as("todays"),
      upcoming: sql<number>`count(*)`.as("upcoming"),
    })
    .from(scheduledClasses)
    .where(
      and(
        own,
        // A range without an end is taken for a third of all classes.
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
      total_students: sql<number>`${running.seats} + coalesce(${settled.seats}, 0)`,
    })
    .from(running)
    .innerJoin(coming, sql`true`)
    .leftJoin(settled, sql`true`)
  return figures ?? { total_classes: 0, todays_classes: 0, upcoming_classes: 0, total_students: 0 }
}
