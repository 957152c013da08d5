import { and, eq, sql } from "drizzle-orm"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { DROP_SNAPSHOTS_QUEUE } from "./snapshots.ts"
import {
  absenceAnswers,
  attendanceCorrections,
  attendanceMarks,
  attendanceSnapshots,
  attendanceVerdicts,
  classAttendance,
  voiceEvidence,
} from "./table.ts"

/** A verdict repeats what was typed with a mark by hand. */
const wasMarked = sql`${attendanceVerdicts.reasons} @> '[{"kind": "marked-by-hand"}]'`
const withoutRemarks = sql`(
  select jsonb_agg(case when why ->> 'kind' = 'marked-by-hand' then why || '{"reason": null}' else why end order by place)
  from jsonb_array_elements(${attendanceVerdicts.reasons}) with ordinality as known (why, place))`

/** Verdicts are kept without the person; voice levels and remarks are erased. */
export const attendanceData: PersonalDataOf = {
  feature: "attendance",
  tables: [
    "class_attendance",
    "attendance_verdicts",
    "attendance_marks",
    "attendance_corrections",
    "voice_evidence",
    "attendance_snapshots",
    "absence_answers",
  ],
  async exportFor(ctx, { user_id }) {
    const { db } = ctx
    return {
      class_attendance: await db
        .select()
        .from(classAttendance)
        .where(eq(classAttendance.student_id, user_id)),
      attendance_verdicts: await db
        .select()
        .from(attendanceVerdicts)
        .where(eq(attendanceVerdicts.student_id, user_id)),
      attendance_marks: await db
        .select()
        .from(attendanceMarks)
        .where(eq(attendanceMarks.student_id, user_id)),
      attendance_corrections: await db
        .select()
        .from(attendanceCorrections)
        .where(eq(attendanceCorrections.student_id, user_id)),
      absence_answers: await db
        .select({
          class_id: absenceAnswers.class_id,
          answer: absenceAnswers.answer,
          note: absenceAnswers.note,
          answered_at: absenceAnswers.answered_at,
          make_up_class_id: absenceAnswers.make_up_class_id,
        })
        .from(absenceAnswers)
        .where(eq(absenceAnswers.student_id, user_id)),
      attendance_snapshots: await db
        .select()
        .from(attendanceSnapshots)
        .where(eq(attendanceSnapshots.student_id, user_id)),
      voice_evidence: await db.select().from(voiceEvidence).where(eq(voiceEvidence.student_id, user_id)),
    }
  },
  async eraseFor(tx, { user_id }) {
    const { db } = tx
    // Deleted files can't be rolled back, so they are deleted after the transaction.
    await tx.jobs.send(tx, DROP_SNAPSHOTS_QUEUE, { person_id: user_id, purpose: "snapshots" })
    await db.delete(voiceEvidence).where(eq(voiceEvidence.student_id, user_id))
    await db.delete(absenceAnswers).where(eq(absenceAnswers.student_id, user_id))
    await db.update(attendanceMarks).set({ reason: null }).where(eq(attendanceMarks.student_id, user_id))
    await db
      .update(attendanceCorrections)
      .set({ reason: null })
      .where(eq(attendanceCorrections.student_id, user_id))
    await db
      .update(attendanceVerdicts)
      .set({ reasons: withoutRemarks })
      .where(and(eq(attendanceVerdicts.student_id, user_id), wasMarked))
    const verdicts = await db.$count(attendanceVerdicts, eq(attendanceVerdicts.student_id, user_id))
    const intervals = await db.$count(classAttendance, eq(classAttendance.student_id, user_id))
    const marked = await db.$count(attendanceMarks, eq(attendanceMarks.marked_by, user_id))
    const corrected = await db.$count(attendanceCorrections, eq(attendanceCorrections.made_by, user_id))
    return verdicts + intervals + marked + corrected
  },
  /** The links of absence notices went to a number that somebody else may have given. */
  async reclaimFor(tx, { user_id, profile_kept }) {
    if (profile_kept) return
    await tx.db
      .update(absenceAnswers)
      .set({ token_hash: "ended" })
      .where(eq(absenceAnswers.student_id, user_id))
  },
}
