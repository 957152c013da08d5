import { createPool, databaseOn } from "#platform/database/db.ts"
import { readSettingRows } from "#platform/settings.ts"
import { type Finding, fine, problem } from "./finding.ts"

const USUAL_ZONE = "Asia/Kolkata"

/**
 * Whether the classes' wall times and their instants agree in the zone that the product would run in: the one
 * set by admins, else `given` by the environment. If they don't, the next start rewrites the wall times.
 */
export async function checkZone(url: string, given: string | undefined): Promise<Finding> {
  const pool = createPool(url, 1)
  try {
    const kept = (await readSettingRows(databaseOn(pool))).get("time_zone")
    const zone = typeof kept === "string" ? kept : given || USUAL_ZONE
    const { rows } = await pool.query<{ moved: number; title: string | null }>(
      `select count(*)::int as moved, min(title) as title from scheduled_classes
       where status in ('scheduled', 'live') and ends_at > now() - interval '7 days'
         and starts_at at time zone $1 <> scheduled_date + start_time
         -- A time that a change of clocks skips is kept, and its instant is later.
         and (scheduled_date + start_time) at time zone $1 <> starts_at`,
      [zone],
    )
    const { moved = 0, title } = rows[0] ?? {}
    if (moved === 0) return fine("time zone", `Classes are timetabled in ${zone}`)
    return problem(
      "time zone",
      `Classes that were timetabled in another zone than ${zone}: ${moved}, such as ${title}`,
      `At the next start they keep their moment, and their times are shown in ${zone}. If that is the wrong zone, set TIME_ZONE back first`,
    )
  } finally {
    await pool.end()
  }
}
