import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import { type MedicalProof, MOST_PROOF_FILES } from "#contract/attendance/medical-proofs.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { medicalProofFiles, medicalProofs } from "../table.ts"

const OPEN_MS = policies.attendance.answerWithinDays * DAY

type ProofRow = typeof medicalProofs.$inferSelect
type OfAbsence = { class_id: string; student_id: string }

/** A condition for the proof, or a file of the proof, of one absence. */
export function ofAbsence(
  table: typeof medicalProofs | typeof medicalProofFiles,
  { class_id, student_id }: OfAbsence,
) {
  return and(eq(table.class_id, class_id), eq(table.student_id, student_id))
}

/**
 * How many files of a proof are stored. For queries over `medical_proofs`, whose columns are named in full: in a query
 * of one table they would be those of the files.
 */
export const filesStored = sql<number>`(select count(*)::int from ${medicalProofFiles} stored
  where stored.class_id = medical_proofs.class_id and stored.student_id = medical_proofs.student_id
    and stored.stored_at is not null)`

export function describeProof(row: ProofRow, files: number): MedicalProof {
  const { state, sent_at, reason, remark } = row
  return { state, files, sent_at, reason, remark: state === "declined" ? remark : null }
}

/** Returns the proofs sent for a class's absences, by student. One query. */
export async function readProofs(
  ctx: Pick<SignedInCtx, "db">,
  classId: string,
  studentIds: readonly string[],
): Promise<Map<string, { proof: MedicalProof; decided_at: Date | null }>> {
  if (studentIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ row: medicalProofs, files: filesStored })
    .from(medicalProofs)
    .where(and(eq(medicalProofs.class_id, classId), inArray(medicalProofs.student_id, [...studentIds])))
  return new Map(
    rows.map(({ row, files }) => [
      row.student_id,
      { proof: describeProof(row, files), decided_at: row.decided_at },
    ]),
  )
}

/**
 * Returns until when a file may be sent for an absence: as long as the answer is open, and again for as long
 * after a decline. Null once it was accepted or no more files fit.
 */
export function proofOpenUntil(
  endedAt: Date,
  sent: { proof: Pick<MedicalProof, "state" | "files">; decided_at: Date | null } | null,
): Date | null {
  if (sent?.proof.state === "accepted" || (sent?.proof.files ?? 0) >= MOST_PROOF_FILES) return null
  const until = endedAt.getTime() + OPEN_MS
  const again = sent?.proof.state === "declined" ? (sent.decided_at?.getTime() ?? 0) + OPEN_MS : 0
  return new Date(Math.max(until, again))
}

/** What a proof has that waits for staff. */
export const UNDECIDED = {
  state: "waiting",
  reason: null,
  remark: null,
  decided_by: null,
  decided_at: null,
} as const

/**
 * Makes a proof agree with the mark on the register, in the caller's transaction: a medical mark accepts one that
 * waits, and one that was accepted waits again without the mark.
 */
export async function followMark(tx: SignedInCtx, of: OfAbsence, isMedical: boolean): Promise<void> {
  const accepted = { state: "accepted" as const, decided_by: tx.viewer.user_id, decided_at: tx.clock.now() }
  await tx.db
    .update(medicalProofs)
    .set(isMedical ? accepted : UNDECIDED)
    .where(and(ofAbsence(medicalProofs, of), eq(medicalProofs.state, isMedical ? "waiting" : "accepted")))
}

/** A condition for files whose content is in the store. */
export const isStored = isNotNull(medicalProofFiles.stored_at)
