import { and, type Column, eq, isNotNull, type SQL, sql } from "drizzle-orm"
import type { GuardianProof, GuardianSeen } from "#contract/guardians/confirming.ts"
import { CONSENT_PURPOSES } from "#contract/guardians/consents.ts"
import { confirmNumber } from "#features/accounts/server/guardian-profiles.ts"
import { students } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { NUMBER_CHANGED, RIGHTS_ENDED } from "./links.ts"
import { guardianInvitations, guardianOf } from "./table.ts"

/** The columns of a guardian whose identity staff have not confirmed. */
const UNKNOWN = { known_at: null, known_by: null, known_how: null, known_seen: null }

export type Proof = {
  user_id: string
  /** One of the student's confirmed guardians; without it, the one whose number the student names. */
  guardian_id?: string | undefined
  known_how: GuardianProof
  known_seen: GuardianSeen
  /** Where the signed paper is kept. */
  paper_reference?: string
}

/**
 * Confirms the identity of a student's guardian, in the caller's transaction. Their consents, earlier ones
 * included, then also count for recording, voice and snapshots. It also confirms the number and creates the
 * guardian's account if there is none, who then has every right. Throws NOT_FOUND if this is not a student with
 * a guardian's number.
 */
export async function writeKnownGuardian(tx: SignedInCtx, proof: Proof): Promise<void> {
  const now = tx.clock.now()
  const { student, guardian_id } = await confirmNumber(tx, proof.user_id)
  const known = knownBy(tx, proof)
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
      set: { answer: "confirmed", ...paper, ...backFromRemoval() },
    })
  await tellKnown(tx, { ...proof, guardian_id })
}

function knownBy(tx: SignedInCtx, { known_how, known_seen }: Proof) {
  return { known_at: tx.clock.now(), known_by: tx.viewer.user_id, known_how, known_seen }
}

/** Whom staff confirm again after a removal has every right again. Others keep what they have. */
function backFromRemoval() {
  const orTrue = (right: Column) => sql`${right} or ${guardianOf.answer} <> 'confirmed'`
  return {
    may_see: orTrue(guardianOf.may_see),
    may_pay: orTrue(guardianOf.may_pay),
    may_consent: orTrue(guardianOf.may_consent),
    is_told: orTrue(guardianOf.is_told),
    removed_at: null,
    removed_by: null,
  }
}

async function tellKnown(tx: SignedInCtx, proof: Proof & { guardian_id: string }): Promise<void> {
  const { user_id, guardian_id, known_how, known_seen } = proof
  await recordAct(tx, "guardian.known", user_id, { guardian_id, known_how, known_seen })
  await emit(tx, "person.changed", user_id)
  await emit(tx, "person.changed", guardian_id)
}

/** The same for a guardian whose link exists, such as one who was invited. Throws NOT_FOUND. */
async function writeKnownLink(tx: SignedInCtx, proof: Proof & { guardian_id: string }): Promise<void> {
  const [known] = await tx.db
    .update(guardianOf)
    .set(knownBy(tx, proof))
    .where(
      and(
        eq(guardianOf.student_id, proof.user_id),
        eq(guardianOf.guardian_id, proof.guardian_id),
        eq(guardianOf.answer, "confirmed"),
      ),
    )
    .returning({ guardian_id: guardianOf.guardian_id })
  if (!known) notFound()
  await tellKnown(tx, proof)
}

/**
 * Confirms the identity of a student's guardian, for staff. Repeating it stores the newer proof. Throws
 * NOT_FOUND.
 */
export async function confirmGuardian(ctx: SignedInCtx, proof: Proof): Promise<Record<string, never>> {
  const { guardian_id } = proof
  await inTransaction(ctx, (tx) =>
    guardian_id ? writeKnownLink(tx, { ...proof, guardian_id }) : writeKnownGuardian(tx, proof),
  )
  return {}
}

/**
 * Withdraws the confirmation of a student's guardian, or without an id of all. Repeating it changes nothing.
 * Throws NOT_FOUND if this is not a student.
 */
export function forgetGuardian(
  ctx: SignedInCtx,
  { user_id: studentId, guardian_id }: { user_id: string; guardian_id?: string | undefined },
): Promise<Record<string, never>> {
  return inTransaction(ctx, async (tx) => {
    const [student] = await tx.db
      .select({ user_id: students.user_id })
      .from(students)
      .where(eq(students.user_id, studentId))
    if (!student) notFound()
    const one = guardian_id ? eq(guardianOf.guardian_id, guardian_id) : undefined
    await endKnown(tx, and(eq(guardianOf.student_id, studentId), one))
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
 * Removes a student from all their guardians, in the caller's transaction, because a stranger may have named them.
 * Whom those invited goes with them.
 */
export async function forgetGuardiansOf(tx: Ctx, studentId: string): Promise<void> {
  await endKnown(tx, eq(guardianOf.student_id, studentId))
  const ended = await tx.db
    .delete(guardianOf)
    .where(eq(guardianOf.student_id, studentId))
    .returning({ student_id: guardianOf.student_id, guardian_id: guardianOf.guardian_id })
  for (const link of ended) await tx.jobs.publish(tx, RIGHTS_ENDED, link)
  await tx.jobs.publish(tx, NUMBER_CHANGED, { student_id: studentId })
  await tx.db.delete(guardianInvitations).where(eq(guardianInvitations.student_id, studentId))
}
