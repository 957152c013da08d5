import { and, inArray, isNull } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { ENROLMENT_POINTS } from "../rules.ts"
import { enrollments, pointsLedger, programs } from "./table.ts"

type Pair = { course_id: string; student_id: string }

/**
 * Enrols students in programs, in the caller's transaction; who is enrolled stays so. Each new enrolment earns its
 * points and is told to the classes, as one that a student makes. Answers the new ones.
 */
export async function enrolStudents(
  tx: Pick<Ctx, "db" | "clock" | "jobs">,
  pairs: readonly Pair[],
): Promise<(Pair & { id: string })[]> {
  if (pairs.length === 0) return []
  const created_at = tx.clock.now()
  const made = await tx.db
    .insert(enrollments)
    .values(pairs.map((pair) => ({ ...pair, id: newId(), status: "active", created_at })))
    .onConflictDoNothing()
    .returning({ id: enrollments.id, course_id: enrollments.course_id, student_id: enrollments.student_id })
  if (made.length === 0) return []
  await tx.db
    .insert(pointsLedger)
    .values(
      made.map(({ course_id, student_id }) => ({
        id: newId(),
        ...{ student_id, amount: ENROLMENT_POINTS, reason: "program-enrolment", cause_id: course_id },
        created_at,
      })),
    )
    .onConflictDoNothing()
  for (const { course_id, student_id } of made) {
    await tx.jobs.publish(tx, "program.enrolled", { course_id, student_id })
  }
  return made
}

/** Removes courses that nothing refers to, in the caller's transaction; the database refuses others. */
export async function removePrograms(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.db.delete(programs).where(inArray(programs.id, [...ids]))
}

/** Takes enrolments back, with the points that they earned, in the caller's transaction. */
export async function removeEnrolments(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Pair[]> {
  if (ids.length === 0) return []
  return tx.db
    .delete(enrollments)
    .where(inArray(enrollments.id, [...ids]))
    .returning({ course_id: enrollments.course_id, student_id: enrollments.student_id })
}

/** The courses that are offered, by their address and their title in small letters. One query. */
export async function readProgramKeys(ctx: Pick<Ctx, "db">): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ id: programs.id, slug: programs.slug, title: programs.title })
    .from(programs)
    .where(and(isNull(programs.archived_at)))
  const keys = new Map<string, string>()
  for (const { id, slug, title } of rows) keys.set(title.toLowerCase(), id).set(slug, id)
  return keys
}
