import { and, desc, eq } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { changeableBy } from "./recording-view.ts"
import { classRecordings, recordingViews } from "./table.ts"

/** More than the seats of the largest class. */
const SHOWN = 200

/**
 * Returns who watched one of the viewer's own recordings, the latest first, and for how long in all. Throws
 * NOT_FOUND.
 */
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
