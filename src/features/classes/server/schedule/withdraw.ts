import { and, inArray, isNull, ne, sql } from "drizzle-orm"
import type { ScheduledClass, SeriesScope } from "#contract/classes/classes.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { getClass } from "../class-view.ts"
import { tellDeleted } from "../notices/class-notices.ts"
import { seatsAfterCallingOff } from "../seats/seat-effects.ts"
import type { ClassRow } from "../service.ts"
import { scheduledClasses } from "../table.ts"
import { layInBin } from "./bin.ts"
import { lockEditable, lockFollowing } from "./series.ts"

/**
 * Cancels a class that is still scheduled, or it and all that follow it in its series. The reason is shown to
 * the people concerned. Publishes `class.cancelled` for each, with one `change_id` for all. Throws NOT_FOUND
 * for another's class and CLASS_NOT_OPEN.
 */
export async function cancelClass(
  ctx: SignedInCtx,
  input: { class_id: string; reason: string; scope?: SeriesScope },
): Promise<ScheduledClass> {
  const { class_id } = input
  return inTransaction(ctx, async (tx) => {
    const first = await lockEditable(tx, class_id)
    if (first.status !== "scheduled") refuse("CLASS_NOT_OPEN")
    const alone = input.scope !== "following" || first.series_id === null
    const rows = alone ? [first] : await lockFollowing(tx, first, { detachedToo: true })
    const ids = rows.map((row) => row.id)
    await tx.db
      .update(scheduledClasses)
      .set({
        status: "cancelled",
        cancel_reason: input.reason,
        revision: sql`${scheduledClasses.revision} + 1`,
        updated_at: tx.clock.now(),
      })
      .where(inArray(scheduledClasses.id, ids))
    await seatsAfterCallingOff(tx, ids)
    const change_id = newId()
    for (const id of ids) {
      await recordAct(tx, "class.cancel", id)
      await emit(tx, "class.cancelled", id)
      await tx.jobs.publish(tx, "class.cancelled", { class_id: id, change_id })
    }
    return getClass(tx, class_id)
  })
}

/** Attendance rows would be deleted with the class, so a class that was ever started is kept. */
export const isDeletable = (row: ClassRow) => row.status !== "live" && row.started_at === null

/**
 * Deletes a class without records, or it and those of its series that follow and have none, and notifies
 * people who had a seat or waited for one in a coming class. Deleted classes stay in the bin for 30 days.
 * Throws NOT_FOUND for another's class, CLASS_NOT_OPEN while it is live, and CLASS_HAS_RECORDS if it was
 * started or has attendance or a recording.
 */
export async function deleteClass(
  ctx: SignedInCtx,
  { class_id, scope }: { class_id: string; scope?: SeriesScope },
): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      const first = await lockEditable(tx, class_id)
      const alone = scope !== "following" || first.series_id === null
      const following = alone ? [] : await lockFollowing(tx, first, { detachedToo: true })
      const others = following.filter((row) => row.id !== class_id)
      const rows = [first, ...(await withoutRecords(tx, others))]
      const ids = rows.map((row) => row.id)
      const deletionId = newId()
      await tellDeleted(tx, ids, deletionId)
      await layInBin(tx, rows.filter(isDeletable), deletionId)
      const deleted = await deleteRows(tx, ids)
      if (!deleted.some((row) => row.id === class_id)) {
        refuse(first.status === "live" ? "CLASS_NOT_OPEN" : "CLASS_HAS_RECORDS")
      }
      for (const row of deleted) {
        await recordAct(tx, "class.delete", row.id)
        await emit(tx, "class.deleted", row.id)
        await tx.jobs.publish(tx, "class.deleted", { class_id: row.id })
      }
    })
  } catch (error) {
    // The only constraints that a deletion can break are references from records of higher features.
    if (brokenConstraint(error)) refuse("CLASS_HAS_RECORDS")
    throw error
  }
}

function deleteRows({ db }: Pick<SignedInCtx, "db">, ids: readonly string[]): Promise<{ id: string }[]> {
  return db
    .delete(scheduledClasses)
    .where(
      and(
        inArray(scheduledClasses.id, [...ids]),
        ne(scheduledClasses.status, "live"),
        isNull(scheduledClasses.started_at),
      ),
    )
    .returning({ id: scheduledClasses.id })
}

/** Returns those of these classes that records of higher features don't refer to, such as a check-in. */
async function withoutRecords(ctx: SignedInCtx, rows: readonly ClassRow[]): Promise<readonly ClassRow[]> {
  if (rows.length === 0 || (await canDelete(ctx, rows))) return rows
  if (rows.length === 1) return []
  const half = Math.ceil(rows.length / 2)
  return [
    ...(await withoutRecords(ctx, rows.slice(0, half))),
    ...(await withoutRecords(ctx, rows.slice(half))),
  ]
}

/** Whether a deletion would be accepted. The database alone knows every reference, so it is tried and undone. */
async function canDelete(ctx: SignedInCtx, rows: readonly ClassRow[]): Promise<boolean> {
  const undone = new Error("a deletion was only tried")
  try {
    return await inTransaction(ctx, async (tx): Promise<never> => {
      await deleteRows(
        tx,
        rows.map((row) => row.id),
      )
      throw undone
    })
  } catch (error) {
    if (error === undone) return true
    if (brokenConstraint(error)) return false
    throw error
  }
}
