import { and, eq, inArray, lte, ne, sql } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import { activityOf } from "#features/classes/rules.ts"
import { tellGuardians } from "#features/guardians/server/links.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { countSeats, fillFreeSeats, holdClass } from "../seats/waitlist.ts"
import type { ClassRow } from "../service.ts"
import { demoClassRequests, isShared, scheduledClasses } from "../table.ts"

type Seat = { class_id: string; student_id: string }

/** Returns a demo class, locked until the transaction ends. Throws NOT_FOUND and NOT_A_DEMO. */
export async function holdDemoClass(ctx: Ctx, classId: string): Promise<ClassRow> {
  const row = (await holdClass(ctx, classId)) ?? notFound()
  if (row.class_type !== "demo") refuse(isShared(row) ? "NOT_A_DEMO" : "NOT_FOUND")
  return row
}

/** Runs a write that creates a trial. If the activity's trial exists already, the error names it. */
export async function refuseSecondTrial<T>(
  ctx: SignedInCtx,
  seat: Seat,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const broken = brokenConstraint(error)
    if (broken === "demo_requests_one_per_class") refuse("REQUEST_ALREADY_SENT")
    if (broken === "demo_requests_one_answer") refuse("OFFER_ALREADY_ACCEPTED")
    if (broken === "demo_requests_one_trial") return refuseTrial(ctx, seat)
    throw error
  }
}

/** Names the earlier trial of a class's activity to the student, or to the guardian who asks for them. */
async function refuseTrial(ctx: SignedInCtx, { class_id, student_id }: Seat): Promise<never> {
  const [row] = await ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.id, class_id))
  const activity = row ? activityOf(row) : ""
  const [earlier] = await ctx.db
    .select({
      first_name: students.first_name,
      class_title: scheduledClasses.title,
      scheduled_date: scheduledClasses.scheduled_date,
      start_time: scheduledClasses.start_time,
    })
    .from(demoClassRequests)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, demoClassRequests.class_id))
    .innerJoin(students, eq(students.user_id, demoClassRequests.student_id))
    .where(and(eq(demoClassRequests.student_id, student_id), eq(demoClassRequests.trial_of, activity)))
  // The trial was given up at this moment, so the student can ask again.
  if (!earlier) return refuse("CLASS_NOT_OPEN")
  const { first_name, ...trial } = earlier
  const told = { activity, ...trial, start_time: earlier.start_time.slice(0, 5) }
  if (student_id === ctx.viewer.user_id) return refuse("TRIAL_TAKEN", told)
  return refuse("CHILD_TRIAL_TAKEN", { first_name, ...told })
}

/** Notifies the pages of a request's student, their guardians and its instructor that it changed. */
export async function tellAll(ctx: Ctx, studentId: string, instructorId: string): Promise<void> {
  await emit(ctx, "person.changed", studentId)
  await emit(ctx, "person.changed", instructorId)
  await tellGuardians(ctx, [studentId])
}

/** Releases the kept seats and trials of requests for cancelled classes, in the caller's transaction. */
export async function releaseRequests(ctx: Ctx, classIds: string[]): Promise<void> {
  if (classIds.length === 0) return
  await ctx.db
    .update(demoClassRequests)
    .set({ holds_seat: false, trial_of: null })
    .where(inArray(demoClassRequests.class_id, classIds))
  await ctx.db.update(scheduledClasses).set({ seats_held: 0 }).where(inArray(scheduledClasses.id, classIds))
}

/** The most classes handled in one run. The next minute continues. */
const MOST_CLASSES = 200

/**
 * Ends kept seats whose time is over, each class in a separate transaction, so that the next on the waitlist
 * gets them. Also frees trials that no instructor answered before the class was over. Returns how many ended.
 * Several processes may run it at once.
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
      await countSeats(tx, held, { held: -freed.length })
      for (const request of freed) await tellAll(tx, request.student_id, request.instructor_id)
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
    // While a class overruns, its requests can still be approved.
    .where(and(lte(scheduledClasses.ends_at, ctx.clock.now()), ne(scheduledClasses.status, "live")))
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
