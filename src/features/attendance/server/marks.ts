import { and, eq, ne, sql } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import type { AttendanceEntry } from "#contract/attendance.ts"
import { students } from "#features/accounts/server/table.ts"
import type { ClassRow } from "#features/classes/server/service.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { inMonth } from "./month-count.ts"
import { describeRows } from "./service.ts"
import { refreshAttendance } from "./settle.ts"
import { readOwnClass, readSheet, type SheetRow } from "./sheet.ts"
import { attendanceMarks } from "./table.ts"

/** Medical absences with proof that leave the count, for a student in a month: the share is a month's, too. */
const MOST_MEDICAL = policies.medicalAdjustment.maxClasses

type OfStudent = { class_id: string; student_id: string }
type MarkInput = OfStudent & { verdict: "present" | "absent" | "excused"; reason?: string | undefined }

/**
 * Marks a student by hand; of a completed class the verdict and the parent's notice follow at once. Excused is a
 * medical absence whose proof was seen, and `reason` says which. The same mark again changes nothing. Throws NOT_FOUND
 * for another's or a cancelled class, NOT_ON_REGISTER, FIELD_ERRORS, MEDICAL_LIMIT.
 */
export function markAttendance(ctx: SignedInCtx, input: MarkInput): Promise<AttendanceEntry> {
  return changeMark(ctx, input, async (tx, row, { decision, stored }) => {
    const reason = input.reason || null
    const before = stored?.mark
    if (before?.verdict === input.verdict && before.reason === reason) return false
    if (input.verdict === "excused") await allowMedical(tx, row, input)
    await writeMark(tx, input, reason)
    await recordAct(tx, "attendance.mark", row.id, {
      student_id: input.student_id,
      from: decision.verdict,
      to: input.verdict,
    })
    return true
  })
}

/**
 * Takes a mark back, so that what was observed decides again. Without a mark it changes nothing. Throws NOT_FOUND for
 * another's or a cancelled class, NOT_ON_REGISTER.
 */
export function unmarkAttendance(ctx: SignedInCtx, input: OfStudent): Promise<AttendanceEntry> {
  return changeMark(ctx, input, async (tx, row, { decision, stored }) => {
    if (!stored?.mark) return false
    await tx.db
      .delete(attendanceMarks)
      .where(
        and(eq(attendanceMarks.class_id, input.class_id), eq(attendanceMarks.student_id, input.student_id)),
      )
    await recordAct(tx, "attendance.unmark", row.id, {
      student_id: input.student_id,
      from: decision.verdict,
    })
    return true
  })
}

/** Runs `change` on a student's row of a locked class; where it changed something the class is settled anew. */
function changeMark(
  ctx: SignedInCtx,
  input: OfStudent,
  change: (tx: SignedInCtx, row: ClassRow, before: SheetRow) => Promise<boolean>,
): Promise<AttendanceEntry> {
  return inTransaction(ctx, async (tx) => {
    const row = await readOwnClass(tx, input.class_id, { lock: true })
    if (row.status === "cancelled") notFound()
    const before = (await readSheet(tx, row)).rows.find((one) => isOf(one, input))
    if (!before) refuse("NOT_ON_REGISTER")
    if (await change(tx, row, before)) {
      await refreshAttendance(tx, await readSheet(tx, row))
      await emit(tx, "class.attendance", input.class_id)
    }
    const sheet = await readSheet(tx, row)
    const [entry] = await describeRows(
      tx,
      sheet,
      sheet.rows.filter((one) => isOf(one, input)),
    )
    return entry ?? refuse("NOT_ON_REGISTER")
  })
}

function isOf({ student }: SheetRow, { student_id }: OfStudent): boolean {
  return student.student_id === student_id
}

/** Two marks of a student at once, in different classes, wait for each other at the student's row. */
async function allowMedical(tx: SignedInCtx, row: ClassRow, input: MarkInput): Promise<void> {
  if (!input.reason) refuseFields({ reason: "Say which proof you saw, such as a doctor's note" })
  await tx.db
    .select({ one: sql`1` })
    .from(students)
    .where(eq(students.user_id, input.student_id))
    .for("no key update")
  const others = await tx.db
    .select({ class_id: attendanceMarks.class_id })
    .from(attendanceMarks)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceMarks.class_id))
    .where(
      and(
        eq(attendanceMarks.student_id, input.student_id),
        ne(attendanceMarks.class_id, row.id),
        eq(attendanceMarks.verdict, "excused"),
        eq(attendanceMarks.medical, true),
        ne(scheduledClasses.status, "cancelled"),
        inMonth(row.scheduled_date.slice(0, 7)),
      ),
    )
  if (others.length >= MOST_MEDICAL) refuse("MEDICAL_LIMIT")
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
