import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  lt,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm"
import { CHECK_IN_COUNTS_MS, countedFrom } from "#features/attendance/arrivals.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { dateInZone, SECOND } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { hallClassColumns } from "./hall-classes.ts"
import { checkIns, signOuts } from "./table.ts"

const countsFrom = sql`${scheduledClasses.starts_at} - make_interval(secs => ${CHECK_IN_COUNTS_MS / SECOND})`

/** Whether a check-in is of the class's present time, in a query that has the class. */
const countsNow = gte(checkIns.at, countsFrom)

/** Whether the child of a check-in was signed out of the class since. */
function isLeft({ db }: Pick<Ctx, "db">): SQL {
  const { class_id, student_id, at } = signOuts
  const ofChild = and(eq(class_id, checkIns.class_id), eq(student_id, checkIns.student_id))
  return exists(
    db
      .select({ at })
      .from(signOuts)
      .where(and(ofChild, gte(at, checkIns.at))),
  )
}

/** Whether a stored check-in says no longer that the child is there: the class was moved, or the child left since. */
export function isStale(ctx: Pick<Ctx, "db">, startsAt: Date): SQL | undefined {
  return or(lt(checkIns.at, countedFrom(startsAt)), isLeft(ctx))
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
    .where(and(inArray(checkIns.class_id, [...classIds]), countsNow))
    .orderBy(asc(checkIns.at), asc(checkIns.way))
}

/**
 * A condition for check-ins to classes of today, also those that began before midnight, in a query that has the class.
 * Who came today to a class that was then moved to later is there as well, until signed out.
 */
export function cameToday(ctx: Pick<Ctx, "db" | "clock" | "env">): SQL | undefined {
  const zone = ctx.env.TIME_ZONE
  const since = instantInZone(dateInZone(ctx.clock.now(), zone), "00:00", zone)
  return or(
    and(countsNow, gt(scheduledClasses.ends_at, since)),
    and(gte(checkIns.at, since), not(isLeft(ctx))),
  )
}

/**
 * Returns today's check-ins of these students with the class to which they came, the earliest first. Who came is at the
 * centre, also when the class was cancelled or the seat given up since. One query.
 */
export function listArrivals(ctx: Pick<Ctx, "db" | "clock" | "env">, studentIds: readonly string[]) {
  return ctx.db
    .select({ ...getTableColumns(checkIns), row: hallClassColumns })
    .from(checkIns)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, checkIns.class_id))
    .where(and(inArray(checkIns.student_id, [...studentIds]), cameToday(ctx)))
    .orderBy(asc(checkIns.at), asc(checkIns.way))
}
