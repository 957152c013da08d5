import { and, asc, desc, eq, gt, gte, ilike, lt, lte, or, type SQL, sql } from "drizzle-orm"
import type { z } from "zod"
import type { listAllClasses as listContract } from "#contract/admin/admin-dashboard.ts"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { isClassDate } from "#features/classes/rules.ts"
import { describeClass, selectClasses } from "#features/classes/server/class-view.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { decodeCursor, toPage } from "#platform/database/paging.ts"
import { refuseFields } from "#platform/errors.ts"
import { DAY } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"

export type ClassQuery = z.output<NonNullable<(typeof listContract)["~orpc"]["inputSchema"]>>

/**
 * Returns everyone's classes in a state: live and upcoming ones by start, past and cancelled ones newest
 * first. One query over one page. Throws FIELD_ERRORS.
 */
export async function listEveryClass(
  ctx: SignedInCtx,
  query: ClassQuery,
): Promise<{ items: ScheduledClass[]; next_cursor: string | null }> {
  const newestFirst = query.state === "past" || query.state === "cancelled"
  const direction = newestFirst ? desc : asc
  const rows = await selectClasses(ctx)
    .where(and(...wanted(ctx, query), after(query, newestFirst)))
    .orderBy(direction(scheduledClasses.starts_at), direction(scheduledClasses.id))
    .limit(query.limit + 1)
  return toPage(
    rows,
    query.limit,
    (row) => ({ at: row.class.starts_at, id: row.class.id }),
    (row) => describeClass(ctx.viewer, row),
  )
}

function after({ cursor }: ClassQuery, newestFirst: boolean): SQL | undefined {
  const place = decodeCursor(cursor)
  if (!place) return undefined
  const row = sql`(${scheduledClasses.starts_at}, ${scheduledClasses.id})`
  const from = sql`(${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`
  return newestFirst ? sql`${row} < ${from}` : sql`${row} > ${from}`
}

function wanted(ctx: SignedInCtx, query: ClassQuery): (SQL | undefined)[] {
  const { title, instructor_id, substitutes_for, class_type, starts_at } = scheduledClasses
  const { date } = query
  if (date && !isClassDate(date)) refuseFields({ date: "Choose a date between 2000 and 2099" })
  const zone = ctx.env.TIME_ZONE
  return [
    inState(ctx, query.state),
    query.q ? ilike(title, `%${query.q.replace(/[\\%_]/g, "\\$&")}%`) : undefined,
    query.instructor_id
      ? or(eq(instructor_id, query.instructor_id), eq(substitutes_for, query.instructor_id))
      : undefined,
    query.class_type && eq(class_type, query.class_type),
    date ? gte(starts_at, instantInZone(date, "00:00", zone)) : undefined,
    date ? lt(starts_at, instantInZone(addDays(date, 1), "00:00", zone)) : undefined,
  ]
}

/** Whether `liveState` shows a class as live: it was started, or is in its time. No class is longer than a day. */
export function liveNow(now: Date): SQL | undefined {
  const { status, starts_at, ends_at } = scheduledClasses
  const dayBefore = new Date(now.getTime() - DAY)
  const inItsTime = and(gt(starts_at, dayBefore), lte(starts_at, now), gt(ends_at, now))
  return or(eq(status, "live"), and(eq(status, "scheduled"), inItsTime))
}

function inState(ctx: SignedInCtx, state: ClassQuery["state"]): SQL | undefined {
  const { status, starts_at, ends_at } = scheduledClasses
  const now = ctx.clock.now()
  switch (state) {
    case "live":
      return liveNow(now)
    case "upcoming":
      return and(eq(status, "scheduled"), gt(starts_at, now))
    case "cancelled":
      return eq(status, "cancelled")
    case "past":
      return or(eq(status, "completed"), and(eq(status, "scheduled"), lte(ends_at, now)))
  }
}
