import { asc, eq, inArray, sql } from "drizzle-orm"
import { recordActs } from "#platform/audit.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { emitAll } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { layInBin } from "./bin.ts"
import { tellDeleted } from "./class-notices.ts"
import { fillFreeSeats } from "./line.ts"
import { scheduledClasses } from "./table.ts"
import { isDeletable } from "./withdraw.ts"

/** A class has hundreds of places: one statement over so many classes stays well within a request's limit. */
const CLASSES_AT_ONCE = 20

async function inBatches(ids: readonly string[], work: (batch: string[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < ids.length; from += CLASSES_AT_ONCE) {
    await work(ids.slice(from, from + CLASSES_AT_ONCE))
  }
}

/**
 * Deletes classes that an import made, all of them or none, in the caller's transaction; they lie in the bin together,
 * and everyone concerned is told once for all. One that somebody deleted meanwhile is gone already. Throws
 * CLASS_NOT_OPEN and CLASS_HAS_RECORDS.
 */
export async function deleteImportedClasses(tx: SignedInCtx, classIds: readonly string[]): Promise<void> {
  if (classIds.length === 0) return
  const rows = await tx.db
    .select()
    .from(scheduledClasses)
    .where(inArray(scheduledClasses.id, [...classIds]))
    .orderBy(asc(scheduledClasses.id))
    .for("no key update")
  const kept = rows.find((row) => !isDeletable(row))
  if (kept) refuse(kept.status === "live" ? "CLASS_NOT_OPEN" : "CLASS_HAS_RECORDS")
  const ids = rows.map((row) => row.id)
  const deletionId = newId()
  await tellDeleted(tx, ids, deletionId)
  await inBatches(ids, async (batch) => {
    const going = new Set(batch)
    await layInBin(
      tx,
      rows.filter((row) => going.has(row.id)),
      deletionId,
    )
    await tx.db.delete(scheduledClasses).where(inArray(scheduledClasses.id, batch))
  })
  await recordActs(tx, "class.delete", ids)
  await emitAll(tx, "class.deleted", ids)
  for (const class_id of ids) await tx.jobs.publish(tx, "class.deleted", { class_id })
}

type Pair = { course_id: string; student_id: string }

/**
 * Takes students out of the coming classes of programs that they are taken out of: out of their seats and out of the
 * waitlists. Whoever of the others waited has the freed seats then. In the caller's transaction.
 */
export async function freeProgramPlaces(tx: SignedInCtx, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return
  const courses = [...new Set(pairs.map(({ course_id }) => course_id))]
  const coming = await tx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(
      sql`${inArray(scheduledClasses.course_id, courses)} and ${eq(scheduledClasses.status, "scheduled")}
        and not ${scheduledClasses.one_on_one} and ${scheduledClasses.ends_at} > ${tx.clock.now().toISOString()}::timestamptz`,
    )
    .orderBy(asc(scheduledClasses.id))
    .for("no key update")
  const changed: string[] = []
  await inBatches(
    coming.map(({ id }) => id),
    async (batch) => {
      for (const { id, fill } of await takePlaces(tx, batch, pairs)) {
        changed.push(id)
        if (fill) await fillFreeSeats(tx, id)
      }
    },
  )
  await emitAll(tx, "class.seats", changed)
  await emitAll(tx, "person.changed", [...new Set(pairs.map(({ student_id }) => student_id))])
}

/** Returns the classes of which places were taken, and whether a freed seat has somebody who waits for it. */
async function takePlaces(tx: SignedInCtx, classIds: string[], pairs: readonly Pair[]) {
  const of = (column: keyof Pair) => sql`${sql.param(pairs.map((pair) => pair[column]))}::uuid[]`
  const { rows } = await tx.db.execute<{ id: string; fill: boolean }>(sql`
    with going as materialized (
      select held.id as class_id, pair.student_id
      from unnest(${of("course_id")}, ${of("student_id")}) as pair (course_id, student_id)
      join scheduled_classes held on held.course_id = pair.course_id
      where held.id = any(${sql.param(classIds)}::uuid[])),
    freed as (
      delete from class_enrollments place using going
      where place.class_id = going.class_id and place.student_id = going.student_id returning place.class_id),
    unqueued as (
      delete from class_waitlist place using going
      where place.class_id = going.class_id and place.student_id = going.student_id returning place.class_id),
    counted as (
      select class_id, sum(seat)::int as seats, sum(wait)::int as waits
      from (select class_id, 1 as seat, 0 as wait from freed
            union all select class_id, 0, 1 from unqueued) places group by class_id)
    update scheduled_classes held
    set seats_taken = held.seats_taken - counted.seats, waiting = greatest(held.waiting - counted.waits, 0)
    from counted where held.id = counted.class_id
    returning held.id, counted.seats > 0 and held.waiting > 0 as fill`)
  return rows
}
