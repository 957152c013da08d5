import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { isApprovedInstructor } from "#features/accounts/server/service.ts"
import { isOpen, ownerOf } from "#features/classes/rules.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { getClass } from "../class-view.ts"
import type { ClassRow } from "../service.ts"
import { demoClassRequests, scheduledClasses } from "../table.ts"
import { requireApproved } from "./draft.ts"
import { lockEditable } from "./series.ts"
import { findOverlaps, refuseOverlapOf, takeTurns } from "./turns.ts"

/**
 * Lets another approved instructor teach a class that is still scheduled. Its owner stays the same. Naming
 * the instructor who already teaches it changes nothing. Publishes `class.substituted`. Throws NOT_FOUND for
 * another's class, CLASS_NOT_OPEN, FORBIDDEN, and FIELD_ERRORS: INSTRUCTOR_UNKNOWN, SUBSTITUTE_IS_OWNER,
 * SUBSTITUTE_BUSY.
 */
export async function substituteInstructor(
  ctx: SignedInCtx,
  input: { class_id: string; instructor_id: string },
): Promise<ScheduledClass> {
  await requireApproved(ctx)
  return changeTeacher(ctx, input.class_id, async (tx, row) => {
    const { instructor_id } = input
    if (instructor_id === ownerOf(row)) refuseFields({ instructor_id: "SUBSTITUTE_IS_OWNER" })
    if (!(await isApprovedInstructor(tx, instructor_id)))
      refuseFields({ instructor_id: "INSTRUCTOR_UNKNOWN" })
    return { instructor_id, substitutes_for: ownerOf(row) }
  })
}

/**
 * Gives a class back to its own instructor. Changes nothing if there is no substitute. Publishes
 * `class.substituted`. Throws what `substituteInstructor` throws.
 */
export async function takeClassBack(ctx: SignedInCtx, classId: string): Promise<ScheduledClass> {
  await requireApproved(ctx)
  return changeTeacher(ctx, classId, async (_tx, row) => ({
    instructor_id: ownerOf(row),
    substitutes_for: null,
  }))
}

type Taught = Pick<ClassRow, "instructor_id" | "substitutes_for">

async function changeTeacher(
  ctx: SignedInCtx,
  classId: string,
  choose: (tx: SignedInCtx, row: ClassRow) => Promise<Taught>,
): Promise<ScheduledClass> {
  return refuseOverlapOf(
    () =>
      inTransaction(ctx, async (tx) => {
        const row = await lockEditable(tx, classId)
        if (!isOpen(row, tx.clock.now())) refuse("CLASS_NOT_OPEN")
        const taught = await choose(tx, row)
        if (taught.instructor_id !== row.instructor_id) await writeTeacher(tx, row, taught)
        return getClass(tx, classId)
      }),
    "instructor_id",
  )
}

async function writeTeacher(tx: SignedInCtx, row: ClassRow, taught: Taught): Promise<void> {
  await takeTurns(tx, [taught.instructor_id])
  const overlaps = await findOverlaps(tx, [{ ...row, ...taught }], [row.id])
  if (overlaps.length > 0) refuseFields({ instructor_id: "SUBSTITUTE_BUSY" })
  await tx.db
    .update(scheduledClasses)
    .set({ ...taught, revision: sql`${scheduledClasses.revision} + 1`, updated_at: tx.clock.now() })
    .where(eq(scheduledClasses.id, row.id))
  await moveRequests(tx, row.id, taught.instructor_id)
  const from = row.instructor_id
  const to = taught.instructor_id
  await recordAct(tx, "class.substitute", row.id, { from, to })
  await tx.jobs.publish(tx, "class.substituted", {
    class_id: row.id,
    instructor_id: to,
    previous_instructor_id: from,
  })
  await emit(tx, "class.changed", row.id)
  for (const person of [from, to]) await emit(tx, "person.changed", person)
}

/** Requests to answer or call about go to the teacher, and the one before no longer sees the families' numbers. */
export async function moveRequests(tx: SignedInCtx, classId: string, instructor_id: string): Promise<void> {
  const { class_id, status, called_at, callback_by } = demoClassRequests
  await tx.db
    .update(demoClassRequests)
    .set({ instructor_id })
    .where(
      and(eq(class_id, classId), or(eq(status, "pending"), and(isNull(called_at), isNotNull(callback_by)))),
    )
}
