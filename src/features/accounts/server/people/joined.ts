import { and, eq, exists, isNotNull, or, type SQL, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { account, guardians, session, user } from "../table.ts"

/**
 * A condition on the users of a query: the person has come themself. They have a password or another account to
 * sign in with, proved the e-mail, as by a mailed code, have a session, or are a guardian, who signs in by codes
 * alone.
 */
export function hasJoined({ db }: Pick<Ctx, "db">): SQL<boolean> {
  const ways = db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        eq(account.userId, user.id),
        or(isNotNull(account.password), sql`${account.providerId} <> 'credential'`),
      ),
    )
  const sessions = db.select({ id: session.id }).from(session).where(eq(session.userId, user.id))
  const guardian = db.select({ id: guardians.user_id }).from(guardians).where(eq(guardians.user_id, user.id))
  return sql<boolean>`(${user.emailVerified} or ${exists(ways)} or ${exists(sessions)} or ${exists(guardian)})`
}
