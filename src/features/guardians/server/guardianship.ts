import { and, count, eq, isNotNull, or } from "drizzle-orm"
import type { Guardianship } from "#platform/context.ts"
import { endKnown, forgetGuardiansOf } from "./known-guardians.ts"
import { findChild, isDecidedByGuardian } from "./links.ts"
import { guardianOf } from "./table.ts"

/**
 * What the accounts feature needs from the guardians feature, which depends on it and not the other way
 * round.
 */
export const guardianship: Guardianship = {
  decidesFor: isDecidedByGuardian,
  async isChild(ctx, studentId) {
    return (await findChild(ctx, studentId)) !== null
  },
  async isVouchedFor(ctx, studentId) {
    const [row] = await ctx.db
      .select({ known: count() })
      .from(guardianOf)
      .where(
        and(
          eq(guardianOf.student_id, studentId),
          or(eq(guardianOf.how, "paper"), isNotNull(guardianOf.known_at)),
        ),
      )
    return row !== undefined && row.known > 0
  },
  endFor: forgetGuardiansOf,
  doubt: (tx, guardianId) => endKnown(tx, eq(guardianOf.guardian_id, guardianId)),
}
