import { and, asc, inArray, not, sql } from "drizzle-orm"
import { recordActs } from "#platform/audit.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { emitAll } from "#platform/events.ts"
import { tellDeleted } from "./notices/class-notices.ts"
import { layInBin } from "./schedule/bin.ts"
import { isDeletable } from "./schedule/withdraw.ts"
import { fillFreeSeats } from "./seats/waitlist.ts"
import { isOpenNow, isUnderWayInHallNow } from "./seats.ts"
import { scheduledClasses, shared } from "./table.ts"

/**
 * Deletes a part of the classes that an import made, all of the part or none, in the caller's transaction.
 * All parts share `deletionId`: they are in the bin together, and each person concerned gets one notice for
 * all of them. Classes that were deleted meanwhile are skipped. Throws CLASS_NOT_OPEN and CLASS_HAS_RECORDS.
 */
export async function deleteImportedClasses(
  tx: SignedInCtx,
  classIds: readonly string[],
  deletion: { id: string; ofSeveral: boolean },
): Promise<void> {
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
  await tellDeleted(tx, ids, deletion.id, deletion.ofSeveral)
  await layInBin(tx, rows, deletion.id)
  await tx.db.delete(scheduledClasses).where(inArray(scheduledClasses.id, ids))
  await recordActs(tx, "class.delete", ids)
  await emitAll(tx, "class.deleted", ids)
  for (const class_id of ids) await tx.jobs.publish(tx, "class.deleted", { class_id })
}

/** Whether one of these classes can't be deleted any more because it was started. */
export async function someStarted(ctx: Pick<Ctx, "db">, classIds: readonly string[]): Promise<boolean> {
  if (classIds.length === 0) return false
  const rows = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(inArray(scheduledClasses.id, [...classIds]))
  return rows.some((row) => !isDeletable(row))
}

type Pair = { course_id: string; student_id: string }

/** Lists the coming classes in which students of these enrolments may have seats or be on the waitlist. */
export async function listComingOf(
  ctx: Pick<Ctx, "db" | "clock">,
  pairs: readonly Pair[],
): Promise<string[]> {
  if (pairs.length === 0) return []
  const rows = await ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(and(inArray(scheduledClasses.course_id, coursesOf(pairs)), isComing(ctx)))
    .orderBy(asc(scheduledClasses.id))
  return rows.map(({ id }) => id)
}

const coursesOf = (pairs: readonly Pair[]) => [...new Set(pairs.map(({ course_id }) => course_id))]

const isComing = (ctx: Pick<Ctx, "clock">) => and(isOpenNow(ctx), shared, not(isUnderWayInHallNow(ctx)))

/**
 * Removes students from the seats and waitlists of classes of programs they are removed from. Freed seats go
 * to the waitlist. Classes that are no longer to come are left unchanged, unless `past` is set. Runs in the
 * caller's transaction.
 */
export async function freePlaces(
  tx: Ctx,
  classIds: readonly string[],
  pairs: readonly Pair[],
  { past = false } = {},
): Promise<void> {
  if (pairs.length === 0 || classIds.length === 0) return
  const held = await tx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(and(inArray(scheduledClasses.id, [...classIds]), past ? undefined : isComing(tx)))
    .orderBy(asc(scheduledClasses.id))
    .for("no key update")
  const changed = await takePlaces(
    tx,
    held.map(({ id }) => id),
    pairs,
  )
  for (const { id, fill } of changed) if (fill) await fillFreeSeats(tx, id)
  await emitAll(
    tx,
    "class.seats",
    changed.map(({ id }) => id),
  )
}

/**
 * Lists the coming classes, and with `past` all, in which one of these students still has a seat or waitlist
 * position by the enrolment.
 */
export async function listPlaced(
  tx: Pick<Ctx, "db" | "clock">,
  pairs: readonly Pair[],
  { past = false } = {},
): Promise<string[]> {
  if (pairs.length === 0) return []
  const students = sql`${sql.param([...new Set(pairs.map(({ student_id }) => student_id))])}::uuid[]`
  const rows = await tx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(
      and(
        inArray(scheduledClasses.course_id, coursesOf(pairs)),
        past ? undefined : isComing(tx),
        sql`${scheduledClasses.id} in (
          select class_id from class_enrollments where student_id = any(${students})
          union select class_id from class_waitlist where student_id = any(${students}))`,
      ),
    )
  return rows.map(({ id }) => id)
}

/**
 * Returns the classes in which seats or waitlist positions were removed, and whether a freed seat has a
 * waitlist.
 */
async function takePlaces(tx: Pick<Ctx, "db">, classIds: string[], pairs: readonly Pair[]) {
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
