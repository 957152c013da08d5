import { and, eq, or } from "drizzle-orm"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { listConsentHistory, withdrawAllOf } from "./consents.ts"
import { forgetGuardiansOf } from "./known-guardians.ts"
import { consents, guardianOf } from "./table.ts"

export const guardiansData: PersonalDataOf = {
  feature: "guardians",
  tables: ["guardian_of", "consents"],
  async exportFor(ctx, { user_id }) {
    return {
      guardian_of: await ctx.db
        .select()
        .from(guardianOf)
        .where(or(eq(guardianOf.student_id, user_id), eq(guardianOf.guardian_id, user_id))),
      consents: await listConsentHistory(ctx, user_id),
    }
  },
  async eraseFor(tx, { user_id }) {
    await tx.db
      .delete(guardianOf)
      .where(or(eq(guardianOf.student_id, user_id), eq(guardianOf.guardian_id, user_id)))
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
