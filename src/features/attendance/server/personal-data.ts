import { and, eq, or, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { checkIns, collectors, signOuts, studentCards } from "./arrivals/table.ts"
import { weeklyDigests } from "./digest/table.ts"
import { coachLists, coachMarks, unexpectedChildren } from "./hall/table.ts"
import { DROP_PROOFS_QUEUE } from "./proofs/proof-files.ts"
import { DROP_SNAPSHOTS_QUEUE } from "./snapshots.ts"
import {
  absenceAnswers,
  attendanceCorrections,
  attendanceMarks,
  attendanceSnapshots,
  attendanceVerdicts,
  classAttendance,
  medicalProofFiles,
  medicalProofs,
  voiceEvidence,
} from "./table.ts"

/** A verdict repeats what was typed with a mark by hand. */
const wasMarked = sql`${attendanceVerdicts.reasons} @> '[{"kind": "marked-by-hand"}]'`
const withoutRemarks = sql`(
  select jsonb_agg(case when why ->> 'kind' = 'marked-by-hand' then why || '{"reason": null}' else why end order by place)
  from jsonb_array_elements(${attendanceVerdicts.reasons}) with ordinality as known (why, place))`

/** Counts what coaches' devices said of a person, or a person as a coach or as staff. */
async function countInHalls(db: Ctx["db"], userId: string): Promise<number> {
  const { coach_id, decided_by, student_id } = unexpectedChildren
  const ofPerson = or(eq(coachMarks.student_id, userId), eq(coachMarks.coach_id, userId))
  const inChildren = or(eq(coach_id, userId), eq(decided_by, userId), eq(student_id, userId))
  const marks = await db.$count(coachMarks, ofPerson)
  const lists = await db.$count(coachLists, eq(coachLists.coach_id, userId))
  return marks + lists + (await db.$count(unexpectedChildren, inChildren))
}

/** Ends what a person could still show, and forgets the names of those who took a child. */
async function eraseArrivals(db: Ctx["db"], userId: string): Promise<void> {
  await db.delete(studentCards).where(eq(studentCards.student_id, userId))
  await db.delete(collectors).where(or(eq(collectors.student_id, userId), eq(collectors.added_by, userId)))
  await db
    .update(signOuts)
    .set({ to_name: "", guardian_id: null })
    .where(or(eq(signOuts.student_id, userId), eq(signOuts.guardian_id, userId)))
  await db.update(checkIns).set({ guardian_id: null }).where(eq(checkIns.guardian_id, userId))
}

/** Counts what is kept of a person's check-ins, as a student and as staff. */
async function countArrivals(db: Ctx["db"], userId: string): Promise<number> {
  const came = await db.$count(checkIns, or(eq(checkIns.student_id, userId), eq(checkIns.made_by, userId)))
  const left = await db.$count(signOuts, or(eq(signOuts.student_id, userId), eq(signOuts.made_by, userId)))
  const { made_by, revoked_by } = studentCards
  return came + left + (await db.$count(studentCards, or(eq(made_by, userId), eq(revoked_by, userId))))
}

/** Verdicts are kept without the person; voice levels and remarks are erased. */
export const attendanceData: PersonalDataOf = {
  feature: "attendance",
  tables: [
    "class_attendance",
    "attendance_verdicts",
    "attendance_marks",
    "attendance_corrections",
    "coach_marks",
    "coach_lists",
    "unexpected_children",
    "check_ins",
    "sign_outs",
    "collectors",
    "student_cards",
    "voice_evidence",
    "attendance_snapshots",
    "absence_answers",
    "medical_proofs",
    "medical_proof_files",
    "weekly_digests",
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
      coach_marks: await db.select().from(coachMarks).where(eq(coachMarks.student_id, user_id)),
      unexpected_children: await db
        .select()
        .from(unexpectedChildren)
        .where(eq(unexpectedChildren.student_id, user_id)),
      check_ins: await db
        .select()
        .from(checkIns)
        .where(or(eq(checkIns.student_id, user_id), eq(checkIns.guardian_id, user_id))),
      sign_outs: await db
        .select()
        .from(signOuts)
        .where(or(eq(signOuts.student_id, user_id), eq(signOuts.guardian_id, user_id))),
      collectors: await db
        .select()
        .from(collectors)
        .where(or(eq(collectors.student_id, user_id), eq(collectors.added_by, user_id))),
      student_cards: await db.select().from(studentCards).where(eq(studentCards.student_id, user_id)),
      coach_lists: await db.select().from(coachLists).where(eq(coachLists.coach_id, user_id)),
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
      weekly_digests: await db.select().from(weeklyDigests).where(eq(weeklyDigests.guardian_id, user_id)),
      medical_proofs: await db.select().from(medicalProofs).where(eq(medicalProofs.student_id, user_id)),
      medical_proof_files: await db
        .select({
          id: medicalProofFiles.id,
          class_id: medicalProofFiles.class_id,
          content_type: medicalProofFiles.content_type,
          size_bytes: medicalProofFiles.size_bytes,
          uploaded_at: medicalProofFiles.uploaded_at,
        })
        .from(medicalProofFiles)
        .where(eq(medicalProofFiles.student_id, user_id)),
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
    await tx.jobs.send(tx, DROP_PROOFS_QUEUE, { student_id: user_id })
    await db.delete(medicalProofFiles).where(eq(medicalProofFiles.student_id, user_id))
    await db.delete(weeklyDigests).where(eq(weeklyDigests.guardian_id, user_id))
    await db.delete(medicalProofs).where(eq(medicalProofs.student_id, user_id))
    await db
      .update(medicalProofFiles)
      .set({ uploaded_by: null })
      .where(eq(medicalProofFiles.uploaded_by, user_id))
    await db.delete(voiceEvidence).where(eq(voiceEvidence.student_id, user_id))
    await db.delete(absenceAnswers).where(eq(absenceAnswers.student_id, user_id))
    await db.update(attendanceMarks).set({ reason: null }).where(eq(attendanceMarks.student_id, user_id))
    await db
      .update(attendanceCorrections)
      .set({ reason: null })
      .where(eq(attendanceCorrections.student_id, user_id))
    await db.update(coachMarks).set({ note: null }).where(eq(coachMarks.student_id, user_id))
    await db.update(unexpectedChildren).set({ name: "" }).where(eq(unexpectedChildren.student_id, user_id))
    await eraseArrivals(db, user_id)
    await db
      .update(attendanceVerdicts)
      .set({ reasons: withoutRemarks })
      .where(and(eq(attendanceVerdicts.student_id, user_id), wasMarked))
    const verdicts = await db.$count(attendanceVerdicts, eq(attendanceVerdicts.student_id, user_id))
    const intervals = await db.$count(classAttendance, eq(classAttendance.student_id, user_id))
    const marked = await db.$count(attendanceMarks, eq(attendanceMarks.marked_by, user_id))
    const corrected = await db.$count(attendanceCorrections, eq(attendanceCorrections.made_by, user_id))
    const decided = await db.$count(medicalProofs, eq(medicalProofs.decided_by, user_id))
    const inHalls = (await countInHalls(db, user_id)) + (await countArrivals(db, user_id))
    return verdicts + intervals + marked + corrected + decided + inHalls
  },
  /** The links of absence notices went to a number that somebody else may have given. */
  async reclaimFor(tx, { user_id, profile_kept }) {
    if (profile_kept) return
    await tx.db
      .update(absenceAnswers)
      .set({ token_hash: "ended", further_hashes: [] })
      .where(eq(absenceAnswers.student_id, user_id))
  },
}
