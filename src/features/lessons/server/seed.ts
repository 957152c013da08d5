import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import sampleLessons from "#content/lessons.json" with { type: "json" }
import { filePath } from "#features/lessons/rules.ts"
import { enrolStudents } from "#features/programs/server/imported.ts"
import { programs } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { readMedia } from "#platform/media/media.ts"
import { newId } from "#shared/ids.ts"
import type { VideoKind } from "#shared/video.ts"
import { programLessons } from "./table.ts"

/**
 * Adds a recorded program to a trial: the lessons of content/lessons.json, managed by the demo teacher, with
 * the demo student enrolled. A program that has lessons is left unchanged.
 */
export async function seedLessons(
  ctx: Ctx,
  { teacher, student, folder }: { teacher: string; student: string; folder: string },
): Promise<void> {
  for (const [slug, wanted] of Map.groupBy(sampleLessons, (lesson) => lesson.program)) {
    const [program] = await ctx.db.select({ id: programs.id }).from(programs).where(eq(programs.slug, slug))
    if (!program) continue
    const known = await ctx.db.$count(programLessons, eq(programLessons.course_id, program.id))
    if (known > 0) continue
    const rows: (typeof programLessons.$inferInsert)[] = []
    for (const [position, { title, file }] of wanted.entries()) {
      rows.push({ ...(await keepFile(ctx, program.id, join(folder, file))), title, position })
    }
    await inTransaction(ctx, async (tx) => {
      await tx.db.update(programs).set({ teacher_id: teacher }).where(eq(programs.id, program.id))
      await tx.db.insert(programLessons).values(rows)
      await enrolStudents(tx, [{ course_id: program.id, student_id: student }])
    })
  }
}

async function keepFile(ctx: Ctx, course_id: string, source: string) {
  const [id, now] = [newId(), ctx.clock.now()]
  const file_kind: VideoKind = source.endsWith(".webm") ? "webm" : "mp4"
  const file_path = filePath({ course_id, id }, newId(), file_kind)
  await ctx.files.put(file_path, createReadStream(source), `video/${file_kind}`)
  const { durationSeconds: duration_seconds } = await readMedia(source)
  const { size: file_size } = await stat(source)
  return {
    id,
    course_id,
    file_path,
    file_kind,
    file_size,
    duration_seconds,
    created_at: now,
    updated_at: now,
  }
}
