import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { and, desc, eq } from "drizzle-orm"
import sampleLessons from "#content/lessons.json" with { type: "json" }
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { readMedia } from "#platform/media/media.ts"
import { newId } from "#shared/ids.ts"
import { filePath, searchTextOf } from "../rules.ts"
import { classRecordings } from "./table.ts"

/** Adds a recording to the latest past classes of a subject, one for each sample video in the folder. */
export async function seedRecordings(
  ctx: Ctx,
  { subject, folder }: { subject: string; folder: string },
): Promise<void> {
  const held = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(
      and(
        eq(scheduledClasses.subject, subject),
        eq(scheduledClasses.status, "completed"),
        eq(scheduledClasses.class_type, "regular"),
      ),
    )
    .orderBy(desc(scheduledClasses.starts_at))
    .limit(sampleLessons.length)
  for (const [at, row] of held.entries()) {
    const sample = sampleLessons[at]
    if (sample) await keepRecording(ctx, row, { title: sample.title, source: join(folder, sample.file) })
  }
}

type Held = typeof scheduledClasses.$inferSelect

async function keepRecording(ctx: Ctx, held: Held, { title, source }: { title: string; source: string }) {
  const mime_type = source.endsWith(".webm") ? "video/webm" : "video/mp4"
  const [{ size }, { durationSeconds }] = await Promise.all([stat(source), readMedia(source)])
  const row = {
    ...{ id: newId(), class_id: held.id, instructor_id: held.instructor_id, title },
    search_text: searchTextOf(title, held.title),
    ...{ file_size: size, duration_seconds: durationSeconds, received_bytes: size, processed_bytes: size },
    ...{ recording_started_at: held.starts_at, recording_ended_at: held.ends_at, received_at: held.ends_at },
    ...{ status: "completed" as const, is_demo_class: false, visibility: "enrolled_students" as const },
    ...{ quality: "720p" as const, source: "room", mime_type },
    ...{ created_at: held.starts_at, updated_at: held.ends_at },
  }
  const file_path = filePath({ ...row, at: held.ends_at })
  await ctx.files.put(file_path, createReadStream(source), mime_type)
  await ctx.db.insert(classRecordings).values({ ...row, file_path })
}
