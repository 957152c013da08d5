import { asc, desc, eq, or, sql } from "drizzle-orm"
import type { FamilyPoints } from "#contract/points.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { childrenWith } from "#features/guardians/server/links.ts"
import { readHistory } from "#features/ledger/server/history.ts"
import type { SignedInCtx } from "#platform/context.ts"

const KINDS = ["points", "family-credit"] as const

/**
 * Returns the points and credit of the viewer and, for a guardian, of each confirmed child, with the changes of a page.
 * Two statements. Throws FIELD_ERRORS for an invalid cursor.
 */
export async function readFamilyPoints(
  ctx: SignedInCtx,
  query: { cursor?: string | undefined; limit: number },
): Promise<FamilyPoints> {
  const { user_id } = ctx.viewer
  const children = childrenWith(ctx, "pay")
  const balance = (kind: (typeof KINDS)[number]) =>
    sql<number>`coalesce((select a.balance from ledger_accounts a
      where a.holder = ${user.id} and a.kind = ${kind}), 0)`.mapWith(Number)
  const people = await ctx.db
    .select({
      id: user.id,
      name: sql<string>`coalesce(${students.first_name}, ${user.name})`,
      points: balance("points"),
      credit_paise: balance("family-credit"),
    })
    .from(user)
    .leftJoin(students, eq(students.user_id, user.id))
    .where(or(eq(user.id, user_id), sql`${user.id} in ${children}`))
    .orderBy(desc(sql`${user.id} = ${user_id}`), asc(students.first_name), asc(user.id))
  const family = sql`(select ${user_id}::uuid union all ${children})`
  const { items, next_cursor } = await readHistory(ctx, family, KINDS, query)
  return {
    people,
    next_cursor,
    items: items.map(({ changes, ...item }) => ({
      ...item,
      changes: changes.map(({ unit, amount, holder }) => ({
        unit: unit === "points" ? "points" : "paise",
        amount,
        holder_id: holder,
      })),
    })),
  }
}
