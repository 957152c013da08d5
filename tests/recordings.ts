import { classRecordings, recordingCaptions } from "#features/recordings/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"

/** Writes a recording of a class that students see, in the state that a procedure is about. */
export async function recordingFor(
  ctx: Ctx,
  taught: { id: string; instructor_id: string; title: string },
  procedure = "recordings.get",
): Promise<{ recording_id: string }> {
  const recording_id = newId()
  const now = ctx.clock.now()
  const states = { "recordings.finish": "recording", "recordings.retry": "failed" } as const
  await ctx.spool.begin(recording_id)
  await ctx.db.insert(classRecordings).values({
    id: recording_id,
    class_id: taught.id,
    instructor_id: taught.instructor_id,
    title: taught.title,
    file_size: 65_287,
    duration_seconds: 6,
    recording_started_at: now,
    status: states[procedure as keyof typeof states] ?? "completed",
    is_demo_class: false,
    visibility: "enrolled_students",
    quality: "720p",
    source: "room",
    mime_type: "video/webm",
    received_at: now,
    deleted_at: procedure === "recordings.restore" ? now : null,
    created_at: now,
    updated_at: now,
  })
  if (procedure.includes("aptions")) {
    const captions = { id: newId(), recording_id, language: "en" as const, cues: 1 }
    await ctx.db
      .insert(recordingCaptions)
      .values({ ...captions, uploaded_by: taught.instructor_id, created_at: now })
  }
  return { recording_id }
}
