import { and, eq, exists, inArray, isNull, not, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { awardPoints } from "./points.ts"
import { enrollments, programs } from "./table.ts"

type Pair = { course_id: string; student_id: string }

/**
 * Enrols students in programs, in the caller's transaction. Existing enrolments are kept. Each new enrolment
 * earns its points and is published to the classes, like one that a student makes; with a batch, it is for the classes
 * of that alone. Returns the new ones.
 */
export async function enrolStudents(
  tx: Pick<Ctx, "db" | "clock" | "jobs">,
  pairs: readonly (Pair & { batch_id?: string })[],
): Promise<(Pair & { id: string })[]> {
  if (pairs.length === 0) return []
  const created_at = tx.clock.now()
  const made = await tx.db
    .insert(enrollments)
    .values(pairs.map((pair) => ({ ...pair, id: newId(), status: "active", created_at })))
    .onConflictDoNothing()
    .returning({ id: enrollments.id, course_id: enrollments.course_id, student_id: enrollments.student_id })
  if (made.length === 0) return []
  await awardPoints(tx, made)
  for (const { course_id, student_id } of made) {
    await tx.jobs.publish(tx, "program.enrolled", { course_id, student_id })
  }
  return made
}

/** Deletes programs that nothing refers to, in the caller's transaction. The database refuses others. */
export async function removePrograms(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.db.delete(programs).where(inArray(programs.id, [...ids]))
}

/**
 * Ends enrolments that will be deleted, so that their students get no more seats. Runs in the caller's
 * transaction.
 */
export async function endEnrolments(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .update(enrollments)
    .set({ status: "cancelled" })
    .where(and(inArray(enrollments.id, [...ids]), eq(enrollments.status, "active")))
}

/** Returns the students of these enrolments, without those who are in the program by another one. */
export async function readEnded(
  tx: Pick<Ctx, "db">,
  ids: readonly string[],
): Promise<(Pair & { id: string })[]> {
  if (ids.length === 0) return []
  const again = sql`(select from enrollments again where again.course_id = ${enrollments.course_id}
    and again.student_id = ${enrollments.student_id} and again.status = 'active')`
  return tx.db
    .select({ id: enrollments.id, course_id: enrollments.course_id, student_id: enrollments.student_id })
    .from(enrollments)
    .where(and(inArray(enrollments.id, [...ids]), not(exists(again))))
}

/** Returns every program that these students are or were enrolled in. */
export async function readCourses(tx: Pick<Ctx, "db">, studentIds: readonly string[]): Promise<Pair[]> {
  if (studentIds.length === 0) return []
  return tx.db
    .selectDistinct({ course_id: enrollments.course_id, student_id: enrollments.student_id })
    .from(enrollments)
    .where(inArray(enrollments.student_id, [...studentIds]))
}

/**
 * Makes ended enrolments active again, and gives their students seats again. `ended` leaves out students who
 * have enrolled anew.
 */
export async function resumeEnrolments(
  tx: Pick<Ctx, "db" | "jobs">,
  ended: readonly (Pair & { id: string })[],
): Promise<void> {
  for (const { id, course_id, student_id } of ended) {
    await tx.db.update(enrollments).set({ status: "active" }).where(eq(enrollments.id, id))
    await tx.jobs.publish(tx, "program.enrolled", { course_id, student_id })
  }
}

/** Deletes enrolments, in the caller's transaction. */
export async function removeEnrolments(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.db.delete(enrollments).where(inArray(enrollments.id, [...ids]))
}

/** Returns the ids of the offered programs by slug and by title in lower case. One query. */
export async function readProgramKeys(ctx: Pick<Ctx, "db">): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ id: programs.id, slug: programs.slug, title: programs.title })
    .from(programs)
    .where(and(isNull(programs.archived_at)))
  const keys = new Map<string, string>()
  for (const { id, slug, title } of rows) keys.set(title.toLowerCase(), id).set(slug, id)
  return keys
}
