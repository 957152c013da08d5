import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm"
import type { z } from "zod"
import type { Batch, EndingBatch, NextStart } from "#contract/classes/batches.ts"
import type { NewEnrolment } from "#contract/programs/programs.ts"
import { teachers } from "#features/accounts/server/table.ts"
import { canActForInstructors } from "#features/classes/rules.ts"
import { enrolInProgram, moveToBatch } from "#features/programs/server/service.ts"
import { enrollments } from "#features/programs/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { notFound } from "#platform/errors.ts"
import { DAY } from "#shared/time.ts"
import { scheduledClasses, shared } from "../table.ts"

const MOST_BATCHES = 12
const YEAR = 365 * DAY

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

/** The batches of an instructor in a program that were held or are planned since a year ago, with their last class. */
function endingBatches(ctx: Ctx, { course_id, instructor_id }: { course_id: string; instructor_id: string }) {
  const { series_id, starts_at, scheduled_date, start_time, end_time, status } = scheduledClasses
  const owner = sql`coalesce(${scheduledClasses.substitutes_for}, ${scheduledClasses.instructor_id})`
  const last = <T>(column: unknown) => sql<T>`(array_agg(${column} order by ${starts_at} desc))[1]`
  return ctx.db
    .select({
      id: sql<string>`${series_id}`,
      weekdays: sql<number[]>`array_agg(distinct extract(isodow from ${scheduled_date})::integer)`,
      start_time: last<string>(sql`to_char(${start_time}, 'HH24:MI')`),
      end_time: last<string>(sql`to_char(${end_time}, 'HH24:MI')`),
      last_date: sql<string>`max(${scheduled_date})::text`,
    })
    .from(scheduledClasses)
    .where(
      and(
        eq(scheduledClasses.course_id, course_id),
        eq(scheduledClasses.class_type, "regular"),
        ...[shared, isNotNull(series_id), ne(status, "cancelled")],
        gt(starts_at, new Date(ctx.clock.now().getTime() - YEAR)),
      ),
    )
    .groupBy(series_id)
    .having(eq(last(owner), instructor_id))
    .orderBy(desc(sql`max(${starts_at})`), asc(series_id))
    .$dynamic()
}

/**
 * Lists the batches of a program that the viewer may add classes to, or of the instructor whom an admin names, the one that
 * ends last first. One query.
 */
export async function listEndingBatches(
  ctx: SignedInCtx,
  { course_id, instructor_id }: { course_id: string; instructor_id?: string | undefined },
): Promise<EndingBatch[]> {
  const whose = canActForInstructors(ctx.viewer) ? instructor_id : ctx.viewer.user_id
  return whose ? endingBatches(ctx, { course_id, instructor_id: whose }).limit(MOST_BATCHES) : []
}

/** Whether classes of this program and instructor may be added to a batch. */
export async function mayContinue(
  ctx: Ctx,
  { batch_id, ...of }: { course_id: string; instructor_id: string; batch_id: string },
): Promise<boolean> {
  return (await endingBatches(ctx, of)).some(({ id }) => id === batch_id)
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

/**
 * Moves a student to a batch of a program that they are in, or to all of its classes; their seats in coming classes
 * follow by a job. The same batch again changes nothing. Returns whether it was another. Throws NOT_FOUND if they aren't in the program today, or if it has
 * no such batch coming.
 */
export async function setBatch(
  ctx: SignedInCtx,
  { course_id, student_id, batch_id }: { course_id: string; student_id: string; batch_id: string | null },
): Promise<{ moved: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const moved = await moveToBatch(tx, { course_id, student_id, batch_id })
    if (!moved) return { moved: false }
    if (batch_id) await requireBatch(tx, { course_id, batch_id })
    await recordAct(tx, "program.batch", course_id, { student_id, left_batch: moved.left_batch, batch_id })
    return { moved: true }
  })
}

/** Throws NOT_FOUND if the program has no such batch coming, or none with a class after the date `after`. */
export async function requireBatch(
  ctx: Ctx,
  { course_id, batch_id, after }: { course_id: string; batch_id: string; after?: string | null },
): Promise<void> {
  if (!(await isComing(ctx, { course_id, batch_id, after: after ?? null }))) notFound()
}

async function isComing(
  ctx: Ctx,
  { course_id, batch_id, after }: { course_id: string; batch_id: string; after: string | null },
): Promise<boolean> {
  const { series_id, scheduled_date } = scheduledClasses
  const isAfter = after === null ? undefined : gt(scheduled_date, after)
  const coming = and(comingIn(ctx, course_id), eq(series_id, batch_id), isAfter)
  return (await ctx.db.$count(scheduledClasses, coming)) > 0
}

/**
 * Returns the batch that a student chose in a program, and whether it has a class after the date `after`, or any to come.
 * All classes of a program, without a batch, always go on.
 */
export async function readOwnBatch(
  ctx: Ctx,
  { course_id, student_id, after }: { course_id: string; student_id: string; after: string | null },
): Promise<{ batch_id: string | null; goes_on: boolean }> {
  const { batch_id: batch, status } = enrollments
  const [own] = await ctx.db
    .select({ batch_id: batch })
    .from(enrollments)
    .where(
      and(eq(enrollments.course_id, course_id), eq(enrollments.student_id, student_id), eq(status, "active")),
    )
  const batch_id = own?.batch_id ?? null
  return { batch_id, goes_on: batch_id === null || (await isComing(ctx, { course_id, batch_id, after })) }
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
