import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm"
import { isOpen, isUnderWayInHall, takesStudents } from "#features/classes/rules.ts"
import { unpaidOn } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint, named } from "#platform/database/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { changeOf, emission, emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { reopenSlot } from "./one-on-one/slots.ts"
import { requirePaid } from "./seats/membership.ts"
import { countSeats, fillFreeSeats, freeSeats, holdClass } from "./seats/waitlist.ts"
import { classEnrollments, demoClassRequests, isShared, scheduledClasses } from "./table.ts"

type Seat = { class_id: string; student_id: string }

/**
 * Takes one seat of a class for the viewer, first come, first served: the write itself checks the count.
 * Throws NOT_FOUND, DEMO_REQUEST_REQUIRED, ALREADY_ENROLLED, CLASS_NOT_OPEN, CLASS_FULL, MEMBERSHIP_ENDED and
 * PAYMENT_NEEDED.
 */
export async function enrol(ctx: SignedInCtx, classId: string): Promise<Seat> {
  const seat = { class_id: classId, student_id: ctx.viewer.user_id }
  try {
    if (await takeFreeSeat(ctx, seat)) return seat
    await explainNoSeat(ctx, seat)
    return await takeSeatAfterLine(ctx, seat)
  } catch (error) {
    if (brokenConstraint(error) === "class_enrollments_one_seat") refuse("ALREADY_ENROLLED")
    throw error
  }
}

const takeSeatIfFree = named(
  "take_free_seat",
  () => sql`
    with counted as (
      update scheduled_classes set seats_taken = seats_taken + 1
      where id = ${sql.placeholder("class_id")} and class_type = 'regular' and not one_on_one and invitation_id is null
        and status in ('scheduled', 'live') and ends_at > ${sql.placeholder("now")}::timestamptz
        and waiting = 0 and seats_taken + seats_held < max_capacity
        and not (${sql.placeholder("sells")}::boolean and ${unpaidOn({
          course_id: scheduledClasses.course_id,
          student_id: sql.placeholder("student_id"),
          date: scheduledClasses.scheduled_date,
        })})
      returning id),
    seated as (
      insert into class_enrollments (id, class_id, student_id, created_at)
      select ${sql.placeholder("id")}::uuid, id, ${sql.placeholder("student_id")}::uuid,
             ${sql.placeholder("now")}::timestamptz from counted
      returning class_id)
    select ${emission(sql.placeholder("change"))}, ${emission(sql.placeholder("own"))} from seated`,
)

/**
 * Takes a seat if nobody waits for one. One statement, to lock the class as briefly as possible: it counts
 * the seat, inserts the enrolment and publishes the change, or does nothing.
 */
async function takeFreeSeat(ctx: SignedInCtx, seat: Seat): Promise<boolean> {
  const change = changeOf("class.seats", seat.class_id)
  // For the student's other open pages.
  const own = changeOf("person.changed", seat.student_id)
  const now = ctx.clock.now().toISOString()
  const sells = ctx.money !== null
  return (await takeSeatIfFree(ctx.db, { id: newId(), ...seat, now, change, own, sells })).length === 1
}

/**
 * The slower way for a class with a waitlist that may have free seats: students on the waitlist come first.
 */
async function takeSeatAfterLine(ctx: SignedInCtx, seat: Seat): Promise<Seat> {
  await inTransaction(ctx, (tx) => fillFreeSeats(tx, seat.class_id))
  if (!(await takeFreeSeat(ctx, seat))) refuse("CLASS_FULL")
  return seat
}

/**
 * Throws the reason why there was no seat, the one that the person can do least about first. Returns if there
 * may be a free seat after all.
 */
async function explainNoSeat(ctx: SignedInCtx, { class_id, student_id }: Seat): Promise<void> {
  const [row] = await ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.id, class_id))
  if (!row) notFound()
  if (row.class_type === "demo") refuse("DEMO_REQUEST_REQUIRED")
  const seats = await ctx.db
    .select({ id: classEnrollments.id })
    .from(classEnrollments)
    .where(and(eq(classEnrollments.class_id, class_id), eq(classEnrollments.student_id, student_id)))
  if (seats.length > 0) refuse("ALREADY_ENROLLED")
  // A class made for some students is not revealed to others.
  if (!isShared(row)) notFound()
  if (!takesStudents(row, ctx.clock.now())) refuse("CLASS_NOT_OPEN")
  if (freeSeats(row) <= 0) refuse("CLASS_FULL")
  await requirePaid(ctx, row, student_id)
}

/**
 * Gives the viewer's seat back, of an enrolment or an approved request. It goes to the first on the waitlist.
 * A one-on-one class is cancelled, and its time offered again. Throws NOT_FOUND without a seat, CLASS_NOT_OPEN
 * once the class is live or over, and CLASS_BEGUN from the start of a class in a hall.
 */
export async function leave(ctx: SignedInCtx, classId: string): Promise<void> {
  const studentId = ctx.viewer.user_id
  await inTransaction(ctx, async (tx) => {
    // Lock the class before reading its seats, as everywhere, so that leaving twice at once frees only one.
    const row = (await holdClass(tx, classId)) ?? notFound()
    const freed = await deleteSeats(tx, classId, studentId)
    if (freed === 0) notFound()
    if (!isOpen(row, tx.clock.now())) refuse("CLASS_NOT_OPEN")
    // Who came is marked by the seat.
    if (isUnderWayInHall(row, tx.clock.now())) refuse("CLASS_BEGUN")
    await countSeats(tx, row, { taken: -freed })
    if (row.one_on_one) await reopenSlot(tx, row, studentId)
    else await fillFreeSeats(tx, classId)
    await emit(tx, "person.changed", studentId)
  })
}

/**
 * Takes a seat unless all are taken or `open` is false. Must run in the transaction that inserts its owner.
 */
export async function takeSeat(ctx: Ctx, classId: string, open: SQL | undefined): Promise<boolean> {
  const { seats_taken, seats_held, max_capacity } = scheduledClasses
  const taken = await ctx.db
    .update(scheduledClasses)
    .set({ seats_taken: sql`${seats_taken} + 1` })
    .where(and(eq(scheduledClasses.id, classId), lt(sql`${seats_taken} + ${seats_held}`, max_capacity), open))
    .returning({ id: scheduledClasses.id })
  return taken.length === 1
}

/** The condition `isOpen` of the rules, in SQL. */
export function isOpenNow(ctx: Pick<Ctx, "clock">): SQL | undefined {
  return and(eq(scheduledClasses.status, "scheduled"), gt(scheduledClasses.ends_at, ctx.clock.now()))
}

/** The condition `isUnderWayInHall` of the rules, in SQL. */
export function isUnderWayInHallNow({ clock }: Pick<Ctx, "clock">): SQL {
  const { delivery, starts_at } = scheduledClasses
  return sql`(${delivery} = 'on_premises' and ${starts_at} <= ${clock.now().toISOString()}::timestamptz)`
}

async function deleteSeats(ctx: SignedInCtx, classId: string, studentId: string): Promise<number> {
  const enrolments = await ctx.db
    .delete(classEnrollments)
    .where(and(eq(classEnrollments.class_id, classId), eq(classEnrollments.student_id, studentId)))
    .returning({ id: classEnrollments.id })
  const approvals = await ctx.db
    .delete(demoClassRequests)
    .where(
      and(
        eq(demoClassRequests.class_id, classId),
        eq(demoClassRequests.student_id, studentId),
        eq(demoClassRequests.status, "approved"),
      ),
    )
    .returning({ id: demoClassRequests.id })
  return enrolments.length + approvals.length
}
