import { and, asc, eq, gte, lte, sql } from "drizzle-orm"
import type { EndingMembership } from "#contract/money.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { user } from "#features/accounts/server/table.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { addDays } from "#shared/zone.ts"
import { RENEWAL } from "../price.ts"

/** How many days ahead a membership counts as ending: as families are told. */
export const ENDING_DAYS = RENEWAL.noticeDaysBefore

function soon(ctx: Ctx) {
  const today = todayOf(ctx)
  return and(
    eq(enrollments.status, "active"),
    gte(enrollments.valid_until, today),
    lte(enrollments.valid_until, addDays(today, ENDING_DAYS)),
  )
}

/** Returns how many memberships end soon. */
export function countEnding(ctx: Ctx): Promise<number> {
  return ctx.db.$count(enrollments, soon(ctx))
}

/** Lists memberships that end soon and weren't renewed, the next first. One statement. Throws FIELD_ERRORS. */
export async function listEnding(
  ctx: Ctx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: EndingMembership[]; next_cursor: string | null }> {
  const after = decodeCursor(cursor)
  const day = after?.at.toISOString().slice(0, 10)
  const paid = sql`(select o.number, b.name from orders o left join users b on b.id = o.buyer_id
    where o.student_id = ${enrollments.student_id} and o.course_id = ${enrollments.course_id}
      and o.ends_on = ${enrollments.valid_until} and o.state = 'paid' limit 1)`
  const rows = await ctx.db
    .select({
      ...{ id: enrollments.id, student_id: enrollments.student_id, student_name: user.name },
      ...{ course: programs.title, ends_on: sql<string>`${enrollments.valid_until}::text` },
      order_number: sql<string | null>`paid.number`,
      buyer: sql<string | null>`paid.name`,
    })
    .from(enrollments)
    .innerJoin(programs, eq(programs.id, enrollments.course_id))
    .innerJoin(user, eq(user.id, enrollments.student_id))
    .leftJoin(sql`lateral ${paid} paid`, sql`true`)
    .where(
      and(
        soon(ctx),
        after
          ? sql`(${enrollments.valid_until}, ${enrollments.id}) > (${day}::date, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(enrollments.valid_until), asc(enrollments.id))
    .limit(limitFor(limit))
  return toPage(
    rows,
    limit,
    // Whole days, in the form of the instants that cursors have.
    ({ id, ends_on }) => ({ id, at: new Date(`${ends_on}T00:00:00Z`) }),
    ({ id: _, ...membership }) => membership,
  )
}
