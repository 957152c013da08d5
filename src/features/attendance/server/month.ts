import { and, asc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm"
import type { MonthLine, SheetLine, StudentSheet } from "#contract/attendance/attendance-sheets.ts"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { isId } from "#shared/ids.ts"
import { dateInZone, MINUTE, SECOND } from "#shared/time.ts"
import { countsAs } from "./counted.ts"
import {
  counted,
  countToCome,
  describeMonth,
  inMonth,
  monthCounts,
  noChances,
  readStanding,
  settledInMonth,
} from "./month-count.ts"
import { showReasons } from "./reasons.ts"
import { attendanceMarks, attendanceVerdicts } from "./table.ts"

/** Four classes a day, every day. */
const MOST_LINES = 124

/** Returns the current month in the institution's zone, as YYYY-MM. */
export function presentMonth(ctx: Pick<Ctx, "clock" | "env">): string {
  return dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE).slice(0, 7)
}

/** Selects all classes for an admin, and those they teach or own for an instructor. */
function taughtBy({ viewer }: SignedInCtx): SQL | undefined {
  if (viewer.role === "admin") return undefined
  return or(
    eq(scheduledClasses.instructor_id, viewer.user_id),
    eq(scheduledClasses.substitutes_for, viewer.user_id),
  )
}

/** Returns the viewing student's own month. Three queries. */
export function readMySheet(ctx: SignedInCtx, month = presentMonth(ctx)): Promise<StudentSheet> {
  return readSheetOf(ctx, ctx.viewer.user_id, month)
}

async function readSheetOf(
  ctx: SignedInCtx,
  studentId: string,
  month: string,
  which?: SQL,
): Promise<StudentSheet> {
  const [standing, lines] = await Promise.all([
    readStanding(ctx, studentId, month, which),
    readLines(ctx, studentId, month, which),
  ])
  return { standing, lines }
}

async function readLines(
  ctx: SignedInCtx,
  studentId: string,
  month: string,
  which: SQL | undefined,
): Promise<SheetLine[]> {
  const rows = await ctx.db
    .select({
      class: scheduledClasses,
      verdict: attendanceVerdicts,
      counts_as: countsAs,
      first_name: teachers.first_name,
      last_name: teachers.last_name,
      marked_by: user.name,
    })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .leftJoin(
      attendanceMarks,
      and(
        eq(attendanceMarks.class_id, attendanceVerdicts.class_id),
        eq(attendanceMarks.student_id, attendanceVerdicts.student_id),
      ),
    )
    .leftJoin(user, eq(user.id, attendanceMarks.marked_by))
    .where(and(eq(attendanceVerdicts.student_id, studentId), settledInMonth(month), which))
    .orderBy(sql`${scheduledClasses.starts_at} desc`, sql`${scheduledClasses.id} desc`)
    .limit(MOST_LINES)
  return rows.map((row) => ({
    class_id: row.class.id,
    title: row.class.title,
    subject: row.class.subject,
    instructor_name: `${row.first_name} ${row.last_name}`.trim(),
    scheduled_date: row.class.scheduled_date,
    start_time: row.class.start_time.slice(0, 5),
    verdict: row.verdict.verdict as SheetLine["verdict"],
    made_up: row.verdict.verdict === "absent" && row.counts_as === "present",
    present_minutes: Math.floor((row.verdict.present_seconds * SECOND) / MINUTE),
    reasons: showReasons(row.verdict.reasons, { markedBy: row.marked_by, coach: null }),
  }))
}

/**
 * Returns a student's month in the viewer's classes. Throws NOT_FOUND for a student who had no seat in any of
 * them. Four queries.
 */
export async function readStudentSheet(
  ctx: SignedInCtx,
  input: { student_id: string; month?: string | undefined },
): Promise<StudentSheet & { student_name: string }> {
  const [student] = await ctx.db
    .select({ first_name: students.first_name, last_name: students.last_name })
    .from(students)
    .where(and(eq(students.user_id, input.student_id), knownTo(ctx, input.student_id)))
  if (!student) notFound()
  const month = input.month ?? presentMonth(ctx)
  const sheet = await readSheetOf(ctx, input.student_id, month, taughtBy(ctx))
  return { ...sheet, student_name: `${student.first_name} ${student.last_name}`.trim() }
}

/** Whether the student has a seat or a verdict in a class of the viewer's. */
function knownTo(ctx: SignedInCtx, studentId: string): SQL | undefined {
  const own = taughtBy(ctx)
  if (!own) return undefined
  const taken = (table: typeof classEnrollments | typeof attendanceVerdicts) =>
    sql`exists ${ctx.db
      .select({ one: sql`1` })
      .from(table)
      .innerJoin(scheduledClasses, eq(scheduledClasses.id, table.class_id))
      .where(and(eq(table.student_id, studentId), own))}`
  return or(taken(classEnrollments), taken(attendanceVerdicts))
}

type MonthInput = {
  month: string
  q: string
  cursor?: string | undefined
  limit: number
  as_file?: boolean
}

/**
 * Returns every student's month over the viewer's classes, by name. Three queries. The first page
 * of a file is recorded in the audit log as an export. Throws FIELD_ERRORS for an
 * invalid cursor.
 */
export async function readMonth(
  ctx: SignedInCtx,
  { month, q, cursor, limit, as_file = false }: MonthInput,
): Promise<{ items: MonthLine[]; next_cursor: string | null }> {
  if (cursor !== undefined && !isId(cursor)) refuseFields({ cursor: "Start again from the first page" })
  if (as_file && cursor === undefined) await recordAct(ctx, "export.list", "attendance", { month })
  const own = taughtBy(ctx)
  const listed = listStudents(ctx, { month, q, cursor, limit: limit + 1 })
  const { student_id, first_name, last_name, grade } = listed
  const held = ctx.db
    .select(monthCounts)
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .innerJoin(counted, sql`true`)
    .where(and(eq(attendanceVerdicts.student_id, student_id), settledInMonth(month), own))
    .as("held")
  const { attended, absent, excused, noVerdict } = held
  const rows = await ctx.db
    .select({ student_id, first_name, last_name, grade, count: { attended, absent, excused, noVerdict } })
    .from(listed)
    .innerJoinLateral(held, sql`true`)
    .orderBy(asc(first_name), asc(last_name), asc(student_id))
  const shown = rows.slice(0, limit)
  const ids = shown.map((row) => row.student_id)
  const chances = await countToCome(ctx, ids, month, own)
  return {
    items: shown.map((row) => ({
      student_id: row.student_id,
      student_name: `${row.first_name} ${row.last_name}`.trim(),
      grade: row.grade ?? "",
      ...describeMonth(month, row.count, chances.get(row.student_id) ?? noChances),
    })),
    next_cursor: rows.length > limit ? (ids.at(-1) ?? null) : null,
  }
}

/**
 * Selects the students of a page: by name, those with a settled class of the month. They are looked up one after the other
 * until the page is full, and an instructor's own from their classes; else everybody's verdicts would be read for each page.
 */
function listStudents(ctx: SignedInCtx, { month, q, cursor, limit }: MonthInput) {
  const own = taughtBy(ctx)
  const { user_id, first_name, last_name, grade } = students
  const place = sql`(${first_name}, ${last_name}, ${user_id})`
  const isNamed = (word: string) =>
    ilike(sql`${first_name} || ' ' || ${last_name}`, `%${word.replace(/[\\%_]/g, "\\$&")}%`)
  const taught = ctx.db
    .select({ student_id: attendanceVerdicts.student_id })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .where(and(inMonth(month), own))
  const byName = ctx.db
    .select({ student_id: user_id, first_name, last_name, grade })
    .from(students)
    .where(
      and(
        own && inArray(user_id, taught),
        ...q.split(/\s+/).filter(Boolean).map(isNamed),
        cursor
          ? sql`${place} > (select s.first_name, s.last_name, s.user_id from students s where s.user_id = ${cursor}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(first_name), asc(last_name), asc(user_id))
    .as("by_name")
  const settled = ctx.db
    .select({ one: sql`1`.as("one") })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .where(and(eq(attendanceVerdicts.student_id, byName.student_id), settledInMonth(month)))
    .limit(1)
    .as("settled")
  return ctx.db
    .select({
      student_id: byName.student_id,
      first_name: byName.first_name,
      last_name: byName.last_name,
      grade: byName.grade,
    })
    .from(byName)
    .innerJoinLateral(settled, sql`true`)
    .orderBy(asc(byName.first_name), asc(byName.last_name), asc(byName.student_id))
    .limit(limit)
    .as("listed")
}
