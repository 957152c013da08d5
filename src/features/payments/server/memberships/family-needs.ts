import { and, asc, desc, eq, gt, gte, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { FamilyNeeds } from "#contract/payments/family-needs.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import { childrenWith, holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { personNotices } from "#features/notifications/server/table.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { plansOf, renewalOpens } from "../../memberships.ts"
import { ASK_NOTICE } from "../asking/ask-parent.ts"
import { parentAsks } from "../asking/table.ts"
import { POLICY, RENEWAL } from "../price.ts"
import { hasOpenAccount } from "../purchase.ts"

const ENDED_SHOWN_DAYS = 30
const ASKED_WITHIN_MS = 14 * DAY
/** More than a family has. */
const MOST = 100

/**
 * Returns the memberships of the viewer and their confirmed children, and what the children asked for and don't have yet.
 * Two statements, however many children.
 */
export async function readFamilyNeeds(ctx: SignedInCtx): Promise<FamilyNeeds> {
  const [memberships, asks] = await Promise.all([readMemberships(ctx), readAsks(ctx)])
  return { memberships, asks }
}

/** Whether a membership needs the family's attention, and something can be done. */
export function isToRenew({ due, renewable }: FamilyNeeds["memberships"][number]): boolean {
  return due && renewable
}

const sold = {
  course: { id: programs.id, slug: programs.slug, title: programs.title },
  student: { id: students.user_id, first_name: students.first_name },
}

async function readMemberships(ctx: SignedInCtx): Promise<FamilyNeeds["memberships"]> {
  const { user_id } = ctx.viewer
  const today = todayOf(ctx)
  const children = childrenWith(ctx, "pay")
  const rows = await ctx.db
    .select({
      ...sold,
      valid_until: sql<string>`${enrollments.valid_until}::text`,
      price_paise: programs.price_paise,
      monthly_fee_paise: programs.monthly_fee_paise,
      archived_at: programs.archived_at,
      open: hasOpenAccount,
      // Only who paid can change the plan, and only while no later term is paid.
      change_of: sql<string | null>`(select o.number from orders o where o.course_id = ${programs.id}
        and o.student_id = ${students.user_id} and o.state = 'paid' and o.buyer_id = ${user_id}
        and o.ends_on = ${enrollments.valid_until} and ${today}::date between o.starts_on and o.ends_on
        and not exists (select from orders c where c.changes = o.id and c.paid_at is not null) limit 1)`,
      // The term of today, also where the next one is paid already.
      pickup_days: sql<number[] | null>`(select o.pickup_days from orders o where o.course_id = ${programs.id}
        and o.student_id = ${students.user_id} and o.state = 'paid' and o.pickup_days is not null
        and ${today}::date between o.starts_on and o.ends_on
        and not exists (select from orders c where c.changes = o.id and c.paid_at is not null) limit 1)`,
    })
    .from(enrollments)
    .innerJoin(programs, eq(programs.id, enrollments.course_id))
    .innerJoin(students, eq(students.user_id, enrollments.student_id))
    .where(
      and(
        eq(enrollments.status, "active"),
        isNotNull(enrollments.valid_until),
        gte(enrollments.valid_until, addDays(today, -ENDED_SHOWN_DAYS)),
        or(eq(students.user_id, user_id), sql`${students.user_id} in ${children}`),
      ),
    )
    .orderBy(asc(enrollments.valid_until), asc(enrollments.id))
    .limit(MOST)
  return rows.map(
    ({ course, student, valid_until, archived_at, open, pickup_days, change_of, ...prices }) => {
      const isSold = ctx.money !== null && archived_at === null && open && plansOf(POLICY, prices).length > 0
      return {
        ...{ course, student, valid_until, pickup_days: pickup_days ?? [] },
        change_of: isSold ? change_of : null,
        ended: valid_until < today,
        renewable: isSold && renewalOpens(valid_until, RENEWAL.opensDaysBefore) <= today,
        due: valid_until <= addDays(today, RENEWAL.noticeDaysBefore),
      }
    },
  )
}

async function readAsks(ctx: SignedInCtx): Promise<FamilyNeeds["asks"]> {
  const { user_id } = ctx.viewer
  if (!ctx.money || ctx.viewer.role !== "guardian") return []
  const rows = await ctx.db
    .select({
      ...sold,
      ...{ id: parentAsks.id, asked_at: parentAsks.asked_at, href: personNotices.href },
    })
    .from(parentAsks)
    .innerJoin(programs, eq(programs.id, parentAsks.course_id))
    .innerJoin(students, eq(students.user_id, parentAsks.student_id))
    .innerJoin(
      guardianOf,
      and(
        eq(guardianOf.student_id, parentAsks.student_id),
        eq(guardianOf.guardian_id, user_id),
        holds("pay"),
      ),
    )
    .innerJoin(
      personNotices,
      and(
        eq(personNotices.cause_id, parentAsks.id),
        eq(personNotices.person_id, user_id),
        eq(personNotices.kind, ASK_NOTICE),
      ),
    )
    .where(
      and(
        gt(parentAsks.asked_at, new Date(ctx.clock.now().getTime() - ASKED_WITHIN_MS)),
        isNull(programs.archived_at),
        hasOpenAccount,
        // An enrolment or a renewal since then has answered it.
        sql`not exists (select from orders o where o.course_id = ${programs.id}
          and o.student_id = ${students.user_id} and o.paid_at >= ${parentAsks.asked_at})`,
      ),
    )
    .orderBy(desc(parentAsks.asked_at), desc(parentAsks.id))
    .limit(MOST)
  return rows.map(({ asked_at, ...row }) => ({ ...row, asked_at: asked_at.toISOString() }))
}
