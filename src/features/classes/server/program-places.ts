import { and, asc, eq, gt } from "drizzle-orm"
import { isOpen } from "#features/classes/rules.ts"
import { enrollments } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { holdClass, placeStudents } from "./line.ts"
import { scheduledClasses } from "./table.ts"

/**
 * Gives a student who enrolled in a program places in its coming classes, each class in a transaction of its
 * own. It may run again: who has a place keeps it. A class scheduled later seats its students itself.
 */
export async function placeInProgram(
  ctx: Ctx,
  { course_id, student_id }: { course_id: string; student_id: string },
): Promise<void> {
  const { id, status, class_type, starts_at, ends_at } = scheduledClasses
  const enrolled = await ctx.db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.course_id, course_id),
        eq(enrollments.student_id, student_id),
        eq(enrollments.status, "active"),
      ),
    )
  if (enrolled.length === 0) return
  const coming = await ctx.db
    .select({ id })
    .from(scheduledClasses)
    .where(
      and(
        eq(scheduledClasses.course_id, course_id),
        eq(status, "scheduled"),
        eq(class_type, "regular"),
        gt(ends_at, ctx.clock.now()),
      ),
    )
    .orderBy(asc(starts_at))
  for (const one of coming) {
    await inTransaction(ctx, async (tx) => {
      const row = await holdClass(tx, one.id)
      // The program's own classes alone: it may have been moved to another meanwhile.
      if (row && row.course_id === course_id && isOpen(row, tx.clock.now())) {
        await placeStudents(tx, row, [student_id])
      }
    })
  }
}

/**
 * Gives the students of a class's program places in it, in the order in which they enrolled, as far as there
 * are seats; the others wait in line. `since` leaves out who enrolled before. It may run again.
 */
export async function placeProgramIn(ctx: Ctx, classId: string, since?: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await holdClass(tx, classId)
    if (!row?.course_id || row.class_type !== "regular" || !isOpen(row, tx.clock.now())) return
    const rows = await tx.db
      .select({ student_id: enrollments.student_id })
      .from(enrollments)
      .where(
        and(
          eq(enrollments.course_id, row.course_id),
          eq(enrollments.status, "active"),
          since === undefined ? undefined : gt(enrollments.created_at, new Date(since)),
        ),
      )
      .orderBy(asc(enrollments.created_at), asc(enrollments.id))
    await placeStudents(
      tx,
      row,
      rows.map((enrolment) => enrolment.student_id),
    )
  })
}
