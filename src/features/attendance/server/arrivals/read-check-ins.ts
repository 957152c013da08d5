import { and, asc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import { CHECK_IN_COUNTS_MS } from "#features/attendance/arrivals.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { SECOND } from "#shared/time.ts"
import { checkIns } from "./table.ts"

const countsFrom = sql`${scheduledClasses.starts_at} - make_interval(secs => ${CHECK_IN_COUNTS_MS / SECOND})`

/** Whether an arrival or a leaving is of the class's present time, in a query that has the class. */
export function countsNow(at: AnyPgColumn): SQL {
  return gte(at, countsFrom)
}

/** Whether a stored check-in is of a time from which the class was moved. */
export function isStale(startsAt: Date): SQL {
  return lt(checkIns.at, new Date(startsAt.getTime() - CHECK_IN_COUNTS_MS))
}

/** Returns the check-ins of these classes that count, the earliest first. One query. */
export async function listCheckIns(
  ctx: Pick<Ctx, "db">,
  classIds: readonly string[],
): Promise<(typeof checkIns.$inferSelect)[]> {
  if (classIds.length === 0) return []
  return ctx.db
    .select(getTableColumns(checkIns))
    .from(checkIns)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, checkIns.class_id))
    .where(and(inArray(checkIns.class_id, [...classIds]), countsNow(checkIns.at)))
    .orderBy(asc(checkIns.at), asc(checkIns.way))
}
