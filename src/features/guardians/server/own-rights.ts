import { and, asc, eq } from "drizzle-orm"
import type { SignedInCtx } from "#platform/context.ts"
import type { GuardianNeed } from "#shared/guardian-rights.ts"
import { holds, manages } from "./links.ts"
import { listRights } from "./other-guardians.ts"
import { guardianOf, rightsOf } from "./table.ts"

/** Returns what the viewer may do for each confirmed child. One query. */
export async function listOwnRights(
  ctx: SignedInCtx,
): Promise<{ student_id: string; may: GuardianNeed[] }[]> {
  const rows = await ctx.db
    .select({ student_id: guardianOf.student_id, rights: rightsOf, manages: manages() })
    .from(guardianOf)
    .where(and(eq(guardianOf.guardian_id, ctx.viewer.user_id), holds()))
    .orderBy(asc(guardianOf.student_id))
  return rows.map(({ student_id, rights, manages }) => ({
    student_id,
    may: [...listRights(rights), ...(manages ? (["all"] as const) : [])],
  }))
}
