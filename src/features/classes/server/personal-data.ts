import { and, eq, gt, inArray, or, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/** Seats in classes that were held stay with the register they belong to; those to come are freed. */
export const classesData: PersonalDataOf = {
  feature: "classes",
  tables: ["scheduled_classes", "class_enrollments", "demo_class_requests"],
  async exportFor(ctx, { user_id }) {
    const { db } = ctx
    return {
      scheduled_classes: await db
        .select()
        .from(scheduledClasses)
        .where(eq(scheduledClasses.instructor_id, user_id)),
      class_enrollments: await db
        .select()
        .from(classEnrollments)
        .where(eq(classEnrollments.student_id, user_id)),
      demo_class_requests: await db
        .select()
        .from(demoClassRequests)
        .where(or(eq(demoClassRequests.student_id, user_id), eq(demoClassRequests.instructor_id, user_id))),
    }
  },
  async eraseFor(tx, { user_id }) {
    await freeSeatsToCome(tx, user_id)
    await tx.db
      .update(demoClassRequests)
      .set({ message: null })
      .where(eq(demoClassRequests.student_id, user_id))
    const [row] = await tx.db
      .select({
        kept: sql<number>`(select count(*) from ${classEnrollments} where ${classEnrollments.student_id} = ${user_id})
          + (select count(*) from ${demoClassRequests}
             where ${demoClassRequests.student_id} = ${user_id} or ${demoClassRequests.instructor_id} = ${user_id})
          + (select count(*) from ${scheduledClasses} where ${scheduledClasses.instructor_id} = ${user_id})`,
      })
      .from(sql`(select 1) as one`)
    return Number(row?.kept ?? 0)
  },
}

async function freeSeatsToCome(tx: Ctx, userId: string): Promise<void> {
  const toCome = tx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.status, "scheduled"), gt(scheduledClasses.ends_at, tx.clock.now())))
  const enrolled = await tx.db
    .delete(classEnrollments)
    .where(and(eq(classEnrollments.student_id, userId), inArray(classEnrollments.class_id, toCome)))
    .returning({ class_id: classEnrollments.class_id })
  const asked = await tx.db
    .delete(demoClassRequests)
    .where(and(eq(demoClassRequests.student_id, userId), inArray(demoClassRequests.class_id, toCome)))
    .returning({ class_id: demoClassRequests.class_id, status: demoClassRequests.status })
  const seats = [...enrolled, ...asked.filter((one) => one.status === "approved")]
  for (const { class_id } of seats) {
    await tx.db
      .update(scheduledClasses)
      .set({ seats_taken: sql`greatest(${scheduledClasses.seats_taken} - 1, 0)` })
      .where(eq(scheduledClasses.id, class_id))
    await emit(tx, "class.changed", class_id)
  }
}
