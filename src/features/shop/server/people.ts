import { and, eq } from "drizzle-orm"
import type { Basket } from "#contract/shop/shop.ts"
import { ageColumns, isMinor } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"

/**
 * Returns whom the viewer can buy for: a student of 18 for themself, a guardian for each child they may pay for. A student
 * under 18 asks a parent.
 */
export async function findPeople(ctx: SignedInCtx): Promise<Pick<Basket, "people" | "asks_parent">> {
  const { user_id, role } = ctx.viewer
  const child = { student_id: students.user_id, first_name: students.first_name }
  if (role === "guardian") {
    const people = await ctx.db
      .select(child)
      .from(guardianOf)
      .innerJoin(students, eq(students.user_id, guardianOf.student_id))
      .where(and(eq(guardianOf.guardian_id, user_id), holds("pay")))
      .orderBy(students.first_name, students.user_id)
    return { people, asks_parent: false }
  }
  const [own] = await ctx.db
    .select({ ...child, ...ageColumns })
    .from(students)
    .where(eq(students.user_id, user_id))
  if (!own) return { people: [], asks_parent: false }
  if (isMinor(ctx, own)) return { people: [], asks_parent: true }
  return { people: [{ student_id: own.student_id, first_name: own.first_name }], asks_parent: false }
}
