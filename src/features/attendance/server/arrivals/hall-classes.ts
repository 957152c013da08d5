import { and, asc, eq, gte, inArray, isNotNull, lt } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { boundAt } from "#platform/database/db.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"

const { id, title, start_time, end_time, starts_at, ends_at, venue_name, instructor_id } = scheduledClasses
/** What screens show of a class on premises. */
export const hallClassColumns = {
  ...{ id, title, start_time, end_time, starts_at, ends_at, venue_name, instructor_id },
}
export type HallClassRow = Pick<typeof scheduledClasses.$inferSelect, keyof typeof hallClassColumns>

/** The most classes of the children whom one screen shows. */
const MOST_CLASSES = 1_000

/** Returns today's classes on premises in which these students have a seat, by student, the earliest first. One query. */
export async function listHallClasses(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  studentIds: readonly string[],
): Promise<Map<string, HallClassRow[]>> {
  if (studentIds.length === 0) return new Map()
  const zone = ctx.env.TIME_ZONE
  const today = dateInZone(ctx.clock.now(), zone)
  const ids = [...studentIds]
  const { class_id, student_id } = classEnrollments
  const isToday = (start: AnyPgColumn) =>
    and(
      gte(start, boundAt(instantInZone(today, "00:00", zone))),
      lt(start, boundAt(instantInZone(addDays(today, 1), "00:00", zone))),
    )
  const seats = ctx.db
    .select({ class_id, student_id })
    .from(classEnrollments)
    .where(and(inArray(student_id, ids), isToday(classEnrollments.starts_at)))
    .union(
      ctx.db
        .select({ class_id: demoClassRequests.class_id, student_id: demoClassRequests.student_id })
        .from(demoClassRequests)
        .where(and(inArray(demoClassRequests.student_id, ids), eq(demoClassRequests.status, "approved"))),
    )
    .as("seats")
  const rows = await ctx.db
    .select({ of: seats.student_id, row: hallClassColumns })
    .from(seats)
    .innerJoin(scheduledClasses, eq(id, seats.class_id))
    .where(
      and(
        eq(scheduledClasses.delivery, "on_premises"),
        inArray(scheduledClasses.status, ["scheduled", "live", "completed"]),
        isToday(starts_at),
      ),
    )
    .orderBy(asc(starts_at), asc(id))
    .limit(MOST_CLASSES)
  const byStudent = Map.groupBy(rows, ({ of }) => of)
  return new Map([...byStudent].map(([student, own]) => [student, own.map(({ row }) => row)]))
}

const VENUES_WITHIN_MS = 7 * DAY
const MOST_VENUES = 100

/** Returns where the classes on premises of the week before and after take place, by name. One query. */
export async function listVenues(ctx: Pick<Ctx, "db" | "clock">): Promise<string[]> {
  const now = ctx.clock.now().getTime()
  const { delivery } = scheduledClasses
  const rows = await ctx.db
    .selectDistinct({ venue_name })
    .from(scheduledClasses)
    .where(
      and(
        eq(delivery, "on_premises"),
        isNotNull(venue_name),
        gte(starts_at, new Date(now - VENUES_WITHIN_MS)),
        lt(starts_at, new Date(now + VENUES_WITHIN_MS)),
      ),
    )
    .orderBy(asc(venue_name))
    .limit(MOST_VENUES)
  return rows.flatMap((row) => row.venue_name ?? [])
}
