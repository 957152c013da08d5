import { and, asc, desc, eq, ilike, inArray, isNull, lt, lte, ne, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type {
  listStudents as listContract,
  readStudent as readContract,
  StudentEntry,
} from "#contract/admin/admin-dashboard.ts"
import { minorStudent, todayOf } from "#features/accounts/server/age.ts"
import { shownEmail } from "#features/accounts/server/no-mail.ts"
import {
  admins,
  guardians,
  officeStaff,
  peopleText,
  phoneEndsIn,
  students,
  teachers,
  user,
} from "#features/accounts/server/table.ts"
import { countsAs, talliesOf } from "#features/attendance/server/counted.ts"
import { attendanceVerdicts } from "#features/attendance/server/table.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { covers, enrollments, programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { boundAt } from "#platform/database/db.ts"
import { limitFor, mostRows } from "#platform/database/paging.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { isId } from "#shared/ids.ts"
import { phoneSearched } from "#shared/phone.ts"
import { DAY } from "#shared/time.ts"

export type StudentQuery = z.output<NonNullable<(typeof listContract)["~orpc"]["inputSchema"]>>
type Student = z.output<NonNullable<(typeof readContract)["~orpc"]["outputSchema"]>>

/** A list shows only the titles of the programs that students are in. */
const none = sql<never[]>`'[]'::json`

/** The programs that the student is in today, with the batch of each, the newest first. */
function presentPrograms(ctx: Pick<Ctx, "clock" | "env">) {
  return sql<Student["enrolments"]>`(select coalesce(json_agg(present), '[]') from (
    select ${programs.id} as course_id, ${programs.title} as title, ${enrollments.batch_id} as batch_id
    from ${enrollments} join ${programs} on ${programs.id} = ${enrollments.course_id}
    where ${enrollments.student_id} = ${students.user_id} and ${covers(todayOf(ctx))}
    order by ${enrollments.created_at} desc limit ${mostRows(20)}) present)`
}

/** The programs in which the student's membership ended, with its last day, the latest first. */
function endedPrograms(ctx: Pick<Ctx, "clock" | "env">) {
  return sql<Student["ended_programs"]>`(select coalesce(json_agg(ended), '[]') from (
    select ${programs.title} as title, ${enrollments.valid_until}::text as valid_until
    from ${enrollments} join ${programs} on ${programs.id} = ${enrollments.course_id}
    where ${enrollments.student_id} = ${students.user_id} and ${enrollments.status} = 'active'
      and ${enrollments.valid_until} < ${todayOf(ctx)}::date
    order by ${enrollments.valid_until} desc limit ${mostRows(20)}) ended)`
}

/** Selects students with the programs that they are in today and their attendance; every lookup has an index. */
function selectStudents(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  { enrolments, ended }: { enrolments: SQL<Student["enrolments"]>; ended: SQL<Student["ended_programs"]> } = {
    ...{ enrolments: none, ended: none },
  },
) {
  const titles = ctx.db
    .select({ title: programs.title })
    .from(enrollments)
    .innerJoin(programs, eq(programs.id, enrollments.course_id))
    .where(and(eq(enrollments.student_id, students.user_id), covers(todayOf(ctx))))
    .orderBy(desc(enrollments.created_at))
    .limit(20)
  return ctx.db
    .select({
      user_id: students.user_id,
      name: user.name,
      first_name: students.first_name,
      last_name: students.last_name,
      email: user.email,
      phone: students.phone,
      grade: students.grade,
      curriculum: students.curriculum,
      date_of_birth: students.date_of_birth,
      under_18: minorStudent(ctx),
      parent_name: students.parent_name,
      parent_phone: students.parent_phone,
      parent_confirmed: sql<boolean>`${students.parent_phone_confirmed_at} is not null`,
      programs: sql<string[]>`array(${titles})`,
      enrolments,
      ended_programs: ended,
      tallies: talliesOf(students.user_id),
      disabled: sql<boolean>`${user.disabledAt} is not null`,
      created_at: user.createdAt,
    })
    .from(students)
    .innerJoin(user, eq(user.id, students.user_id))
    .$dynamic()
}

function describe({
  tallies: [attended, held],
  enrolments: _,
  ended_programs: __,
  ...row
}: Awaited<ReturnType<typeof selectStudents>>[number]) {
  return { ...row, email: shownEmail(row.email), attended, held }
}

/** Selects students by role: the old profile of somebody who teaches now doesn't count. */
export const isStudent = sql`not exists (select from ${admins} where ${admins.user_id} = ${students.user_id})
  and not exists (select from ${officeStaff} where ${officeStaff.user_id} = ${students.user_id})
  and not exists (select from ${teachers} where ${teachers.user_id} = ${students.user_id}
    and ${teachers.ended_at} is null)`

/** A condition for students with this in name or e-mail, or whose own or parent's number ends so. */
function matching({ db }: Pick<Ctx, "db">, q: string): SQL {
  const named = db
    .select({ id: user.id })
    .from(user)
    .where(ilike(peopleText(user), `%${q.replace(/[\\%_]/g, "\\$&")}%`))
  const digits = phoneSearched(q)
  if (!digits) return inArray(students.user_id, named)
  const other = alias(students, "other")
  const reached = [other.phone, other.parent_phone].map(
    (phone) => sql`select ${other.user_id} from ${students} other where ${phoneEndsIn(phone, digits)}`,
  )
  return sql`${students.user_id} in (${sql.join([named, ...reached], sql` union all `)})`
}

/** Returns students, newest first. One query over one page. Throws FIELD_ERRORS for an invalid cursor. */
export async function listStudents(
  ctx: Ctx,
  query: StudentQuery,
): Promise<{ items: StudentEntry[]; next_cursor: string | null }> {
  if (query.cursor !== undefined && !isId(query.cursor))
    refuseFields({ cursor: "Start again from the first page" })
  const items = await selectStudents(ctx)
    .where(
      and(
        isNull(user.erasedAt),
        isStudent,
        query.q ? matching(ctx, query.q) : undefined,
        query.grade ? eq(students.grade, query.grade) : undefined,
        query.course_id
          ? inArray(
              students.user_id,
              ctx.db
                .select({ id: enrollments.student_id })
                .from(enrollments)
                .where(and(eq(enrollments.course_id, query.course_id), covers(todayOf(ctx)))),
            )
          : undefined,
        query.cursor ? lt(students.user_id, query.cursor) : undefined,
      ),
    )
    .orderBy(desc(students.user_id))
    .limit(query.limit + 1)
  const shown = items.slice(0, query.limit)
  return {
    items: shown.map(describe),
    next_cursor: items.length > query.limit ? (shown.at(-1)?.user_id ?? null) : null,
  }
}

const LATEST_CLASSES = 20

/** Returns one student with the latest classes, those of the next 24 hours among them, and guardians. Three queries. Throws NOT_FOUND. */
export async function readStudent(ctx: Ctx, studentId: string): Promise<Student> {
  const lists = { enrolments: presentPrograms(ctx), ended: endedPrograms(ctx) }
  const [entry] = await selectStudents(ctx, lists).where(
    and(eq(students.user_id, studentId), isNull(user.erasedAt)),
  )
  if (!entry) notFound()
  // A batch is planned weeks ahead, and would leave no room for what was held.
  const until = new Date(ctx.clock.now().getTime() + DAY)
  const seats = ctx.db.$with("seats").as(
    ctx.db
      .select({ id: classEnrollments.class_id, starts_at: classEnrollments.starts_at })
      .from(classEnrollments)
      .where(and(eq(classEnrollments.student_id, studentId), lte(classEnrollments.starts_at, boundAt(until))))
      .orderBy(desc(classEnrollments.starts_at))
      .limit(limitFor(LATEST_CLASSES)),
  )
  // Registers are settled after the start, so one that was settled before all these seats start is of an earlier class.
  const judged = ctx.db
    .select({ id: attendanceVerdicts.class_id })
    .from(attendanceVerdicts)
    .where(
      and(
        eq(attendanceVerdicts.student_id, studentId),
        sql`${attendanceVerdicts.settled_at} >= (
          select case when count(*) < ${mostRows(LATEST_CLASSES)} then '-infinity' else min(${seats.starts_at}) end from ${seats})`,
      ),
    )
  const classes = await ctx.db
    .with(seats)
    .select({
      class_id: scheduledClasses.id,
      title: scheduledClasses.title,
      scheduled_date: scheduledClasses.scheduled_date,
      start_time: sql<string>`to_char(${scheduledClasses.start_time}, 'HH24:MI')`,
      status: scheduledClasses.status,
      verdict: sql<Student["classes"][number]["verdict"]>`${attendanceVerdicts.verdict}`,
      made_up: sql<boolean>`coalesce(${attendanceVerdicts.verdict} = 'absent' and ${countsAs} = 'present', false)`,
    })
    .from(scheduledClasses)
    .leftJoin(
      attendanceVerdicts,
      and(eq(attendanceVerdicts.class_id, scheduledClasses.id), eq(attendanceVerdicts.student_id, studentId)),
    )
    .where(
      and(
        inArray(scheduledClasses.id, ctx.db.select({ id: seats.id }).from(seats).union(judged)),
        lte(scheduledClasses.starts_at, boundAt(until)),
      ),
    )
    .orderBy(desc(scheduledClasses.starts_at))
    .limit(limitFor(LATEST_CLASSES))
  const people = await ctx.db
    .select({
      guardian_id: guardians.user_id,
      from_childs_device: guardianOf.from_childs_device,
      phone_of: sql<string[]>`array(select trim(o.first_name || ' ' || o.last_name) from students o
        where o.phone = ${guardians.phone} order by o.user_id limit 5)`,
      name: sql<string>`trim(${guardians.first_name} || ' ' || ${guardians.last_name})`,
      phone: guardians.phone,
      confirmed: sql<boolean>`${guardianOf.answer} = 'confirmed'`,
      known_at: guardianOf.known_at,
      known_how: guardianOf.known_how,
      known_by: user.name,
    })
    .from(guardianOf)
    .innerJoin(guardians, eq(guardians.user_id, guardianOf.guardian_id))
    .leftJoin(user, eq(user.id, guardianOf.known_by))
    .where(and(eq(guardianOf.student_id, studentId), ne(guardianOf.answer, "removed")))
    .orderBy(asc(guardians.first_name))
  return {
    ...describe(entry),
    ...{ enrolments: entry.enrolments, ended_programs: entry.ended_programs },
    classes: classes.slice(0, LATEST_CLASSES),
    guardians: people,
  }
}
