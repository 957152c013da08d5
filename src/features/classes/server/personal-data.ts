import { and, eq, or, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { deletedClasses, deletedClassRows } from "./bin-tables.ts"
import { classWaitlist, oneOnOneSlots } from "./seat-tables.ts"
import { freeSeatsToCome } from "./seats/closed-account.ts"
import { calendarFeeds, classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/** Seats in past classes are kept with their registers. Seats in coming classes are freed. */
export const classesData: PersonalDataOf = {
  feature: "classes",
  tables: [
    "scheduled_classes",
    "class_enrollments",
    "demo_class_requests",
    "class_waitlist",
    "one_on_one_slots",
    // Numbers of classes and seats, and the ids of the students. The seats themselves contain more.
    "instructor_totals",
    "instructor_students",
    "calendar_feeds",
    "deleted_classes",
    "deleted_class_rows",
  ],
  attached: sql.join(
    [
      classEnrollments.student_id,
      classWaitlist.student_id,
      demoClassRequests.student_id,
      oneOnOneSlots.student_id,
      scheduledClasses.instructor_id,
      // What is in the bin can be restored.
      deletedClassRows.student_id,
      deletedClasses.owner_id,
    ].map((person) => sql`exists (select from ${person.table} where ${person} = ${user.id})`),
    sql` or `,
  ),
  async exportFor(ctx, { user_id }) {
    const { db } = ctx
    return {
      scheduled_classes: await db.select().from(scheduledClasses).where(ofTeacher(user_id)),
      class_enrollments: await db
        .select()
        .from(classEnrollments)
        .where(eq(classEnrollments.student_id, user_id)),
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
      deleted_classes: await db
        .select()
        .from(deletedClasses)
        .where(or(eq(deletedClasses.owner_id, user_id), eq(deletedClasses.deleted_by, user_id))),
      deleted_class_rows: await db
        .select({
          class_id: deletedClassRows.class_id,
          kind: deletedClassRows.kind,
          row: deletedClassRows.row,
        })
        .from(deletedClassRows)
        .where(eq(deletedClassRows.student_id, user_id)),
    }
  },
  async eraseFor(tx, { user_id }) {
    const { db } = tx
    await freeSeatsToCome(tx, user_id)
    await db.delete(classWaitlist).where(eq(classWaitlist.student_id, user_id))
    await db.delete(calendarFeeds).where(eq(calendarFeeds.user_id, user_id))
    // With the instructor gone, nobody can restore these classes.
    await db.delete(deletedClasses).where(eq(deletedClasses.owner_id, user_id))
    await db.delete(deletedClassRows).where(eq(deletedClassRows.student_id, user_id))
    await db.update(deletedClasses).set({ deleted_by: null }).where(eq(deletedClasses.deleted_by, user_id))
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
      db.$count(scheduledClasses, ofTeacher(user_id)),
      db.$count(oneOnOneSlots, eq(oneOnOneSlots.instructor_id, user_id)),
    ]
    let kept = 0
    for (const count of counts) kept += await count
    return kept
  },
}

/** Classes that a teacher holds, or that a substitute holds for them. */
function ofTeacher(userId: string) {
  return or(eq(scheduledClasses.instructor_id, userId), eq(scheduledClasses.substitutes_for, userId))
}
