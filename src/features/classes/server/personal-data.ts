import { and, eq, gt, inArray, or, sql } from "drizzle-orm"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { leaveLine } from "./line.ts"
import { classWaitlist, oneOnOneSlots } from "./seat-tables.ts"
import { leave } from "./seats.ts"
import { calendarFeeds, classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/** Seats in classes that were held stay with the register they belong to; those to come are freed. */
export const classesData: PersonalDataOf = {
  feature: "classes",
  tables: [
    "scheduled_classes",
    "class_enrollments",
    "demo_class_requests",
    "class_waitlist",
    "one_on_one_slots",
    // Counts of classes and seats, no person's but the instructor's id.
    "instructor_totals",
    "calendar_feeds",
  ],
  async exportFor(ctx, { user_id }) {
    const { db } = ctx
    const asStudent = { taught: scheduledClasses.instructor_id, seat: classEnrollments.student_id }
    return {
      scheduled_classes: await db.select().from(scheduledClasses).where(eq(asStudent.taught, user_id)),
      class_enrollments: await db.select().from(classEnrollments).where(eq(asStudent.seat, user_id)),
      demo_class_requests: await db
        .select()
        .from(demoClassRequests)
        .where(or(eq(demoClassRequests.student_id, user_id), eq(demoClassRequests.instructor_id, user_id))),
      class_waitlist: await db.select().from(classWaitlist).where(eq(classWaitlist.student_id, user_id)),
      one_on_one_slots: await db
        .select()
        .from(oneOnOneSlots)
        .where(or(eq(oneOnOneSlots.student_id, user_id), eq(oneOnOneSlots.instructor_id, user_id))),
      calendar_feeds: await db
        .select({ since: calendarFeeds.created_at })
        .from(calendarFeeds)
        .where(eq(calendarFeeds.user_id, user_id)),
    }
  },
  async eraseFor(tx, { user_id }) {
    const { db } = tx
    await freeSeatsToCome(tx, user_id)
    await db.delete(classWaitlist).where(eq(classWaitlist.student_id, user_id))
    await db.delete(calendarFeeds).where(eq(calendarFeeds.user_id, user_id))
    await db.update(demoClassRequests).set({ message: null }).where(eq(demoClassRequests.student_id, user_id))
    await db
      .update(oneOnOneSlots)
      .set({ status: "withdrawn" })
      .where(and(eq(oneOnOneSlots.instructor_id, user_id), eq(oneOnOneSlots.status, "offered")))
    const counts = [
      db.$count(classEnrollments, eq(classEnrollments.student_id, user_id)),
      db.$count(
        demoClassRequests,
        or(eq(demoClassRequests.student_id, user_id), eq(demoClassRequests.instructor_id, user_id)),
      ),
      db.$count(scheduledClasses, eq(scheduledClasses.instructor_id, user_id)),
      db.$count(oneOnOneSlots, eq(oneOnOneSlots.instructor_id, user_id)),
    ]
    let kept = 0
    for (const count of counts) kept += await count
    return kept
  },
}

/** Gives back seats and places in line of classes that are still to come, as the student would. */
async function freeSeatsToCome(tx: Ctx, userId: string): Promise<void> {
  const viewer = {
    user_id: userId,
    email: "",
    email_verified: false,
    first_name: "",
    last_name: "",
    role: "student" as const,
  }
  const as: SignedInCtx = { ...tx, viewer }
  const rows = await tx.db
    .select({
      id: scheduledClasses.id,
      seated: sql<boolean>`exists (
        select from ${classEnrollments} seat where seat.class_id = ${scheduledClasses.id} and seat.student_id = ${userId}
      ) or exists (
        select from ${demoClassRequests} asked where asked.class_id = ${scheduledClasses.id}
          and asked.student_id = ${userId} and asked.status = 'approved')`,
    })
    .from(scheduledClasses)
    .where(
      and(
        eq(scheduledClasses.status, "scheduled"),
        gt(scheduledClasses.ends_at, tx.clock.now()),
        or(
          inArray(
            scheduledClasses.id,
            tx.db
              .select({ id: classEnrollments.class_id })
              .from(classEnrollments)
              .where(eq(classEnrollments.student_id, userId)),
          ),
          inArray(
            scheduledClasses.id,
            tx.db
              .select({ id: demoClassRequests.class_id })
              .from(demoClassRequests)
              .where(eq(demoClassRequests.student_id, userId)),
          ),
          inArray(
            scheduledClasses.id,
            tx.db
              .select({ id: classWaitlist.class_id })
              .from(classWaitlist)
              .where(eq(classWaitlist.student_id, userId)),
          ),
        ),
      ),
    )
    .orderBy(scheduledClasses.id)
  for (const { id, seated } of rows) await (seated ? leave(as, id) : leaveLine(as, id))
}
