import { and, eq, or, sql } from "drizzle-orm"
import { isDone, LINK_SECONDS, videoId, wholeSeconds } from "#features/lessons/rules.ts"
import { programs } from "#features/programs/server/table.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { lessonProgress, programLessons } from "./table.ts"
import { editableBy, enrolledIn, shown } from "./view.ts"

async function findPlayable(ctx: SignedInCtx, lessonId: string, lock?: "share") {
  const enrolled = enrolledIn(ctx, ctx.viewer)
  const query = ctx.db
    .select({
      file_path: programLessons.file_path,
      file_kind: programLessons.file_kind,
      duration_seconds: programLessons.duration_seconds,
      enrolled: sql<boolean>`${enrolled}`,
    })
    .from(programLessons)
    .innerJoin(programs, eq(programs.id, programLessons.course_id))
    .where(and(eq(programLessons.id, lessonId), shown, or(editableBy(ctx.viewer), enrolled)))
  const [row] = await (lock ? query.for(lock, { of: programLessons }) : query)
  if (!row || row.file_path === null || row.duration_seconds === null) notFound()
  const { file_path, duration_seconds } = row
  return { ...row, file_path, duration_seconds }
}

/**
 * Returns a link that plays a lesson for an hour, for enrolled students and those who manage it. Throws
 * NOT_FOUND.
 */
export async function linkToPlay(ctx: SignedInCtx, lessonId: string) {
  const { file_path, file_kind } = await findPlayable(ctx, lessonId)
  const url = await ctx.links.make(file_path, { seconds: LINK_SECONDS, contentType: `video/${file_kind}` })
  return { url, expires_in_seconds: LINK_SECONDS, video_id: videoId(file_path) }
}

/**
 * Records which seconds of a lesson an enrolled student has seen and where they stopped. Repeating a report
 * changes nothing, and reports of several devices add up. Nothing is stored about people who manage the
 * lesson, and about a video that was replaced. Throws NOT_FOUND.
 */
export async function recordWatching(
  ctx: SignedInCtx,
  input: {
    lesson_id: string
    video_id?: string | undefined
    position_seconds: number
    seen: [number, number][]
  },
): Promise<{ seen_seconds: number; done: boolean }> {
  const { lesson_id, video_id } = input
  const student_id = ctx.viewer.user_id
  return inTransaction(ctx, async (tx) => {
    // Locked, so that the video isn't replaced before this is written.
    const { enrolled, file_path, duration_seconds } = await findPlayable(tx, lesson_id, "share")
    const replaced = video_id !== undefined && video_id !== videoId(file_path)
    if (!enrolled || replaced) return { seen_seconds: 0, done: false }
    const position_seconds = Math.min(input.position_seconds, duration_seconds)
    const stretches = wholeSeconds(input.seen, duration_seconds).map(([from, to]) => `[${from},${to})`)
    const seen = sql`${lessonProgress.seen} + ${`{${stretches.join(",")}}`}::int4multirange`
    const updated_at = tx.clock.now()
    const ofStudent = and(eq(lessonProgress.lesson_id, lesson_id), eq(lessonProgress.student_id, student_id))
    await tx.db
      .insert(lessonProgress)
      .values({ lesson_id, student_id, position_seconds, updated_at })
      .onConflictDoNothing()
    const [row] = await tx.db
      .update(lessonProgress)
      .set({
        position_seconds,
        updated_at,
        seen,
        seen_seconds: sql`(select coalesce(sum(upper(one) - lower(one)), 0) from unnest(${seen}) one)`,
      })
      .where(ofStudent)
      .returning({ seen_seconds: lessonProgress.seen_seconds, done_at: lessonProgress.done_at })
    const { seen_seconds, done_at } = row ?? notFound()
    if (done_at || !isDone(seen_seconds, duration_seconds)) return { seen_seconds, done: done_at !== null }
    await tx.db.update(lessonProgress).set({ done_at: updated_at }).where(ofStudent)
    return { seen_seconds, done: true }
  })
}
