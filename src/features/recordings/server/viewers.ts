import { and, desc, eq, ne } from "drizzle-orm"
import { MOST_VIEWERS } from "#contract/recordings/recordings.ts"
import { user } from "#features/accounts/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { changeableBy } from "./recording-view.ts"
import { classRecordings, recordingViews } from "./table.ts"

/**
 * Returns who watched one of the viewer's own recordings, the latest first, and for how long in all: at most
 * MOST_VIEWERS, without its instructor. Throws NOT_FOUND.
 */
export async function listViewers(ctx: SignedInCtx, recordingId: string) {
  const [own] = await ctx.db
    .select({ instructor_id: classRecordings.instructor_id })
    .from(classRecordings)
    .where(and(eq(classRecordings.id, recordingId), changeableBy(ctx.viewer)))
  if (!own) notFound()
  const { position_seconds, watched_seconds, updated_at, user_id } = recordingViews
  return ctx.db
    .select({ user_id, name: user.name, position_seconds, watched_seconds, updated_at })
    .from(recordingViews)
    .innerJoin(user, eq(user.id, user_id))
    .where(and(eq(recordingViews.recording_id, recordingId), ne(user_id, own.instructor_id)))
    .orderBy(desc(updated_at))
    .limit(MOST_VIEWERS)
}
