import { sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { oneOnOneSlots } from "./seat-tables.ts"
import { scheduledClasses } from "./table.ts"

/**
 * Rewrites the dates and times of coming classes and of one-on-one times from their instants, in the institution's
 * zone. After a change of the zone every class keeps its instant, and screens and forms show it in the new
 * zone. Past classes keep the times they were announced with. Returns how many rows changed.
 */
export async function writeWallTimes(ctx: Pick<Ctx, "db" | "env" | "log">): Promise<number> {
  const zone = ctx.env.TIME_ZONE
  const coming = sql`status in ('scheduled', 'live')`
  const open = sql`status = 'offered'
    or status = 'taken' and class_id in (select id from ${scheduledClasses} where ${coming})`
  let written = 0
  for (const [table, current] of [
    [scheduledClasses, coming],
    [oneOnOneSlots, open],
  ] as const) {
    const starts = sql`(starts_at at time zone ${zone})`
    const ends = sql`(ends_at at time zone ${zone})`
    const { rowCount } = await ctx.db.execute(sql`
      update ${table}
      set scheduled_date = ${starts}::date, start_time = ${starts}::time, end_time = ${ends}::time
      where (${current}) and (scheduled_date + start_time <> ${starts} or end_time <> ${ends}::time)`)
    written += rowCount ?? 0
  }
  if (written > 0)
    ctx.log.info({ written, zone }, "the times of coming classes were written anew for the zone")
  return written
}
