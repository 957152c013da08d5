import { and, eq, isNotNull, type SQL } from "drizzle-orm"
import type { GuardianProof, GuardianSeen } from "#contract/guardians/confirming.ts"
import { CONSENT_PURPOSES } from "#contract/guardians/consents.ts"
import { confirmNumber } from "#features/accounts/server/guardian-profiles.ts"
import { students } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { guardianOf } from "./table.ts"

/** The columns of a guardian whose identity staff have not confirmed. */
const UNKNOWN = { known_at: null, known_by: null, known_how: null, known_seen: null }

export type Proof = {
  user_id: string
  known_how: GuardianProof
  known_seen: GuardianSeen
  /** Where the signed paper is kept. */
  paper_reference?: string
}

/**
 * Confirms the identity of a student's guardian, in the caller's transaction. Their consents, earlier ones
 * included, then also count for recording, voice and snapshots. It also confirms the number and creates the
 * guardian's account if there is none. Returns the student. Throws NOT_FOUND if this is not a student with a
 * guardian's number.
 */
export async function writeKnownGuardian(tx: SignedInCtx, proof: Proof) {
  const now = tx.clock.now()
  const { student, guardian_id } = await confirmNumber(tx, proof.user_id)
  const known = {
    known_at: now,
    known_by: tx.viewer.user_id,
    known_how: proof.known_how,
    known_seen: proof.known_seen,
  }
  const { paper_reference } = proof
  const by_staff = { answered_by: tx.viewer.user_id, answered_at: now, ...known }
  const paper = paper_reference ? { how: "paper" as const, paper_reference, ...by_staff } : known
  await tx.db
    .insert(guardianOf)
    .values({
      guardian_id,
      student_id: student.user_id,
      answer: "confirmed",
      how: paper_reference ? "paper" : "staff",
      paper_reference: paper_reference ?? null,
      ...by_staff,
    })
    .onConflictDoUpdate({
      target: [guardianOf.guardian_id, guardianOf.student_id],
      set: { answer: "confirmed", ...paper },
    })
  await recordAct(tx, "guardian.known", student.user_id, {
    guardian_id,
    known_how: proof.known_how,
    known_seen: proof.known_seen,
  })
  await emit(tx, "person.changed", student.user_id)
  await emit(tx, "person.changed", guardian_id)
  return student
}

/**
 * Confirms the identity of a student's guardian, for staff. Repeating it stores the newer proof. Throws
 * NOT_FOUND.
 */
export async function confirmGuardian(ctx: SignedInCtx, proof: Proof): Promise<Record<string, never>> {
  await inTransaction(ctx, (tx) => writeKnownGuardian(tx, proof))
  return {}
}

/**
 * Withdraws the confirmation of a student's guardian. Repeating it changes nothing. Throws NOT_FOUND if this
 * is not a student.
 */
export function forgetGuardian(ctx: SignedInCtx, studentId: string): Promise<Record<string, never>> {
  return inTransaction(ctx, async (tx) => {
    const [student] = await tx.db
      .select({ user_id: students.user_id })
      .from(students)
      .where(eq(students.user_id, studentId))
    if (!student) notFound()
    await endKnown(tx, eq(guardianOf.student_id, studentId))
    return {}
  })
}

/**
 * Withdraws the confirmation of these guardians, in the caller's transaction. Their consents no longer count
 * where staff must have confirmed the guardian, and whatever depends on them stops.
 */
export async function endKnown(tx: Ctx, which: SQL | undefined): Promise<void> {
  const ended = await tx.db
    .update(guardianOf)
    .set(UNKNOWN)
    .where(and(which, isNotNull(guardianOf.known_at)))
    .returning({ student_id: guardianOf.student_id, guardian_id: guardianOf.guardian_id })
  for (const { student_id, guardian_id } of ended) {
    await recordAct(tx, "guardian.unknown", student_id, { guardian_id })
    for (const purpose of CONSENT_PURPOSES.filter((one) => one !== "live_classes"))
      await tx.jobs.publish(tx, "consent.withdrawn", { person_id: student_id, purpose })
    await emit(tx, "person.changed", student_id)
    await emit(tx, "person.changed", guardian_id)
  }
}

/**
 * Removes a student from all their guardians, in the caller's transaction, because the number has changed.
 */
export async function forgetGuardiansOf(tx: Ctx, studentId: string): Promise<void> {
  await endKnown(tx, eq(guardianOf.student_id, studentId))
  await tx.db.delete(guardianOf).where(eq(guardianOf.student_id, studentId))
}
