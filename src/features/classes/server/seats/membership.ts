import { and, eq } from "drizzle-orm"
import { enrollments, programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import type { ClassRow } from "../service.ts"

/**
 * Passes for members of the class's program whose term covers the class, and for everybody, former members too, where
 * nothing is paid for it. Throws MEMBERSHIP_ENDED with the program and the last day of a term that ends before the class, and
 * PAYMENT_NEEDED with the program where the academy takes payments for it.
 */
export async function requirePaid(
  ctx: Pick<Ctx, "db" | "money">,
  { course_id, scheduled_date }: Pick<ClassRow, "course_id" | "scheduled_date">,
  studentId: string,
): Promise<void> {
  if (!course_id || !ctx.money) return
  const [program] = await ctx.db
    .select({
      slug: programs.slug,
      price_paise: programs.price_paise,
      enrolled: enrollments.id,
      valid_until: enrollments.valid_until,
    })
    .from(programs)
    .leftJoin(
      enrollments,
      and(
        eq(enrollments.course_id, programs.id),
        eq(enrollments.student_id, studentId),
        eq(enrollments.status, "active"),
      ),
    )
    .where(eq(programs.id, course_id))
  if (!program || program.price_paise === 0) return
  const { slug, valid_until } = program
  if (valid_until && valid_until < scheduled_date) refuse("MEMBERSHIP_ENDED", { slug, valid_until })
  if (!program.enrolled) refuse("PAYMENT_NEEDED", { slug })
}
