import { and, asc, eq, inArray, or, sql } from "drizzle-orm"
import { admins, students, user } from "#features/accounts/server/table.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { consentedTo } from "#features/guardians/server/consents.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"

/**
 * Returns everybody who may be in the room of a class, with whether they may be recorded: staff, adults (who
 * are informed), and children by their guardian's consent, see `consentedTo`. Throws NOT_FOUND for others'
 * classes.
 */
export async function listConsented(ctx: SignedInCtx, classId: string) {
  const { viewer, db } = ctx
  const [taught] = await db
    .select({ instructor_id: scheduledClasses.instructor_id })
    .from(scheduledClasses)
    .where(eq(scheduledClasses.id, classId))
  if (!taught || (viewer.role !== "admin" && taught.instructor_id !== viewer.user_id)) notFound()
  const seats = db
    .select({ id: classEnrollments.student_id })
    .from(classEnrollments)
    .where(eq(classEnrollments.class_id, classId))
  const approved = db
    .select({ id: demoClassRequests.student_id })
    .from(demoClassRequests)
    .where(and(eq(demoClassRequests.class_id, classId), eq(demoClassRequests.status, "approved")))
  const staff = db.select({ id: admins.user_id }).from(admins)
  const people = await db
    .select({
      person_id: user.id,
      name: user.name,
      recordable: sql<boolean>`(${students.user_id} is null or ${consentedTo(ctx, "recording")})`,
    })
    .from(user)
    .leftJoin(students, eq(students.user_id, user.id))
    .where(
      or(
        eq(user.id, taught.instructor_id),
        inArray(user.id, staff),
        inArray(user.id, seats),
        inArray(user.id, approved),
      ),
    )
    .orderBy(asc(user.name))
  return { people }
}
