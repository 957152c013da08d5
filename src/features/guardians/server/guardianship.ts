import { and, count, eq, isNotNull, ne, or } from "drizzle-orm"
import type { Guardianship } from "#platform/context.ts"
import { forgetFormerNumber } from "./former-number.ts"
import { endKnown } from "./known-guardians.ts"
import { findChild, isDecidedByGuardian } from "./links.ts"
import { guardianOf } from "./table.ts"

/**
 * What the accounts feature needs from the guardians feature, which depends on it and not the other way
 * round.
 */
export const guardianship: Guardianship = {
  decidesFor: isDecidedByGuardian,
  async isChild(ctx, studentId) {
    return (await findChild(ctx, studentId, "see")) !== null
  },
  async isVouchedFor(ctx, studentId) {
    const [row] = await ctx.db
      .select({ known: count() })
      .from(guardianOf)
      .where(
        and(
          eq(guardianOf.student_id, studentId),
          ne(guardianOf.answer, "removed"),
          or(eq(guardianOf.how, "paper"), isNotNull(guardianOf.known_at)),
        ),
      )
    return row !== undefined && row.known > 0
  },
  numberChanged: forgetFormerNumber,
  doubt: (tx, guardianId) => endKnown(tx, eq(guardianOf.guardian_id, guardianId)),
}
