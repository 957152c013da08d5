import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import { WAITING, type Waiting, type WaitingKind } from "#contract/attendance/waiting.ts"
import { instructorsToApprove } from "#features/accounts/server/service.ts"
import { demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { notices, personNotices } from "#features/notifications/server/table.ts"
import { isToRenew, readFamilyNeeds } from "#features/payments/server/memberships/family-needs.ts"
import { upiClaims } from "#features/payments/server/upi/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { mostRows } from "#platform/database/paging.ts"
import { listOpenAbsences } from "./notices/open-absences.ts"
import { waitsFor } from "./notices/open-notices.ts"
import { waitingProofs } from "./proofs/staff-proofs.ts"

const MOST_COUNTED = 100

const NOTHING = Object.fromEntries(WAITING.map((kind) => [kind, 0])) as Waiting

/** Returns how much of each kind waits for the viewer, by their role. One query, and three for a guardian. */
export async function countWaiting(ctx: SignedInCtx): Promise<Waiting> {
  if (ctx.viewer.role === "guardian") {
    const [absences, { memberships, asks }] = await Promise.all([listOpenAbsences(ctx), readFamilyNeeds(ctx)])
    const renewals = memberships.filter(isToRenew).length
    return { ...NOTHING, absences: absences.length, renewals, asks: asks.length }
  }
  const counts = Object.entries(rowsFor(ctx)).map(
    ([kind, rows]) =>
      sql`(select count(*)::int from (${rows} limit ${mostRows(MOST_COUNTED)}) waiting) as ${sql.identifier(kind)}`,
  )
  const { rows } = await ctx.db.execute<Partial<Waiting>>(sql`select ${sql.join(counts, sql`, `)}`)
  return { ...NOTHING, ...rows[0] }
}

/** The rows to count for a student, an instructor or an admin. */
function rowsFor(ctx: SignedInCtx): Partial<Record<WaitingKind, SQL>> {
  const { user_id, role } = ctx.viewer
  const unread = and(eq(personNotices.person_id, user_id), isNull(personNotices.read_at))
  const messages = sql`select from ${notices} left join ${scheduledClasses}
    on ${scheduledClasses.id} = ${notices.cause_id} where ${waitsFor(ctx)}`
  const ofInstructor = sql`select from ${demoClassRequests} where ${demoClassRequests.instructor_id} = ${user_id}`
  const toCall = and(isNull(demoClassRequests.called_at), isNotNull(demoClassRequests.callback_by))
  return {
    notices: sql`select from ${personNotices} where ${unread}`,
    ...(role === "instructor" && {
      requests: sql`${ofInstructor} and ${demoClassRequests.status} = 'pending'`,
      calls: sql`${ofInstructor} and ${toCall}`,
      messages,
      proofs: waitingProofs(ctx),
    }),
    ...(role === "office" && {
      messages,
      transfers: sql`select from ${upiClaims} where ${upiClaims.state} = 'waiting'`,
    }),
    ...(role === "admin" && {
      messages,
      proofs: waitingProofs(ctx),
      approvals: instructorsToApprove,
      transfers: sql`select from ${upiClaims} where ${upiClaims.state} = 'waiting'`,
    }),
  }
}
