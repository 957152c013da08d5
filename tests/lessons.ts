import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { spoolKey } from "#features/lessons/rules.ts"
import { programLessons } from "#features/lessons/server/table.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"

/** Six seconds of VP8 and Opus as a browser records them: no duration, no index. */
export const WEBM_VIDEO = readFileSync(join(import.meta.dirname, "files/recorded.webm"))
/** A lesson of the trial: 25 seconds of H.264 without sound. */
export const MP4_PATH = join(import.meta.dirname, "../content/lessons/what-a-curly-arrow-says.mp4")
export const MP4_VIDEO = readFileSync(MP4_PATH)

export async function enrolIn(ctx: Pick<Ctx, "db">, course_id: string, student: SignedIn): Promise<void> {
  await ctx.db
    .insert(enrollments)
    .values({ id: newId(), course_id, student_id: student.user_id })
    .onConflictDoNothing()
}

/** Makes a person the teacher of a program. */
export async function teachProgram(
  ctx: Pick<Ctx, "db">,
  course_id: string,
  teacher: SignedIn,
): Promise<void> {
  await ctx.db.update(programs).set({ teacher_id: teacher.user_id }).where(eq(programs.id, course_id))
}

/** Writes a lesson of a program that students see, in the state that a procedure is about. */
export async function lessonFor(
  ctx: Ctx,
  course_id: string,
  procedure = "lessons.play",
): Promise<{ lesson_id: string; upload_id: string }> {
  const lesson_id = newId()
  const now = ctx.clock.now()
  const failed = procedure === "lessons.retry" || procedure === "lessons.cancelUpload"
  const upload_id = newId()
  if (failed) await ctx.spool.begin(spoolKey(upload_id), 0)
  await ctx.db.insert(programLessons).values({
    ...{ id: lesson_id, course_id, position: 1, title: "Resonance", created_at: now, updated_at: now },
    ...{ file_path: `lessons/${lesson_id}.webm`, file_size: 65_287, duration_seconds: 6, file_kind: "webm" },
    ...(failed && {
      ...{ upload_id, upload_kind: "webm" as const, upload_size: 0, upload_status: "failed" as const },
      failure: "NOT_PLAYABLE" as const,
    }),
    deleted_at: procedure === "lessons.restore" ? now : null,
  })
  return { lesson_id, upload_id }
}
