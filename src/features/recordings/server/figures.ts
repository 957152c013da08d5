import { and, desc, eq, gte, isNull, lte, ne, sql } from "drizzle-orm"
import { MOST_WATCHED } from "#contract/recordings.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { changeableBy } from "./recording-view.ts"
import { classRecordings, recordingViews } from "./table.ts"

/**
 * What was recorded in the last days, and how it was watched: an instructor's own recordings, everybody's for an
 * admin. What their instructors watched themselves doesn't count, nor what lies in the bin. Three queries.
 */
export async function recordingFigures(ctx: SignedInCtx, days: number) {
  const now = ctx.clock.now()
  const { id, title, instructor_id, recording_started_at, duration_seconds, status } = classRecordings
  const { scheduled_date } = scheduledClasses
  const made = and(
    changeableBy(ctx.viewer),
    eq(status, "completed"),
    isNull(classRecordings.deleted_at),
    gte(recording_started_at, new Date(now.getTime() - days * DAY)),
    lte(recording_started_at, now),
  )
  const watched = and(eq(recordingViews.recording_id, id), ne(recordingViews.user_id, instructor_id))
  const viewers = sql<number>`count(distinct ${recordingViews.user_id})::int`
  const watched_seconds = sql<number>`coalesce(sum(${recordingViews.watched_seconds}), 0)::int`
  const [recorded, seen, most_watched] = await Promise.all([
    ctx.db
      .select({
        recordings: sql<number>`count(*)::int`,
        recorded_seconds: sql<number>`coalesce(sum(${duration_seconds}), 0)::float8`,
      })
      .from(classRecordings)
      .where(made),
    ctx.db
      .select({ viewers, watched_seconds })
      .from(classRecordings)
      .innerJoin(recordingViews, watched)
      .where(made),
    ctx.db
      .select({ id, title, scheduled_date, duration_seconds, viewers, watched_seconds })
      .from(classRecordings)
      .innerJoin(recordingViews, watched)
      .innerJoin(scheduledClasses, eq(scheduledClasses.id, classRecordings.class_id))
      .where(made)
      .groupBy(id, scheduled_date)
      .orderBy(desc(watched_seconds), desc(recording_started_at))
      .limit(MOST_WATCHED),
  ])
  return {
    days,
    recordings: recorded[0]?.recordings ?? 0,
    recorded_seconds: recorded[0]?.recorded_seconds ?? 0,
    viewers: seen[0]?.viewers ?? 0,
    watched_seconds: seen[0]?.watched_seconds ?? 0,
    most_watched: most_watched.map((one) => ({ ...one, duration_seconds: one.duration_seconds ?? 0 })),
  }
}
