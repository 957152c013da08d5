import { and, eq, sql } from "drizzle-orm"
import { students, user } from "#features/accounts/server/table.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { whyNotJoined } from "../../referrals.ts"
import { readSides } from "./sides.ts"
import { referralCodes, referrals } from "./table.ts"
import { REFERRAL_TERMS } from "./terms.ts"

/** Returns the first name of the student whose link it is. Throws NOT_FOUND, also for an account that is disabled. */
export async function readInvitation(
  ctx: Pick<Ctx, "db">,
  code: string,
): Promise<{ first_name: string; code: string } & typeof REFERRAL_TERMS> {
  const [found] = await ctx.db
    .select({ first_name: students.first_name, code: referralCodes.code })
    .from(referralCodes)
    .innerJoin(students, eq(students.user_id, referralCodes.student_id))
    .innerJoin(user, eq(user.id, students.user_id))
    .where(and(eq(referralCodes.code, code), sql`${user.disabledAt} is null`))
  return found ? { ...found, ...REFERRAL_TERMS } : notFound()
}

/**
 * Notes that the viewer came by this link, once; a repeat changes nothing. Throws NOT_FOUND and REFERRAL_REFUSED with
 * the reason.
 */
export async function joinByCode(ctx: SignedInCtx, code: string): Promise<{ first_name: string }> {
  const { user_id } = ctx.viewer
  return inTransaction(ctx, async (tx) => {
    const [owner] = await tx.db
      .select({ id: referralCodes.student_id, first_name: students.first_name })
      .from(referralCodes)
      .innerJoin(students, eq(students.user_id, referralCodes.student_id))
      .where(eq(referralCodes.code, code))
    if (!owner) return notFound()
    const { first_name } = owner
    const [known] = await tx.db.select().from(referrals).where(eq(referrals.newcomer_id, user_id))
    if (known?.referrer_id === owner.id) return { first_name }
    const sides = await readSides(tx, [owner.id, user_id])
    const [referrer, newcomer] = [sides.get(owner.id), sides.get(user_id)]
    if (!referrer || !newcomer) return notFound()
    const now = tx.clock.now()
    const reason = whyNotJoined(referrer, { ...newcomer, joined: known !== undefined }, now)
    if (reason) return refuse("REFERRAL_REFUSED", { reason })
    const [made] = await tx.db
      .insert(referrals)
      .values({ id: newId(), referrer_id: owner.id, newcomer_id: user_id, state: "joined", joined_at: now })
      .onConflictDoNothing()
      .returning({ id: referrals.id })
    // Another tab joined by another link between the two.
    return made ? { first_name } : refuse("REFERRAL_REFUSED", { reason: "twice" })
  })
}
