import { and, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm"
import { isOpen, takesStudents } from "#features/classes/rules.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/**
 * Takes one seat of a class for the viewer. Whoever comes first has it: the count is guarded by the write
 * itself. Throws NOT_FOUND, DEMO_REQUEST_REQUIRED, ALREADY_ENROLLED, CLASS_NOT_OPEN and CLASS_FULL.
 */
export async function enrol(
  ctx: SignedInCtx,
  classId: string,
): Promise<{ class_id: string; student_id: string }> {
  const studentId = ctx.viewer.user_id
  try {
    return await inTransaction(ctx, async (tx) => {
      if (!(await takeSeat(tx, classId, takesStudentsNow(tx)))) await explainNoSeat(tx, classId, studentId)
      await tx.db
        .insert(classEnrollments)
        .values({ id: newId(), class_id: classId, student_id: studentId, created_at: tx.clock.now() })
      await emit(tx, "class.changed", classId)
      return { class_id: classId, student_id: studentId }
    })
  } catch (error) {
    if (brokenConstraint(error) === "class_enrollments_one_seat") refuse("ALREADY_ENROLLED")
    throw error
  }
}

/**
 * Gives the viewer's seat back, that of an enrolment or of an approved request. Throws NOT_FOUND without a
 * seat and CLASS_NOT_OPEN once the class is live or over.
 */
export async function leave(ctx: SignedInCtx, classId: string): Promise<void> {
  const studentId = ctx.viewer.user_id
  await inTransaction(ctx, async (tx) => {
    // The class is held before its seats are looked at, as everywhere: leaving twice at once then gives one back.
    const [row] = await tx.db
      .select()
      .from(scheduledClasses)
      .where(eq(scheduledClasses.id, classId))
      .for("no key update")
    if (!row) notFound()
    const freed = await deleteSeats(tx, classId, studentId)
    if (freed === 0) notFound()
    if (!isOpen(row, tx.clock.now())) refuse("CLASS_NOT_OPEN")
    await tx.db
      .update(scheduledClasses)
      .set({ seats_taken: sql`${scheduledClasses.seats_taken} - ${freed}` })
      .where(eq(scheduledClasses.id, classId))
    await emit(tx, "class.changed", classId)
  })
}

/** Takes a seat unless all are taken or `open` does not hold; must run in the transaction that says whose it is. */
export async function takeSeat(ctx: SignedInCtx, classId: string, open: SQL | undefined): Promise<boolean> {
  const taken = await ctx.db
    .update(scheduledClasses)
    .set({ seats_taken: sql`${scheduledClasses.seats_taken} + 1` })
    .where(
      and(
        eq(scheduledClasses.id, classId),
        lt(scheduledClasses.seats_taken, scheduledClasses.max_capacity),
        open,
      ),
    )
    .returning({ id: scheduledClasses.id })
  return taken.length === 1
}

/** The same as `takesStudents` of the rules, in the database. */
function takesStudentsNow(ctx: SignedInCtx): SQL | undefined {
  return and(
    inArray(scheduledClasses.status, ["scheduled", "live"]),
    gt(scheduledClasses.ends_at, ctx.clock.now()),
    eq(scheduledClasses.class_type, "regular"),
  )
}

/** The same as `isOpen` of the rules, in the database. */
export function isOpenNow(ctx: SignedInCtx): SQL | undefined {
  return and(eq(scheduledClasses.status, "scheduled"), gt(scheduledClasses.ends_at, ctx.clock.now()))
}

/** Says why there was no seat, what the person can do least about first. */
async function explainNoSeat(ctx: SignedInCtx, classId: string, studentId: string): Promise<never> {
  const [row] = await ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.id, classId))
  if (!row) notFound()
  if (row.class_type === "demo") refuse("DEMO_REQUEST_REQUIRED")
  const seats = await ctx.db
    .select({ id: classEnrollments.id })
    .from(classEnrollments)
    .where(and(eq(classEnrollments.class_id, classId), eq(classEnrollments.student_id, studentId)))
  if (seats.length > 0) refuse("ALREADY_ENROLLED")
  if (!takesStudents(row, ctx.clock.now())) refuse("CLASS_NOT_OPEN")
  return refuse("CLASS_FULL")
}

async function deleteSeats(ctx: SignedInCtx, classId: string, studentId: string): Promise<number> {
  const enrolments = await ctx.db
    .delete(classEnrollments)
    .where(and(eq(classEnrollments.class_id, classId), eq(classEnrollments.student_id, studentId)))
    .returning({ id: classEnrollments.id })
  const approvals = await ctx.db
    .delete(demoClassRequests)
    .where(
      and(
        eq(demoClassRequests.class_id, classId),
        eq(demoClassRequests.student_id, studentId),
        eq(demoClassRequests.status, "approved"),
      ),
    )
    .returning({ id: demoClassRequests.id })
  return enrolments.length + approvals.length
}
