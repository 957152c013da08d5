import { and, eq, or, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { listConsentHistory, withdrawAllOf } from "./consents.ts"
import { endLinksOf } from "./end-link.ts"
import { forgetGuardiansOf } from "./known-guardians.ts"
import { consents, guardianInvitations, guardianOf } from "./table.ts"

/** Invitations for a student, by a person, and the one by which the person became a guardian. */
function concerns(userId: string) {
  const { student_id, invited_by, accepted_by } = guardianInvitations
  return or(eq(student_id, userId), eq(invited_by, userId), eq(accepted_by, userId))
}

/** Without the links, and without the contact of somebody whom another person invited. */
async function exportInvitations(ctx: Pick<Ctx, "db">, userId: string) {
  const rows = await ctx.db
    .select()
    .from(guardianInvitations)
    .where(concerns(userId))
    .orderBy(guardianInvitations.id)
  return rows.map(({ token_hash: _, phone, email, ...row }) => ({
    ...row,
    ...(row.invited_by === userId || row.accepted_by === userId ? { phone, email } : {}),
  }))
}

export const guardiansData: PersonalDataOf = {
  feature: "guardians",
  tables: ["guardian_of", "guardian_invitations", "consents"],
  attached: sql`exists (select from ${guardianOf} where ${user.id} in (${guardianOf.student_id}, ${guardianOf.guardian_id}))
    or exists (select from ${consents} where ${consents.student_id} = ${user.id})`,
  async exportFor(ctx, { user_id }) {
    return {
      guardian_of: await ctx.db
        .select()
        .from(guardianOf)
        .where(or(eq(guardianOf.student_id, user_id), eq(guardianOf.guardian_id, user_id))),
      guardian_invitations: await exportInvitations(ctx, user_id),
      consents: await listConsentHistory(ctx, user_id),
    }
  },
  async eraseFor(tx, { user_id }) {
    await endLinksOf(tx, user_id)
    await tx.db
      .delete(guardianOf)
      .where(or(eq(guardianOf.student_id, user_id), eq(guardianOf.guardian_id, user_id)))
    await tx.db.delete(guardianInvitations).where(concerns(user_id))
    // Who agreed to what and when proves that it was lawful. The reference to the paper may contain a name.
    await tx.db
      .update(consents)
      .set({ paper_reference: "erased" })
      .where(and(eq(consents.student_id, user_id), eq(consents.how, "paper")))
    return 0
  },
  /** A stranger may have named the guardian, who would then decide for the account's owner. */
  async reclaimFor(tx, { user_id, profile_kept }) {
    if (profile_kept) return
    await withdrawAllOf(tx, user_id)
    await forgetGuardiansOf(tx, user_id)
  },
}
