import { and, eq, type SQL, sql } from "drizzle-orm"
import type { ClassStanding, ScheduledClass } from "#contract/classes.ts"
import { teachers } from "#features/accounts/server/table.ts"
import { canActForInstructors } from "#features/classes/rules.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/** Classes with what the viewer's standing follows from: one query, however many rows. */
export function selectClasses(ctx: Pick<Ctx, "db" | "viewer">) {
  const viewerId = ctx.viewer?.user_id ?? null
  return ctx.db
    .select({
      class: scheduledClasses,
      first_name: teachers.first_name,
      last_name: teachers.last_name,
      enrolment_id: classEnrollments.id,
      request_status: demoClassRequests.status,
    })
    .from(scheduledClasses)
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .leftJoin(
      classEnrollments,
      and(
        eq(classEnrollments.class_id, scheduledClasses.id),
        sql`${classEnrollments.student_id} = ${viewerId}::uuid`,
      ),
    )
    .leftJoin(
      demoClassRequests,
      and(
        eq(demoClassRequests.class_id, scheduledClasses.id),
        sql`${demoClassRequests.student_id} = ${viewerId}::uuid`,
      ),
    )
    .$dynamic()
}

export type ClassViewRow = Awaited<ReturnType<typeof selectClasses>>[number]

/** How somebody stands to a class, from their enrolment and their request. */
export function standingFrom(row: {
  teaches: boolean
  enrolled: boolean
  request: "pending" | "approved" | "rejected" | null
}): ClassStanding {
  if (row.teaches) return "instructor"
  if (row.enrolled) return "enrolled"
  return row.request ?? "none"
}

/** A class as the API shows it to the viewer. Why it was cancelled is for those whom it concerns. */
export function describeClass(viewer: Ctx["viewer"], row: ClassViewRow): ScheduledClass {
  const { seats_taken, created_at: _, start_time, end_time, cancel_reason, ...columns } = row.class
  const standing = standingFrom({
    teaches: viewer !== null && row.class.instructor_id === viewer.user_id,
    enrolled: row.enrolment_id !== null,
    request: row.request_status,
  })
  const concerned = standing !== "none" || (viewer !== null && canActForInstructors(viewer))
  return {
    ...columns,
    instructor_name: `${row.first_name} ${row.last_name}`.trim(),
    start_time: start_time.slice(0, 5),
    end_time: end_time.slice(0, 5),
    enrolled_count: seats_taken,
    cancel_reason: concerned ? cancel_reason : null,
    standing,
  }
}

/** One class as the viewer sees it. Throws NOT_FOUND. */
export async function getClass(ctx: Pick<Ctx, "db" | "viewer">, classId: string): Promise<ScheduledClass> {
  const [row] = await selectClasses(ctx).where(eq(scheduledClasses.id, classId))
  return row ? describeClass(ctx.viewer, row) : notFound()
}

/** The classes a viewer may act on: an instructor's own, every one for an admin. */
export function actableBy(viewer: SignedIn): SQL | undefined {
  return canActForInstructors(viewer) ? undefined : eq(scheduledClasses.instructor_id, viewer.user_id)
}

/** The stored class, if the viewer may act on it. Throws NOT_FOUND. */
export async function requireActable(ctx: SignedInCtx, classId: string): Promise<ClassViewRow["class"]> {
  const [row] = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.id, classId), actableBy(ctx.viewer)))
  return row ?? notFound()
}
