import { stringify } from "csv-stringify/sync"
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { shownEmail } from "#features/accounts/server/no-mail.ts"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { LIST_COLUMNS, LISTS, type ListName } from "#features/admin/list-columns.ts"
import { talliesOf } from "#features/attendance/server/counted.ts"
import { attendanceCorrections } from "#features/attendance/server/table.ts"
import { scheduledClasses, shared } from "#features/classes/server/table.ts"
import { cellOfProgram } from "#features/programs/server/imported.ts"
import { covers, enrollments, programs } from "#features/programs/server/table.ts"
import { auditLog, recordAct } from "#platform/audit.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { isCorrectionOfEntry } from "./audit-list.ts"

/** The number of rows read and written at a time, however long the list. */
const PAGE = 500
/** Tells Excel that the file is UTF-8, otherwise names in Hindi are garbled. */
const BYTE_ORDER_MARK = "\uFEFF"

const EXPORTS = [...LISTS, "attendance", "audit"] as const
type ExportName = (typeof EXPORTS)[number]
type Row = Record<string, string | number | null>

const COLUMNS: Record<Exclude<ExportName, ListName>, string[]> = {
  attendance: ["email", "first_name", "last_name", "attended", "held"],
  audit: ["at", "action", "actor", "subject_id", "reason", "detail"],
}

export function isExport(name: string): name is ExportName {
  return (EXPORTS as readonly string[]).includes(name)
}

/**
 * Returns a whole list as CSV, streamed page by page. Values that look like formulas are escaped. The caller
 * has checked that the viewer is an admin. Records who exported what in the audit log, before the first row
 * is sent.
 */
export async function exportList(ctx: SignedInCtx, name: ExportName): Promise<ReadableStream<Uint8Array>> {
  await recordAct(ctx, "export.list", name)
  const columns = isList(name) ? LIST_COLUMNS[name].map((column) => column.name) : COLUMNS[name]
  const rows = readers[name](ctx)
  const encoder = new TextEncoder()
  let first = true
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await rows.next()
      const page = value ?? []
      if (first || page.length > 0) {
        const text = stringify(page, { header: first, columns, escape_formulas: true })
        controller.enqueue(encoder.encode((first ? BYTE_ORDER_MARK : "") + text))
      }
      first = false
      if (done) controller.close()
    },
  })
}

/** Returns an empty list with an example row, or null if there is no such list. */
export function templateOf(name: string): string | null {
  const kind = LISTS.find((list) => name === `template-${list}`)
  if (!kind) return null
  const columns = LIST_COLUMNS[kind]
  return `${BYTE_ORDER_MARK}${stringify([
    columns.map((column) => column.name),
    columns.map((column) => column.example),
  ])}`
}

function isList(name: ExportName): name is ListName {
  return (LISTS as readonly string[]).includes(name)
}

/** Reads a table in the order of its ids, page by page. */
async function* walk<T extends { id: string }>(
  read: (after: string | null) => Promise<T[]>,
  toRow: (item: T) => Row,
): AsyncGenerator<Row[], undefined> {
  let after: string | null = null
  for (;;) {
    const items: T[] = await read(after)
    if (items.length > 0) yield items.map(toRow)
    if (items.length < PAGE) return
    after = items.at(-1)?.id ?? null
  }
}

const readers: Record<ExportName, (ctx: Ctx) => AsyncGenerator<Row[], undefined>> = {
  instructors: (ctx) =>
    walk(
      (after) =>
        ctx.db
          .select({
            id: teachers.user_id,
            email: user.email,
            first_name: teachers.first_name,
            last_name: teachers.last_name,
            phone: teachers.phone,
          })
          .from(teachers)
          .innerJoin(user, eq(user.id, teachers.user_id))
          .where(
            and(
              isNull(teachers.ended_at),
              isNull(user.erasedAt),
              after ? gt(teachers.user_id, after) : undefined,
            ),
          )
          .orderBy(asc(teachers.user_id))
          .limit(PAGE),
      ({ id: _, ...row }) => row,
    ),
  students: (ctx) =>
    walk(
      (after) => readStudents(ctx, after),
      ({ id: _, date_of_birth, enrolled, ...row }) => ({
        ...row,
        email: shownEmail(row.email),
        date_of_birth: typedDate(date_of_birth),
        courses: enrolled.map(({ course }) => course).join("; "),
        batch: eachOrNone(enrolled.map(({ batch }) => batch ?? "")),
        paid_until: eachOrNone(enrolled.map(({ until }) => typedDate(until))),
      }),
    ),
  guardians: (ctx) =>
    walk(
      (after) =>
        ctx.db
          .select({
            id: students.user_id,
            student_email: user.email,
            student_name: user.name,
            parent_name: students.parent_name,
            parent_phone: students.parent_phone,
          })
          .from(students)
          .innerJoin(user, eq(user.id, students.user_id))
          .where(
            and(
              sql`${students.parent_phone} is not null`,
              isNull(user.erasedAt),
              after ? gt(students.user_id, after) : undefined,
            ),
          )
          .orderBy(asc(students.user_id))
          .limit(PAGE),
      ({ id: _, ...row }) => ({ ...row, student_email: shownEmail(row.student_email) }),
    ),
  courses: (ctx) =>
    walk(
      (after) =>
        ctx.db
          .select()
          .from(programs)
          .where(and(isNull(programs.archived_at), after ? gt(programs.id, after) : undefined))
          .orderBy(asc(programs.id))
          .limit(PAGE),
      (course) => ({
        ...{ title: course.title, instructor: course.instructor, curriculum: course.curriculum },
        ...{ service: course.service, level: course.level, grade: course.grade, subject: course.subject },
        ...{ duration: course.duration, price_rupees: Math.round(course.price_paise / 100) },
        monthly_fee_rupees: course.monthly_fee_paise ? Math.round(course.monthly_fee_paise / 100) : "",
        ...{ delivery: course.delivery, venue_name: course.venue?.name ?? "" },
        ...{ venue_address: course.venue?.address ?? "", summary: course.summary },
        description: course.description,
      }),
    ),
  timetable: (ctx) =>
    walk(
      (after) => readTimetable(ctx, after),
      ({ id: _, start_time, end_time, ...row }) => ({
        ...row,
        start_time: start_time.slice(0, 5),
        end_time: end_time.slice(0, 5),
      }),
    ),
  attendance: (ctx) =>
    walk(
      (after) => readAttendance(ctx, after),
      ({ id: _, ...row }) => ({ ...row, email: shownEmail(row.email) }),
    ),
  audit: (ctx) =>
    walk(
      (after) =>
        ctx.db
          .select({
            entry: auditLog,
            id: auditLog.id,
            actor: user.name,
            reason: attendanceCorrections.reason,
          })
          .from(auditLog)
          .leftJoin(user, eq(user.id, auditLog.actor_id))
          .leftJoin(attendanceCorrections, isCorrectionOfEntry)
          .where(after ? gt(auditLog.id, after) : undefined)
          .orderBy(asc(auditLog.id))
          .limit(PAGE),
      ({ entry, actor, reason }) => ({
        at: entry.at.toISOString(),
        action: entry.action,
        actor: actor ?? entry.actor_id ?? "",
        subject_id: entry.subject_id,
        reason: reason ?? "",
        detail: JSON.stringify(entry.detail),
      }),
    ),
}

/** A date as the lists have it: day, month and year. */
const typedDate = (date: string | null) => date?.split("-").reverse().join("/") ?? ""

/** What belongs to each of a student's programs, in their order; an empty cell where there is none of it. */
const eachOrNone = (parts: string[]) => (parts.some(Boolean) ? parts.join("; ") : "")

function readStudents(ctx: Ctx, after: string | null) {
  const courses = ctx.db
    .select({
      enrolled: sql`jsonb_build_object('course', ${cellOfProgram}, 'until', ${enrollments.valid_until},
        'batch', (select max(held.batch) from scheduled_classes held where held.series_id = ${enrollments.batch_id}))`,
    })
    .from(enrollments)
    .innerJoin(programs, eq(programs.id, enrollments.course_id))
    .where(and(eq(enrollments.student_id, students.user_id), covers(todayOf(ctx))))
    .orderBy(asc(enrollments.created_at))
  return ctx.db
    .select({
      id: students.user_id,
      email: user.email,
      first_name: students.first_name,
      last_name: students.last_name,
      phone: students.phone,
      grade: students.grade,
      curriculum: students.curriculum,
      date_of_birth: students.date_of_birth,
      parent_name: students.parent_name,
      parent_phone: students.parent_phone,
      enrolled: sql<
        { course: string; until: string | null; batch: string | null }[]
      >`to_jsonb(array(${courses}))`,
    })
    .from(students)
    .innerJoin(user, eq(user.id, students.user_id))
    .where(and(isNull(user.erasedAt), after ? gt(students.user_id, after) : undefined))
    .orderBy(asc(students.user_id))
    .limit(PAGE)
}

function readTimetable(ctx: Ctx, after: string | null) {
  return ctx.db
    .select({
      id: scheduledClasses.id,
      title: scheduledClasses.title,
      instructor_email: user.email,
      date: scheduledClasses.scheduled_date,
      start_time: scheduledClasses.start_time,
      end_time: scheduledClasses.end_time,
      subject: scheduledClasses.subject,
      curriculum: scheduledClasses.curriculum,
      grade: scheduledClasses.grade,
      max_students: scheduledClasses.max_capacity,
      course: cellOfProgram,
      batch: scheduledClasses.batch,
      class_type: scheduledClasses.class_type,
      delivery: scheduledClasses.delivery,
      venue_name: scheduledClasses.venue_name,
      venue_address: scheduledClasses.venue_address,
      description: scheduledClasses.description,
    })
    .from(scheduledClasses)
    .innerJoin(user, eq(user.id, scheduledClasses.instructor_id))
    .leftJoin(programs, eq(programs.id, scheduledClasses.course_id))
    .where(
      and(
        // Cancelled classes and those made for some students alone are not part of the timetable.
        shared,
        sql`${scheduledClasses.status} <> 'cancelled'`,
        after ? gt(scheduledClasses.id, after) : undefined,
      ),
    )
    .orderBy(asc(scheduledClasses.id))
    .limit(PAGE)
}

async function readAttendance(ctx: Ctx, after: string | null) {
  const { rows } = await ctx.db.execute<Row & { id: string; email: string }>(sql`
    select id, email, first_name, last_name, tallies[1] as attended, tallies[2] as held from (
      select s.user_id as id, u.email, s.first_name, s.last_name, ${talliesOf(sql`s.user_id`)} as tallies
      from ${students} s join ${user} u on u.id = s.user_id
      where u.erased_at is null and (${after}::uuid is null or s.user_id > ${after}::uuid)
      order by s.user_id limit ${PAGE}) page
    order by id`)
  return rows
}
