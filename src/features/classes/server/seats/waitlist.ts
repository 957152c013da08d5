import { and, asc, eq, exists, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { ClassPlace } from "#contract/classes/classes.ts"
import { user } from "#features/accounts/server/table.ts"
import { heldUntil, isOpen, takesStudents } from "#features/classes/rules.ts"
import { tellGuardians } from "#features/guardians/server/links.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { classWaitlist } from "../seat-tables.ts"
import type { ClassRow } from "../service.ts"
import { classEnrollments, demoClassRequests, isShared, scheduledClasses } from "../table.ts"
import { requirePaid } from "./membership.ts"
import { waitlistPositionOf } from "./waitlist-position.ts"

/**
 * Returns the class, locked until the transaction ends, or null. All writers of seats lock the class first.
 */
export async function holdClass(ctx: Pick<Ctx, "db">, classId: string): Promise<ClassRow | null> {
  const [row] = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(eq(scheduledClasses.id, classId))
    .for("no key update")
  return row ?? null
}

/** Returns the number of seats that are neither taken nor kept. */
export function freeSeats(row: Pick<ClassRow, "max_capacity" | "seats_taken" | "seats_held">): number {
  return row.max_capacity - row.seats_taken - row.seats_held
}

/**
 * Joins the waitlist. A free seat is taken at once, and a student who is on the waitlist or has a seat stays
 * so. Throws NOT_FOUND, DEMO_REQUEST_REQUIRED, CLASS_NOT_OPEN, MEMBERSHIP_ENDED and PAYMENT_NEEDED.
 */
export async function joinWaitlist(ctx: SignedInCtx, classId: string): Promise<ClassPlace> {
  const studentId = ctx.viewer.user_id
  return inTransaction(ctx, async (tx) => {
    const row = (await holdClass(tx, classId)) ?? notFound()
    if (!isShared(row)) notFound()
    if (row.class_type === "demo") refuse("DEMO_REQUEST_REQUIRED")
    if (!isOpen(row, tx.clock.now())) {
      const place = await readPlace(tx, classId, studentId)
      return place.standing === "none" ? refuse("CLASS_NOT_OPEN") : place
    }
    await requirePaid(tx, row, studentId)
    await seatStudents(tx, row, [studentId])
    return readPlace(tx, classId, studentId)
  })
}

/**
 * Leaves the waitlist, or withdraws a request without an answer, whose kept seat goes to the next. Without
 * either it changes nothing. Returns the student's standing now: a seat given meanwhile is kept. Throws
 * NOT_FOUND if the class does not exist.
 */
export async function leaveWaitlist(ctx: SignedInCtx, classId: string): Promise<ClassPlace> {
  const studentId = ctx.viewer.user_id
  return inTransaction(ctx, async (tx) => {
    const row = (await holdClass(tx, classId)) ?? notFound()
    const left = await tx.db
      .delete(classWaitlist)
      .where(and(eq(classWaitlist.class_id, classId), eq(classWaitlist.student_id, studentId)))
      .returning({ id: classWaitlist.id })
    const [request] = await tx.db
      .delete(demoClassRequests)
      .where(
        and(
          eq(demoClassRequests.class_id, classId),
          eq(demoClassRequests.student_id, studentId),
          eq(demoClassRequests.status, "pending"),
        ),
      )
      .returning()
    if (request) {
      await emit(tx, "person.changed", request.instructor_id)
      await tellGuardians(tx, [studentId])
    }
    if (left.length > 0 || request) {
      await countSeats(tx, row, {
        held: request?.holds_seat ? -1 : 0,
        waiting: -left.length - Number(request !== undefined && isOnWaitlist(request)),
      })
      await fillFreeSeats(tx, classId)
    }
    return readPlace(tx, classId, studentId)
  })
}

/** Whether a request is on the waitlist and has no seat kept for it. */
export function isOnWaitlist(
  request: Pick<typeof demoClassRequests.$inferSelect, "status" | "held_until">,
): boolean {
  return request.status === "pending" && request.held_until === null
}

/**
 * Gives students a seat each while there are free ones and nobody waits, then puts them on the waitlist, in
 * the order given. Students who have either already keep it. The class must be locked, open and regular.
 */
export async function seatStudents(ctx: Ctx, held: ClassRow, studentIds: string[]): Promise<void> {
  const fresh: string[] = []
  for (let from = 0; from < studentIds.length; from += MOST_AT_ONCE) {
    const some = studentIds.slice(from, from + MOST_AT_ONCE)
    const placed = await ctx.db.execute<{ student_id: string }>(sql`
      select student_id from ${classEnrollments} where class_id = ${held.id} and student_id in ${some}
      union all
      select student_id from ${classWaitlist} where class_id = ${held.id} and student_id in ${some}`)
    const known = new Set(placed.rows.map((row) => row.student_id))
    const created_at = ctx.clock.now()
    const values = some
      .filter((id) => !known.has(id))
      .map((student_id) => ({ id: newId(), class_id: held.id, student_id, created_at }))
    if (values.length > 0) await ctx.db.insert(classWaitlist).values(values)
    for (const { student_id } of values) fresh.push(student_id)
  }
  if (fresh.length > 0) await countSeats(ctx, held, { waiting: fresh.length })
  await fillFreeSeats(ctx, held.id, fresh)
}

/** The most rows in one statement: PostgreSQL accepts 65,535 parameters. */
const MOST_AT_ONCE = 5_000

type Change = { taken?: number; held?: number; waiting?: number }

/** Changes the seat counts of a locked class and publishes the change. */
export async function countSeats(
  ctx: Pick<Ctx, "db">,
  row: Pick<ClassRow, "id">,
  change: Change,
): Promise<void> {
  const { taken = 0, held = 0, waiting = 0 } = change
  await ctx.db
    .update(scheduledClasses)
    .set({
      seats_taken: sql`${scheduledClasses.seats_taken} + ${taken}`,
      seats_held: sql`${scheduledClasses.seats_held} + ${held}`,
      // Rows deleted with their students are not counted down; the next fill corrects the count.
      waiting: sql`greatest(${scheduledClasses.waiting} + ${waiting}, 0)`,
    })
    .where(eq(scheduledClasses.id, row.id))
  await emit(ctx, "class.seats", row.id)
}

/**
 * Gives free seats to the first on the waitlist, in the transaction that freed them. Publishes `seat.granted`
 * for each regular seat, and `seat.held` for each demo request that a seat is now kept for; not for students
 * in `unasked`, who were only just added and never waited.
 */
export async function fillFreeSeats(ctx: Ctx, classId: string, unasked: string[] = []): Promise<void> {
  const row = await holdClass(ctx, classId)
  if (!row || row.waiting === 0) return
  const free = freeSeats(row)
  if (free <= 0) return
  if (row.class_type === "demo") await keepSeatsForNext(ctx, row, free)
  else if (takesStudents(row, ctx.clock.now())) await seatNext(ctx, row, free, unasked)
}

async function seatNext(ctx: Ctx, row: ClassRow, free: number, unasked: string[]): Promise<void> {
  const gone = await dropShutOut(ctx, row)
  const next = ctx.db
    .select({ id: classWaitlist.id })
    .from(classWaitlist)
    .where(eq(classWaitlist.class_id, row.id))
    .orderBy(asc(classWaitlist.place))
    .limit(free)
  const called = await ctx.db
    .delete(classWaitlist)
    .where(inArray(classWaitlist.id, next))
    .returning({ student_id: classWaitlist.student_id })
  if (called.length > 0) {
    const created_at = ctx.clock.now()
    const seats = called.map(({ student_id }) => ({ id: newId(), class_id: row.id, student_id, created_at }))
    await ctx.db.insert(classEnrollments).values(seats)
  }
  await countSeats(ctx, row, {
    taken: called.length,
    // Fewer than the free seats, so the waitlist is empty, whatever the count was.
    waiting: called.length < free ? -row.waiting : -called.length - gone,
  })
  const newcomers = new Set(unasked)
  for (const { student_id } of called) {
    if (newcomers.has(student_id)) await emit(ctx, "person.changed", student_id)
    else await tell(ctx, "seat.granted", row.id, student_id)
  }
}

/** Takes whose account is closed or disabled off the waitlist. Returns how many there were. */
async function dropShutOut(ctx: Ctx, row: ClassRow): Promise<number> {
  const shut = ctx.db
    .select({ id: user.id })
    .from(user)
    .where(
      and(eq(user.id, classWaitlist.student_id), or(isNotNull(user.disabledAt), isNotNull(user.eraseAt))),
    )
  const { rowCount } = await ctx.db
    .delete(classWaitlist)
    .where(and(eq(classWaitlist.class_id, row.id), exists(shut)))
  return rowCount ?? 0
}

async function keepSeatsForNext(ctx: Ctx, row: ClassRow, free: number): Promise<void> {
  const now = ctx.clock.now()
  if (row.starts_at <= now || !isOpen(row, now)) return
  const { class_id, status, held_until, requested_at, id, student_id } = demoClassRequests
  const next = ctx.db
    .select({ id })
    .from(demoClassRequests)
    .where(and(eq(class_id, row.id), eq(status, "pending"), isNull(held_until)))
    .orderBy(asc(requested_at), asc(id))
    .limit(free)
  const called = await ctx.db
    .update(demoClassRequests)
    .set({ holds_seat: true, held_until: heldUntil(row.starts_at, now, ctx.env.DEMO_HOLD_HOURS) })
    .where(inArray(id, next))
    .returning({ student_id })
  await countSeats(ctx, row, {
    held: called.length,
    waiting: called.length < free ? -row.waiting : -called.length,
  })
  for (const request of called) await tell(ctx, "seat.held", row.id, request.student_id)
}

async function tell(ctx: Ctx, topic: string, class_id: string, student_id: string): Promise<void> {
  await emit(ctx, "person.changed", student_id)
  await ctx.jobs.publish(ctx, topic, { class_id, student_id })
}

/** Returns a student's standing in a class, with their waitlist position. Throws NOT_FOUND. */
async function readPlace(ctx: Ctx, classId: string, studentId: string): Promise<ClassPlace> {
  const student = sql`${studentId}::uuid`
  type Row = {
    enrolled: boolean
    request: "pending" | "approved" | "rejected" | null
    waitlist_position: number | null
  }
  const { rows } = await ctx.db.execute<Row>(sql`
    select exists (select from ${classEnrollments} e where e.class_id = ${scheduledClasses.id} and e.student_id = ${student}) as enrolled,
           (select r.status from ${demoClassRequests} r where r.class_id = ${scheduledClasses.id} and r.student_id = ${student}) as request,
           ${waitlistPositionOf(student)} as waitlist_position
    from ${scheduledClasses} where ${scheduledClasses.id} = ${classId}`)
  const [row] = rows
  if (!row) return notFound()
  const standing = row.enrolled
    ? "enrolled"
    : (row.request ?? (row.waitlist_position === null ? "none" : "waiting"))
  return { class_id: classId, standing, waitlist_position: row.waitlist_position }
}
