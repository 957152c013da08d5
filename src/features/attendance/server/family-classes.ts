import { and, asc, eq, gt, gte, inArray, lt, not, or, type SQL, sql } from "drizzle-orm"
import type { Family, FamilyClass } from "#contract/guardians/family.ts"
import { teachers } from "#features/accounts/server/table.ts"
import { notBefore, ofSeat } from "#features/classes/server/class-starts.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { personNotices } from "#features/notifications/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"

const DAYS_SHOWN = 7
const MOVED_WITHIN_MS = 7 * DAY
/** More than a family attends in a week. */
const MOST_CLASSES = 200

const columns = {
  class: scheduledClasses,
  first_name: teachers.first_name,
  last_name: teachers.last_name,
}

type ClassRow = { class: typeof scheduledClasses.$inferSelect; first_name: string; last_name: string }

function describe(row: ClassRow & Pick<FamilyClass, "student_ids" | "waiting_ids">): FamilyClass {
  const { id, title, scheduled_date, start_time, end_time, starts_at, ends_at, status, venue_name } =
    row.class
  return {
    ...{ class_id: id, title, scheduled_date, starts_at, ends_at, venue_name },
    status: status as FamilyClass["status"],
    instructor_name: `${row.first_name} ${row.last_name}`.trim(),
    start_time: start_time.slice(0, 5),
    end_time: end_time.slice(0, 5),
    is_demo: row.class.class_type === "demo",
    ...{ student_ids: row.student_ids, waiting_ids: row.waiting_ids },
  }
}

/**
 * The children's seats in classes that start from an instant on or are live, those by an approved request too, and the
 * requests that wait for an answer.
 */
function seatsOf(ctx: SignedInCtx, ids: readonly string[], from: Date) {
  const { class_id, student_id } = classEnrollments
  const requests = demoClassRequests
  return ctx.db
    .select({ class_id, student_id, waits: sql<boolean>`false`.as("waits") })
    .from(classEnrollments)
    .where(and(inArray(student_id, [...ids]), notBefore(from, ofSeat)))
    .union(
      ctx.db
        .select({
          ...{ class_id: requests.class_id, student_id: requests.student_id },
          waits: sql<boolean>`${requests.status} = 'pending'`.as("waits"),
        })
        .from(requests)
        .where(
          and(inArray(requests.student_id, [...ids]), inArray(requests.status, ["approved", "pending"])),
        ),
    )
    .as("seats")
}

/** Returns the end of the seven days that begin with today. */
export function endOfWeek({ clock, env }: Pick<SignedInCtx, "clock" | "env">): Date {
  const zone = env.TIME_ZONE
  return instantInZone(addDays(dateInZone(clock.now(), zone), DAYS_SHOWN), "00:00", zone)
}

/**
 * Returns classes from the start of today until an instant, and those that are live; apart from them the demo classes that come
 * later, which a family asked for and may wait for.
 */
export async function listComing(
  ctx: SignedInCtx,
  ids: readonly string[],
  until: Date,
): Promise<Pick<Family, "timetable" | "demos">> {
  const zone = ctx.env.TIME_ZONE
  const now = ctx.clock.now()
  const from = instantInZone(dateInZone(now, zone), "00:00", zone)
  const seats = seatsOf(ctx, ids, from)
  const { id, starts_at, status, class_type } = scheduledClasses
  const inWeek = and(gte(starts_at, from), lt(starts_at, until))
  const later = and(gte(starts_at, until), eq(class_type, "demo"))
  const rows = await ctx.db
    .select({
      ...columns,
      student_ids: collected(seats.student_id),
      waiting_ids: sql<
        string[]
      >`coalesce(${collected(seats.student_id)} filter (where ${seats.waits}), '{}')`,
    })
    .from(seats)
    .innerJoin(scheduledClasses, eq(id, seats.class_id))
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .where(
      and(
        sql`(${inWeek} or ${status} = 'live' or ${later})`,
        // Nobody answers any more once the class has begun.
        or(not(seats.waits), gt(starts_at, now)),
      ),
    )
    .groupBy(id, teachers.user_id)
    .orderBy(asc(starts_at), asc(id))
    .limit(MOST_CLASSES)
  const all = rows.map(describe)
  return {
    timetable: all.filter((one) => one.starts_at < until),
    demos: all.filter((one) => one.starts_at >= until && one.status === "scheduled"),
  }
}

function collected(studentId: SQL | { getSQL(): SQL }): SQL<string[]> {
  return sql<string[]>`array_agg(distinct ${studentId}::text order by ${studentId}::text)`
}

/** A notice of a move leads to its class; for a series that moved, to the first one. */
const movedClass = sql`substring(${personNotices.href} from '^/class/([0-9a-f-]{36})$')::uuid`

/** Returns coming classes that the children were told of as moved, and in which they still have a seat or a request. */
export async function listMoved(ctx: SignedInCtx, ids: readonly string[]): Promise<FamilyClass[]> {
  const now = ctx.clock.now()
  const seats = seatsOf(ctx, ids, now)
  const rows = await ctx.db
    .select({
      ...columns,
      student_ids: collected(personNotices.person_id),
      waiting_ids: sql<string[]>`'{}'::text[]`,
    })
    .from(personNotices)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, movedClass))
    .innerJoin(
      seats,
      and(eq(seats.class_id, scheduledClasses.id), eq(seats.student_id, personNotices.person_id)),
    )
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .where(
      and(
        inArray(personNotices.person_id, [...ids]),
        gte(personNotices.created_at, new Date(now.getTime() - MOVED_WITHIN_MS)),
        sql`(${personNotices.kind} like 'class-moved%' or ${personNotices.kind} = 'series-moved')`,
        eq(scheduledClasses.status, "scheduled"),
        gt(scheduledClasses.starts_at, now),
      ),
    )
    .groupBy(scheduledClasses.id, teachers.user_id)
    .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(MOST_CLASSES)
  return rows.map(describe)
}
