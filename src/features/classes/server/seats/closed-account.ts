import { and, asc, eq, isNull, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import { enrollments } from "#features/programs/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { classWaitlist } from "../seat-tables.ts"
import { isOpenNow, isUnderWayInHallNow, leave } from "../seats.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "../table.ts"
import { placeInProgram } from "./program-seats.ts"
import { leaveWaitlist } from "./waitlist.ts"

export const GIVE_BACK_QUEUE = "classes.give-back-seats"

/**
 * Frees the coming seats of a person whose account was closed, each class in a separate transaction. One whose account was
 * disabled keeps them and only leaves the waitlists, so that none are added. Changes nothing once the account is open again.
 */
export async function giveBackSeats(ctx: Ctx, personId: string): Promise<void> {
  const [person] = await ctx.db
    .select({ eraseAt: user.eraseAt, disabledAt: user.disabledAt })
    .from(user)
    .where(eq(user.id, personId))
  if (person?.eraseAt) await freeSeatsToCome(ctx, personId)
  else if (person?.disabledAt) await freeSeatsToCome(ctx, personId, { keepsSeats: true })
}

/**
 * Seats a student whose account is kept after all, or enabled again, in the coming classes of their programs, or puts them on
 * the waitlists. One that was disabled kept its seats, so `since` then only classes that came since, or that are full, whose
 * waitlist it left. Changes nothing if the account is closed or disabled again.
 */
export async function seatAgain(ctx: Ctx, personId: string, since?: string): Promise<void> {
  const open = and(eq(user.id, personId), isNull(user.eraseAt), isNull(user.disabledAt))
  if ((await ctx.db.$count(user, open)) === 0) return
  const enrolled = await ctx.db
    .select({ course_id: enrollments.course_id })
    .from(enrollments)
    .where(and(eq(enrollments.student_id, personId), eq(enrollments.status, "active")))
    .orderBy(asc(enrollments.created_at), asc(enrollments.id))
  for (const { course_id } of enrolled) {
    await placeInProgram(ctx, {
      ...{ course_id, student_id: personId },
      ...(since !== undefined && { since: new Date(since) }),
    })
  }
}

/** Gives back seats, unless those are kept, and waitlist positions in coming classes, as the student would. */
export async function freeSeatsToCome(tx: Ctx, userId: string, { keepsSeats = false } = {}): Promise<void> {
  const viewer = {
    user_id: userId,
    email: "",
    email_verified: false,
    first_name: "",
    last_name: "",
    role: "student" as const,
  }
  const as: SignedInCtx = { ...tx, viewer }
  const { rows } = await tx.db.execute<{ class_id: string; seated: boolean }>(sql`
    select class_id, bool_or(seated) as seated from (
      select class_id, true as seated from ${classEnrollments} where student_id = ${userId}
      union all
      select class_id, status = 'approved' from ${demoClassRequests} where student_id = ${userId}
      union all
      select class_id, false from ${classWaitlist} where student_id = ${userId}) places
    join ${scheduledClasses} on ${scheduledClasses.id} = class_id
    where ${isOpenNow(tx)} and not (seated and ${isUnderWayInHallNow(tx)})
    group by class_id order by class_id`)
  for (const { class_id, seated } of rows) {
    if (!seated) await leaveWaitlist(as, class_id)
    else if (!keepsSeats) await leave(as, class_id)
  }
}
