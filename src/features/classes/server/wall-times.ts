import { sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { oneOnOneSlots } from "./seat-tables.ts"
import { scheduledClasses } from "./table.ts"

/**
 * Writes the dates and times of classes and offered times still to come as their instants read in the institution's
 * zone. After a change of the zone every class keeps its moment, and screens and forms say it in the new zone; what
 * is over stays as it was told. Returns how many rows read differently now.
 */
export async function writeWallTimes(ctx: Pick<Ctx, "db" | "env" | "log">): Promise<number> {
  const zone = ctx.env.TIME_ZONE
  let written = 0
  for (const [table, open] of [
    [scheduledClasses, sql`status in ('scheduled', 'live')`],
    [oneOnOneSlots, sql`status = 'offered'`],
  ] as const) {
    const starts = sql`(starts_at at time zone ${zone})`
    const ends = sql`(ends_at at time zone ${zone})`
    const { rowCount } = await ctx.db.execute(sql`
      update ${table}
      set scheduled_date = ${starts}::date, start_time = ${starts}::time, end_time = ${ends}::time
      where ${open} and (scheduled_date + start_time <> ${starts} or end_time <> ${ends}::time)`)
    written += rowCount ?? 0
  }
  if (written > 0)
    ctx.log.info({ written, zone }, "the times of coming classes were written anew for the zone")
  return written
}
