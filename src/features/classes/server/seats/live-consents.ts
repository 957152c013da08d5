import { type SQL, sql } from "drizzle-orm"
import { minorStudent } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import { consents } from "#features/guardians/server/table.ts"
import type { Ctx } from "#platform/context.ts"

/** When a guardian agreed to live classes, in epoch milliseconds; `to` is null while it is in force. */
export type LiveConsent = { from: number; to: number | null }

/**
 * The times for which guardians agreed to live classes, as a column of a query of students. Null for students who
 * need no consent.
 */
export function liveConsents(ctx: Pick<Ctx, "clock" | "env">): SQL<LiveConsent[] | null> {
  if (!ctx.env.liveClassesNeedConsent) return sql<null>`null`
  const ms = (at: unknown) => sql`floor(extract(epoch from ${at}) * 1000)`
  return sql<LiveConsent[] | null>`case when ${minorStudent(ctx)} then (
    select coalesce(jsonb_agg(jsonb_build_object(
      'from', ${ms(consents.given_at)}, 'to', ${ms(consents.withdrawn_at)})), '[]')
    from ${consents}
    where ${consents.student_id} = ${students.user_id} and ${consents.purpose} = 'live_classes'
      and ${consents.how} <> 'self') end`
}
