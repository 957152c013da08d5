import { and, eq } from "drizzle-orm"
import { forgetNumberOf } from "#features/accounts/server/guardian-profiles.ts"
import { recordAct } from "#platform/audit.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { endConsentsOf } from "./consents.ts"
import { endKnown } from "./known-guardians.ts"
import { holds, RIGHTS_ENDED, tellGuardians } from "./links.ts"
import { guardianInvitations, guardianOf, isOpenInvitation } from "./table.ts"

type Link = { student_id: string; guardian_id: string }

/** Selects the row of a guardian and a student. */
export function ofLink({ student_id, guardian_id }: Link) {
  return and(eq(guardianOf.student_id, student_id), eq(guardianOf.guardian_id, guardian_id))
}

/**
 * Ends what a confirmed guardian of a child is known for, agreed to, opened and is owed, in the caller's transaction,
 * which then changes or deletes the link itself.
 */
export async function endLink(
  tx: SignedInCtx,
  link: Link & { paper_reference: string | null },
): Promise<void> {
  const { student_id, guardian_id } = link
  await endKnown(tx, ofLink(link))
  await endConsentsOf(tx, link)
  await tx.db
    .update(guardianInvitations)
    .set({ withdrawn_at: tx.clock.now(), withdrawn_by: tx.viewer.user_id })
    .where(
      and(
        eq(guardianInvitations.student_id, student_id),
        eq(guardianInvitations.invited_by, guardian_id),
        isOpenInvitation(),
      ),
    )
  await endWhatDepends(tx, link)
}

/** Lets other features end what a guardian's rights allowed, and notifies the pages of those concerned. */
export async function endWhatDepends(tx: Ctx, { student_id, guardian_id }: Link): Promise<void> {
  await tx.jobs.publish(tx, RIGHTS_ENDED, { student_id, guardian_id })
  await emit(tx, "person.changed", student_id)
  await emit(tx, "person.changed", guardian_id)
  await tellGuardians(tx, [student_id])
}

/**
 * Ends all links of a guardian whose account is erased, as if they left. Staff find the children's number among those
 * to confirm, as its owner no longer answers for them.
 */
export async function endLinksOf(tx: Ctx, guardianId: string): Promise<void> {
  const viewer = {
    ...{ user_id: guardianId, email: "", email_verified: false, first_name: "", last_name: "" },
    role: "guardian" as const,
  }
  const links = await tx.db
    .select()
    .from(guardianOf)
    .where(and(eq(guardianOf.guardian_id, guardianId), holds()))
    .orderBy(guardianOf.student_id)
  for (const link of links) {
    await endLink({ ...tx, viewer }, link)
    await recordAct({ ...tx, viewer }, "guardian.leave", link.student_id, { guardian_id: guardianId })
  }
  await forgetNumberOf(tx, guardianId)
}
