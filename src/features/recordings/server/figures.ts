import { type SQL, sql } from "drizzle-orm"
import { MOST_WATCHED } from "#contract/recordings/recordings.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { boundAt } from "#platform/database/db.ts"
import { mostRows } from "#platform/database/paging.ts"
import { DAY } from "#shared/time.ts"
import { classRecordings, recordingViews } from "./table.ts"

type Watched = { viewers: number; watched_seconds: number }
type MostWatched = Watched & { id: string; title: string; scheduled_date: string; duration_seconds: number }
type Figures = Watched & { recordings: number; recorded_seconds: number; most_watched: MostWatched[] }

/**
 * Returns what was recorded in the last days, and how it was watched: an instructor's own recordings,
 * everybody's for an admin. Instructors' views of their own recordings don't count, nor does anything in the
 * bin. One query, which looks up the related rows of all recordings together; one by one each would descend
 * the whole index.
 */
export async function recordingFigures(ctx: SignedInCtx, days: number) {
  const now = ctx.clock.now()
  const { status, deleted_at } = classRecordings
  const { rows } = await ctx.db.execute<Figures>(sql`
    with made as materialized (
      select id, class_id, instructor_id, title, recording_started_at, duration_seconds from ${classRecordings}
      where ${madeWithin(ctx.viewer, new Date(now.getTime() - days * DAY), now)}
        and ${status} = 'completed' and ${deleted_at} is null),
    views as materialized (
      select recording_id, user_id, watched_seconds from ${recordingViews}
      where recording_id = any(array(select id from made))),
    seen as materialized (
      select views.* from views join made on made.id = views.recording_id and made.instructor_id <> views.user_id),
    most as materialized (
      select made.*, count(*)::int as viewers, sum(watched_seconds)::int as watched_seconds
      from seen join made on made.id = seen.recording_id
      group by made.id, class_id, instructor_id, title, recording_started_at, duration_seconds
      order by watched_seconds desc, recording_started_at desc, made.id limit ${mostRows(MOST_WATCHED)}),
    classes as materialized (
      select id, scheduled_date from ${scheduledClasses} where id = any(array(select class_id from most)))
    select (select count(*)::int from made) as recordings,
           (select coalesce(sum(duration_seconds), 0)::float8 from made) as recorded_seconds,
           (select count(distinct user_id)::int from seen) as viewers,
           (select coalesce(sum(watched_seconds), 0)::int from seen) as watched_seconds,
           (select coalesce(json_agg(json_build_object('id', most.id, 'title', title, 'scheduled_date', scheduled_date,
                     'duration_seconds', coalesce(duration_seconds, 0), 'viewers', viewers,
                     'watched_seconds', watched_seconds)
                   order by watched_seconds desc, recording_started_at desc, most.id), '[]')
            from most join classes on classes.id = most.class_id) as most_watched`)
  const none = { recordings: 0, recorded_seconds: 0, viewers: 0, watched_seconds: 0, most_watched: [] }
  return { days, ...(rows[0] ?? none) }
}

/**
 * Selects what the viewer may change of what was made from one instant to another. An instructor's own by rows of both
 * columns, which only the index of instructors is sorted by: it expects so few in any range that it would read
 * everybody's. Naming the instructor once more would have it begin at their first recording.
 */
function madeWithin(viewer: SignedIn, from: Date, to: Date): SQL {
  const { instructor_id, recording_started_at } = classRecordings
  if (viewer.role === "admin")
    return sql`${recording_started_at} >= ${boundAt(from)} and ${recording_started_at} <= ${boundAt(to)}`
  const at = (instant: Date) => sql`(${viewer.user_id}::uuid, ${boundAt(instant)})`
  return sql`(${instructor_id}, ${recording_started_at}) between ${at(from)} and ${at(to)}`
}
