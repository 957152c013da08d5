import { and, eq, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm"
import { WAITING, type Waiting, type WaitingKind } from "#contract/attendance/waiting.ts"
import { instructorsToApprove } from "#features/accounts/server/service.ts"
import { demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { notices, personNotices } from "#features/notifications/server/table.ts"
import { isToRenew, readFamilyNeeds } from "#features/payments/server/memberships/family-needs.ts"
import { upiClaims } from "#features/payments/server/upi/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
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
  if (ctx.viewer.role === "student") {
    const [row] = await waitingForStudent(ctx.db, { person: ctx.viewer.user_id })
    return { ...NOTHING, ...row }
  }
  const { rows } = await ctx.db.execute<Partial<Waiting>>(countEach(rowsFor(ctx)))
  return { ...NOTHING, ...rows[0] }
}

const waitingForStudent = named<Partial<Waiting>>("waiting_for_student", () =>
  countEach({ notices: unreadOf(sql.placeholder("person")) }),
)

function countEach(kinds: Partial<Record<WaitingKind, SQL>>): SQL {
  const counts = Object.entries(kinds).map(
    ([kind, rows]) =>
      sql`(select count(*)::int from (${rows} limit ${mostRows(MOST_COUNTED)}) waiting) as ${sql.identifier(kind)}`,
  )
  return sql`select ${sql.join(counts, sql`, `)}`
}

function unreadOf(person: string | Placeholder): SQL {
  const unread = and(eq(personNotices.person_id, person), isNull(personNotices.read_at))
  return sql`select from ${personNotices} where ${unread}`
}

/** The rows to count for an instructor, the office or an admin. */
function rowsFor(ctx: SignedInCtx): Partial<Record<WaitingKind, SQL>> {
  const { user_id, role } = ctx.viewer
  const messages = sql`select from ${notices} left join ${scheduledClasses}
    on ${scheduledClasses.id} = ${notices.cause_id} where ${waitsFor(ctx)}`
  const ofInstructor = sql`select from ${demoClassRequests} where ${demoClassRequests.instructor_id} = ${user_id}`
  const toCall = and(isNull(demoClassRequests.called_at), isNotNull(demoClassRequests.callback_by))
  return {
    notices: unreadOf(user_id),
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
