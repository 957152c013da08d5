import { asc, desc, eq, inArray, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { OwnReferrals } from "#contract/referrals.ts"
import { students } from "#features/accounts/server/table.ts"
import { childrenWith } from "#features/guardians/server/links.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { randomLetters } from "../checkout/letters.ts"
import { referralCodes, referrals } from "./table.ts"
import { REFERRAL_TERMS } from "./terms.ts"

const MOST = 100

/**
 * Returns the codes of the viewer, or of a guardian's confirmed children, and who came by them, the newest first. A
 * student who has none yet gets one. Two statements; one more for new codes.
 */
export async function readOwnReferrals(ctx: SignedInCtx): Promise<OwnReferrals> {
  const { user_id } = ctx.viewer
  const children = childrenWith(ctx, "pay")
  const readCodes = () =>
    ctx.db
      .select({
        ...{ student_id: students.user_id, first_name: students.first_name },
        code: referralCodes.code,
      })
      .from(students)
      .leftJoin(referralCodes, eq(referralCodes.student_id, students.user_id))
      .where(or(eq(students.user_id, user_id), inArray(students.user_id, children)))
      .orderBy(asc(students.first_name), asc(students.user_id))
  let known = await readCodes()
  const without = known.filter(({ code }) => code === null)
  if (without.length > 0) {
    const created_at = ctx.clock.now()
    await ctx.db
      .insert(referralCodes)
      .values(without.map(({ student_id }) => ({ student_id, code: randomLetters(8), created_at })))
      .onConflictDoNothing()
    known = await readCodes()
  }
  const newcomer = alias(students, "newcomer")
  const came = await ctx.db
    .select({
      ...{ id: referrals.id, state: referrals.state, reason: referrals.reason },
      ...{ referrer_id: referrals.referrer_id, joined_at: referrals.joined_at },
      first_name: newcomer.first_name,
      started: sql<boolean>`exists (select from orders o
        where o.student_id = ${referrals.newcomer_id} and o.state = 'paid')`,
    })
    .from(referrals)
    .leftJoin(newcomer, eq(newcomer.user_id, referrals.newcomer_id))
    .where(
      inArray(
        referrals.referrer_id,
        known.map(({ student_id }) => student_id),
      ),
    )
    .orderBy(desc(referrals.joined_at))
    .limit(MOST)
  return {
    ...REFERRAL_TERMS,
    students: known.flatMap(({ code, ...student }) =>
      code === null
        ? []
        : [
            {
              ...student,
              code,
              came: came
                .filter(({ referrer_id }) => referrer_id === student.student_id)
                .map(({ id, first_name, state, reason, started, joined_at }) => ({
                  ...{ id, first_name, reason, joined_at: joined_at.toISOString() },
                  state: state === "joined" && started ? ("started" as const) : state,
                })),
            },
          ],
    ),
  }
}
