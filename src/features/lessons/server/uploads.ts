import { and, eq, isNull } from "drizzle-orm"
import { LARGEST_VIDEO_BYTES, spoolKey } from "#features/lessons/rules.ts"
import { programs } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { isUploadMethod, receiveVideo } from "#platform/storage/receive.ts"
import { emitLessons, PROCESS_QUEUE } from "./service.ts"
import { programLessons } from "./table.ts"
import { editableBy } from "./view.ts"

/**
 * Receives a lesson's video by the tus protocol, from those who manage its program. Status 410 means that the
 * upload is over. Bytes that don't begin like a video are discarded with status 415. With the last byte
 * processing is enqueued.
 */
export async function receiveLessonUpload(ctx: Ctx, uploadId: string, request: Request): Promise<Response> {
  if (!ctx.viewer) return new Response("Please sign in", { status: 401 })
  if (!isUploadMethod(request)) return new Response(null, { status: 405 })
  const [row] = await ctx.db
    .select({
      size: programLessons.upload_size,
      status: programLessons.upload_status,
      received: programLessons.received_bytes,
    })
    .from(programLessons)
    .innerJoin(programs, eq(programs.id, programLessons.course_id))
    .where(
      and(eq(programLessons.upload_id, uploadId), isNull(programLessons.deleted_at), editableBy(ctx.viewer)),
    )
  if (!row || row.size === null) return new Response("There is no such upload", { status: 404 })
  if (row.status !== "uploading") return new Response("This upload is over", { status: 410 })
  const upload = {
    id: spoolKey(uploadId),
    before: row.received,
    maxBytes: LARGEST_VIDEO_BYTES,
    size: row.size,
  }
  const { response, received } = await receiveVideo(ctx, request, upload)
  if (received > row.received || received === row.size) await noteReceived(ctx, uploadId, received)
  return response
}

/**
 * Records how much of an upload has arrived. Once it is complete, its processing is enqueued. Repeating it
 * changes nothing.
 */
export async function noteReceived(ctx: Ctx, uploadId: string, received: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ofUpload = and(
      eq(programLessons.upload_id, uploadId),
      eq(programLessons.upload_status, "uploading"),
    )
    const now = tx.clock.now()
    const [row] = await tx.db
      .update(programLessons)
      .set({ received_bytes: received, received_at: now })
      .where(ofUpload)
      .returning()
    if (!row || received !== row.upload_size) return
    await tx.db.update(programLessons).set({ upload_status: "processing", updated_at: now }).where(ofUpload)
    await tx.jobs.send(tx, PROCESS_QUEUE, { lesson_id: row.id, upload_id: uploadId })
    await emitLessons(tx, row.course_id)
  })
}
