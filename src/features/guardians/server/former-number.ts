import { and, eq, inArray } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { endKnown } from "./known-guardians.ts"
import { NUMBER_CHANGED, RIGHTS_ENDED, tellGuardians } from "./links.ts"
import { guardianInvitations, guardianOf } from "./table.ts"

type Link = Pick<typeof guardianOf.$inferSelect, "guardian_id" | "answer" | "invited_by" | "known_at">

/**
 * Ends what came from a student's former contact number, in the caller's transaction: the link of its owner, and
 * those of whom the owner invited, as the student may have named a stranger. A guardian whom staff invited or know
 * has shown another number or who they are, and stays. So does the record of who was removed, or the number could
 * bring them back. Messages that wait for the former number, and its links, end by a job.
 */
export async function forgetFormerNumber(tx: Ctx, studentId: string): Promise<void> {
  const own = eq(guardianOf.student_id, studentId)
  const links = await tx.db
    .select({
      guardian_id: guardianOf.guardian_id,
      answer: guardianOf.answer,
      invited_by: guardianOf.invited_by,
      known_at: guardianOf.known_at,
    })
    .from(guardianOf)
    .where(own)
    .for("update")
  const ended = listDependent(links)
  if (ended.length > 0) {
    const which = and(own, inArray(guardianOf.guardian_id, ended))
    await endKnown(tx, which)
    await tx.db.delete(guardianOf).where(which)
    await tx.db
      .delete(guardianInvitations)
      .where(
        and(eq(guardianInvitations.student_id, studentId), inArray(guardianInvitations.invited_by, ended)),
      )
    for (const guardian_id of ended) {
      await tx.jobs.publish(tx, RIGHTS_ENDED, { student_id: studentId, guardian_id })
      await emit(tx, "person.changed", guardian_id)
    }
  }
  await tx.jobs.publish(tx, NUMBER_CHANGED, { student_id: studentId })
  await tellGuardians(tx, [studentId])
}

/** Returns the guardians whose link rests on the former number alone. */
function listDependent(links: readonly Link[]): string[] {
  const present = links.filter(({ answer }) => answer !== "removed")
  const ended = new Set<string>()
  let found = present.filter(({ invited_by }) => invited_by === null)
  while (found.length > 0) {
    for (const { guardian_id } of found) ended.add(guardian_id)
    found = present.filter(
      ({ guardian_id, invited_by, known_at }) =>
        !ended.has(guardian_id) && known_at === null && invited_by !== null && ended.has(invited_by),
    )
  }
  return [...ended]
}
