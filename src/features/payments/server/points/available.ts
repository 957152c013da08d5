import { sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { Spending } from "../../spending.ts"

/**
 * Returns what an order of a program may be paid with: the student's points and the buyer's credit, with what a live
 * order of the same purchase has set aside, since a new one takes its place. One statement.
 */
export async function readAvailable(
  ctx: Pick<Ctx, "db">,
  { student_id, buyer_id, course_id }: { student_id: string; buyer_id: string; course_id: string },
): Promise<Spending> {
  const balance = (holder: string, kind: string) =>
    sql`coalesce((select balance from ledger_accounts where holder = ${holder} and kind = ${kind}), 0)`
  const held = (column: string, own = sql`true`) =>
    sql`coalesce((select ${sql.identifier(column)} from orders where student_id = ${student_id}
      and course_id = ${course_id} and state in ('created', 'awaiting') and ${own}), 0)`
  const { rows } = await ctx.db.execute<{ points: number; credit_paise: number }>(sql`
    select ${balance(student_id, "points")} + ${held("points")} as points,
      ${balance(buyer_id, "family-credit")} + ${held("credit_paise", sql`buyer_id = ${buyer_id}`)} as credit_paise`)
  const [row] = rows
  return { points: Number(row?.points ?? 0), credit_paise: Number(row?.credit_paise ?? 0) }
}
