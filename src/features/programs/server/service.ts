import { and, eq, isNull } from "drizzle-orm"
import type { z } from "zod"
import type { NewEnrolment } from "#contract/programs/programs.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { awardPoints } from "./points.ts"
import { enrollments, programs } from "./table.ts"

/**
 * Enrols the student and gives the XP of a first enrolment in this program. `batchId` is the series of
 * classes that was chosen, which the caller has checked; without one, all of the program's. Throws NOT_FOUND
 * and ALREADY_ENROLLED_IN_PROGRAM; a repeat never creates a second enrolment.
 */
export async function enrolInProgram(
  ctx: SignedInCtx,
  courseId: string,
  batchId?: string,
): Promise<z.infer<typeof NewEnrolment>> {
  const enrolment = {
    id: newId(),
    course_id: courseId,
    student_id: ctx.viewer.user_id,
    status: "active" as const,
  }
  try {
    return await inTransaction(ctx, async (tx) => {
      const [program] = await tx.db
        .select({ id: programs.id })
        .from(programs)
        .where(and(eq(programs.id, courseId), isNull(programs.archived_at)))
        .for("share")
      if (!program) notFound()
      await tx.db
        .insert(enrollments)
        .values({ ...enrolment, batch_id: batchId ?? null, created_at: ctx.clock.now() })
      await emit(tx, "person.enrolled", ctx.viewer.user_id)
      const [points_awarded = 0] = await awardPoints(tx, [enrolment])
      await tx.jobs.publish(tx, "program.enrolled", { course_id: courseId, student_id: ctx.viewer.user_id })
      return { ...enrolment, points_awarded }
    })
  } catch (error) {
    if (brokenConstraint(error) === "enrollments_one_active") refuse("ALREADY_ENROLLED_IN_PROGRAM")
    throw error
  }
}
