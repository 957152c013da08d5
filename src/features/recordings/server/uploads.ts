import { and, eq, isNull, or, sql } from "drizzle-orm"
import { largestRecording } from "#features/recordings/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { isUploadMethod, receiveVideo } from "#platform/storage/receive.ts"
import { classRecordings } from "./table.ts"

/**
 * Receives bytes of a recording by the tus protocol, only from its own instructor or an admin. Status 410
 * means that it was finished or given up. Bytes that don't begin like a recording are discarded with status
 * 415, and the recording waits for its recorder as before.
 */
export async function receiveUpload(ctx: Ctx, recordingId: string, request: Request): Promise<Response> {
  if (!ctx.viewer) return new Response("Please sign in", { status: 401 })
  if (!isUploadMethod(request)) return new Response(null, { status: 405 })
  const [row] = await ctx.db
    .select({
      quality: classRecordings.quality,
      status: classRecordings.status,
      ended: classRecordings.recording_ended_at,
      received: classRecordings.received_bytes,
    })
    .from(classRecordings)
    .where(
      and(
        eq(classRecordings.id, recordingId),
        isNull(classRecordings.deleted_at),
        or(eq(classRecordings.instructor_id, ctx.viewer.user_id), sql`${ctx.viewer.role === "admin"}`),
      ),
    )
  if (!row) return new Response("There is no such recording", { status: 404 })
  if (request.method === "PATCH" && (row.ended || row.status === "failed")) {
    return new Response("This recording is finished", { status: 410 })
  }
  const upload = { id: recordingId, before: row.received, maxBytes: largestRecording(row.quality) }
  const { response, received } = await receiveVideo(ctx, request, upload)
  if (request.method === "PATCH" && received > row.received) {
    await ctx.db
      .update(classRecordings)
      .set({ received_bytes: received, received_at: ctx.clock.now() })
      .where(and(eq(classRecordings.id, recordingId), isNull(classRecordings.recording_ended_at)))
  }
  return response
}
