import { and, eq, isNull, ne } from "drizzle-orm"
import type { ScheduledClass } from "#contract/classes.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/db.ts"
import { refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { editableBy, getClass, requireEditable } from "./class-view.ts"
import { seatsAfterCallingOff } from "./seat-effects.ts"
import { scheduledClasses } from "./table.ts"

/**
 * Cancels a class that is still scheduled; the reason is for those whom it concerns. Publishes
 * `class.cancelled`. Throws NOT_FOUND for another's class and CLASS_NOT_OPEN.
 */
export async function cancelClass(
  ctx: SignedInCtx,
  input: { class_id: string; reason: string },
): Promise<ScheduledClass> {
  const { class_id } = input
  return inTransaction(ctx, async (tx) => {
    const [cancelled] = await tx.db
      .update(scheduledClasses)
      .set({ status: "cancelled", cancel_reason: input.reason, updated_at: tx.clock.now() })
      .where(
        and(
          eq(scheduledClasses.id, class_id),
          eq(scheduledClasses.status, "scheduled"),
          editableBy(ctx.viewer),
        ),
      )
      .returning({ id: scheduledClasses.id })
    if (!cancelled) {
      await requireEditable(tx, class_id)
      refuse("CLASS_NOT_OPEN")
    }
    await seatsAfterCallingOff(tx, [class_id])
    await recordAct(tx, "class.cancel", class_id)
    await emit(tx, "class.changed", class_id)
    await tx.jobs.publish(tx, "class.cancelled", { class_id })
    return getClass(tx, class_id)
  })
}

/**
 * Deletes a class that left no records. Throws NOT_FOUND for another's class, CLASS_NOT_OPEN while it is live,
 * and CLASS_HAS_RECORDS once it was started or has attendance or a recording.
 */
export async function deleteClass(ctx: SignedInCtx, classId: string): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      const [deleted] = await tx.db
        .delete(scheduledClasses)
        .where(
          and(
            eq(scheduledClasses.id, classId),
            ne(scheduledClasses.status, "live"),
            // Who was there is kept in rows that would go with the class, so having been started is enough.
            isNull(scheduledClasses.started_at),
            editableBy(ctx.viewer),
          ),
        )
        .returning({ id: scheduledClasses.id })
      if (!deleted) {
        const row = await requireEditable(tx, classId)
        refuse(row.status === "live" ? "CLASS_NOT_OPEN" : "CLASS_HAS_RECORDS")
      }
      await recordAct(tx, "class.delete", classId)
      await emit(tx, "class.changed", classId)
    })
  } catch (error) {
    // Deleting can break references only: those of higher features' records, which they restrict.
    if (brokenConstraint(error)) refuse("CLASS_HAS_RECORDS")
    throw error
  }
}
