import { and, asc, eq, isNotNull, isNull } from "drizzle-orm"
import type { ClassDraft, ClassPlan, ScheduledClass } from "#contract/classes/classes.ts"
import { teachers, user } from "#features/accounts/server/table.ts"
import { MAX_OCCURRENCES, weeklyDates } from "#features/classes/recurrence.ts"
import { isClassDate } from "#features/classes/rules.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { notFound } from "#platform/errors.ts"
import { emit, emitAll } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { editableBy, getClass } from "../class-view.ts"
import { mayContinue } from "../seats/batches.ts"
import { scheduledClasses } from "../table.ts"
import {
  checkPlaces,
  chooseOwner,
  chooseTimes,
  columnsOf,
  type Problems,
  stopAt,
  type Times,
} from "./draft.ts"
import { planMeetings, tryMeeting } from "./meeting.ts"
import { refuseOverlapOf, refuseOverlaps, takeTurns } from "./turns.ts"

type Plan = ClassDraft &
  Partial<ClassPlan> & {
    /** Keeps the classes from all but those who are invited. Not for requests: features name their own. */
    invitation_id?: string
  }

/**
 * Schedules a class, or a weekly series of at most 60, for the viewer or, by an admin, for an instructor. Classes that
 * continue a batch join its series, so that its students get seats in them. Returns the first class. All are written or
 * none. A plan sent again with its `request_key` returns the class it made. Throws FIELD_ERRORS (END_BEFORE_START,
 * CLASS_IN_PAST, CLASS_OVERLAPS, INSTRUCTOR_UNKNOWN, VENUE_REQUIRED, PROGRAM_UNKNOWN, BATCH_UNKNOWN, BATCH_NEEDS_REGULAR,
 * SERIES_TOO_LONG, SERIES_END_REQUIRED), and FORBIDDEN for an instructor who isn't approved.
 */
export async function scheduleClass(ctx: SignedInCtx, plan: Plan): Promise<ScheduledClass> {
  const made = await findMade(ctx, plan)
  if (made) return getClass(ctx, made)
  const problems: Problems = {}
  const instructorId = await chooseOwner(ctx, plan, null, problems)
  const dates = chooseDates(plan, problems)
  const times = dates.map((date) => chooseTimes(ctx, plan, date, null, problems))
  await checkPlaces(ctx, [{ draft: plan, row: null }], problems)
  await checkContinued(ctx, plan, instructorId, problems)
  stopAt(problems)
  const id = await writeUnderKey(ctx, plan, (keyed) =>
    refuseOverlapOf(() =>
      inTransaction(ctx, async (tx) => {
        await takeTurns(tx, [instructorId])
        // The same plan may have been written while this one waited for the lock.
        return (await findMade(tx, keyed)) ?? (await writeClasses(tx, keyed, instructorId, times))
      }),
    ),
  )
  await tryMeeting(ctx, id)
  return getClass(ctx, id)
}

/**
 * Returns the class that this plan made. If its title or time was changed before it was sent again, it is
 * another plan.
 */
async function findMade(ctx: SignedInCtx, plan: Plan): Promise<string | null> {
  if (!plan.request_key) return null
  const { id, request_key, title, scheduled_date, start_time, end_time } = scheduledClasses
  const [row] = await ctx.db
    .select({ id })
    .from(scheduledClasses)
    .where(
      and(
        eq(request_key, plan.request_key),
        eq(title, plan.title),
        eq(scheduled_date, plan.scheduled_date),
        eq(start_time, plan.start_time),
        eq(end_time, plan.end_time),
        editableBy(ctx.viewer),
      ),
    )
  return row?.id ?? null
}

/**
 * If the key was used for another plan, as when a form was changed and sent again, the plan is written
 * without it.
 */
async function writeUnderKey(
  ctx: SignedInCtx,
  plan: Plan,
  write: (plan: Plan) => Promise<string>,
): Promise<string> {
  try {
    return await write(plan)
  } catch (error) {
    if (brokenConstraint(error) !== "classes_one_per_request") throw error
    return (await findMade(ctx, plan)) ?? write({ ...plan, request_key: undefined })
  }
}

async function writeClasses(
  ctx: SignedInCtx,
  plan: Plan,
  instructor_id: string,
  times: readonly Times[],
): Promise<string> {
  await refuseOverlaps(
    ctx,
    times.map((window) => ({ ...window, instructor_id })),
  )
  const now = ctx.clock.now()
  const series_id = plan.continues ?? (times.length > 1 ? newId() : null)
  const rows = times.map((window, index) => ({
    ...columnsOf(plan),
    ...window,
    id: newId(),
    instructor_id,
    series_id,
    invitation_id: plan.invitation_id ?? null,
    request_key: index === 0 ? (plan.request_key ?? null) : null,
    created_at: now,
    updated_at: now,
  }))
  await ctx.db.insert(scheduledClasses).values(rows)
  await planMeetings(
    ctx,
    rows.map((row) => row.id),
  )
  // The students of a program get seats in its classes.
  if (plan.course_id) {
    for (const row of rows) await ctx.jobs.publish(ctx, "class.scheduled", { class_id: row.id })
  }
  const id = rows[0]?.id ?? notFound()
  await emitAll(
    ctx,
    "class.scheduled",
    rows.map((row) => row.id),
  )
  // An instructor for whom an admin schedules has the class on no open page yet.
  await emit(ctx, "person.changed", instructor_id)
  return id
}

/** Checks that the batch which a plan continues is one of its program and instructor. */
async function checkContinued(
  ctx: SignedInCtx,
  { continues: batch_id, course_id, class_type }: Plan,
  instructor_id: string,
  problems: Problems,
): Promise<void> {
  if (!batch_id || problems.course_id || problems.instructor_id) return
  if (class_type !== "regular") problems.class_type = "BATCH_NEEDS_REGULAR"
  else if (!course_id || !(await mayContinue(ctx, { course_id, instructor_id, batch_id })))
    problems.continues = "BATCH_UNKNOWN"
}

/** Returns the dates of a plan, earliest first. If its repetition is invalid, only the first date. */
function chooseDates(plan: Plan, problems: Problems): string[] {
  const from = plan.scheduled_date
  const once = [from]
  if (plan.repeats === "until") {
    const until = plan.repeat_until
    if (!until) problems.repeat_until = "SERIES_END_REQUIRED"
    else if (until < from) problems.repeat_until = "SERIES_ENDS_BEFORE_START"
    else if (isClassDate(from)) return boundedDates(plan, { until }, "repeat_until", problems)
  } else if (plan.repeats === "weeks") {
    const weeks = plan.repeat_weeks
    if (!weeks) problems.repeat_weeks = "SERIES_WEEKS_REQUIRED"
    else if (isClassDate(from)) return boundedDates(plan, { weeks }, "repeat_weeks", problems)
  }
  return once
}

function boundedDates(
  plan: Plan,
  end: { until: string } | { weeks: number },
  field: string,
  problems: Problems,
): string[] {
  const dates = weeklyDates({ from: plan.scheduled_date, weekdays: plan.repeat_weekdays ?? [], end })
  const reachable = dates.filter(isClassDate)
  if (dates.length > MAX_OCCURRENCES || reachable.length < dates.length) problems[field] = "SERIES_TOO_LONG"
  return reachable.slice(0, MAX_OCCURRENCES)
}

/**
 * Lists approved instructors with an enabled account, by name: those an admin can schedule for, and
 * substitutes.
 */
export async function listInstructors(ctx: SignedInCtx): Promise<{ user_id: string; name: string }[]> {
  const rows = await ctx.db
    .select({
      user_id: teachers.user_id,
      first_name: teachers.first_name,
      last_name: teachers.last_name,
    })
    .from(teachers)
    .innerJoin(user, eq(user.id, teachers.user_id))
    .where(and(isNotNull(teachers.approved_at), isNull(user.disabledAt)))
    .orderBy(asc(teachers.first_name), asc(teachers.last_name), asc(teachers.user_id))
  return rows.map((row) => ({ user_id: row.user_id, name: `${row.first_name} ${row.last_name}`.trim() }))
}
