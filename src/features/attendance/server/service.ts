import { and, desc, eq, sql } from "drizzle-orm"
import type { AttendanceEntry, ClassFigures } from "#contract/attendance/attendance.ts"
import type { Notice } from "#contract/attendance/attendance-notices.ts"
import type { HallList } from "#contract/attendance/coach-register.ts"
import { latestOf } from "#features/attendance/coach-marks.ts"
import { isVoiceLevelHeard } from "#features/attendance/rules.ts"
import { teaches } from "#features/classes/rules.ts"
import { listRoster } from "#features/classes/server/service.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { hasConsent } from "#features/guardians/server/consents.ts"
import { listNotices } from "#features/notifications/server/service.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { notFound } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { SECOND } from "#shared/time.ts"
import { readCorrections } from "./corrections.ts"
import { talliesOf } from "./counted.ts"
import { showMarks } from "./hall/evidence.ts"
import { givenBy, readTaken } from "./notices/absence-answers.ts"
import { CORRECTION } from "./notices/correct-notice.ts"
import { ABSENCES } from "./notices/notice-chains.ts"
import { readProofs } from "./proofs/proof-state.ts"
import { showReasons } from "./reasons.ts"
import { PROJECT_QUEUE } from "./settle.ts"
import { lockClass, readOwnClass, readSheet, type Sheet, type SheetRow } from "./sheet.ts"
import { snapshotsOf } from "./snapshots.ts"
import { attendanceVerdicts, voiceEvidence } from "./table.ts"

type Register = {
  class_id: string
  reason_needed: boolean
  entries: AttendanceEntry[]
  list: HallList | null
  voice_for: string[]
  snapshots_of: string[]
}

/** Returns the current register of a class, for its instructor or an admin. Throws NOT_FOUND. */
export async function getRegister(ctx: SignedInCtx, classId: string): Promise<Register> {
  const sheet = await readSheet(ctx, await readOwnClass(ctx, classId))
  return {
    class_id: classId,
    reason_needed: sheet.class.status === "completed",
    entries: await describeRows(ctx, sheet, sheet.rows),
    list: sheet.class.delivery === "on_premises" || !sheet.hall.silent ? sheet.hall.list : null,
    voice_for: ctx.env.voiceEvidence
      ? sheet.rows.flatMap(({ student }) => (student.voice_consented ? [student.student_id] : []))
      : [],
    snapshots_of: await snapshotsOf(
      ctx,
      sheet.rows.map(({ student }) => student.student_id),
    ),
  }
}

/** Returns rows of a sheet as staff see them. */
export async function describeRows(
  ctx: SignedInCtx,
  sheet: Sheet,
  rows: readonly SheetRow[],
): Promise<AttendanceEntry[]> {
  const taken = await readTaken(
    ctx,
    rows.map((row) => row.stored?.answer),
  )
  const corrections = await readCorrections(ctx, sheet.class.id)
  const proofs = await readProofs(
    ctx,
    sheet.class.id,
    rows.map(({ student }) => student.student_id),
  )
  return rows.map((row) => {
    const answer = row.stored?.answer ?? null
    const makeUp = taken.get(row.student.student_id) ?? null
    return {
      ...describeRow(sheet, row),
      given: givenBy(answer, makeUp),
      proof: proofs.get(row.student.student_id)?.proof ?? null,
      corrections: corrections.get(row.student.student_id) ?? [],
      marks: showMarks(sheet.hall.marks.get(row.student.student_id) ?? []),
    }
  })
}

function describeRow(sheet: Sheet, { student, intervals, stored, decision }: SheetRow) {
  const settled = sheet.class.status === "completed" ? stored?.verdict : null
  const verdict = (settled?.verdict as AttendanceEntry["verdict"] | undefined) ?? decision.verdict
  const reasons = showReasons(settled?.reasons ?? decision.reasons, {
    markedBy: stored?.marked_by ?? null,
    coach: latestOf(sheet.hall.marks.get(student.student_id) ?? [])?.coach ?? null,
  })
  return {
    student_id: student.student_id,
    student_name: `${student.first_name} ${student.last_name}`.trim(),
    verdict,
    attended: verdict === "present",
    joined_at: decision.joinedAt,
    left_at: intervals.at(-1)?.leftAt ?? null,
    present_seconds: settled?.present_seconds ?? Math.floor(decision.presentMs / SECOND),
    minimum_seconds: settled?.minimum_seconds ?? Math.ceil(decision.requiredMs / SECOND),
    possible_seconds: settled ? settled.possible_seconds : floorSeconds(decision.possibleMs),
    marked: stored?.mark != null,
    reasons: sheet.class.status === "cancelled" ? [{ kind: "class-cancelled" as const }] : reasons,
  }
}

/**
 * Stores that the instructor's client heard a student, with an average level of 0 to 100. It counts, and is
 * stored, only while the class is live, from the threshold on, if the institution wants it and the guardian
 * consented; only the first time is kept. Throws NOT_FOUND unless the viewer teaches the class and the
 * student is in it.
 */
export function recordVoice(
  ctx: SignedInCtx,
  input: { class_id: string; student_id: string; level: number },
): Promise<{ counted: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const row = await readOwnClass(tx, input.class_id)
    // An admin may open any class, but only its instructor's client reports voices.
    if (!teaches(row, tx.viewer)) notFound()
    const roster = await listRoster(tx, row.id)
    const student = roster.find((one) => one.student_id === input.student_id)
    if (!student) notFound()
    const wanted = ctx.env.voiceEvidence && student.voice_consented
    const counts = row.status === "live" && wanted && isVoiceLevelHeard(input.level)
    if (!counts) return { counted: false }
    const written = await tx.db
      .insert(voiceEvidence)
      .values({
        class_id: row.id,
        student_id: student.student_id,
        level: Math.round(input.level),
        heard_at: tx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ student_id: voiceEvidence.student_id })
    if (written.length > 0) await emit(tx, "class.attendance", row.id)
    return { counted: true }
  })
}

/**
 * Deletes the voice evidence of a student who may no longer be counted by voice, in classes that have no verdict yet. A
 * settled verdict keeps what it was settled by. Running it again changes nothing.
 */
export async function dropVoiceOf(ctx: Ctx, studentId: string): Promise<void> {
  if ((await hasConsent(ctx, [studentId], "voice_evidence")).has(studentId)) return
  const { class_id, student_id } = voiceEvidence
  const ofStudent = eq(student_id, studentId)
  const unsettled = sql`not exists (select from ${attendanceVerdicts}
    where ${attendanceVerdicts.class_id} = ${class_id} and ${attendanceVerdicts.student_id} = ${student_id})`
  const heard = await ctx.db.select({ class_id }).from(voiceEvidence).where(and(ofStudent, unsettled))
  for (const one of heard) {
    await inTransaction(ctx, async (tx) => {
      await lockClass(tx, one.class_id)
      const dropped = await tx.db
        .delete(voiceEvidence)
        .where(and(eq(class_id, one.class_id), ofStudent, unsettled))
        .returning({ class_id })
      if (dropped.length === 0) return
      await tx.jobs.send(tx, PROJECT_QUEUE, one)
      await emit(tx, "class.attendance", one.class_id)
    })
  }
}

function floorSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / SECOND)
}

/** Returns the notices sent to parents about a class, for its instructor or an admin. Throws NOT_FOUND. */
export async function listClassNotices(ctx: SignedInCtx, classId: string): Promise<Notice[]> {
  await readOwnClass(ctx, classId)
  return listNotices(ctx, classId, [...ABSENCES, CORRECTION])
}

type Progress = { attended: number; held: number }

const student = sql`${sql.placeholder("student")}::uuid`
const progressOf = named<Progress>(
  "progress_of_student",
  () => sql`
    select tallies[1] as attended, tallies[2] as held from (select ${talliesOf(student)} as tallies offset 0) counted`,
)

/** Returns how many classes the viewer attended, of those that were held and count. */
export async function readMyProgress(ctx: SignedInCtx): Promise<Progress> {
  const [row] = await progressOf(ctx.db, { student: ctx.viewer.user_id })
  return row ?? { attended: 0, held: 0 }
}

/**
 * Returns the attendance of the latest completed classes, newest first: the viewer's own, or everyone's for
 * an admin. One query over at most `limit` classes of at most 100 students.
 */
export function attendanceFigures(ctx: SignedInCtx, limit = 12): Promise<ClassFigures[]> {
  const latest = ctx.db
    .select({
      id: scheduledClasses.id,
      title: scheduledClasses.title,
      scheduled_date: scheduledClasses.scheduled_date,
      starts_at: scheduledClasses.starts_at,
    })
    .from(scheduledClasses)
    .where(
      and(
        eq(scheduledClasses.status, "completed"),
        ctx.viewer.role === "admin" ? undefined : eq(scheduledClasses.instructor_id, ctx.viewer.user_id),
      ),
    )
    .orderBy(desc(scheduledClasses.starts_at), desc(scheduledClasses.id))
    .limit(limit)
    .as("latest")
  const count = (verdict: string) =>
    sql<number>`count(*) filter (where ${attendanceVerdicts.verdict} = ${verdict})::int`
  return ctx.db
    .select({
      class_id: latest.id,
      title: latest.title,
      scheduled_date: latest.scheduled_date,
      present: count("present"),
      absent: count("absent"),
      excused: count("excused"),
    })
    .from(latest)
    .leftJoin(attendanceVerdicts, eq(attendanceVerdicts.class_id, latest.id))
    .groupBy(latest.id, latest.title, latest.scheduled_date, latest.starts_at)
    .orderBy(desc(latest.starts_at), desc(latest.id))
}
