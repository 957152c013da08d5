import { and, eq, inArray } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import { students, user } from "#features/accounts/server/table.ts"
import { type Interval, reduceIntervals } from "#features/attendance/presence.ts"
import {
  type AbsenceAnswer,
  type AttendanceMark,
  decideVerdict,
  presenceMinimumMs,
  type VerdictDecision,
} from "#features/attendance/rules.ts"
import { teaches } from "#features/classes/rules.ts"
import { type ClassRow, listRoster, type RosterEntry, readClass } from "#features/classes/server/service.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { listPresence } from "#features/rooms/server/presence.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { absenceAnswers, attendanceMarks, attendanceVerdicts, voiceEvidence } from "./table.ts"

/** What is stored about one student and class besides presence. */
type Stored = {
  mark: typeof attendanceMarks.$inferSelect | null
  /** Who marked by hand. */
  marked_by: string | null
  voice: typeof voiceEvidence.$inferSelect | null
  /** What the guardian answered to the notice, or could. */
  answer: typeof absenceAnswers.$inferSelect | null
  verdict: typeof attendanceVerdicts.$inferSelect | null
}

export type SheetRow = {
  student: RosterEntry
  intervals: Interval[]
  stored: Stored | null
  decision: VerdictDecision
}

/** Everything known about who attended a class, decided by the rules as of now. */
export type Sheet = {
  class: ClassRow
  minimumMs: number
  rows: SheetRow[]
  /** Of everyone who was there, the instructor and people off the roster among them. */
  intervals: Map<string, Interval[]>
}

/**
 * The class, where the viewer teaches or owns it, or is an admin. Throws NOT_FOUND. With `lock`, nobody else settles
 * its attendance or changes its state until the caller's transaction ends.
 */
export async function readOwnClass(
  ctx: SignedInCtx,
  classId: string,
  options: { lock?: boolean } = {},
): Promise<ClassRow> {
  const row = await (options.lock ? lockClass(ctx, classId) : readClass(ctx, classId))
  if (!row || (ctx.viewer.role !== "admin" && !teaches(row, ctx.viewer))) notFound()
  return row
}

/** The class, locked as `readOwnClass` does it; null where there is none. */
export async function lockClass(ctx: Pick<Ctx, "db">, classId: string): Promise<ClassRow | null> {
  const [row] = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(eq(scheduledClasses.id, classId))
    .for("no key update")
  return row ?? null
}

/** Reads the sheet of a class: three queries however many students. */
export async function readSheet(ctx: Pick<Ctx, "db" | "clock" | "env">, row: ClassRow): Promise<Sheet> {
  const roster = await listRoster(ctx, row.id)
  const stored = await readStored(ctx, row.id, roster)
  const intervals = row.started_at
    ? reduceIntervals(await listPresence(ctx, row.id), {
        clipFrom: row.started_at,
        clipTo: row.ended_at,
        now: ctx.clock.now(),
      })
    : new Map<string, Interval[]>()
  const minimumMs = presenceMinimumMs({
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    usualMinutes: ctx.env.ATTENDANCE_MINIMUM_MINUTES,
  })
  const rows = roster.map((student): SheetRow => {
    const own = intervals.get(student.student_id) ?? []
    const known = stored.get(student.student_id) ?? null
    const decision = decideVerdict({
      intervals: own,
      minimumMs,
      voiceHeardAt: known?.voice?.heard_at ?? null,
      // It was written down only with consent, and withdrawing that counts from then on.
      voiceEvidenceCounts: known?.voice != null,
      mark: known?.mark ? toMark(known.mark) : null,
      excuse: excuseOf(known?.answer?.answer ?? null),
      classState: row.status === "completed" ? "completed" : "live",
      until: row.ended_at ?? ctx.clock.now(),
    })
    return { student, intervals: own, stored: known, decision }
  })
  return { class: row, minimumMs, rows, intervals }
}

const EXCUSING: readonly string[] = policies.attendance.excusingAnswers

/** The answer, where the academy excuses for it. */
function excuseOf(answer: AbsenceAnswer | null): AbsenceAnswer | null {
  return answer !== null && EXCUSING.includes(answer) ? answer : null
}

function toMark(mark: typeof attendanceMarks.$inferSelect): AttendanceMark {
  return { verdict: mark.verdict as AttendanceMark["verdict"], reason: mark.reason, by: mark.marked_by }
}

async function readStored(
  ctx: Pick<Ctx, "db">,
  classId: string,
  roster: readonly RosterEntry[],
): Promise<Map<string, Stored>> {
  const ids = roster.map((student) => student.student_id)
  if (ids.length === 0) return new Map()
  const ofClass = (
    table: typeof attendanceMarks | typeof voiceEvidence | typeof absenceAnswers | typeof attendanceVerdicts,
  ) => and(eq(table.class_id, classId), eq(table.student_id, students.user_id))
  const rows = await ctx.db
    .select({
      student_id: students.user_id,
      mark: attendanceMarks,
      marked_by: user.name,
      voice: voiceEvidence,
      answer: absenceAnswers,
      verdict: attendanceVerdicts,
    })
    .from(students)
    .leftJoin(attendanceMarks, ofClass(attendanceMarks))
    .leftJoin(user, eq(user.id, attendanceMarks.marked_by))
    .leftJoin(voiceEvidence, ofClass(voiceEvidence))
    .leftJoin(absenceAnswers, ofClass(absenceAnswers))
    .leftJoin(attendanceVerdicts, ofClass(attendanceVerdicts))
    .where(inArray(students.user_id, ids))
  return new Map(rows.map(({ student_id, ...stored }) => [student_id, stored]))
}
