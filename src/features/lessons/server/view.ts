import { and, asc, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm"
import type { Curriculum, ManagedLesson, ProgramProgress } from "#contract/lessons.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { nextToWatch } from "#features/lessons/rules.ts"
import { covers, enrollments, programs } from "#features/programs/server/table.ts"
import { binStart } from "#platform/bin.ts"
import type { Ctx, SignedIn, SignedInCtx, Viewer } from "#platform/context.ts"
import { prepared } from "#platform/database/db.ts"
import { notFound } from "#platform/errors.ts"
import { lessonProgress, programLessons } from "./table.ts"

type LessonRow = typeof programLessons.$inferSelect

/** Selects the programs whose lessons a viewer manages: an instructor's own, all for an admin. */
export function editableBy(viewer: SignedIn): SQL {
  if (viewer.role === "admin") return sql`true`
  return viewer.role === "instructor" ? eq(programs.teacher_id, viewer.user_id) : sql`false`
}

/** Whether somebody is enrolled in the program of the row today: the term of a membership may have ended. */
export function enrolledIn(ctx: Pick<Ctx, "db" | "clock" | "env">, viewer: SignedIn): SQL {
  const mine = ctx.db
    .select({ one: sql`1` })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.course_id, programs.id),
        eq(enrollments.student_id, viewer.user_id),
        covers(todayOf(ctx)),
      ),
    )
  return sql`exists (${mine})`
}

/** Selects the lessons that everyone sees: not deleted, and with a video. */
export const shown = and(isNull(programLessons.deleted_at), isNotNull(programLessons.file_path))

async function readAccess(ctx: Ctx & { viewer: Viewer }, courseId: string) {
  const { viewer } = ctx
  const [row] = await ctx.db
    .select({
      course: { id: programs.id, slug: programs.slug, title: programs.title },
      archived: sql<boolean>`${programs.archived_at} is not null`,
      editable: sql<boolean>`${viewer ? editableBy(viewer) : sql`false`}`,
      enrolled: sql<boolean>`${viewer ? enrolledIn(ctx, viewer) : sql`false`}`,
    })
    .from(programs)
    .where(eq(programs.id, courseId))
  if (!row || (row.archived && !row.editable && !row.enrolled)) notFound()
  return row
}

/**
 * Returns the lessons of a program for everyone, with an enrolled student's own progress. Two queries. Throws
 * NOT_FOUND.
 */
export async function readCurriculum(ctx: Ctx & { viewer: Viewer }, courseId: string): Promise<Curriculum> {
  const { course, editable, enrolled } = await readAccess(ctx, courseId)
  const rows = await ctx.db
    .select({
      id: programLessons.id,
      title: programLessons.title,
      duration_seconds: sql<number>`${programLessons.duration_seconds}`,
      position_seconds: lessonProgress.position_seconds,
      seen_seconds: lessonProgress.seen_seconds,
      done_at: lessonProgress.done_at,
      watched_at: lessonProgress.updated_at,
    })
    .from(programLessons)
    .leftJoin(
      lessonProgress,
      and(
        eq(lessonProgress.lesson_id, programLessons.id),
        enrolled && ctx.viewer ? eq(lessonProgress.student_id, ctx.viewer.user_id) : sql`false`,
      ),
    )
    .where(and(eq(programLessons.course_id, courseId), shown))
    .orderBy(asc(programLessons.position), asc(programLessons.id))
  const lessons = rows.map(({ id, title, duration_seconds, position_seconds, seen_seconds, done_at }) => ({
    ...{ id, title, duration_seconds },
    progress:
      position_seconds === null || seen_seconds === null
        ? null
        : { position_seconds, seen_seconds, done: done_at !== null },
  }))
  const next = nextToWatch(rows.map((row) => ({ ...row, done: row.done_at !== null })))
  return {
    course,
    lessons,
    playable: editable || enrolled,
    editable,
    next_lesson_id: enrolled ? (next?.id ?? null) : null,
  }
}

const progressOfStudent = prepared("lessons_of_student", (db) => {
  const student = sql.placeholder("student")
  return db
    .select({
      course_id: programLessons.course_id,
      id: programLessons.id,
      title: programLessons.title,
      done_at: lessonProgress.done_at,
      watched_at: lessonProgress.updated_at,
    })
    .from(enrollments)
    .innerJoin(programLessons, eq(programLessons.course_id, enrollments.course_id))
    .leftJoin(
      lessonProgress,
      and(eq(lessonProgress.lesson_id, programLessons.id), eq(lessonProgress.student_id, student)),
    )
    .where(and(eq(enrollments.student_id, student), covers(sql.placeholder("today")), shown))
    .orderBy(desc(enrollments.created_at), asc(programLessons.position), asc(programLessons.id))
})

/** Returns the viewer's progress in each program with lessons they are enrolled in. One query. */
export async function listOwnProgress(ctx: SignedInCtx): Promise<ProgramProgress[]> {
  const rows = await progressOfStudent(ctx.db, { student: ctx.viewer.user_id, today: todayOf(ctx) })
  const byProgram = Map.groupBy(rows, (row) => row.course_id)
  return [...byProgram].map(([course_id, lessons]) => {
    const watched = lessons.map((row, at) => ({ ...row, number: at + 1, done: row.done_at !== null }))
    const next = nextToWatch(watched)
    return {
      course_id,
      lessons: lessons.length,
      done: watched.filter(({ done }) => done).length,
      next: next && { id: next.id, title: next.title, number: next.number },
    }
  })
}

/** Returns the programs that the viewer manages as their teacher, by title. One query. */
export async function listTaught(ctx: SignedInCtx) {
  const { id, slug, title } = programs
  const counted = (where?: SQL) =>
    sql<number>`(select count(*) from ${programLessons} where ${and(
      eq(programLessons.course_id, id),
      isNull(programLessons.deleted_at),
      where,
    )})`.mapWith(Number)
  return ctx.db
    .select({
      course_id: id,
      ...{ slug, title },
      lessons: counted(),
      unfinished: counted(isNotNull(programLessons.upload_id)),
    })
    .from(programs)
    .where(eq(programs.teacher_id, ctx.viewer.user_id))
    .orderBy(asc(title), asc(id))
    .limit(100)
}

/** Returns a lesson as the API shows it to those who manage it. */
export function describeLesson(row: LessonRow): ManagedLesson {
  const { id, title, upload_id, upload_size, upload_name, received_bytes } = row
  return {
    ...{ id, title },
    status: row.upload_status ?? "ready",
    playable: row.file_path !== null,
    failure: row.failure,
    duration_seconds: row.duration_seconds,
    file_size: row.file_size,
    upload:
      upload_id === null || upload_size === null
        ? null
        : { id: upload_id, name: upload_name ?? "", size: upload_size, received_bytes },
    deleted_at: row.deleted_at,
  }
}

/** Returns all lessons of a program with their uploads, and its bin. Two queries. Throws NOT_FOUND. */
export async function readManagedLessons(ctx: SignedInCtx, courseId: string) {
  const { id, slug, title } = programs
  const [course] = await ctx.db
    .select({ id, slug, title })
    .from(programs)
    .where(and(eq(id, courseId), editableBy(ctx.viewer)))
  if (!course) notFound()
  const { deleted_at } = programLessons
  const rows = await ctx.db
    .select()
    .from(programLessons)
    .where(and(eq(programLessons.course_id, courseId), or(isNull(deleted_at), gt(deleted_at, binStart(ctx)))))
    .orderBy(asc(programLessons.position), asc(programLessons.id))
  const lessons = rows.map(describeLesson)
  return {
    course,
    lessons: lessons.filter((one) => one.deleted_at === null),
    bin: lessons.filter((one) => one.deleted_at !== null),
  }
}
