import { eq } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { nextRevision } from "./board/board-revision.ts"
import { tellRoom } from "./board/broadcast.ts"
import { roomPolicies } from "./board-tables.ts"

/**
 * Stores on a room's board whether the class is being recorded, and tells everybody inside when that changes.
 */
export async function showRecording(ctx: Ctx, classId: string, on: boolean): Promise<void> {
  const [board] = await ctx.db
    .select({ since: roomPolicies.recording_since })
    .from(roomPolicies)
    .where(eq(roomPolicies.class_id, classId))
  if ((board?.since != null) === on) return
  const since = on ? ctx.clock.now() : null
  const { revision } = await inTransaction(ctx, (tx) => nextRevision(tx, classId, { recording_since: since }))
  await tellRoom(ctx, classId, { revision, recording: { since } })
}
