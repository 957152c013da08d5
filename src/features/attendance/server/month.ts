import { and, asc, eq, gte, ilike, inArray, lte, or, type SQL, sql } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import type { MonthLine, MonthStanding, SheetLine, StudentSheet } from "#contract/attendance-sheets.ts"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { standingOfMonth } from "#features/attendance/month-rule.ts"
import type { VerdictReason } from "#features/attendance/rules.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { isId } from "#shared/ids.ts"
import { dateInZone, MINUTE, SECOND } from "#shared/time.ts"
import { explainVerdict } from "./reasons.ts"
import { attendanceMarks, attendanceVerdicts } from "./table.ts"

/** Attendance of a month that progress asks for, in per cent. */
const REQUIRED_PERCENT = policies.progression.monthlyAttendancePercent
/** Four a day, every day. */
const MOST_LINES = 124

type Count = { student_id: string; attended: number; absent: number; excused: number }

const none = { attended: 0, absent: 0, excused: 0 }

/** The present month in the institution's zone, as YYYY-MM. */
export function presentMonth(ctx: Pick<Ctx, "clock" | "env">): string {
  return dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE).slice(0, 7)
}

/** Dates have no more than 31 days, and compare as they are written. */
function inMonth(month: string): SQL | undefined {
  const [year = 0, at = 0] = month.split("-").map(Number)
  const last = new Date(Date.UTC(year, at, 0)).getUTCDate()
  return and(
    gte(scheduledClasses.scheduled_date, `${month}-01`),
    lte(scheduledClasses.scheduled_date, `${month}-${String(last).padStart(2, "0")}`),
  )
}

/** An admin sees all classes, an instructor those they teach or own. */
function taughtBy({ viewer }: SignedInCtx): SQL | undefined {
  if (viewer.role === "admin") return undefined
  return or(
    eq(scheduledClasses.instructor_id, viewer.user_id),
    eq(scheduledClasses.substitutes_for, viewer.user_id),
  )
}

const tally = (verdict: string) =>
  sql<number>`count(*) filter (where ${attendanceVerdicts.verdict} = ${verdict})::int`

const counts = { attended: tally("present"), absent: tally("absent"), excused: tally("excused") }

/** A student's month over the classes that `which` admits, all without it. Two queries. */
export async function readStanding(
  ctx: Ctx,
  studentId: string,
  month: string,
  which?: SQL,
): Promise<MonthStanding> {
  const [[row], toCome] = await Promise.all([
    ctx.db
      .select(counts)
      .from(attendanceVerdicts)
      .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
      .where(and(eq(attendanceVerdicts.student_id, studentId), inMonth(month), which)),
    countToCome(ctx, [studentId], month, which),
  ])
  return describe(month, row ?? none, toCome.get(studentId) ?? 0)
}

function describe(month: string, count: Omit<Count, "student_id">, toCome: number): MonthStanding {
  return { month, ...standingOfMonth({ ...count, toCome, requiredPercent: REQUIRED_PERCENT }) }
}

/** How many classes of a month each of these students has a seat in that are not over. One query. */
async function countToCome(
  ctx: Ctx,
  studentIds: string[],
  month: string,
  which: SQL | undefined,
): Promise<Map<string, number>> {
  if (studentIds.length === 0) return new Map()
  const seats = ctx.db
    .select({ student_id: classEnrollments.student_id, class_id: classEnrollments.class_id })
    .from(classEnrollments)
    .where(inArray(classEnrollments.student_id, studentIds))
    .union(
      ctx.db
        .select({ student_id: demoClassRequests.student_id, class_id: demoClassRequests.class_id })
        .from(demoClassRequests)
        .where(
          and(inArray(demoClassRequests.student_id, studentIds), eq(demoClassRequests.status, "approved")),
        ),
    )
    .as("seats")
  const rows = await ctx.db
    .select({ student_id: seats.student_id, count: sql<number>`count(*)::int` })
    .from(seats)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, seats.class_id))
    .where(and(inArray(scheduledClasses.status, ["scheduled", "live"]), inMonth(month), which))
    .groupBy(seats.student_id)
  return new Map(rows.map((row) => [row.student_id, row.count]))
}

/** The viewer's own month, a student's. Three queries. */
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
    .where(and(eq(attendanceVerdicts.student_id, studentId), inMonth(month), which))
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
    present_minutes: Math.floor((row.verdict.present_seconds * SECOND) / MINUTE),
    reasons: (row.verdict.reasons as VerdictReason[]).map((reason) =>
      explainVerdict(reason, { markedBy: row.marked_by, zone: ctx.env.TIME_ZONE }),
    ),
  }))
}

/**
 * A student's month in the viewer's classes. Throws NOT_FOUND for a student who had no place in any of them. Four
 * queries.
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

type MonthInput = { month: string; q: string; cursor?: string | undefined; limit: number }

/** Every student's month by name, over the viewer's classes. Two queries. Throws FIELD_ERRORS for a made-up cursor. */
export async function readMonth(
  ctx: SignedInCtx,
  { month, q, cursor, limit }: MonthInput,
): Promise<{ items: MonthLine[]; next_cursor: string | null }> {
  if (cursor !== undefined && !isId(cursor)) refuseFields({ cursor: "Start again from the first page" })
  const place = sql`(${students.first_name}, ${students.last_name}, ${students.user_id})`
  const words = q.split(/\s+/).filter(Boolean)
  const rows = await ctx.db
    .select({
      student_id: students.user_id,
      first_name: students.first_name,
      last_name: students.last_name,
      grade: students.grade,
      ...counts,
    })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .innerJoin(students, eq(students.user_id, attendanceVerdicts.student_id))
    .where(
      and(
        inMonth(month),
        taughtBy(ctx),
        ...words.map((word) =>
          ilike(
            sql`${students.first_name} || ' ' || ${students.last_name}`,
            `%${word.replace(/[\\%_]/g, "\\$&")}%`,
          ),
        ),
        cursor
          ? sql`${place} > (select s.first_name, s.last_name, s.user_id from students s where s.user_id = ${cursor}::uuid)`
          : undefined,
      ),
    )
    .groupBy(students.user_id)
    .orderBy(asc(students.first_name), asc(students.last_name), asc(students.user_id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const toCome = await countToCome(
    ctx,
    shown.map((row) => row.student_id),
    month,
    taughtBy(ctx),
  )
  return {
    items: shown.map(({ student_id, first_name, last_name, grade, ...count }) => ({
      student_id,
      student_name: `${first_name} ${last_name}`.trim(),
      grade: grade ?? "",
      ...describe(month, count, toCome.get(student_id) ?? 0),
    })),
    next_cursor: rows.length > limit ? (shown.at(-1)?.student_id ?? null) : null,
  }
}
