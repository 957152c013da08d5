import { eq, inArray, sql } from "drizzle-orm"
import { students, user } from "#features/accounts/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import type { Side } from "../../referrals.ts"

/** Returns what the house knows of these students, by their ids. One statement. */
export async function readSides(
  ctx: Pick<Ctx, "db">,
  ids: readonly string[],
): Promise<Map<string, Side & { created_at: Date; has_paid: boolean }>> {
  const rows = await ctx.db
    .select({
      ...{ user_id: user.id, email: user.email, created_at: user.createdAt },
      ...{ disabledAt: user.disabledAt, phone: students.phone, parent_phone: students.parent_phone },
      guardians: sql<string[]>`array(select guardian_id::text from guardian_of
        where student_id = ${user.id} and answer = 'confirmed')`,
      has_paid: sql<boolean>`exists (select from orders o where o.student_id = ${user.id} and o.paid_at is not null)`,
    })
    .from(students)
    .innerJoin(user, eq(user.id, students.user_id))
    .where(inArray(user.id, [...ids]))
  return new Map(
    rows.map(({ disabledAt, phone, parent_phone, ...row }) => [
      row.user_id,
      { ...row, phones: [phone, parent_phone], disabled: disabledAt !== null },
    ]),
  )
}
