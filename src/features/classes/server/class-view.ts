import { and, eq, isNotNull, or, type Placeholder, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { ClassStanding, ScheduledClass } from "#contract/classes/classes.ts"
import { teachers } from "#features/accounts/server/table.ts"
import { canActForInstructors, ownerOf, teaches } from "#features/classes/rules.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { type Db, prepared } from "#platform/database/db.ts"
import { notFound } from "#platform/errors.ts"
import type { Role } from "#shared/roles.ts"
import { waitlistPositionOf } from "./seats/waitlist-position.ts"
import { classEnrollments, demoClassRequests, scheduledClasses, shared } from "./table.ts"

const replaced = alias(teachers, "replaced")

/** Who looks at classes. A statement that is built once has a placeholder for the id. */
export type Looking = {
  db: Db
  viewer: { user_id: string | Placeholder; role: Role | null } | null
}

/** Selects classes with what is needed for the viewer's standing. One query for any number of rows. */
export function selectClasses(ctx: Looking) {
  // Only students have seats, so nothing is looked up for others.
  const student = ctx.viewer?.role === "student" ? sql`${ctx.viewer.user_id}::uuid` : null
  const studentId = student ?? sql`null::uuid`
  return ctx.db
    .select({
      class: scheduledClasses,
      first_name: teachers.first_name,
      last_name: teachers.last_name,
      replaced_first_name: replaced.first_name,
      replaced_last_name: replaced.last_name,
      // A column of the index, so that the query need not read the row.
      enrolled_in: classEnrollments.class_id,
      request_status: demoClassRequests.status,
      waitlist_position: student ? waitlistPositionOf(student) : sql<null>`null`,
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

/** Returns a person's standing in a class from their enrolment and their request. */
export function standingFrom(row: {
  teaches: boolean
  enrolled: boolean
  request: "pending" | "approved" | "rejected" | null
  /** Whether they are on the waitlist of a regular class. */
  waits?: boolean
}): ClassStanding {
  if (row.teaches) return "instructor"
  if (row.enrolled) return "enrolled"
  return row.request ?? (row.waits ? "waiting" : "none")
}

/**
 * Returns a class as the API shows it to the viewer. The reason of a cancellation and the meeting link are
 * only included for people concerned.
 */
export function describeClass(viewer: Ctx["viewer"], row: ClassViewRow): ScheduledClass {
  const {
    seats_taken,
    created_at: _,
    start_time,
    end_time,
    cancel_reason,
    cancel_code,
    meet_link,
    ...rest
  } = row.class
  const { request_key: __, revision: ___, invitation_id, seats_held, waiting, ...columns } = rest
  const standing = standingFrom({
    teaches: viewer !== null && teaches(row.class, viewer),
    enrolled: row.enrolled_in !== null,
    request: row.request_status,
    waits: row.waitlist_position !== null,
  })
  const administers = viewer !== null && canActForInstructors(viewer)
  const concerned = standing !== "none" || administers
  const placed =
    administers || standing === "instructor" || standing === "enrolled" || standing === "approved"
  return {
    ...columns,
    by_invitation: invitation_id !== null,
    instructor_name: `${row.first_name} ${row.last_name}`.trim(),
    substitutes_for_name:
      row.class.substitutes_for && `${row.replaced_first_name} ${row.replaced_last_name}`.trim(),
    start_time: start_time.slice(0, 5),
    end_time: end_time.slice(0, 5),
    enrolled_count: seats_taken,
    held_count: seats_held,
    waiting_count: waiting,
    waitlist_position: row.waitlist_position,
    cancel_reason: concerned ? cancel_reason : null,
    cancel_code: concerned ? cancel_code : null,
    meet_link: placed ? meet_link : null,
    standing,
    editable: administers || (viewer !== null && ownerOf(row.class) === viewer.user_id),
  }
}

/** Returns one class as the viewer sees it. Throws NOT_FOUND. */
export async function getClass(ctx: Pick<Ctx, "db" | "viewer">, classId: string): Promise<ScheduledClass> {
  const read = classFor[ctx.viewer?.role ?? "visitor"]
  const [row] = await read(ctx.db, { class: classId, viewer: ctx.viewer?.user_id })
  return row ? describeClass(ctx.viewer, row) : notFound()
}

/** Built once for each role: every page of a class and of its room begins with it. */
const classFor = forEachRole((role, name) =>
  prepared(`class_for_${name}`, (db) => {
    const viewer = role && { user_id: sql.placeholder("viewer"), role }
    const wanted = eq(scheduledClasses.id, sql.placeholder("class"))
    return selectClasses({ db, viewer }).where(and(wanted, visibleTo(viewer)))
  }),
)

/** What a statement about classes is for each role, whose conditions differ, and for visitors. */
export function forEachRole<T>(make: (role: Role | null, name: Role | "visitor") => T) {
  return {
    visitor: make(null, "visitor"),
    student: make("student", "student"),
    guardian: make("guardian", "guardian"),
    instructor: make("instructor", "instructor"),
    office: make("office", "office"),
    admin: make("admin", "admin"),
  }
}

/**
 * A condition for the classes a viewer can find: all but those made for other students. Only for `selectClasses`.
 */
export function visibleTo(viewer: Looking["viewer"]): SQL | undefined {
  if (!viewer) return shared
  return or(shared, runnableBy(viewer) ?? sql`true`, isNotNull(classEnrollments.class_id))
}

/** A condition for the classes a viewer may run: those an instructor teaches or owns, or all for an admin. */
export function runnableBy(viewer: NonNullable<Looking["viewer"]>): SQL | undefined {
  if (canActForInstructors(viewer)) return undefined
  const { instructor_id, substitutes_for } = scheduledClasses
  return or(eq(instructor_id, viewer.user_id), eq(substitutes_for, viewer.user_id))
}

/**
 * A condition for the classes a viewer may edit, cancel and delete: an instructor's own, without those where
 * they are the substitute.
 */
export function editableBy(viewer: SignedIn): SQL | undefined {
  if (canActForInstructors(viewer)) return undefined
  const { instructor_id, substitutes_for } = scheduledClasses
  return sql`coalesce(${substitutes_for}, ${instructor_id}) = ${viewer.user_id}::uuid`
}

/** Returns the stored class if the viewer may run it. Throws NOT_FOUND. */
export async function requireRunnable(ctx: SignedInCtx, classId: string): Promise<ClassViewRow["class"]> {
  const [row] = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.id, classId), runnableBy(ctx.viewer)))
  return row ?? notFound()
}
