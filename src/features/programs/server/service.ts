import { and, eq, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { NewEnrolment } from "#contract/programs/programs.ts"
import type { NamedDraft } from "#features/ledger/server/first.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { awardPoints } from "./points.ts"
import { enrollments, programs } from "./table.ts"

type Wanted = {
  course_id: string
  student_id: string
  /** The series of classes that was chosen, which the caller has checked; without one, all of the program's. */
  batch_id?: string | null | undefined
}

/**
 * Enrols the student and gives the XP of a first enrolment in this program. `batchId` is the series of
 * classes that was chosen, which the caller has checked; without one, all of the program's. Throws NOT_FOUND,
 * ALREADY_ENROLLED_IN_PROGRAM, and PAYMENT_NEEDED where the academy takes payments and the program isn't free; a
 * repeat never creates a second enrolment.
 */
export async function enrolInProgram(
  ctx: SignedInCtx,
  courseId: string,
  batchId?: string,
): Promise<z.infer<typeof NewEnrolment>> {
  const student_id = ctx.viewer.user_id
  return inTransaction(ctx, async (tx) => {
    const [program] = await tx.db
      .select({ price_paise: programs.price_paise })
      .from(programs)
      .where(and(eq(programs.id, courseId), isNull(programs.archived_at)))
      .for("share")
    if (!program) notFound()
    if (ctx.money && program.price_paise > 0) refuse("PAYMENT_NEEDED")
    const made = await openEnrolment(tx, { course_id: courseId, student_id, batch_id: batchId })
    return made ?? refuse("ALREADY_ENROLLED_IN_PROGRAM")
  })
}

/**
 * Enrols a student in the caller's transaction, with the XP of a first enrolment in this program and everything
 * that follows from an enrolment. Journals `beside` it are written if it is made. Returns null for a student who
 * is enrolled already.
 */
export async function openEnrolment(
  tx: Ctx,
  { course_id, student_id, batch_id }: Wanted,
  beside: readonly NamedDraft[] = [],
): Promise<z.infer<typeof NewEnrolment> | null> {
  const enrolment = { id: newId(), course_id, student_id, status: "active" as const }
  const made = await tx.db
    .insert(enrollments)
    .values({ ...enrolment, batch_id: batch_id ?? null, created_at: tx.clock.now() })
    .onConflictDoNothing({
      target: [enrollments.course_id, enrollments.student_id],
      where: sql`status = 'active'`,
    })
  if (made.rowCount === 0) return null
  await emit(tx, "person.enrolled", student_id)
  const [points_awarded = 0] = await awardPoints(tx, [enrolment], beside)
  await tx.jobs.publish(tx, "program.enrolled", { course_id, student_id })
  return { ...enrolment, points_awarded }
}

/**
 * Ends a student's enrolment in the caller's transaction; the seats in coming classes follow by a job. Returns
 * false where there is none.
 */
export async function closeEnrolment(
  tx: Ctx,
  { course_id, student_id }: { course_id: string; student_id: string },
): Promise<boolean> {
  const ended = await tx.db
    .update(enrollments)
    .set({ status: "cancelled" })
    .where(
      and(
        eq(enrollments.course_id, course_id),
        eq(enrollments.student_id, student_id),
        eq(enrollments.status, "active"),
      ),
    )
  if (ended.rowCount === 0) return false
  await emit(tx, "person.enrolled", student_id)
  await tx.jobs.publish(tx, "program.left", { course_id, student_id })
  return true
}
