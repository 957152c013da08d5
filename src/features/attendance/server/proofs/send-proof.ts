import { and, eq, isNull } from "drizzle-orm"
import { type MedicalProof, MOST_PROOF_FILES } from "#contract/attendance/medical-proofs.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { requireChild, tellGuardians } from "#features/guardians/server/links.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { requireAsked } from "../notices/absence-answers.ts"
import { lockClass } from "../sheet.ts"
import { absenceAnswers, attendanceVerdicts, medicalProofFiles, medicalProofs } from "../table.ts"
import { type CheckedFile, checkFile, storeFile } from "./proof-files.ts"
import { ofAbsence, proofOpenUntil, readProofs, UNDECIDED } from "./proof-state.ts"

type Absence = { class_id: string; student_id: string }

/**
 * Stores a medical proof for an absence of the viewer's child. The same file again changes nothing. Throws
 * NOT_FOUND, RIGHT_MISSING, ANSWER_CLOSED, PROOF_NOT_NEEDED, STORAGE_FULL, FIELD_ERRORS.
 */
export async function sendChildProof(
  ctx: SignedInCtx,
  { file, ...absence }: Absence & { file: File },
): Promise<MedicalProof> {
  await requireChild(ctx, absence.student_id, "see")
  return storeProof(ctx, absence, file, ctx.viewer.user_id)
}

/** The same for anyone with the link of the notice, for the absences that it asks about. */
export async function sendProofByLink(
  ctx: Ctx,
  { token, student_id, file }: { token: string; student_id: string; file: File },
): Promise<MedicalProof> {
  const { class_id } = await requireAsked(ctx, token, student_id)
  return storeProof(ctx, { class_id, student_id }, file, null)
}

async function storeProof(
  ctx: Ctx,
  absence: Absence,
  file: File,
  uploaded_by: string | null,
): Promise<MedicalProof> {
  const checked = await checkFile(file)
  const row = await claimRow(ctx, absence, checked, uploaded_by)
  if (!row.stored_at) await storeFile(ctx, row, checked)
  return inTransaction(ctx, async (tx) => {
    await lockClass(tx, absence.class_id)
    const [stored] = await tx.db
      .update(medicalProofFiles)
      .set({ stored_at: tx.clock.now() })
      .where(and(eq(medicalProofFiles.id, row.id), isNull(medicalProofFiles.stored_at)))
      .returning({ id: medicalProofFiles.id })
    if (stored) await noteProof(tx, absence, row.id)
    return (
      (await readProofs(tx, absence.class_id, [absence.student_id])).get(absence.student_id)?.proof ??
      notFound()
    )
  })
}

/** Returns the row of a file that may be sent, or the one that it has already. The class is locked, so that few are few. */
function claimRow(ctx: Ctx, absence: Absence, checked: CheckedFile, uploaded_by: string | null) {
  return inTransaction(ctx, async (tx) => {
    await lockClass(tx, absence.class_id)
    const files = await tx.db.select().from(medicalProofFiles).where(ofAbsence(medicalProofFiles, absence))
    const known = files.find(({ sha256 }) => sha256 === checked.sha256)
    if (known?.stored_at) return known
    await requireOpen(tx, absence)
    if (known) return known
    if (files.length >= MOST_PROOF_FILES) refuseFields({ file: "PROOFS_TOO_MANY" })
    const [row] = await tx.db
      .insert(medicalProofFiles)
      .values({
        ...{ id: newId(), ...absence, sha256: checked.sha256, content_type: checked.content_type },
        ...{ size_bytes: checked.bytes.length, uploaded_by, uploaded_at: tx.clock.now() },
      })
      .returning()
    return row ?? notFound()
  })
}

async function requireOpen(tx: Ctx, absence: Absence): Promise<void> {
  const [row] = await tx.db
    .select({ verdict: attendanceVerdicts.verdict, class: scheduledClasses })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .where(
      and(
        eq(attendanceVerdicts.class_id, absence.class_id),
        eq(attendanceVerdicts.student_id, absence.student_id),
      ),
    )
  if (row?.class.status !== "completed") notFound()
  if (row.verdict !== "absent") refuse("PROOF_NOT_NEEDED")
  const sent = (await readProofs(tx, absence.class_id, [absence.student_id])).get(absence.student_id) ?? null
  // How many files there are is refused at the field.
  const among = sent && { ...sent, proof: { ...sent.proof, files: 0 } }
  const until = proofOpenUntil(row.class.ended_at ?? row.class.ends_at, among)
  if (!until || until <= tx.clock.now()) refuse("ANSWER_CLOSED")
}

/** A proof says that the child was ill, and waits for staff: also one that follows a declined one. */
async function noteProof(tx: Ctx, absence: Absence, fileId: string): Promise<void> {
  const now = tx.clock.now()
  const waiting = { ...UNDECIDED, sent_at: now }
  await tx.db
    .insert(medicalProofs)
    .values({ ...absence, ...waiting })
    .onConflictDoUpdate({
      target: [medicalProofs.class_id, medicalProofs.student_id],
      set: waiting,
    })
  await tx.db
    .update(absenceAnswers)
    .set({ answer: "ill", answered_at: now })
    .where(
      and(
        eq(absenceAnswers.class_id, absence.class_id),
        eq(absenceAnswers.student_id, absence.student_id),
        isNull(absenceAnswers.answer),
      ),
    )
  const { class_id, student_id } = absence
  await recordAct(tx, "attendance.proof", class_id, { student_id, file_id: fileId })
  await emit(tx, "class.attendance", class_id)
  await tellGuardians(tx, [student_id])
}
