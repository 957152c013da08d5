import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import { isOpen } from "#features/classes/rules.ts"
import { covers, enrollments } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { deletedClasses, deletedClassRows } from "../bin-tables.ts"
import type { ClassRow } from "../service.ts"
import { isShared, scheduledClasses, shared } from "../table.ts"
import { freePlaces, listComingOf, listPlaced } from "../take-back.ts"
import { holdClass, seatStudents } from "./waitlist.ts"

type Pair = { course_id: string; student_id: string }

type Placed = Pair & {
  /** The end of the term before, whose seats the student may have given up. */
  after?: string | undefined
  /** The series that the student was in until now. */
  left_batch?: string | undefined
  /** From when the student got no new seats, but kept those they had. */
  since?: Date | undefined
}

/**
 * Gives a student who enrolled in a program seats in its coming classes, each class in a separate
 * transaction: those of the chosen batch, and those of no series. It may run again: existing seats are kept.
 * A class scheduled later seats its students itself. An account that is closed or disabled gets none. A member gets none after the end of the
 * term. Seats of a batch that was left are freed, but those of the term before, which may go on there, stay.
 */
export async function placeInProgram(
  ctx: Ctx,
  { course_id, student_id, after, left_batch, since }: Placed,
): Promise<void> {
  const { id, series_id, status, class_type, starts_at, ends_at, scheduled_date } = scheduledClasses
  const pair = { course_id, student_id }
  const enrolment = await readEnrolment(ctx, pair)
  if (!enrolment) return
  const goesOn = left_batch !== undefined && (await leaveBatch(ctx, pair, left_batch, after ?? null))
  if (enrolment.disabled) return
  const isAfter = after === undefined ? undefined : gt(scheduled_date, after)
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
        since && enrolment.changed_at <= since
          ? or(gt(scheduledClasses.created_at, since), isFull)
          : undefined,
        // In a new batch they have given up nothing.
        left_batch === undefined || goesOn ? isAfter : isAfter && or(isAfter, isNotNull(series_id)),
      ),
    )
    .orderBy(asc(starts_at))
  for (const one of coming) {
    await inTransaction(ctx, async (tx) => {
      const row = await holdClass(tx, one.id)
      // The class may have been moved to another program meanwhile, and the enrolment may have ended.
      if (!row || row.course_id !== course_id || !isOpen(row, tx.clock.now())) return
      const still = await readEnrolment(tx, pair)
      if (still && !still.disabled && isIn(row, still)) await seatStudents(tx, row, [student_id])
    })
  }
}

/**
 * Moves the seats of a student whose batch was changed by the office, each class in a separate transaction: those of the series
 * that the enrolment no longer includes are freed, and those that it newly includes are given. What was included before and
 * after stays as it is, also seats that were given up. A disabled account gets none. It may run again, and after later changes.
 */
export async function followBatch(
  ctx: Ctx,
  { course_id, student_id, left_batch }: Pair & { left_batch: string | null },
): Promise<void> {
  const pair = { course_id, student_id }
  const { id, series_id, class_type, starts_at } = scheduledClasses
  const ofSeries = await ctx.db
    .select({ id })
    .from(scheduledClasses)
    .where(
      and(
        inArray(id, await listComingOf(ctx, [pair])),
        eq(class_type, "regular"),
        isNotNull(series_id),
        shared,
      ),
    )
    .orderBy(asc(starts_at))
  for (const one of ofSeries) {
    await inTransaction(ctx, async (tx) => {
      const row = await holdClass(tx, one.id)
      if (!row || row.course_id !== course_id || !isOpen(row, tx.clock.now())) return
      const enrolment = await readEnrolment(tx, pair)
      if (!enrolment) return
      const wasIn = left_batch === null || row.series_id === left_batch
      if (isIn(row, enrolment) === wasIn) return
      if (wasIn) await freePlaces(tx, [row.id], [pair])
      else if (!enrolment.disabled) await seatStudents(tx, row, [student_id])
    })
  }
}

const isFull = sql`${scheduledClasses.seats_taken} + ${scheduledClasses.seats_held} >= ${scheduledClasses.max_capacity}`

type Enrolment = Pick<typeof enrollments.$inferSelect, "batch_id" | "valid_until"> & {
  /** When it was made, or last given another batch or term. */
  changed_at: Date
  /** Whether the student's account is disabled: it keeps its seats and gets no new ones. */
  disabled: boolean
}

/** Returns the active enrolment of a student whose account isn't closed, or null. */
async function readEnrolment(
  { db }: Pick<Ctx, "db">,
  { course_id, student_id }: Pair,
): Promise<Enrolment | null> {
  const [found] = await db
    .select({
      batch_id: enrollments.batch_id,
      valid_until: enrollments.valid_until,
      changed_at: sql`coalesce(${enrollments.changed_at}, ${enrollments.created_at})`.mapWith(
        enrollments.created_at,
      ),
      disabled: sql<boolean>`${user.disabledAt} is not null`,
    })
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
  return found ?? null
}

/** Whether a class of the program is one of those that an enrolment gives a seat in. */
function isIn(
  row: Pick<ClassRow, "series_id" | "scheduled_date">,
  { batch_id, valid_until }: Pick<Enrolment, "batch_id" | "valid_until">,
): boolean {
  const ofBatch = batch_id === null || row.series_id === null || row.series_id === batch_id
  return ofBatch && (valid_until === null || row.scheduled_date <= valid_until)
}

/**
 * Frees a student's coming seats in a batch that they left, but keeps those up to the end of the term before, and those that
 * the enrolment includes all the same, or again. Returns whether there are any of the term before.
 */
async function leaveBatch(ctx: Ctx, pair: Pair, batch: string, until: string | null): Promise<boolean> {
  const { id, series_id, scheduled_date } = scheduledClasses
  const placed = await ctx.db
    .select({ id, scheduled_date })
    .from(scheduledClasses)
    .where(and(eq(series_id, batch), inArray(id, await listPlaced(ctx, [pair]))))
    .orderBy(asc(id))
  const stays = placed.filter((one) => until !== null && one.scheduled_date <= until)
  for (const one of placed) {
    if (stays.includes(one)) continue
    await inTransaction(ctx, async (tx) => {
      const row = await holdClass(tx, one.id)
      const enrolment = await readEnrolment(tx, pair)
      if (row && !(enrolment && isIn(row, enrolment))) await freePlaces(tx, [row.id], [pair])
    })
  }
  return stays.length > 0
}

/**
 * Takes a student whose enrolment in a program ended, or ends earlier now, out of the coming classes that it no longer
 * covers, each class in a separate transaction, and out of deleted ones that may be restored. Freed seats go to the
 * waitlist. A student who enrolled again meanwhile keeps what they have.
 */
export async function leaveProgram(ctx: Ctx, pair: Pair): Promise<void> {
  await leaveDeleted(ctx, pair)
  // Also where they have no seat yet: one that is being given now is waited for.
  for (const classId of await listComingOf(ctx, [pair])) {
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
 * the others join the waitlist. Accounts that are closed or disabled get none. `since` leaves out students whose enrolment included the
 * class by then, and `moved_from`, the date of the class before it was moved, those whose enrolment covered it then. It
 * may run again.
 */
export async function placeProgramIn(
  ctx: Ctx,
  classId: string,
  { since, moved_from }: { since?: string | undefined; moved_from?: string | undefined } = {},
): Promise<void> {
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
          isNull(user.disabledAt),
          eq(enrollments.course_id, row.course_id),
          covers(row.scheduled_date),
          row.series_id === null
            ? undefined
            : or(isNull(enrollments.batch_id), eq(enrollments.batch_id, row.series_id)),
          since === undefined ? undefined : cameSince(new Date(since), row.scheduled_date),
          moved_from === undefined ? undefined : not(covers(moved_from)),
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

/** Whether an enrolment includes a class of this date only since an instant: it is new, or a change gave it the class. */
function cameSince(since: Date, date: string): SQL | undefined {
  const { created_at, changed_at, changed_after } = enrollments
  return or(
    gt(created_at, since),
    and(gt(changed_at, since), or(isNull(changed_after), lt(changed_after, date))),
  )
}
