import { and, desc, eq, gte, lt, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { changeableBy } from "./recording-view.ts"
import { classRecordings, recordingViews } from "./table.ts"

/** As many as have a seat in the largest class, and more. */
const SHOWN = 200

/** Who watched a recording of the viewer's own, the latest first, and how long in all. Throws NOT_FOUND. */
export async function listViewers(ctx: SignedInCtx, recordingId: string) {
  const [own] = await ctx.db
    .select({ instructor_id: classRecordings.instructor_id })
    .from(classRecordings)
    .where(and(eq(classRecordings.id, recordingId), changeableBy(ctx.viewer)))
  if (!own) notFound()
  const { position_seconds, watched_seconds, updated_at, user_id } = recordingViews
  const rows = await ctx.db
    .select({ user_id, name: user.name, position_seconds, watched_seconds, updated_at })
    .from(recordingViews)
    .innerJoin(user, eq(user.id, user_id))
    .where(eq(recordingViews.recording_id, recordingId))
    .orderBy(desc(updated_at))
    .limit(SHOWN)
  return rows.filter((row) => row.user_id !== own.instructor_id)
}

/**
 * What an instructor recorded in a time, and how it was watched by others: completed recordings and their seconds,
 * the people who watched, and the seconds they did.
 */
export async function recordingFigures(ctx: Pick<Ctx, "db">, instructorId: string, from: Date, to: Date) {
  const of = and(
    eq(classRecordings.instructor_id, instructorId),
    eq(classRecordings.status, "completed"),
    gte(classRecordings.recording_started_at, from),
    lt(classRecordings.recording_started_at, to),
  )
  const [made] = await ctx.db
    .select({
      recordings: sql<number>`count(*)::int`,
      recorded_seconds: sql<number>`coalesce(sum(${classRecordings.duration_seconds}), 0)::float8`,
    })
    .from(classRecordings)
    .where(of)
  const [seen] = await ctx.db
    .select({
      viewers: sql<number>`count(distinct ${recordingViews.user_id})::int`,
      watched_seconds: sql<number>`coalesce(sum(${recordingViews.watched_seconds}), 0)::int`,
    })
    .from(recordingViews)
    .innerJoin(classRecordings, eq(classRecordings.id, recordingViews.recording_id))
    .where(and(of, sql`${recordingViews.user_id} <> ${instructorId}`))
  return {
    recordings: made?.recordings ?? 0,
    recorded_seconds: made?.recorded_seconds ?? 0,
    viewers: seen?.viewers ?? 0,
    watched_seconds: seen?.watched_seconds ?? 0,
  }
}
