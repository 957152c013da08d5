import { and, asc, eq, gt, inArray, lt, or, sql } from "drizzle-orm"
import { teachers } from "#features/accounts/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { countTry } from "#platform/limits.ts"
import { DAY } from "#shared/time.ts"
import { oneOnOneSlots } from "../seat-tables.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "../table.ts"

/**
 * How many one-on-ones a student can have booked at a time, which allows a weekly one with each of two instructors a month
 * ahead, and how often they can book one in a day.
 */
const MOST = { booked: 8, withInstructor: 4, aDay: 10 }

type Slot = Pick<typeof oneOnOneSlots.$inferSelect, "instructor_id" | "starts_at" | "ends_at">

/**
 * Checks that the viewer may book one more one-on-one at this time, in the transaction that books it. Throws
 * TOO_MANY_REQUESTS, OWN_CLASS_THEN, ONE_ON_ONES_MOST and ONE_ON_ONES_MOST_WITH.
 */
export async function checkBooking(tx: SignedInCtx, slot: Slot): Promise<void> {
  const { user_id } = tx.viewer
  // This comes first, because bookings of one student wait for each other here. Later queries see those before.
  const wait = await countTry(tx, [{ name: "one-on-ones", of: user_id, most: MOST.aDay, window: DAY }])
  if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
  const meanwhile = await findOwnClass(tx, slot)
  if (meanwhile) refuse("OWN_CLASS_THEN", meanwhile)
  const booked = await listBooked(tx)
  if (booked.length >= MOST.booked) refuse("ONE_ON_ONES_MOST", { most: MOST.booked })
  const withInstructor = booked.filter(({ instructor_id }) => instructor_id === slot.instructor_id)
  if (withInstructor.length >= MOST.withInstructor) {
    const { instructor_id } = slot
    refuse("ONE_ON_ONES_MOST_WITH", {
      most: MOST.withInstructor,
      instructor_name: await readInstructorName(tx, instructor_id),
    })
  }
}

/** Returns the first open class at this time in which the viewer has a seat. */
async function findOwnClass(tx: SignedInCtx, slot: Slot) {
  const { id, title, scheduled_date, start_time, status, starts_at, ends_at } = scheduledClasses
  const { user_id } = tx.viewer
  const seated = tx.db
    .select({ id: classEnrollments.class_id })
    .from(classEnrollments)
    .where(eq(classEnrollments.student_id, user_id))
  const approved = tx.db
    .select({ id: demoClassRequests.class_id })
    .from(demoClassRequests)
    .where(and(eq(demoClassRequests.student_id, user_id), eq(demoClassRequests.status, "approved")))
  const [row] = await tx.db
    .select({ class_title: title, scheduled_date, start_time: sql<string>`left(${start_time}::text, 5)` })
    .from(scheduledClasses)
    .where(
      and(
        or(inArray(id, seated), inArray(id, approved)),
        inArray(status, ["scheduled", "live"]),
        lt(starts_at, slot.ends_at),
        gt(ends_at, slot.starts_at),
      ),
    )
    .orderBy(asc(starts_at))
    .limit(1)
  return row
}

function listBooked(tx: SignedInCtx): Promise<{ instructor_id: string }[]> {
  const { instructor_id, student_id, status, ends_at } = oneOnOneSlots
  return tx.db
    .select({ instructor_id })
    .from(oneOnOneSlots)
    .where(and(eq(student_id, tx.viewer.user_id), eq(status, "taken"), gt(ends_at, tx.clock.now())))
}

async function readInstructorName(tx: SignedInCtx, instructorId: string): Promise<string> {
  const [row] = await tx.db
    .select({ first_name: teachers.first_name, last_name: teachers.last_name })
    .from(teachers)
    .where(eq(teachers.user_id, instructorId))
  return row ? `${row.first_name} ${row.last_name}`.trim() : ""
}
