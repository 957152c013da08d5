import { and, asc, eq, gt, inArray, sql } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { classEnrollments, scheduledClasses } from "../table.ts"
import { countSeats, fillFreeSeats, freeSeats } from "./waitlist.ts"

type Db = Pick<Ctx, "db">

export type InvitedBatch = {
  /** The first of its classes. */
  class_id: string
  /** The next that is to come, or null once the batch is over. */
  next: { id: string; scheduled_date: string; start_time: string; end_time: string } | null
  /** How many are to come. */
  coming: number
  /** Seats that are free in each class to come. */
  free_seats: number
  /** Whether this person has a seat in one of its classes. */
  joined: boolean
}

const comingOf = (ctx: Pick<Ctx, "clock">, invitationId: string) =>
  and(
    eq(scheduledClasses.invitation_id, invitationId),
    inArray(scheduledClasses.status, ["scheduled", "live"]),
    gt(scheduledClasses.ends_at, ctx.clock.now()),
  )

/** Returns the batch of an invitation as a person sees it, or null where it isn't scheduled. Three queries. */
export async function readInvitedBatch(
  ctx: Pick<Ctx, "db" | "clock">,
  invitationId: string,
  studentId: string | null = null,
): Promise<InvitedBatch | null> {
  const { id, starts_at, invitation_id } = scheduledClasses
  const [first] = await ctx.db
    .select({ id })
    .from(scheduledClasses)
    .where(eq(invitation_id, invitationId))
    .orderBy(asc(starts_at), asc(id))
    .limit(1)
  if (!first) return null
  const coming = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(comingOf(ctx, invitationId))
    .orderBy(asc(starts_at), asc(id))
  const [next] = coming
  return {
    class_id: first.id,
    next: next
      ? {
          ...{ id: next.id, scheduled_date: next.scheduled_date },
          ...{ start_time: next.start_time.slice(0, 5), end_time: next.end_time.slice(0, 5) },
        }
      : null,
    coming: coming.length,
    free_seats: coming.length > 0 ? Math.max(Math.min(...coming.map(freeSeats)), 0) : 0,
    joined:
      studentId !== null &&
      (await ctx.db.$count(
        classEnrollments,
        and(
          eq(classEnrollments.student_id, studentId),
          inArray(classEnrollments.class_id, classesOf(ctx, invitationId)),
        ),
      )) > 0,
  }
}

const classesOf = ({ db }: Db, invitationId: string) =>
  db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(eq(scheduledClasses.invitation_id, invitationId))

/** Returns the classes to come, locked in one order until the transaction ends. */
async function holdComing(tx: Pick<Ctx, "db" | "clock">, invitationId: string) {
  return tx.db
    .select()
    .from(scheduledClasses)
    .where(comingOf(tx, invitationId))
    .orderBy(asc(scheduledClasses.id))
    .for("no key update")
}

/**
 * Gives the viewer a seat in every class of an invitation that is still to come, or in none. Who has them keeps them.
 * Must run in a transaction. Returns in how many classes they are now. Publishes `batch.joined`. Throws NOT_FOUND,
 * CLASS_NOT_OPEN once the batch is over, and CLASS_FULL.
 */
export async function joinInvited(tx: SignedInCtx, invitationId: string): Promise<{ classes: number }> {
  const student_id = tx.viewer.user_id
  const rows = await holdComing(tx, invitationId)
  if (rows.length === 0) {
    if ((await tx.db.$count(scheduledClasses, eq(scheduledClasses.invitation_id, invitationId))) === 0)
      notFound()
    refuse("CLASS_NOT_OPEN")
  }
  const seated = await tx.db
    .select({ class_id: classEnrollments.class_id })
    .from(classEnrollments)
    .where(
      and(
        eq(classEnrollments.student_id, student_id),
        inArray(
          classEnrollments.class_id,
          rows.map(({ id }) => id),
        ),
      ),
    )
  const has = new Set(seated.map(({ class_id }) => class_id))
  const wanted = rows.filter(({ id }) => !has.has(id))
  if (wanted.some((row) => freeSeats(row) <= 0)) refuse("CLASS_FULL")
  const [first] = wanted.toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime())
  if (first) {
    const created_at = tx.clock.now()
    await tx.db
      .insert(classEnrollments)
      .values(wanted.map(({ id: class_id }) => ({ id: newId(), class_id, student_id, created_at })))
    for (const row of wanted) await countSeats(tx, row, { taken: 1 })
    await emit(tx, "person.changed", student_id)
    await tx.jobs.publish(tx, "batch.joined", { class_id: first.id, student_id, classes: wanted.length })
  }
  return { classes: rows.length }
}

/**
 * Takes a student out of the classes of an invitation that are still to come. Must run in a transaction. Throws NOT_FOUND
 * for one who has no seat in them.
 */
export async function removeInvited(tx: Ctx, invitationId: string, studentId: string): Promise<void> {
  const rows = await holdComing(tx, invitationId)
  const freed = await tx.db
    .delete(classEnrollments)
    .where(
      and(
        eq(classEnrollments.student_id, studentId),
        inArray(
          classEnrollments.class_id,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .returning({ class_id: classEnrollments.class_id })
  if (freed.length === 0) notFound()
  const left = new Set(freed.map(({ class_id }) => class_id))
  for (const row of rows) {
    if (!left.has(row.id)) continue
    await countSeats(tx, row, { taken: -1 })
    await fillFreeSeats(tx, row.id)
  }
  await emit(tx, "person.changed", studentId)
}

/** The most people of a batch: a class takes at most 100, and people may have left. */
const MOST_PEOPLE = 500

/** Lists who joined by an invitation, in the order in which they did. One query. */
export async function listInvited(
  { db }: Db,
  invitationId: string,
): Promise<{ user_id: string; name: string; joined_at: string }[]> {
  const { student_id, class_id, created_at } = classEnrollments
  const since = sql<Date>`min(${created_at})`.mapWith(created_at)
  const rows = await db
    .select({ student_id, first_name: students.first_name, last_name: students.last_name, since })
    .from(classEnrollments)
    .innerJoin(students, eq(students.user_id, student_id))
    .where(inArray(class_id, classesOf({ db }, invitationId)))
    .groupBy(student_id, students.first_name, students.last_name)
    .orderBy(asc(since), asc(student_id))
    .limit(MOST_PEOPLE)
  return rows.map((row) => ({
    user_id: row.student_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    joined_at: row.since.toISOString(),
  }))
}
