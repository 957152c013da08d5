import { asc, eq } from "drizzle-orm"
import type { AttendanceCorrection } from "#contract/attendance/attendance.ts"
import { user } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { attendanceCorrections } from "./table.ts"

type Correction = {
  class_id: string
  student_id: string
  from: AttendanceCorrection["to"]
  to: AttendanceCorrection["to"]
  removed: boolean
  reason: string | null
}

/** Appends to a register's history and to the audit log, in the transaction that changed the mark. */
export async function recordCorrection(tx: SignedInCtx, correction: Correction): Promise<void> {
  const { class_id, student_id, from, to, removed, reason } = correction
  const id = newId()
  await tx.db.insert(attendanceCorrections).values({
    ...{ id, class_id, student_id, removed, reason },
    ...{ from_verdict: from, to_verdict: to },
    made_by: tx.viewer.user_id,
    made_at: tx.clock.now(),
  })
  // The audit log is permanent and a reason can mention a child's health, so it only names the row, which can
  // be erased.
  await recordAct(tx, removed ? "attendance.unmark" : "attendance.mark", class_id, {
    ...{ student_id, from, to },
    correction_id: id,
  })
}

/** Returns the corrections of a class by student, oldest first. One query. */
export async function readCorrections(
  ctx: Pick<Ctx, "db">,
  classId: string,
): Promise<Map<string, AttendanceCorrection[]>> {
  const rows = await ctx.db
    .select({ correction: attendanceCorrections, by: user.name })
    .from(attendanceCorrections)
    .leftJoin(user, eq(user.id, attendanceCorrections.made_by))
    .where(eq(attendanceCorrections.class_id, classId))
    .orderBy(asc(attendanceCorrections.made_at), asc(attendanceCorrections.id))
  const byStudent = Map.groupBy(rows, ({ correction }) => correction.student_id)
  return new Map(
    [...byStudent].map(([student, own]) => [
      student,
      own.map(({ correction, by }) => ({
        id: correction.id,
        from: correction.from_verdict as AttendanceCorrection["from"],
        to: correction.to_verdict as AttendanceCorrection["to"],
        removed: correction.removed,
        reason: correction.reason,
        by,
        at: correction.made_at,
      })),
    ]),
  )
}
