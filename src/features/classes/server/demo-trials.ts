import { and, eq, inArray, lte, sql } from "drizzle-orm"
import { activityOf } from "#features/classes/rules.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/db.ts"
import { refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { countPlaces, fillFreeSeats, holdClass } from "./line.ts"
import { demoClassRequests, scheduledClasses } from "./table.ts"

/** Runs a write that makes a trial; where the activity's trial is there already, names that one. */
export async function refuseSecondTrial<T>(
  ctx: SignedInCtx,
  classId: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const broken = brokenConstraint(error)
    if (broken === "demo_requests_one_per_class") refuse("REQUEST_ALREADY_SENT")
    if (broken === "demo_requests_one_answer") refuse("OFFER_ALREADY_ACCEPTED")
    if (broken === "demo_requests_one_trial") refuse("TRIAL_TAKEN", await readTrial(ctx, classId))
    throw error
  }
}

/** The earlier trial of a class's activity, as the student knows it. */
async function readTrial(ctx: SignedInCtx, classId: string) {
  const [row] = await ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.id, classId))
  const activity = row ? activityOf(row) : ""
  const [earlier] = await ctx.db
    .select({
      class_title: scheduledClasses.title,
      scheduled_date: scheduledClasses.scheduled_date,
      start_time: scheduledClasses.start_time,
    })
    .from(demoClassRequests)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, demoClassRequests.class_id))
    .where(
      and(eq(demoClassRequests.student_id, ctx.viewer.user_id), eq(demoClassRequests.trial_of, activity)),
    )
  // It was given up this very moment: asking again leads on.
  if (!earlier) return refuse("CLASS_NOT_OPEN")
  return { activity, ...earlier, start_time: earlier.start_time.slice(0, 5) }
}

/** Tells the student and the instructor of a request that it changed. */
export async function tellBoth(ctx: Ctx, studentId: string, instructorId: string): Promise<void> {
  await emit(ctx, "person.changed", studentId)
  await emit(ctx, "person.changed", instructorId)
}

/** Ends what requests for classes that are off had: seats kept, and the trial. Within the caller's transaction. */
export async function releaseRequests(ctx: Ctx, classIds: string[]): Promise<void> {
  if (classIds.length === 0) return
  await ctx.db
    .update(demoClassRequests)
    .set({ holds_seat: false, trial_of: null })
    .where(inArray(demoClassRequests.class_id, classIds))
  await ctx.db.update(scheduledClasses).set({ seats_held: 0 }).where(inArray(scheduledClasses.id, classIds))
}

/** So many classes are gone through in one run; the next minute goes on. */
const MOST_CLASSES = 200

/**
 * Ends kept seats whose time is over, each class in a transaction of its own, so that the next in line has
 * them; and frees the trials that no instructor answered until their class was over. Answers how many ended.
 * Several processes may do it at once.
 */
export async function endKeptSeats(ctx: Ctx): Promise<number> {
  const { class_id, holds_seat, held_until } = demoClassRequests
  const due = and(eq(holds_seat, true), lte(held_until, ctx.clock.now()))
  const classes = await ctx.db
    .selectDistinct({ class_id })
    .from(demoClassRequests)
    .where(due)
    .limit(MOST_CLASSES)
  let ended = 0
  for (const row of classes) {
    ended += await inTransaction(ctx, async (tx) => {
      const held = await holdClass(tx, row.class_id)
      if (!held) return 0
      const freed = await tx.db
        .update(demoClassRequests)
        .set({ holds_seat: false })
        .where(and(eq(class_id, row.class_id), due))
        .returning()
      await countPlaces(tx, held, { held: -freed.length })
      for (const request of freed) await tellBoth(tx, request.student_id, request.instructor_id)
      await fillFreeSeats(tx, row.class_id)
      return freed.length
    })
  }
  await freeUnansweredTrials(ctx)
  return ended
}

async function freeUnansweredTrials(ctx: Ctx): Promise<void> {
  const over = ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(lte(scheduledClasses.ends_at, ctx.clock.now()))
  await ctx.db
    .update(demoClassRequests)
    .set({ trial_of: null })
    .where(
      and(
        eq(demoClassRequests.status, "pending"),
        sql`${demoClassRequests.trial_of} is not null`,
        inArray(demoClassRequests.class_id, over),
      ),
    )
}
