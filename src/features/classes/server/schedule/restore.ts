import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { teachers, user } from "#features/accounts/server/table.ts"
import { REGISTER_MAY_TAKE_MS } from "#features/classes/rules.ts"
import { programs } from "#features/programs/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { deletedClasses } from "../bin-tables.ts"
import { editableBy, getClass } from "../class-view.ts"
import { tellRestored } from "../notices/class-notices.ts"
import { restorePlaces } from "../seats/restore-seats.ts"
import { seatsAfterCallingOff } from "../seats/seat-effects.ts"
import { fillFreeSeats } from "../seats/waitlist.ts"
import type { ClassRow } from "../service.ts"
import { scheduledClasses } from "../table.ts"
import { inBinOf } from "./bin.ts"
import { planMeetings, tryMeeting } from "./meeting.ts"
import { asItWas } from "./row-json.ts"
import { findOverlaps, takeTurns } from "./turns.ts"

type Binned = typeof deletedClasses.$inferSelect

/**
 * Restores a deleted class with its seats, waitlist and requests; with `together`, all that was deleted with
 * it. A scheduled class whose time is over is restored as cancelled, not held: one on premises only once its register can't
 * come any more. Repeating it changes nothing.
 * Notifies people who were told of the deletion, and publishes `class.restored` for each. Throws NOT_FOUND
 * for another's class and after 30 days, CLASS_TIME_TAKEN and INSTRUCTOR_GONE.
 */
export async function restoreClass(
  ctx: SignedInCtx,
  { class_id, together }: { class_id: string; together: boolean },
): Promise<ScheduledClass> {
  try {
    await inTransaction(ctx, async (tx) => {
      const wanted = await lockBinned(tx, class_id, together)
      if (wanted.length === 0) return requireStanding(tx, class_id)
      await bringBack(tx, wanted)
    })
  } catch (error) {
    if (brokenConstraint(error) === "classes_no_overlap") refuse("CLASS_TIME_TAKEN")
    throw error
  }
  await tryMeeting(ctx, class_id)
  return getClass(ctx, class_id)
}

/**
 * Locks the classes to restore until the transaction ends. The instructors' timetables are locked first, as
 * everywhere.
 */
async function lockBinned(ctx: SignedInCtx, classId: string, together: boolean): Promise<Binned[]> {
  const mine = inBinOf(ctx, ctx.viewer)
  const [asked] = await ctx.db
    .select()
    .from(deletedClasses)
    .where(and(eq(deletedClasses.id, classId), mine))
  if (!asked) return []
  const { id, deletion_id } = deletedClasses
  const which = and(mine, together ? eq(deletion_id, asked.deletion_id) : eq(id, classId))
  const found = await ctx.db.select().from(deletedClasses).where(which)
  await takeTurns(
    ctx,
    found.map((one) => String(one.row.instructor_id)),
  )
  return ctx.db.select().from(deletedClasses).where(which).orderBy(id).for("update")
}

/** A second click finds the class already restored. Throws NOT_FOUND. */
async function requireStanding(ctx: SignedInCtx, classId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.id, classId), editableBy(ctx.viewer)))
  if (!row) notFound()
}

async function bringBack(ctx: SignedInCtx, wanted: readonly Binned[]): Promise<void> {
  const now = ctx.clock.now()
  const rows = wanted.map((one) => asItWas(scheduledClasses, one.row))
  const over = rows.filter((row) => isNotHeld(row, now)).map((row) => row.id)
  const coming = rows.filter((row) => row.status === "scheduled" && row.ends_at > now)
  await refuseWithoutInstructor(ctx, coming)
  if ((await findOverlaps(ctx, coming)).length > 0) refuse("CLASS_TIME_TAKEN")
  const keep = await readStillThere(ctx, rows)
  await ctx.db.insert(scheduledClasses).values(
    rows.map((row) => ({
      ...row,
      // Counted again from the rows restored with it.
      ...{ seats_taken: 0, seats_held: 0, waiting: 0 },
      ...(over.includes(row.id) && { status: "cancelled" as const, cancel_code: "not_held" as const }),
      course_id: row.course_id && keep.programs.has(row.course_id) ? row.course_id : null,
      request_key: row.request_key && keep.usedKeys.has(row.request_key) ? null : row.request_key,
      revision: row.revision + 1,
      updated_at: now,
    })),
  )
  const ids = rows.map((row) => row.id)
  await restorePlaces(ctx, ids)
  await ctx.db.delete(deletedClasses).where(inArray(deletedClasses.id, ids))
  await seatsAfterCallingOff(ctx, over)
  const comingIds = coming.map((row) => row.id)
  for (const id of comingIds) await fillFreeSeats(ctx, id)
  await planMeetings(ctx, comingIds)
  const told = await tellRestored(ctx, comingIds, wanted[0]?.deletion_id ?? "")
  for (const person of new Set([...told, ...wanted.map((one) => one.owner_id)])) {
    await emit(ctx, "person.changed", person)
  }
  for (const { id, deleted_at } of wanted) {
    await recordAct(ctx, "class.restore", id)
    await emit(ctx, "class.scheduled", id)
    await ctx.jobs.publish(ctx, "class.restored", { class_id: id, since: deleted_at.toISOString() })
  }
}

function isNotHeld({ status, ends_at, delivery }: ClassRow, now: Date): boolean {
  const register = delivery === "on_premises" ? REGISTER_MAY_TAKE_MS : 0
  return status === "scheduled" && ends_at.getTime() + register <= now.getTime()
}

async function refuseWithoutInstructor(ctx: SignedInCtx, coming: readonly ClassRow[]): Promise<void> {
  const ids = new Set(coming.flatMap((row) => [row.instructor_id, row.substitutes_for ?? row.instructor_id]))
  if (ids.size === 0) return
  const there = await ctx.db
    .select({ id: teachers.user_id })
    .from(teachers)
    .innerJoin(user, eq(user.id, teachers.user_id))
    .where(and(inArray(teachers.user_id, [...ids]), isNotNull(teachers.approved_at), isNull(user.disabledAt)))
  if (there.length < ids.size) refuse("INSTRUCTOR_GONE")
}

/**
 * Returns which programs of the classes still exist, and which of their request keys another class has used
 * since.
 */
async function readStillThere(ctx: SignedInCtx, rows: readonly ClassRow[]) {
  const courses = rows.flatMap((row) => row.course_id ?? [])
  const keys = rows.flatMap((row) => row.request_key ?? [])
  const found = await ctx.db.select({ id: programs.id }).from(programs).where(inArray(programs.id, courses))
  const used = await ctx.db
    .select({ key: scheduledClasses.request_key })
    .from(scheduledClasses)
    .where(inArray(scheduledClasses.request_key, keys))
  return {
    programs: new Set(found.map((one) => one.id)),
    usedKeys: new Set(used.map((one) => one.key)),
  }
}
