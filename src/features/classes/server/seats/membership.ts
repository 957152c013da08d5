import { and, eq, lt } from "drizzle-orm"
import { enrollments, programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import type { ClassRow } from "../service.ts"

/**
 * Passes for everybody but a member of the class's program whose term ends before the class. Throws
 * MEMBERSHIP_ENDED with the program and the last day of the term.
 */
export async function requireMembership(
  ctx: Pick<Ctx, "db">,
  { course_id, scheduled_date }: Pick<ClassRow, "course_id" | "scheduled_date">,
  studentId: string,
): Promise<void> {
  if (!course_id) return
  const [ended] = await ctx.db
    .select({ slug: programs.slug, valid_until: enrollments.valid_until })
    .from(enrollments)
    .innerJoin(programs, eq(programs.id, enrollments.course_id))
    .where(
      and(
        eq(enrollments.course_id, course_id),
        eq(enrollments.student_id, studentId),
        eq(enrollments.status, "active"),
        lt(enrollments.valid_until, scheduled_date),
      ),
    )
  if (ended) refuse("MEMBERSHIP_ENDED", ended)
}
