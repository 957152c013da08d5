import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { ClassStanding, ScheduledClass } from "#contract/classes.ts"
import { teachers } from "#features/accounts/server/table.ts"
import { canActForInstructors, ownerOf, teaches } from "#features/classes/rules.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { linePlaceOf } from "./line-place.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

const replaced = alias(teachers, "replaced")

/** Classes with what the viewer's standing follows from: one query, however many rows. */
export function selectClasses(ctx: Pick<Ctx, "db" | "viewer">) {
  // Only students have places, so nothing is looked up for the others.
  const student = ctx.viewer?.role === "student" ? sql`${ctx.viewer.user_id}::uuid` : null
  const studentId = student ?? sql`null::uuid`
  return ctx.db
    .select({
      class: scheduledClasses,
      first_name: teachers.first_name,
      last_name: teachers.last_name,
      replaced_first_name: replaced.first_name,
      replaced_last_name: replaced.last_name,
      // Of the index alone, which a look at the row would leave.
      enrolled_in: classEnrollments.class_id,
      request_status: demoClassRequests.status,
      line_place: student ? linePlaceOf(student) : sql<null>`null`,
    })
    .from(scheduledClasses)
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .leftJoin(replaced, eq(replaced.user_id, scheduledClasses.substitutes_for))
    .leftJoin(
      classEnrollments,
      and(eq(classEnrollments.class_id, scheduledClasses.id), eq(classEnrollments.student_id, studentId)),
    )
    .leftJoin(
      demoClassRequests,
      and(eq(demoClassRequests.class_id, scheduledClasses.id), eq(demoClassRequests.student_id, studentId)),
    )
    .$dynamic()
}

export type ClassViewRow = Awaited<ReturnType<typeof selectClasses>>[number]

/** How somebody stands to a class, from their enrolment and their request. */
export function standingFrom(row: {
  teaches: boolean
  enrolled: boolean
  request: "pending" | "approved" | "rejected" | null
  /** Whether the line of a regular class has them. */
  waits?: boolean
}): ClassStanding {
  if (row.teaches) return "instructor"
  if (row.enrolled) return "enrolled"
  return row.request ?? (row.waits ? "waiting" : "none")
}

/**
 * A class as the API shows it to the viewer. Why it was cancelled, and where else it meets, is for those whom
 * it concerns.
 */
export function describeClass(viewer: Ctx["viewer"], row: ClassViewRow): ScheduledClass {
  const { seats_taken, created_at: _, start_time, end_time, cancel_reason, meet_link, ...rest } = row.class
  const { request_key: __, revision: ___, seats_held, waiting, ...columns } = rest
  const standing = standingFrom({
    teaches: viewer !== null && teaches(row.class, viewer),
    enrolled: row.enrolled_in !== null,
    request: row.request_status,
    waits: row.line_place !== null,
  })
  const administers = viewer !== null && canActForInstructors(viewer)
  const concerned = standing !== "none" || administers
  const placed =
    administers || standing === "instructor" || standing === "enrolled" || standing === "approved"
  return {
    ...columns,
    instructor_name: `${row.first_name} ${row.last_name}`.trim(),
    substitutes_for_name:
      row.class.substitutes_for && `${row.replaced_first_name} ${row.replaced_last_name}`.trim(),
    start_time: start_time.slice(0, 5),
    end_time: end_time.slice(0, 5),
    enrolled_count: seats_taken,
    held_count: seats_held,
    waiting_count: waiting,
    line_place: row.line_place,
    cancel_reason: concerned ? cancel_reason : null,
    meet_link: placed ? meet_link : null,
    standing,
    editable: administers || (viewer !== null && ownerOf(row.class) === viewer.user_id),
  }
}

/** One class as the viewer sees it. Throws NOT_FOUND. */
export async function getClass(ctx: Pick<Ctx, "db" | "viewer">, classId: string): Promise<ScheduledClass> {
  const [row] = await selectClasses(ctx).where(and(eq(scheduledClasses.id, classId), visibleTo(ctx.viewer)))
  return row ? describeClass(ctx.viewer, row) : notFound()
}

/** Not made for one student alone. Said without a value beside the text, which kept plans would know nothing of. */
export const shared = sql`not ${scheduledClasses.one_on_one}`

/** What a viewer finds: everything but classes made for one other student. For `selectClasses` alone. */
export function visibleTo(viewer: Ctx["viewer"]): SQL | undefined {
  if (!viewer) return shared
  return or(shared, runnableBy(viewer) ?? sql`true`, isNotNull(classEnrollments.class_id))
}

/** The classes a viewer may run: what an instructor teaches or owns, every one for an admin. */
export function runnableBy(viewer: SignedIn): SQL | undefined {
  if (canActForInstructors(viewer)) return undefined
  const { instructor_id, substitutes_for } = scheduledClasses
  return or(eq(instructor_id, viewer.user_id), eq(substitutes_for, viewer.user_id))
}

/** The classes a viewer may edit, cancel and delete: an instructor's own, not those they stand in for. */
export function editableBy(viewer: SignedIn): SQL | undefined {
  if (canActForInstructors(viewer)) return undefined
  const { instructor_id, substitutes_for } = scheduledClasses
  return sql`coalesce(${substitutes_for}, ${instructor_id}) = ${viewer.user_id}::uuid`
}

/** The stored class, if the viewer may run it. Throws NOT_FOUND. */
export async function requireRunnable(ctx: SignedInCtx, classId: string): Promise<ClassViewRow["class"]> {
  const [row] = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.id, classId), runnableBy(ctx.viewer)))
  return row ?? notFound()
}
