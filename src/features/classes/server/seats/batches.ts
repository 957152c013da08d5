import { and, asc, count, eq, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm"
import type { z } from "zod"
import type { Batch, NextStart } from "#contract/classes/batches.ts"
import type { NewEnrolment } from "#contract/programs/programs.ts"
import { teachers } from "#features/accounts/server/table.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { notFound } from "#platform/errors.ts"
import { scheduledClasses, shared } from "../table.ts"

const MOST_BATCHES = 12

/** A program's regular classes that anyone may find and that have not ended, as of now. */
function comingIn(ctx: Ctx, courseId: string): SQL | undefined {
  const { course_id, class_type, status, ends_at } = scheduledClasses
  return and(
    eq(course_id, courseId),
    eq(class_type, "regular"),
    shared,
    inArray(status, ["scheduled", "live"]),
    gt(ends_at, ctx.clock.now()),
  )
}

/**
 * Lists the series of a program's coming classes, the one with the next class first. A full batch is listed
 * too, with 0 free seats. One query.
 */
export async function listBatches(ctx: Ctx, courseId: string): Promise<Batch[]> {
  const { series_id, starts_at, ends_at, scheduled_date, start_time, end_time } = scheduledClasses
  const { max_capacity, seats_taken, seats_held, instructor_id } = scheduledClasses
  const next = <T>(column: unknown) => sql<T>`(array_agg(${column} order by ${starts_at}))[1]`
  const rows = await ctx.db
    .select({
      id: sql<string>`${series_id}`,
      instructor_name: next<string>(sql`${teachers.first_name} || ' ' || ${teachers.last_name}`),
      weekdays: sql<number[]>`array_agg(distinct extract(isodow from ${scheduled_date})::integer)`,
      next_date: next<string>(sql`${scheduled_date}::text`),
      start_time: next<string>(sql`to_char(${start_time}, 'HH24:MI')`),
      end_time: next<string>(sql`to_char(${end_time}, 'HH24:MI')`),
      last_date: sql<string>`max(${scheduled_date})::text`,
      dates: sql<string[]>`array_agg(${scheduled_date}::text order by ${starts_at})`,
      classes: count(ends_at),
      free_seats: sql<number>`greatest(min(${max_capacity} - ${seats_taken} - ${seats_held}), 0)::integer`,
    })
    .from(scheduledClasses)
    .innerJoin(teachers, eq(teachers.user_id, instructor_id))
    .where(and(comingIn(ctx, courseId), isNotNull(series_id)))
    .groupBy(series_id)
    .orderBy(asc(sql`min(${starts_at})`), asc(series_id))
    .limit(MOST_BATCHES)
  return rows.map((row) => ({ ...row, instructor_name: row.instructor_name.trim() }))
}

/**
 * Enrols the student in a program and in the classes of one batch, also those scheduled later. Throws
 * NOT_FOUND if the program has no such batch coming, ALREADY_ENROLLED_IN_PROGRAM, and PAYMENT_NEEDED.
 */
export async function enrolInBatch(
  ctx: SignedInCtx,
  { course_id, batch_id }: { course_id: string; batch_id: string },
): Promise<z.infer<typeof NewEnrolment>> {
  await requireBatch(ctx, { course_id, batch_id })
  return enrolInProgram(ctx, course_id, batch_id)
}

/** Throws NOT_FOUND if the program has no such batch coming. */
export async function requireBatch(
  ctx: Ctx,
  { course_id, batch_id }: { course_id: string; batch_id: string },
): Promise<void> {
  const coming = and(comingIn(ctx, course_id), eq(scheduledClasses.series_id, batch_id))
  if ((await ctx.db.$count(scheduledClasses, coming)) === 0) notFound()
}

const nextStarts = named<NextStart>("next_starts", () => {
  const { course_id, scheduled_date, start_time, class_type, status, starts_at } = scheduledClasses
  return sql`select chosen.id as course_id, next.scheduled_date, next.start_time
    from unnest(${sql.placeholder("courses")}::uuid[]) as chosen (id)
    cross join lateral (
      select ${scheduled_date}::text as scheduled_date, to_char(${start_time}, 'HH24:MI') as start_time
      from ${scheduledClasses}
      where ${course_id} = chosen.id and ${starts_at} > ${sql.placeholder("now")}::timestamptz
        and ${class_type} = 'regular' and ${shared} and ${status} in ('scheduled', 'live')
      order by ${starts_at} limit 1
    ) next`
})

/** Returns when the next regular class of each program starts. One query for any number. */
export async function listNextStarts(ctx: Ctx, courseIds: readonly string[]): Promise<NextStart[]> {
  if (courseIds.length === 0) return []
  return nextStarts(ctx.db, { courses: courseIds, now: ctx.clock.now().toISOString() })
}
