import { and, eq, ne, sql } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import type { AttendanceEntry } from "#contract/attendance/attendance.ts"
import { students } from "#features/accounts/server/table.ts"
import { beginOnPremises } from "#features/classes/server/lifecycle.ts"
import type { ClassRow } from "#features/classes/server/service.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { recordCorrection } from "./corrections.ts"
import { inMonth } from "./month-count.ts"
import { followMark } from "./proofs/proof-state.ts"
import { describeRows } from "./service.ts"
import { refreshAttendance } from "./settle.ts"
import { readOwnClass, readSheet, type Sheet, type SheetRow } from "./sheet.ts"
import { attendanceMarks } from "./table.ts"

/**
 * The number of medical absences with proof that can be excluded per student and month. The share is counted
 * by month, too.
 */
export const MOST_MEDICAL = policies.medicalAdjustment.maxClasses

type OfStudent = { class_id: string; student_id: string; reason?: string | undefined }
type MarkInput = OfStudent & { verdict: "present" | "absent" | "excused" }

/**
 * Marks a student by hand. For a completed class the verdict and the parent's notice are updated at once.
 * Excused means a medical absence whose proof was seen; `reason` says which. Once the class is over every
 * correction needs a reason. The same mark again changes nothing. Throws NOT_FOUND for a cancelled class or
 * another instructor's, NOT_ON_REGISTER, FIELD_ERRORS, MEDICAL_LIMIT.
 */
export function markAttendance(ctx: SignedInCtx, input: MarkInput): Promise<AttendanceEntry> {
  return changeMark(ctx, input, async (tx, row, { stored }) => {
    const reason = input.reason || null
    const before = stored?.mark
    if (before?.verdict === input.verdict && before.reason === reason) return null
    if (input.verdict === "excused") await allowMedical(tx, row, input)
    else refuseWithoutReason(row, input)
    await writeMark(tx, input, reason)
    await followMark(tx, input, input.verdict === "excused")
    return "marked"
  })
}

/**
 * Removes a mark, so that the observed presence decides again. Once the class is over this needs a reason.
 * Without a mark it changes nothing. Throws NOT_FOUND for a cancelled class or another instructor's,
 * NOT_ON_REGISTER, FIELD_ERRORS.
 */
export function unmarkAttendance(ctx: SignedInCtx, input: OfStudent): Promise<AttendanceEntry> {
  return changeMark(ctx, input, async (tx, row, { stored }) => {
    if (!stored?.mark) return null
    refuseWithoutReason(row, input)
    await tx.db
      .delete(attendanceMarks)
      .where(
        and(eq(attendanceMarks.class_id, input.class_id), eq(attendanceMarks.student_id, input.student_id)),
      )
    await followMark(tx, input, false)
    return "removed"
  })
}

function refuseWithoutReason(row: ClassRow, { reason }: OfStudent): void {
  if (row.status === "completed" && !reason) refuseFields({ reason: "Say why the register is corrected" })
}

/**
 * Runs `change` on a student's row of a locked class. If something changed, the class is settled again and
 * the history records the verdict before and after. A mark in a class on premises that has started begins it, as the
 * first mark of a coach's device does: it was held.
 */
function changeMark(
  ctx: SignedInCtx,
  input: OfStudent,
  change: (tx: SignedInCtx, row: ClassRow, before: SheetRow) => Promise<"marked" | "removed" | null>,
): Promise<AttendanceEntry> {
  return inTransaction(ctx, async (tx) => {
    const row = await readOwnClass(tx, input.class_id, { lock: true })
    if (row.status === "cancelled") notFound()
    const before = (await readSheet(tx, row)).rows.find((one) => isOf(one, input))
    if (!before) refuse("NOT_ON_REGISTER")
    const changed = await change(tx, row, before)
    const begins = changed === "marked" && tx.clock.now() >= row.starts_at
    const held = begins ? await beginOnPremises(tx, row) : row
    const sheet = await readSheet(tx, held)
    if (changed) {
      const after = sheet.rows.find((one) => isOf(one, input)) ?? refuse("NOT_ON_REGISTER")
      await recordCorrection(tx, {
        ...{ class_id: input.class_id, student_id: input.student_id },
        from: before.decision.verdict,
        to: after.decision.verdict,
        removed: changed === "removed",
        reason: input.reason || null,
      })
      await refreshAttendance(tx, sheet)
      await emit(tx, "class.attendance", input.class_id)
      return describe(tx, await readSheet(tx, held), input)
    }
    return describe(tx, sheet, input)
  })
}

async function describe(tx: SignedInCtx, sheet: Sheet, input: OfStudent): Promise<AttendanceEntry> {
  const rows = sheet.rows.filter((one) => isOf(one, input))
  const [entry] = await describeRows(tx, sheet, rows)
  return entry ?? refuse("NOT_ON_REGISTER")
}

function isOf({ student }: SheetRow, { student_id }: OfStudent): boolean {
  return student.student_id === student_id
}

/**
 * Locks the student's row, so that two marks of a student at once in different classes wait for each other.
 */
async function allowMedical(tx: SignedInCtx, row: ClassRow, input: MarkInput): Promise<void> {
  if (!input.reason) refuseFields({ reason: "Say which proof you saw, such as a doctor's note" })
  await tx.db
    .select({ one: sql`1` })
    .from(students)
    .where(eq(students.user_id, input.student_id))
    .for("no key update")
  if ((await countMedical(tx, row, input.student_id)) >= MOST_MEDICAL) refuse("MEDICAL_LIMIT")
}

/** Returns how many other medical absences of a student's month were excused. */
export async function countMedical(
  ctx: Pick<SignedInCtx, "db">,
  row: Pick<ClassRow, "id" | "scheduled_date">,
  studentId: string,
): Promise<number> {
  const others = await ctx.db
    .select({ class_id: attendanceMarks.class_id })
    .from(attendanceMarks)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceMarks.class_id))
    .where(
      and(
        eq(attendanceMarks.student_id, studentId),
        ne(attendanceMarks.class_id, row.id),
        eq(attendanceMarks.verdict, "excused"),
        eq(attendanceMarks.medical, true),
        ne(scheduledClasses.status, "cancelled"),
        inMonth(row.scheduled_date.slice(0, 7)),
      ),
    )
  return others.length
}

async function writeMark(tx: SignedInCtx, input: MarkInput, reason: string | null): Promise<void> {
  const mark = {
    verdict: input.verdict,
    reason,
    medical: input.verdict === "excused",
    marked_by: tx.viewer.user_id,
    marked_at: tx.clock.now(),
  }
  await tx.db
    .insert(attendanceMarks)
    .values({ class_id: input.class_id, student_id: input.student_id, ...mark })
    .onConflictDoUpdate({ target: [attendanceMarks.class_id, attendanceMarks.student_id], set: mark })
}
