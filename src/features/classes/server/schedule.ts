import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import type { ClassDraft, ScheduledClass } from "#contract/classes.ts"
import { isApprovedInstructor } from "#features/accounts/server/service.ts"
import { teachers, user } from "#features/accounts/server/table.ts"
import { canActForInstructors, isClassDate } from "#features/classes/rules.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/db.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { editableBy, getClass } from "./class-view.ts"
import { capacityProblem, seatsAfterEdit } from "./seat-effects.ts"
import type { ClassRow } from "./service.ts"
import { demoClassRequests, scheduledClasses } from "./table.ts"

type Problems = Record<string, string>

/**
 * Schedules a class: an instructor's own, or one an admin schedules for an instructor. Throws FIELD_ERRORS
 * (END_BEFORE_START, CLASS_IN_PAST, CLASS_OVERLAPS, INSTRUCTOR_UNKNOWN), and FORBIDDEN for an instructor who
 * isn't approved.
 */
export async function scheduleClass(ctx: SignedInCtx, draft: ClassDraft): Promise<ScheduledClass> {
  const problems: Problems = {}
  const instructorId = await chooseInstructor(ctx, draft, null, problems)
  const times = chooseTimes(ctx, draft, null, problems)
  stopAt(problems)
  return refuseOverlap(() =>
    inTransaction(ctx, async (tx) => {
      const id = newId()
      const now = tx.clock.now()
      await takeTurn(tx, instructorId)
      await tx.db.insert(scheduledClasses).values({
        ...columnsOf(draft),
        ...times,
        id,
        instructor_id: instructorId,
        created_at: now,
        updated_at: now,
      })
      await emit(tx, "class.changed", id)
      if (draft.course_id) await tx.jobs.publish(tx, "class.scheduled", { class_id: id })
      return getClass(tx, id)
    }),
  )
}

/**
 * Edits a class that is still scheduled and tells of a move. Throws NOT_FOUND for another's class,
 * CLASS_NOT_OPEN, FIELD_ERRORS as scheduling does and CAPACITY_BELOW_SEATS, and FORBIDDEN.
 */
export async function updateClass(
  ctx: SignedInCtx,
  { class_id, ...draft }: ClassDraft & { class_id: string },
): Promise<ScheduledClass> {
  return refuseOverlap(() =>
    inTransaction(ctx, async (tx) => {
      const before = await lockClass(tx, class_id)
      if (before.status !== "scheduled") refuse("CLASS_NOT_OPEN")
      const problems: Problems = {}
      const instructorId = await chooseInstructor(tx, draft, before, problems)
      const times = chooseTimes(tx, draft, before, problems)
      const tooFew = capacityProblem(before, draft.max_capacity)
      if (tooFew) problems.max_capacity = tooFew
      if (draft.class_type !== before.class_type && (await hasTakers(tx, before))) {
        problems.class_type = "Students have seats or have asked for one: the kind of class must stay"
      }
      stopAt(problems)
      await takeTurn(tx, instructorId)
      await tx.db
        .update(scheduledClasses)
        .set({ ...columnsOf(draft), ...times, instructor_id: instructorId, updated_at: tx.clock.now() })
        .where(eq(scheduledClasses.id, class_id))
      if (instructorId !== before.instructor_id) await handRequestsOver(tx, class_id, instructorId)
      if (!sameInstant(times.starts_at, before.starts_at) || !sameInstant(times.ends_at, before.ends_at)) {
        await tx.jobs.publish(tx, "class.moved", { class_id })
      }
      await emit(tx, "class.changed", class_id)
      await seatsAfterEdit(tx, before)
      return getClass(tx, class_id)
    }),
  )
}

/** The instructors an admin can schedule for: approved, with an account that is open. By name. */
export async function listInstructors(ctx: SignedInCtx): Promise<{ user_id: string; name: string }[]> {
  const rows = await ctx.db
    .select({
      user_id: teachers.user_id,
      first_name: teachers.first_name,
      last_name: teachers.last_name,
    })
    .from(teachers)
    .innerJoin(user, eq(user.id, teachers.user_id))
    .where(and(isNotNull(teachers.approved_at), isNull(user.disabledAt)))
    .orderBy(asc(teachers.first_name), asc(teachers.last_name), asc(teachers.user_id))
  return rows.map((row) => ({ user_id: row.user_id, name: `${row.first_name} ${row.last_name}`.trim() }))
}

/** Refuses with FORBIDDEN an instructor whom the academy has not let in, or no longer lets teach. */
export async function requireApproved(ctx: SignedInCtx): Promise<void> {
  if (canActForInstructors(ctx.viewer)) return
  if (!(await isApprovedInstructor(ctx, ctx.viewer.user_id))) refuse("FORBIDDEN")
}

async function chooseInstructor(
  ctx: SignedInCtx,
  draft: ClassDraft,
  before: ClassRow | null,
  problems: Problems,
): Promise<string> {
  await requireApproved(ctx)
  if (!canActForInstructors(ctx.viewer)) return ctx.viewer.user_id
  const chosen = draft.instructor_id ?? before?.instructor_id
  const stays = chosen !== undefined && chosen === before?.instructor_id
  if (chosen && (stays || (await isApprovedInstructor(ctx, chosen)))) return chosen
  problems.instructor_id = "INSTRUCTOR_UNKNOWN"
  return ""
}

type Times = { starts_at: Date; ends_at: Date }

/**
 * The draft's window as instants. A start in the current minute is not past, and on edit what isn't moved may
 * lie in the past.
 */
function chooseTimes(ctx: SignedInCtx, draft: ClassDraft, before: Times | null, problems: Problems): Times {
  if (!isClassDate(draft.scheduled_date)) {
    refuseFields({ scheduled_date: "Choose a date between 2000 and 2099" })
  }
  const zone = ctx.env.TIME_ZONE
  const now = ctx.clock.now().getTime()
  const starts_at = instantInZone(draft.scheduled_date, draft.start_time, zone)
  const ends_at = instantInZone(draft.scheduled_date, draft.end_time, zone)
  const startMoved = !before || !sameInstant(starts_at, before.starts_at)
  const endMoved = !before || !sameInstant(ends_at, before.ends_at)
  if (startMoved && starts_at.getTime() < now - (now % MINUTE)) problems.start_time = "CLASS_IN_PAST"
  if (ends_at <= starts_at) problems.end_time = "END_BEFORE_START"
  else if (endMoved && !startMoved && ends_at.getTime() <= now) problems.end_time = "CLASS_IN_PAST"
  return { starts_at, ends_at }
}

function sameInstant(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime()
}

function stopAt(problems: Problems): void {
  if (Object.keys(problems).length > 0) refuseFields(problems)
}

function columnsOf(draft: ClassDraft) {
  const { instructor_id: _, course_id, delivery, venue_name, venue_address, ...columns } = draft
  const venue = delivery === "on_premises" ? { venue_name, venue_address } : {}
  return {
    ...columns,
    delivery,
    course_id: course_id ?? null,
    venue_name: venue.venue_name ?? null,
    venue_address: venue.venue_address ?? null,
  }
}

/** The row, held until the transaction ends. Throws NOT_FOUND for a class the viewer may not act on. */
async function lockClass(ctx: SignedInCtx, classId: string): Promise<ClassRow> {
  const [row] = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.id, classId), editableBy(ctx.viewer)))
    .for("no key update")
  return row ?? notFound()
}

/** Regular classes have no requests and demo classes no enrolments, so the kind is fixed by the first taker. */
async function hasTakers(ctx: SignedInCtx, row: ClassRow): Promise<boolean> {
  if (row.seats_taken > 0) return true
  const requests = await ctx.db
    .select({ id: demoClassRequests.id })
    .from(demoClassRequests)
    .where(eq(demoClassRequests.class_id, row.id))
    .limit(1)
  return requests.length > 0
}

async function handRequestsOver(ctx: SignedInCtx, classId: string, instructorId: string): Promise<void> {
  await ctx.db
    .update(demoClassRequests)
    .set({ instructor_id: instructorId })
    .where(eq(demoClassRequests.class_id, classId))
}

/**
 * Writers of one instructor's timetable take turns: two who insert overlapping classes at once would wait for
 * each other in the exclusion constraint, and PostgreSQL would break the deadlock by failing one of them.
 */
async function takeTurn(ctx: SignedInCtx, instructorId: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`timetable:${instructorId}`}, 0))`)
}

async function refuseOverlap<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (brokenConstraint(error) === "classes_no_overlap") refuseFields({ start_time: "CLASS_OVERLAPS" })
    throw error
  }
}
