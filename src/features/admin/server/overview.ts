import { and, gt, type SQL, sql } from "drizzle-orm"
import type { Attention } from "#contract/admin/admin-dashboard.ts"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { minorStudent } from "#features/accounts/server/age.ts"
import { instructorsToApprove } from "#features/accounts/server/service.ts"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { waitsFor } from "#features/attendance/server/notices/open-notices.ts"
import { waitingProofs } from "#features/attendance/server/proofs/staff-proofs.ts"
import { describeClass, selectClasses } from "#features/classes/server/class-view.ts"
import { demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import { refundRequests } from "#features/payments/server/refunding/table.ts"
import { upiClaims } from "#features/payments/server/upi/table.ts"
import { premisesEnquiries } from "#features/premises/server/table.ts"
import { covers, enrollments, programKinds } from "#features/programs/server/table.ts"
import { classRecordings } from "#features/recordings/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { boundAt } from "#platform/database/db.ts"
import { limitFor, mostRows } from "#platform/database/paging.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { liveNow } from "./classes.ts"
import { isStudent } from "./students.ts"

/** The limit for counting large tables; more than that is shown as "10,000+". */
const MOST_COUNTED = 10_001
const MOST_WAITING = 100
/** Problems older than this are not shown as tasks. */
const DAYS_OF_TROUBLE = 30

function bounded(rows: SQL, most = MOST_COUNTED): SQL<number> {
  return sql<number>`(select count(*) from (${rows} limit ${mostRows(most)}) counted)`
}

type Figures = {
  students: number
  instructors: number
  courses: number
  /** As `liveState` says: started, or in their time. */
  live_now: number
  todays_classes: number
  enrolments: number
}

/** Returns the academy's figures, each with a limit; students are those whom the list of students has, and memberships
 * that ended are no enrolments. One query. */
export async function readFigures(ctx: Ctx): Promise<Figures> {
  const zone = ctx.env.TIME_ZONE
  const today = dateInZone(ctx.clock.now(), zone)
  const from = instantInZone(today, "00:00", zone).toISOString()
  const to = instantInZone(addDays(today, 1), "00:00", zone).toISOString()
  const { rows } = await ctx.db.execute<Figures>(sql`select
    ${bounded(sql`select 1 from ${students} join ${user} on ${user.id} = ${students.user_id}
      where ${user.erasedAt} is null and ${isStudent}`)} as students,
    ${bounded(sql`select 1 from ${teachers} where approved_at is not null and ended_at is null`)} as instructors,
    (select coalesce(sum(offered), 0) from ${programKinds}) as courses,
    ${bounded(sql`select 1 from ${scheduledClasses} where ${liveNow(ctx.clock.now())}`)} as live_now,
    ${bounded(sql`select 1 from ${scheduledClasses} where starts_at >= ${from}::timestamptz
      and starts_at < ${to}::timestamptz and status <> 'cancelled'`)} as todays_classes,
    ${bounded(sql`select 1 from ${enrollments} where ${covers(today)}`)} as enrolments`)
  const [figures] = rows
  if (!figures) throw new Error("a count answered no row")
  return figures
}

/**
 * Returns how much of each kind waits for the office, as the pages where it is handled list it, without kinds that
 * have nothing waiting. One query.
 */
export async function listAttention(ctx: SignedInCtx): Promise<Attention[]> {
  const now = ctx.clock.now()
  const since = sql`${new Date(now.getTime() - DAYS_OF_TROUBLE * DAY).toISOString()}::timestamptz`
  const none = sql`null::uuid as class_id`
  const byRestore = sql`${notices.status} = 'held' and ${notices.restored_copy_id} is not null`
  const heldByRestore = sql`select ${none} from ${notices} where ${waitsFor(ctx)} and ${byRestore}`
  const lost = sql`select ${none} from ${notices}
    where ${waitsFor(ctx)} and ${notices.created_at} >= ${since} and not (${byRestore})`
  const enabled = sql`join ${user} on ${user.id} = ${students.user_id} and ${user.disabledAt} is null`
  const broken = sql`select class_id from ${classRecordings}
    where status = 'failed' and deleted_at is null order by created_at desc`
  const part = (kind: Attention["kind"], rows: SQL) =>
    sql`select ${kind}::text as kind, count(*) as count, (array_agg(class_id))[1] as class_id
      from (${rows} limit ${mostRows(MOST_WAITING)}) waiting`
  const { rows } = await ctx.db.execute<Attention>(
    sql.join(
      [
        part("instructors", sql`select ${none} from (${instructorsToApprove}) teacher`),
        part(
          "numbers",
          ctx.env.parentNumbersNeedConfirmation
            ? sql`select ${none} from ${students} ${enabled}
                where parent_phone is not null and parent_phone_confirmed_at is null`
            : sql`select ${none} where false`,
        ),
        part(
          "guardians",
          sql`(select ${none} from ${guardianOf}
              join ${students} on ${students.user_id} = ${guardianOf.student_id} ${enabled}
              where ${guardianOf.answer} = 'confirmed' and ${guardianOf.may_consent} and ${guardianOf.known_at} is null and ${minorStudent(ctx)})
            union all select ${none} from ${students} ${enabled} where date_of_birth_claimed is not null`,
        ),
        part("restored", heldByRestore),
        part("notices", lost),
        part("proofs", sql`select ${none} from (${waitingProofs(ctx)}) proof`),
        part("recordings", broken),
        part("refunds", sql`select ${none} from ${refundRequests} where state = 'waiting'`),
        part("enquiries", sql`select ${none} from ${premisesEnquiries} where state = 'new'`),
        part("upi", sql`select ${none} from ${upiClaims} where state = 'waiting'`),
        part(
          "calls",
          sql`select class_id from ${demoClassRequests}
            where called_at is null and callback_by is not null and callback_by < ${now.toISOString()}::timestamptz
              and callback_by >= ${since}`,
        ),
      ],
      sql` union all `,
    ),
  )
  return rows.filter((row) => row.count > 0)
}

/** A class that has not begun is looked for from this long ago. */
const LONGEST_MS = DAY / 2

/** Returns the academy's next class: the soonest that is scheduled and not over. One query. */
export async function readNext(ctx: SignedInCtx): Promise<ScheduledClass | null> {
  const now = ctx.clock.now()
  const [row] = await selectClasses(ctx)
    .where(
      and(
        // With known bounds PostgreSQL expects one class to come, and sorts all of them.
        sql`${scheduledClasses.status} = 'scheduled'`,
        gt(scheduledClasses.starts_at, boundAt(new Date(now.getTime() - LONGEST_MS))),
        gt(scheduledClasses.ends_at, boundAt(now)),
      ),
    )
    .orderBy(scheduledClasses.starts_at, scheduledClasses.id)
    .limit(limitFor(1))
  return row ? describeClass(ctx.viewer, row) : null
}

const LIVE_SHOWN = 20

/** Returns the live classes, the longest running first. One query. */
export async function listLive(ctx: SignedInCtx): Promise<ScheduledClass[]> {
  const rows = await selectClasses(ctx)
    .where(sql`${scheduledClasses.status} = 'live'`)
    .orderBy(scheduledClasses.ends_at)
    .limit(LIVE_SHOWN)
  return rows.map((row) => describeClass(ctx.viewer, row))
}
