import { and, asc, eq, gt, inArray, isNull, lte, not, or, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import { isOpen } from "#features/classes/rules.ts"
import { covers, enrollments } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { deletedClasses, deletedClassRows } from "../bin-tables.ts"
import { isShared, scheduledClasses, shared } from "../table.ts"
import { freePlaces, listPlaced } from "../take-back.ts"
import { holdClass, seatStudents } from "./waitlist.ts"

type Pair = { course_id: string; student_id: string }

/**
 * Gives a student who enrolled in a program seats in its coming classes, each class in a separate
 * transaction: those of the chosen batch, and those of no series. It may run again: existing seats are kept.
 * A class scheduled later seats its students itself. A closed account gets none. A member gets none after the end of the term; `after` is the end
 * of the term before, whose seats the student may have given up.
 */
export async function placeInProgram(
  ctx: Ctx,
  { course_id, student_id, after }: { course_id: string; student_id: string; after?: string | undefined },
): Promise<void> {
  const { id, series_id, status, class_type, starts_at, ends_at, scheduled_date } = scheduledClasses
  const enrolled = await ctx.db
    .select({ batch_id: enrollments.batch_id, valid_until: enrollments.valid_until })
    .from(enrollments)
    .innerJoin(user, eq(user.id, enrollments.student_id))
    .where(
      and(
        isNull(user.eraseAt),
        eq(enrollments.course_id, course_id),
        eq(enrollments.student_id, student_id),
        eq(enrollments.status, "active"),
      ),
    )
  const [enrolment] = enrolled
  if (!enrolment) return
  const coming = await ctx.db
    .select({ id })
    .from(scheduledClasses)
    .where(
      and(
        eq(scheduledClasses.course_id, course_id),
        eq(status, "scheduled"),
        eq(class_type, "regular"),
        shared,
        gt(ends_at, ctx.clock.now()),
        enrolment.batch_id === null ? undefined : or(isNull(series_id), eq(series_id, enrolment.batch_id)),
        enrolment.valid_until === null ? undefined : lte(scheduled_date, enrolment.valid_until),
        after === undefined ? undefined : gt(scheduled_date, after),
      ),
    )
    .orderBy(asc(starts_at))
  for (const one of coming) {
    await inTransaction(ctx, async (tx) => {
      const row = await holdClass(tx, one.id)
      // Only if the class still belongs to the program, because it may have been moved to another meanwhile.
      if (row && row.course_id === course_id && isOpen(row, tx.clock.now())) {
        await seatStudents(tx, row, [student_id])
      }
    })
  }
}

/**
 * Takes a student whose enrolment in a program ended, or ends earlier now, out of the coming classes that it no longer
 * covers, each class in a separate transaction, and out of deleted ones that may be restored. Freed seats go to the
 * waitlist. A student who enrolled again meanwhile keeps what they have.
 */
export async function leaveProgram(ctx: Ctx, pair: Pair): Promise<void> {
  await leaveDeleted(ctx, pair)
  for (const classId of await listPlaced(ctx, [pair])) {
    await inTransaction(ctx, async (tx) => {
      const row = await holdClass(tx, classId)
      const again = and(
        eq(enrollments.course_id, pair.course_id),
        eq(enrollments.student_id, pair.student_id),
        row ? covers(row.scheduled_date) : undefined,
      )
      if ((await tx.db.$count(enrollments, again)) === 0) await freePlaces(tx, [classId], [pair])
    })
  }
  // Classes that were deleted meanwhile took the seats with them.
  await leaveDeleted(ctx, pair)
}

/** Takes a student out of the deleted classes of a program that no enrolment of theirs covers. */
async function leaveDeleted(ctx: Ctx, { course_id, student_id }: Pair): Promise<void> {
  const { student_id: whose, kind } = deletedClassRows
  const ofSeats = and(eq(whose, student_id), inArray(kind, ["class_enrollments", "class_waitlist"]))
  const covered = sql`exists (select from ${enrollments}
    where ${enrollments.course_id} = ${course_id} and ${enrollments.student_id} = ${student_id}
      and ${covers(sql`(${deletedClasses.row} ->> 'scheduled_date')`)})`
  await inTransaction(ctx, async (tx) => {
    // A class that is being restored is waited for, and has its seats again by then.
    const left = await tx.db
      .select({ id: deletedClasses.id })
      .from(deletedClasses)
      .where(
        and(
          inArray(
            deletedClasses.id,
            tx.db.select({ id: deletedClassRows.class_id }).from(deletedClassRows).where(ofSeats),
          ),
          sql`${deletedClasses.row} ->> 'course_id' = ${course_id}`,
          sql`${deletedClasses.row} ->> 'status' = 'scheduled'`,
          sql`(${deletedClasses.row} ->> 'ends_at')::timestamptz > ${tx.clock.now().toISOString()}::timestamptz`,
          not(covered),
        ),
      )
      .orderBy(asc(deletedClasses.id))
      .for("update")
    if (left.length === 0) return
    const ids = left.map(({ id }) => id)
    await tx.db.delete(deletedClassRows).where(and(inArray(deletedClassRows.class_id, ids), ofSeats))
  })
}

/**
 * Gives the students of a class's program seats in it, in the order in which they enrolled. When it is full,
 * the others join the waitlist. Closed accounts get none. `since` leaves out students who enrolled before. It may run again.
 */
export async function placeProgramIn(ctx: Ctx, classId: string, since?: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await holdClass(tx, classId)
    if (!row?.course_id || row.class_type !== "regular" || !isShared(row) || !isOpen(row, tx.clock.now()))
      return
    const rows = await tx.db
      .select({ student_id: enrollments.student_id })
      .from(enrollments)
      .innerJoin(user, eq(user.id, enrollments.student_id))
      .where(
        and(
          isNull(user.eraseAt),
          eq(enrollments.course_id, row.course_id),
          covers(row.scheduled_date),
          row.series_id === null
            ? undefined
            : or(isNull(enrollments.batch_id), eq(enrollments.batch_id, row.series_id)),
          since === undefined ? undefined : gt(enrollments.created_at, new Date(since)),
        ),
      )
      .orderBy(asc(enrollments.created_at), asc(enrollments.id))
    await seatStudents(
      tx,
      row,
      rows.map((enrolment) => enrolment.student_id),
    )
  })
}
