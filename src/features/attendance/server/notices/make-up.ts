import { and, asc, desc, eq, gt, lt, not, or, sql } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import type { OfferedClass } from "#contract/attendance/absence-answers.ts"
import { teachers } from "#features/accounts/server/table.ts"
import type { ClassRow } from "#features/classes/server/service.ts"
import { classEnrollments, scheduledClasses, shared } from "#features/classes/server/table.ts"
import { unpaidOn } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"

const MOST_OFFERED = 3
const WITHIN_MS = policies.attendance.makeUpWithinDays * DAY

/** What anyone with a link sees of a class. */
export const offeredColumns = {
  class_id: scheduledClasses.id,
  title: scheduledClasses.title,
  scheduled_date: scheduledClasses.scheduled_date,
  start_time: scheduledClasses.start_time,
  end_time: scheduledClasses.end_time,
  first_name: teachers.first_name,
  last_name: teachers.last_name,
}

type OfferedRow = {
  class_id: string
  title: string
  scheduled_date: string
  start_time: string
  end_time: string
  first_name: string
  last_name: string
}

export function describeOffer({ first_name, last_name, ...row }: OfferedRow): OfferedClass {
  return {
    ...row,
    start_time: row.start_time.slice(0, 5),
    end_time: row.end_time.slice(0, 5),
    instructor_name: `${first_name} ${last_name}`.trim(),
  }
}

/**
 * Returns at most three upcoming classes that make up for a missed one: of the same program first, then of its
 * subject, grade and curriculum, with a free seat and no waitlist, at a time when the student has no other
 * class, not after the end of a membership and not of a program that is still to be bought. One query.
 */
export async function listMakeUps(ctx: Ctx, missed: ClassRow, studentId: string): Promise<OfferedClass[]> {
  const now = ctx.clock.now()
  const taken = ctx.db
    .select({ one: sql`1` })
    .from(classEnrollments)
    .innerJoin(sql`scheduled_classes other`, sql`other.id = ${classEnrollments.class_id}`)
    .where(
      and(
        eq(classEnrollments.student_id, studentId),
        // No class is longer than a day, which bounds the seats that are read.
        sql`${classEnrollments.starts_at} < ${scheduledClasses.ends_at}
          and ${classEnrollments.starts_at} > ${scheduledClasses.starts_at} - interval '1 day'`,
        sql`other.status in ('scheduled', 'live')`,
        sql`${scheduledClasses.starts_at} < other.ends_at`,
      ),
    )
  const alike = and(
    sql`lower(${scheduledClasses.subject}) = lower(${missed.subject})`,
    eq(scheduledClasses.grade, missed.grade),
    eq(scheduledClasses.curriculum, missed.curriculum),
  )
  const ofProgram = sql`coalesce(${scheduledClasses.course_id} = ${missed.course_id}::uuid, false)`
  const { course_id, scheduled_date: date } = scheduledClasses
  const seat = { course_id, student_id: studentId, date }
  const rows = await ctx.db
    .select(offeredColumns)
    .from(scheduledClasses)
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .where(
      and(
        gt(scheduledClasses.starts_at, now),
        lt(scheduledClasses.starts_at, new Date(now.getTime() + WITHIN_MS)),
        eq(scheduledClasses.status, "scheduled"),
        eq(scheduledClasses.class_type, "regular"),
        shared,
        eq(scheduledClasses.waiting, 0),
        sql`${scheduledClasses.seats_taken} + ${scheduledClasses.seats_held} < ${scheduledClasses.max_capacity}`,
        or(ofProgram, alike),
        not(sql`exists ${taken}`),
        ctx.money === null ? undefined : not(unpaidOn(seat)),
      ),
    )
    .orderBy(desc(ofProgram), asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(MOST_OFFERED)
  return rows.map(describeOffer)
}
